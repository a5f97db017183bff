/** The action card under the city, and the cards of a Recruit over it. */
import { el } from '../../../drawing/tree.js';
import { GOLD, GUILDS, INK, LINE, SOFT } from '../art/palette.js';
import { portrait } from '../art/portraits.js';
import { lines, moved, paragraph, rect, round, text, use } from '../art/text.js';
import { letters } from '../layout.js';
import { drops, groundOf } from './water.js';
import { some } from '../words.js';
import { t } from '../../../language/language.js';

/** @typedef {Brigade.Scene} Scene */
/** @typedef {import('../layout.js').Box} Box */

/** The printed actions: id, sign, what stands on the button. @type {[id: string, icon: string, label: string][]} */
const VERBS = [['move', 'walk', 'Move'], ['wagon', 'cart', 'Wagon'], ['ride', 'cart', 'Ride along'],
  ['extinguish', 'hose', 'Extinguish'],
  ['refill', 'pail', 'Refill'], ['recruit', 'person', 'Recruit'], ['transfer', 'swap', 'Transfer'],
    ['upgrade', 'up', 'Upgrade'],
  ['end', 'moon', 'End turn']];

/** @param {Scene} scene */
export function drawActions(scene) {
  const { position, layout: { actions: box, unit, kind } } = scene;
  if (!position || position.outcome) return el('g', { 'data-part': 'actions', class: 'bri-actions' });
  const verbs = VERBS.filter(([id]) => id !== 'ride' || position.wagon_may_ride);
  const head = kind === 'phone' ? 0 : Math.max(17 * unit, box.h - 52 * unit);
  const room = { x: box.x, y: box.y + head, w: box.w, h: box.h - head };
  const columns = kind === 'phone' ? Math.ceil(verbs.length / 2) : verbs.length;
  return el('g', { 'data-part': 'actions', class: 'bri-actions', opacity: position.phase === 'action' ? null : 0.45 },
    kind === 'phone' ? null : left(scene, position, { ...box, h: head }),
    verbs.map((verb, at) => button(scene, verb, cellOf(room, at, columns, Math.ceil(verbs.length / columns)),
      position)));
}

