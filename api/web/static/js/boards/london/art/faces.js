/** London's cards, at whatever size they lie: a name in full, a building, its cost, its points, what it brings. */

import { el } from '../../../drawing/tree.js';
import { facade } from './facades.js';
import { at, building, coin, cube, INK, kindOf, note, PAPER, points, purse, purseWidth, roundel, smallCard,
  star } from './signs.js';
import { linesOf, round, widthOf, write } from './type.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */
/** @typedef {{w: number, draw: (x: number, y: number) => any}} Sign one sign of a row, as wide as it says */
/** @typedef {{w: number, h: number, lit?: boolean, down?: boolean, quiet?: boolean, name?: number}} CardSize
 *   name: the width that its name may take, where the next card covers the rest */

/**
 * The face of a card in a box at the origin.
 * @param {London.Face} face @param {string} card @param {CardSize} size @returns {Branch[]}
 */
export function drawFace(face, card, { w, h, lit = false, down = false, quiet = false, name = w }) {
  const kind = kindOf(face.colour);
  const size = lettering(w, h);
  const lines = linesOf(face.name, name - 5, size);
  const band = lines.length * size * 1.02 + size * 0.42;
  const rows = down ? [] : rowsOf(signsOf(face, size), w - 4);
  const room = h - band;
  const base = rows.length && room >= 34 ? Math.min(room - 16, rows.length * (size + 5) + 4) : 0;
  const art = { x: 1, y: band, w: w - 2, h: Math.max(0, h - band - base - 1), lit };
  return [
    el('rect', { class: 'lon-face', width: round(w), height: round(h), rx: 3, fill: PAPER, stroke: '#191410',
      'stroke-width': 1 }),
    ...(down ? [shutters(art, kind.deep)] : quiet ? [] : facade(face, card, art)),
    el('path', { d: `M0 ${round(band)}V3a3 3 0 0 1 3 -3H${round(w - 3)}a3 3 0 0 1 3 3V${round(band)}Z`,
      fill: kind.deep }),
    ...lines.map((line, each) => write(spoken(line, each < lines.length - 1), name / 2,
      size * (0.98 + each * 1.02), size,
      { fill: '#fff7e6', width: name - 4 })),
    ...(down ? [] : [el('g', { 'aria-hidden': 'true' }, figures(face, band, name, art.h))]),
    ...(base ? [drawRows(rows, w, h - base, base, size)] : []),
  ];
}

/** A line as it is read on: a word that is broken goes on without a space.
 * @param {string} line @param {boolean} goesOn */
const spoken = (line, goesOn) => (goesOn && !line.endsWith('-') ? `${line} ` : line);

/** The size of a card's lettering. @param {number} w @param {number} h */
const lettering = (w, h) => Math.max(11, Math.min(16, w * 0.145, h * 0.17));

/** What a card costs and what it scores,
  over its building. @param {London.Face} face @param {number} band @param {number} w
 * @param {number} room */
function figures(face, band, w, room) {
  const r = Math.max(7.5, Math.min(12, w * 0.11, room / 2 - 1));
  const y = band + Math.min(r + 2, Math.max(room / 2, 4));
  const drawn = [];
  if (face.place_cost) drawn.push(coin(r + 2, y, r, `£${face.place_cost}`));
  if (face.vp) drawn.push(points(w - r - 2, y, r, face.vp));
  return drawn;
}

/** Face down: the house is shut. @param {{x: number, y: number, w: number, h: number}} box @param {string} frame */
function shutters({ x, y, w, h }, frame) {
  return el('g', null, el('rect', { x, y: round(y), width: round(w), height: round(h), fill: 'url(#lon-shutter)' }),
    h > 14 ? el('path',
      { d: `M${round(w / 2 + x)} ${round(y)}v${round(h)}M${x + 3} ${round(y + h * 0.5)}h${round(w - 6)}`,
        stroke: '#2d070e',
      'stroke-width': 1.4 }) : null,
    el('rect', { x: x + 1.5, y: round(y + 1), width: round(w - 3), height: round(Math.max(1, h - 2.5)), fill: 'none',
      stroke: frame, 'stroke-width': 2 }));
}

/**
 * The edge of a card that another one covers: its name and its points.
 * @param {London.Face} face @param {number} w @param {number} edge how much of it is in sight
 */
export function drawEdge(face, w, edge) {
  const kind = kindOf(face.colour);
  const size = Math.max(11, Math.min(15, edge * 0.76));
  const worth = face.vp && edge >= 9.4 ? size + 3 : 2;
  const room = w - worth - 4;
  return [
    el('path',
      { class: 'lon-face',
        d: `M0 ${round(edge + 4)}V3a3 3 0 0 1 3 -3H${round(w - 3)}a3 3 0 0 1 3 3V${round(edge + 4)}Z`,
          fill: kind.dark, stroke: '#93795a' }),
    edge >= 9.4 ? write(cut(face.name, room / 0.74, size), 4, edge * 0.5 + size * 0.38, size,
      { anchor: 'start', width: room, fill: '#f8e9c8' }) : null,
    face.vp && edge >= 9.4 ? points(w - size * 0.72, edge * 0.5 + 0.6, size * 0.55, face.vp) : null,
    face.vp && edge < 9.4 && edge >= 4 ? el('circle', { cx: round(w - 5), cy: round(edge / 2 + 0.5), r: 1.8,
      fill: '#e8c06a' }) : null,
  ];
}

