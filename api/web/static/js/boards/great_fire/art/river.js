/**
 * What the river carries beside the map: the title and the turn, action points, fire deck, stock, discards, wind
 * rose.
 */

import { translation, t } from '../../../language/language.js';
import { el } from '../../../drawing/tree.js';
import { PHASES, hasActor } from '../words.js';
import { CREAM, GOLD, INK, RED } from './inks.js';
import { clamp } from './sheet.js';
import { line, shade, shape, use } from './symbols.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */
/** @typedef {import('./sheet.js').Box} Box */

/**
 * The parts on a sheet that is held upright: two rows, and the buttons of the zoom at the right end of the lower one.
 * @param {Box} river
 */
function upright({ x, y, w, h }) {
  const top = Math.min(72, Math.max(52, h - 88));
  const low = Math.min(120, h - top - 4);
  return { u: 1, title: { x: x + 8, y: y + 10, w: w * 0.45, h: top - 10 },
    rose: { x: x + w - 62, y: y + 4, w: 58, h: 58 },
    deck: { x: x + w * 0.47, y: y + 14, w: w * 0.36, h: top - 12 },
    points: { x: x + w * 0.47 + 50, y: y + 14, w: 80, h: 52 },
    hand: { x: x + 8, y: y + top, w: w - 54, h: low }, zoom: { x: x + w - 32, y: y + 64, w: 28, h: 90 } };
}

/**
 * Where each part lies on the river. `u` is the scale of what is drawn there.
 * @param {Sheet} sheet @returns {{title: Box, hand: Box, deck: Box, rose: Box, zoom: Box, points: Box,
 *   u: number}}
 */
export function parts({ river: { x, y, w, h }, kind, k, width, height }) {
  const u = clamp(h / 109, 0.9, 1.5);
  if (kind === 'phone' && height > width) return upright({ x, y, w, h });
  const across = x + w * 0.608;
  const rose = Math.min(h - 6, 104 * u);
  const left = x + 14 * u;
  const title = Math.min(205 * u, w * 0.27);
  return { u, title: { x: left, y: y + 22 * k, w: title, h: h - 24 * k },
    hand: { x: left + title + 6, y: y + 18 * k, w: across - 12 * k - left - title - 8, h: h - 20 * k },
    deck: { x: across + 15 * k, y: y + 24 * k, w: x + w - rose - 42 - across - 15 * k, h: h - 28 * k },
    points: { x: left, y: y + 22 * k, w: title, h: h - 24 * k },
    rose: { x: x + w - rose - 4, y: y + h - rose - 3, w: rose, h: rose },
    zoom: { x: x + w - rose - 38, y: y + h - 94, w: 28, h: 90 } };
}

/**
 * Words on the water.
 * @param {string | number} words @param {number} x @param {number} y @param {number} size
 * @param {Record<string, any>} [more]
 */
export const written = (words, x, y, size, more = {}) => el('text', { x: Math.round(x), y: Math.round(y),
  'font-size': Math.max(11, Math.round(size * 10) / 10), fill: INK, ...more }, translation(String(words)));

/** A part and what it says. @param {string} part @param {string} label @param {any} twigs */
const known = (part, label, ...twigs) =>
  el('g', { key: `part:${part}`, class: 'gf-part', 'data-part': part, role: 'img', 'aria-label': label }, twigs);

/**
 * Who does what: the turn and the seat, then what it does.
 * @param {GreatFireView} position @param {string[]} names @returns {[string, string]}
 */
export function doing({ turn, active, phase, outcome, seats }, names) {
  const count = turn ? t`Turn ${turn}` : translation('Set-up');
  if (phase === 'over' && outcome) {
    const winners = seats.filter(({ seat }) => outcome.places[seat]?.place === 1).map(({ seat }) => names[seat]);
    if (winners.length > 0) return [t`After ${turn} turns`, t`won by ${winners.join(', ')}`];
  }
  if (active === null || !hasActor(phase)) return [count, t`the game ${translation(PHASES[phase])}`];
  return [`${count} · ${names[active]}`, translation(PHASES[phase])];
}

/**
 * A text that is at most so wide; letters are set narrower, then left out. @param {string} words
 * @param {number} letters
 */
const cut = (words, letters) =>
  (words.length > letters ? `${words.slice(0, Math.max(4, letters - 1)).trimEnd()}…` : words);

/**
 * The title, the turn and who acts. @param {Sheet} sheet @param {Box} box @param {number} u
 * @param {GreatFireView | null} position @param {string[]} names @param {boolean} free whether no hand lies beside it
 */
export function title(sheet, { x, y, w }, u, position, names, free) {
  const phone = sheet.kind === 'phone';
  const size = phone ? 15 : 23 * u;
  const small = phone ? 11 : 12.2 * u;
  const halo = { stroke: '#b9d0cf', 'stroke-width': 3, 'paint-order': 'stroke',
    'stroke-opacity': 0.55 };
  const head = written(`${sheet.printed.city}, 1666`, x, y + size * 0.72, size,
    { 'letter-spacing': 1, 'font-variant': 'small-caps',
    'font-weight': 600, fill: '#1f3338', ...halo });
  if (!position) return head;
  const low = phone && !free ? 0 : size * 0.72 + 4; // a hand leaves no room for the title on a phone
  const letters = Math.floor((free && !phone ? w * 1.7 : w) / (small * (phone ? 0.64 : 0.47)));
  const lines = doing(position, names);
  return [low ? head : null, known('turn', lines.join(' '), lines.map((words, at) => written(cut(words, letters), x,
    y + low + small * (1.05 + at * 1.25), small, { 'font-style': 'italic', fill: '#14262b', ...halo })))];
}