/** @param {Box} room @param {number} at @param {number} columns @param {number} rows @returns {Box} */
function cellOf({ x, y, w, h }, at, columns, rows) {
  const gap = 3;
  const [bw, bh] = [(w - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows];
  return { x: x + (at % columns) * (bw + gap), y: y + Math.floor(at / columns) * (bh + gap), w: bw, h: bh };
}

/**
 * How many actions are left, and what has been used. @param {Scene} scene @param {BrigadeView} position
 * @param {Box} box
 */
function left({ words, layout: { unit } }, { actions, free_moves: free, used, phase }, { x, y, w, h }) {
  const size = letters(12.5, unit);
  const line = y + h * 0.5 + size * 0.32;
  const s = Math.min(h * 0.95, 17 * unit);
  const notes = [free > 0 && some(free, 'free move'),
    used.length > 0 && t`used: ${used.map(words.used).join(', ')}`].filter(Boolean);
  const count = phase === 'action' ? actions : 0;
  return [Array.from({ length: count }, (_, at) => use('helmet', x + at * (s + 1), y + h * 0.5 - s / 2, s)),
    text(phase === 'action' ? t`${some(actions, 'action')} left` : 'Actions', x + count * (s + 1) + 4 * unit, line,
      { size, bold: true, fill: INK }),
    notes.length ? text(notes.join(' · '), x + w, line, { size: letters(11.5, unit), fill: SOFT, anchor: 'end',
      room: w * 0.55 }) : null];
}

/**
 * @param {Scene} scene @param {[id: string, icon: string, label: string]} verb @param {Box} box
 * @param {BrigadeView} position
 */
function button({ layout: { unit } }, [id, icon, label], box, position) {
  const size = letters(11.5, unit);
  const done = id === 'upgrade' && position.used.includes('upgrade');
  const beside = box.w > 84;
  const s = Math.min(box.h * (beside ? 0.6 : 0.46), (beside && box.h > 40 ? 26 : 20) * unit);
  const style = { size, room: beside ? box.w - s - 9 : box.w - 6, bold: true, fill: done ? SOFT : INK };
  return el('g', { key: `act:${id}`, class: 'bri-verb', 'data-spot': `act:${id}`, opacity: done ? 0.5 : null },
    rect(box, { rx: round(4 * unit), fill: '#2c2636', stroke: LINE, class: 'bri-panel' }),
    beside
      ? [use(icon, box.x + 4, box.y + (box.h - s) / 2, s, s, { color: GOLD }),
        text(label, box.x + s + 7, box.y + box.h / 2 + size * 0.35, style)]
      : [use(icon, box.x + (box.w - s) / 2, box.y + box.h * 0.5 - s * 0.98 + 2, s, s, { color: GOLD }),
        text(label, box.x + box.w / 2, box.y + box.h - size * 0.55, { ...style, anchor: 'middle' })]);
}

/**
 * The cards of a Recruit: faces for the player who drew them, backs for the others (BRI-HIDDEN-02).
 * @param {Scene} scene
 */
export function drawDrawn(scene) {
  const { position, layout: { city, unit, tile } } = scene;
  if (!position?.crew_drawn) return null;
  const cards = position.pending?.drawn ?? null;
  const seat = position.pending?.seat ?? position.active ?? 0;
  const places = Math.max(2, position.crew_drawn);
  const [w, h] = [Math.min(city.w * 0.94, places * Math.max(tile * 2, 124)), Math.max(tile * 1.5, 100)];
  const box = { x: city.x + (city.w - w) / 2, y: city.y + city.h - h - 5 * unit, w, h };
  const size = letters(12.5, unit);
  const each = { w: (w - 10 * unit) / places, h: h - size * 1.9 };
  return el('g', { class: 'bri-drawn', 'data-part': 'drawn' },
    rect(box, { rx: round(6 * unit), fill: '#120f19', opacity: 0.95, stroke: GOLD, 'stroke-width': 1.5 }),
    text(t`Drawn by ${scene.words.who(seat)}`, box.x + 9 * unit, box.y + size * 1.15,
      { size, bold: true, fill: GOLD, room: w - 18 * unit }),
    Array.from({ length: position.crew_drawn }, (_, at) => {
      const place = { x: box.x + 5 * unit + at * each.w + 2, y: box.y + size * 1.6, w: each.w - 4, h: each.h };
      return cards ? recruit(scene, cards[at], place) : back(place, unit);
    }));
}

/** @param {Box} box @param {number} unit */
const back = (box, unit) => [rect(box, { rx: round(4 * unit), fill: '#4a2030', stroke: '#8a6a70' }),
  use('person', box.x + box.w / 2 - 14 * unit, box.y + box.h / 2 - 14 * unit, 28 * unit, 28 * unit, { color: GOLD })];

/** @param {Scene} scene @param {string} id @param {Box} box */
function recruit({ words, layout: { unit } }, id, box) {
  const card = words.crew[id];
  const size = letters(11.5, unit);
  const scale = Math.min(box.w * 0.34, box.h * 0.62) / 52;
  const x = box.x + 48 * scale + 9 * unit;
  const room = box.w - 48 * scale - 13 * unit;
  const { bright } = GUILDS[card.guild] ?? GUILDS.none;
  const names = lines(card.name, room, size, 2, true);
  const low = box.y + 4 * unit + Math.max(54 * scale, size * (names.length + 1.5));
  return el('g', { key: `drawn:${id}`, class: 'bri-member', 'data-spot': `drawn:${id}` },
    rect(box, { rx: round(4 * unit), fill: '#241f2d', stroke: bright, 'stroke-width': 1.4 }),
    el('g', { transform: moved(box.x + 4 * unit, box.y + 4 * unit, scale) },
      portrait(id, bright, groundOf(card.guild), { folk: card.folk ?? '' })),
    paragraph(names, x, box.y + 4 * unit + size, size * 1.08, { size, bold: true, room }),
    drops(card.buckets, card.buckets, { x, y: box.y + 8 * unit + names.length * size * 1.08, w: 28 * unit,
      size: 11 * unit }),
    paragraph(lines(words.ability(card.ability), box.w - 8 * unit, letters(11, unit), 3), box.x + 4 * unit,
      low + size * 0.9, size * 1.08,
      { size: letters(11, unit), room: box.w - 8 * unit, italic: true, fill: '#d6cbe0' }));
}