/** A name that fits, with an ellipsis for its rest. @param {string} name @param {number} width @param {number} size */
function cut(name, width, size) {
  if (widthOf(name, size) <= width) return name;
  let short = name;
  while (short.length > 2 && widthOf(`${short}…`, size) > width) short = short.slice(0, -1).trimEnd();
  return `${short}…`;
}

/** The back of a card. @param {number} w @param {number} h @param {string} [letter] of its deck */
export function drawBack(w, h, letter = '') {
  return [
    el('rect', { width: round(w), height: round(h), rx: 3, fill: 'url(#lon-back)', stroke: '#1d070b',
      'stroke-width': 1 }),
    w > 16 ? el('rect', { x: 3, y: 3, width: round(w - 6), height: round(h - 6), rx: 2, fill: 'none',
      stroke: '#d7a64a', 'stroke-width': 0.9 }) : null,
    letter ? el('g', { 'aria-hidden': 'true' }, write(letter, w / 2, h / 2 + w * 0.17, w * 0.5, { fill: '#e9c06a' }))
      : null,
  ];
}

// ---- what a card brings, in signs

/** @param {number} w @param {Sign['draw']} draw @returns {Sign} */
const sign = (w, draw) => ({ w, draw });

/** @param {number} size @param {string} text @param {string} [fill] */
const words = (size, text, fill = INK) => sign(widthOf(text, size), (x, y) =>
  write(text, x, y + size * 0.35, size, { anchor: 'start', fill }));

/** @param {number} size @param {string} text */
const money = (size, text) => sign(purseWidth(text, size), (x, y) =>
  purse(x + purseWidth(text, size) / 2, y, text, size));

/** @param {number} size @param {number} count */
const stars = (size, count) => sign(size * 1.05 + widthOf(String(count), size), (x, y) =>
  [star(x + size * 0.5, y, size * 0.55),
  write(String(count), x + size * 1.05, y + size * 0.35, size, { anchor: 'start', fill: INK })]);

/** @param {number} size @param {string} text */
const cubes = (size, text) => sign(widthOf(text, size) + size * 0.85, (x, y) =>
  [write(text, x, y + size * 0.35, size, { anchor: 'start', fill: INK }),
  cube(x + widthOf(text, size) + 1, y - size * 0.38, size * 0.78)]);

/** @param {number} size @param {string} [fill] */
const paper = (size, fill = '#fffaf0') => sign(size * 0.8, (x, y) => smallCard(x + size * 0.4, y, size * 1.05, fill));

/** @param {number} size */
const house = (size) => sign(size * 0.85, (x, y) => building(x + size * 0.45, y + size * 0.05, size, INK, INK));

/** @param {number} size */
const foe = (size) => drawn(size, 'M8 1a3.6 3.6 0 1 1 -.1 0ZM1.6 15.5q6.4 -12.6 12.8 0Z');

/** @param {number} size @param {string} d a sign in a box of 16 */
const drawn = (size, d) => sign(size * 1.05, (x, y) => el('path',
  { d, transform: `${at(x, y - size * 0.5)} scale(${round(size / 16 * 10) / 10})`,
  fill: INK }));

const AGAIN = 'M8 2.2a5.8 5.8 0 0 1 5 2.9l1.7-1v5h-5l1.7-1A3.7 3.7 0 1 0 11.3 10l2 .6A5.8 5.8 0 1 1 8 2.2Z';
const SWAP = 'M1 5h9V2l5 4.5-5 4.5V8H1ZM15 13H7v2.5L2 12l5-3.5V11h8Z';
const EYE = 'M0 8Q8 0 16 8Q8 16 0 8ZM8 5a3 3 0 1 0 .1 0Z';
const DOWN = 'M6 1h4v7h4L8 15 2 8h4Z';

/** @type {Record<string, (size: number) => Sign>} */
const COUNTED = {
  own_boroughs: house,
  own_boroughs_touching_thames: house,
  own_boroughs_north: house,
  own_visible_brown_cards: (size) => paper(size, kindOf('brown').deep),
  own_visible_non_brown_cards: (size) => paper(size, kindOf('blue').deep),
};