/**
 * Action points as buckets of water. @param {Sheet} sheet @param {Box} box @param {number} u
 * @param {GreatFireView} position
 */
export function points(sheet, { x, y, h }, u, { points_left: left, phase, cones_to_place: cones }) {
  const low = y + h - 13 * u;
  if (cones) {
    return known('cones_to_place', t`${cones} cones to place`,
      Array.from({ length: cones }, (_, at) => use(sheet, `flame${at % 3}`, x + 10 + at * 17 * u, low - 3, 0.8 * u)),
      sheet.kind === 'phone' ? null
        : written(t`to place: ${cones}`, x + 12 + cones * 17 * u, low + 3, 12 * u, { fill: '#14262b' }));
  }
  if (phase !== 'actions' && phase !== 'fire_second') return null;
  return known('points', left === 1 ? translation('1 action point left') : t`${left} action points left`,
    Array.from({ length: sheet.printed.constants.action_points }, (_, at) =>
    use(sheet, 'bucket', x + 8 * u + at * 19 * u, low, 1.15 * u, at < left ? {}
      : { opacity: 0.28 })));
}

/** The back of a fire card. @param {number} x @param {number} y @param {number} w */
export const back = (x, y, w) => [
  el('rect', { x: Math.round(x), y: Math.round(y), width: Math.round(w), height: Math.round(w * 1.4), rx: 3,
    fill: '#7a2413', stroke: CREAM, 'stroke-width': 1.2 }),
  el('rect', { x: Math.round(x + 3), y: Math.round(y + 3), width: Math.round(w - 6), height: Math.round(w * 1.4 - 6),
    rx: 2, fill: 'none',
    stroke: '#d98a4a', 'stroke-width': 0.8, 'stroke-dasharray': '2 1.4' })];

/**
 * The fire deck: the cards to the next Fire Stack Card, and the letters that follow. @param {Sheet} sheet
 * @param {Box} box @param {number} u @param {GreatFireView} position
 */
export function deck(sheet, { x, y, h }, u, { stack_cards: letters, cards_on_stack: count }) {
  const w = sheet.kind === 'phone' ? 24 : 32 * u;
  const top = y + Math.max(0, Math.min(4, h - w * 1.4));
  const size = Math.max(11, 11.5 * u);
  const tab = size * 1.5;
  const tabs = letters.map((letter, at) => [
    el('rect', { x: Math.round(x + w + 3), y: Math.round(top + at * (size + 1)), width: Math.round(tab),
      height: Math.round(size), rx: 2,
      fill: at ? '#4c3a28' : '#1f160d', 'fill-opacity': at ? 0.8 : 1 }),
    written(letter, x + w + 3 + tab / 2, top + at * (size + 1) + size * 0.83, 11,
      { 'text-anchor': 'middle', fill: '#ffd9a0', 'font-weight': 700 })]);
  return known('stack', letters.length
    ? [t`Fire deck: ${count} cards to stack card ${letters[0]}`, ...letters.slice(1)].join(', ')
    : translation('Fire deck: no cards'), letters.length ? [back(x + 2, top - 2, w), back(x, top, w)]
    : el('rect', { x: Math.round(x), y: Math.round(top), width: Math.round(w), height: Math.round(w * 1.4), rx: 3,
      fill: 'none', stroke: '#1f3338', 'stroke-dasharray': '3 3' }),
  letters.length ? written(count, x + w / 2, top + w * 0.9, 15 * u,
    { 'text-anchor': 'middle', fill: '#fff3dc', 'font-weight': 700 }) : null,
  sheet.kind === 'phone' ? tabs.slice(0, 2) : tabs.slice(0, Math.max(1, Math.floor(h / (size + 1)))));
}

/**
 * The cones in stock, the discards, and how many turns are left. @param {Sheet} sheet @param {Box} box
 * @param {number} u @param {GreatFireView} position
 */
export function stock(sheet, { x, y, w, h }, u, { stock: cones, played, final_turns_left: left, phase }) {
  const phone = sheet.kind === 'phone';
  const from = x + (phone ? 54 : 64 * u);
  const size = phone ? 12 : 13 * u;
  const ink = { fill: '#14262b', 'font-weight': 700 };
  const last = left === null || phase === 'over' ? null
    : known('last', left === 1 ? translation('1 turn left') : t`${left} turns left`, alarm(
      left === 1 ? translation('1 turn left') : t`${left} turns left`, from, y + h - 20 * u, u));
  return [
    known('stock', t`${cones} cones in stock`, use(sheet, 'flame0', from + 8, y + 9 * u, 0.85 * u),
      written(cones, from + 18 * u, y + 13.5 * u, size * 1.1, ink),
      phone ? null : written('in stock', from + 20 * u + String(cones).length * size * 0.72, y + 13.5 * u, 11,
        { fill: '#14262b' })),
    phone ? null : known('played',
      playedWords(sheet, played),
      discards(sheet, from, y + 33 * u, Math.min(w - (from - x), 150 * u), u, played)), last];
}

/** @param {Sheet} sheet @param {string[]} played */
const playedWords = (sheet, played) => `Fire cards played: ${sheet.printed.directions
  .map(({ id, name }) => name + ' ' + played.filter((card) => card === id).length).join(', ')}`;

/** @param {string} words @param {number} x @param {number} y @param {number} u */
const alarm = (words, x, y, u) => [
  el('rect', { x: Math.round(x - 2), y: Math.round(y), width: Math.round(words.length * 7 * u + 8),
    height: Math.round(18 * u), rx: 3, fill: RED, stroke: GOLD }),
  written(words, x + 3, y + 13 * u, 12 * u, { fill: '#fff3dc', 'font-weight': 700 })];

/**
 * The fire cards played, counted by direction. @param {Sheet} sheet @param {number} x @param {number} y
 * @param {number} w @param {number} u @param {string[]} played
 */
const discards = (sheet, x, y, w, u, played) => sheet.printed.directions.map(({ id }, at) => {
  const many = played.filter((card) => card === id).length;
  const left = x + (at * w) / 4;
  return el('g', { opacity: many ? null : 0.4 }, use(sheet, `arrow-${id}`, left + 7 * u, y, 0.62 * u),
    written(many, left + 15 * u, y + 4.4 * u, 12 * u, { fill: '#14262b', 'font-weight': 700 }));
});

/**
 * Where the wind drives the fire: the card of this turn, else the last one played.
 * @param {GreatFireView | null} position
 */
export const windOf = (position) => position?.card ?? position?.played[position.played.length - 1] ?? null;

/** The letter of a direction, by its name in the reader's language. @param {string} name */
export const initial = (name) => name.charAt(0).toUpperCase();

/**
 * The wind rose; its needle points where the card played drives the fire.
 * @param {Sheet} sheet @param {Box} box @param {string | null} wind
 */
export function rose(sheet, { x, y, w }, wind) {
  const radius = w / 2;
  const [cx, cy] = [x + radius, y + radius];
  const star = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => {
    const long = turn % 90 ? 0.42 : 0.6;
    return el('g', { transform: `rotate(${turn})` },
      shape(`M0 ${-radius * long}L${radius * 0.1} ${-radius * 0.1}L0 0Z`, '#e9d9b4',
        { stroke: INK, 'stroke-width': 0.5 }),
      shape(`M0 ${-radius * long}L${-radius * 0.1} ${-radius * 0.1}L0 0Z`, '#6a4a2a',
        { stroke: INK, 'stroke-width': 0.5 }));
  });
  const size = Math.max(sheet.kind === 'phone' ? 9 : 11, radius * 0.27);
  return known('card', wind
    ? t`Wind: the fire goes ${sheet.printed.direction.get(wind).name}` : translation('No wind yet'),
    el('g', { transform: `translate(${Math.round(cx)} ${Math.round(cy)})` },
    el('circle', { r: radius, fill: '#f5e8c8', stroke: INK, 'stroke-width': 1.6 }),
    el('circle', { r: radius * 0.94, fill: 'none', stroke: '#8a6a3a', 'stroke-width': 0.7 }),
    el('circle', { r: radius * 0.64, fill: '#fff6e0', stroke: '#8a6a3a', 'stroke-width': 0.8 }), star,
    sheet.printed.directions.map(({ id, name, vector: [vx, vy], hex }) =>
      written(initial(name), vx * radius * 0.79, vy * radius * 0.79 + size * 0.35, size,
      { 'text-anchor': 'middle', 'font-weight': 700, fill: id === wind ? shade(hex, 0.85) : INK })),
    needle(sheet, radius, wind)));
}

/** @param {Sheet} sheet @param {number} radius @param {string | null} wind */
function needle(sheet, radius, wind) {
  const to = wind ? sheet.printed.direction.get(wind) : null;
  if (!to) return el('circle', { class: 'gf-needle', r: radius * 0.09, fill: RED, stroke: INK });
  const angle = (Math.atan2(to.vector[0], -to.vector[1]) * 180) / Math.PI;
  return el('g', { key: 'needle', class: 'gf-needle', 'data-angle': angle, transform: `rotate(${angle})` },
    shape(`M0 ${-radius * 0.66}L${radius * 0.13} 0H${-radius * 0.13}Z`, '#c22a20',
      { stroke: '#4d0b09', 'stroke-width': 1 }),
    shape(`M0 ${radius * 0.5}L${radius * 0.1} 0H${-radius * 0.1}Z`, '#f5e8c8', { stroke: INK, 'stroke-width': 0.9 }),
    line(`M0 ${-radius * 0.6}V0`, 0.7, '#ff9a7a'), el('circle', { r: radius * 0.09, fill: GOLD, stroke: INK }));
}