/** @type {Record<string, (effect: London.Effect, size: number) => Sign[]>} */
const EFFECTS = {
  gain_money: ({ amount }, size) => [money(size, `£${amount}`)],
  gain_vp: ({ amount }, size) => [stars(size, amount)],
  lose_poverty: ({ amount }, size) => [cubes(size, `−${amount}`)],
  gain_poverty: ({ amount }, size) => [cubes(size, `+${amount}`)],
  money_per: ({ amount, per }, size) => [money(size, `£${amount}`), words(size, '×'), COUNTED[per](size)],
  vp_per: ({ amount, per }, size) => [stars(size, amount), words(size, '×'), COUNTED[per](size)],
  take_stored_money: (_, size) => [money(size, '£…')],
  place_from_display_on_self: (_, size) => [paper(size), drawn(size, DOWN)],
  spend_cards_for: spending,
  each_opponent_pays_bank_per_borough: ({ amount }, size) => [foe(size), money(size, `−£${amount}`)],
  each_opponent_pays_you: ({ amount }, size) => [foe(size), money(size, `£${amount}`)],
  target_gains_poverty: ({ amount }, size) => [foe(size), cubes(size, `+${amount}`)],
  give_poverty: ({ amount }, size) => [cubes(size, `${amount}`), words(size, '›'), foe(size)],
  place_underground: ({ markers }, size) => Array.from({ length: markers }, () =>
    sign(size * 1.25, (x, y) => roundel(x + size * 0.62, y, size * 0.46))),
  reactivate_other: (_, size) => [drawn(size, AGAIN)],
  ignore_hand_this_run: (_, size) => [paper(size), words(size, '= 0')],
};

/** @type {Record<string, (power: London.Power, size: number) => Sign[]>} */
const POWERS = {
  recolour_spent_card: ({ pay }, size) => [words(size, `£${pay}›`, '#7a1616'), paper(size),
    paper(size, kindOf('brown').deep),
    paper(size, kindOf('blue').deep), paper(size, kindOf('pink').deep)],
  store_on_placement: ({ amount }, size) => [money(size, `+£${amount}`)],
  swap_with_display: (_, size) => [paper(size), drawn(size, SWAP), paper(size)],
  flexible_start_draw: ({ min, max }, size) => [words(size, `${min}–${max}`), paper(size)],
  peek_before_draw: ({ depth }, size) => [drawn(size, EYE), words(size, `${depth}`), paper(size)],
  bigger_loan: ({ principal }) => [sign(30, (x, y) => note(x + 15, y, 27, `£${principal}`))],
  flip_instead: (_, size) => [drawn(size, AGAIN), house(size)],
};

/** @param {London.Effect} effect @param {number} size */
function spending(effect, size) {
  const gains = [paper(size, effect.filter === 'paupers' ? kindOf('grey').deep : undefined), words(size, ':')];
  if (effect.lose_poverty_each) gains.push(cubes(size, `−${effect.lose_poverty_each}`));
  if (effect.gain_vp_each) gains.push(stars(size, effect.gain_vp_each));
  if (effect.gain_money_each) gains.push(money(size, `£${effect.gain_money_each}`));
  return gains;
}

/** The signs on the stone base, in the order of the print: what it needs, what it brings. @param {London.Face} face
 * @param {number} size @returns {Sign[]} */
function signsOf(face, size) {
  const { spend = 'none', pay = 0 } = face.activation ?? {};
  const signs = [];
  if (spend !== 'none') signs.push(paper(size, spend === 'blue' ? kindOf('blue').deep : undefined), words(size, '›'));
  if (pay) signs.push(words(size, `£${pay}›`, '#7a1616'));
  for (const effect of face.effects ?? []) signs.push(...(EFFECTS[effect.kind]?.(effect, size) ?? []));
  if (face.power) signs.push(...(POWERS[face.power.id]?.(face.power, size) ?? []));
  if (face.play_effect) signs.push(drawn(size, DOWN), words(size, `${face.play_effect.count}`), paper(size));
  return signs;
}

const BETWEEN = 3;

/** @param {Sign[]} signs @param {number} width @returns {Sign[][]} */
function rowsOf(signs, width) {
  /** @type {Sign[][]} */
  const rows = [];
  let left = 0;
  for (const each of signs) {
    if (rows.length && left >= each.w) rows[rows.length - 1].push(each);
    else {
      rows.push([each]);
      left = width;
    }
    left -= each.w + BETWEEN;
  }
  return rows;
}

/** @param {Sign[][]} rows @param {number} w @param {number} y @param {number} h @param {number} size */
function drawRows(rows, w, y, h, size) {
  const fitting = rows.slice(0, Math.max(1, Math.floor((h - 2) / (size + 4))));
  const pitch = h / fitting.length;
  return el('g', { class: 'lon-base', 'aria-hidden': 'true' },
    el('path', { d: `M1 ${round(y)}H${round(w - 1)}`, stroke: '#8b7a5a' }),
    fitting.map((row, each) => {
      let x = (w - row.reduce((sum, { w: wide }) => sum + wide + BETWEEN, -BETWEEN)) / 2;
      return row.map((one) => {
        const drawing = one.draw(x, y + pitch * (each + 0.5));
        x += one.w + BETWEEN;
        return drawing;
      });
    }));
}
