/** The own hand at the lower edge: fire cards with a blowing wind, tokens, and what can be done without either. */

import { el } from '../../../drawing/tree.js';
import { translation } from '../../../language/language.js';
import { tokenName } from '../words.js';
import { CREAM, GOLD, INK, RED } from './inks.js';
import { initial, written } from './river.js';
import { use } from './symbols.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */
/** @typedef {import('./sheet.js').Box} Box */

const KINDS = ['charge', 'double_move', 'vp'];

/**
 * A fire card, its middle at 0 0: a head blows the way the arrow points. @param {Sheet} sheet
 * @param {GreatFire.Direction} direction @param {number} w
 */
export function card(sheet, { id, name, hex, vector: [vx, vy] }, w) {
  const h = w * 1.4;
  const tilt = (Math.atan2(vy, vx) * 180) / Math.PI;
  const flipped = vx < 0 ? 'scale(1 -1)' : '';
  const middle = h * (w < 72 ? 0.07 : 0);
  const from = [-vx * w * 0.2, middle - vy * h * 0.2 + Math.abs(vx) * h * 0.1];
  return [
    el('rect', { x: -w / 2, y: -h / 2, width: w, height: h, rx: 5, fill: '#fbf1d9', stroke: INK }),
    el('rect', { x: 3 - w / 2, y: 3 - h / 2, width: w - 6, height: h - 6, rx: 3, fill: CREAM, stroke: hex,
      'stroke-width': 2 }),
    el('g', { transform: `translate(${from.map((n) => n.toFixed(1)).join(' ')}) rotate(${tilt}) ${flipped}` },
      use(sheet, 'blower', 0, 0, w / 68)),
    use(sheet, `arrow-${id}`, vx * w * 0.2, middle + vy * h * 0.2 - Math.abs(vx) * h * 0.14, w / 46),
    written(initial(name), -w / 2 + 6, -h / 2 + w * 0.32, w * 0.28, { 'font-weight': 700, fill: hex,
      'aria-hidden': w < 72 ? null : 'true' }),
    w < 72 ? null : written(name, 0, h / 2 - 7, w * 0.18, { 'text-anchor': 'middle', 'font-weight': 600 })];
}

/** How far apart cards of one direction, and of two, lie in units of a card's width. */
const SAME = 0.2;
const OTHER = 0.94;

/**
 * Where the cards of a hand lie. @param {Box} box @param {string[]} hand sorted by direction @param {number} u
 * @param {number} beside
 */
function fan(box, hand, u, beside) {
  /** @type {number[]} */
  const steps = hand.map((id, at) => (at === 0 ? 0 : id === hand[at - 1] ? SAME : OTHER));
  const long = steps.reduce((sum, step) => sum + step, 0);
  const w = Math.round(Math.min((box.h - 4) / 1.46, 80 * u, (box.w - beside) / (1.04 + long * 0.78)));
  const step = Math.min(w, (box.w - beside - w * 1.04) / Math.max(long, 0.01));
  const from = box.x + (box.w - beside - long * step) / 2;
  let along = 0;
  return { w, places: hand.map((_, at) => {
    along += steps[at];
    const off = long ? (along / long) * 2 - 1 : 0;
    return { x: from + along * step, y: box.y + box.h - w * 0.735 + Math.abs(off) * w * 0.05,
      turn: Math.round(off * 5) };
  }) };
}

/**
 * One pile of cards stands for all of its direction. @param {Sheet} sheet @param {Box} box @param {string[]} hand
 * @param {number} u @param {number} beside
 */
function cards(sheet, box, hand, u, beside) {
  const sorted = sheet.printed.directions.flatMap(({ id }) => hand.filter((each) => each === id));
  const { w, places } = fan(box, sorted, u, beside);
  return sheet.printed.directions.filter(({ id }) => sorted.includes(id)).map((direction) => {
    const own = places.filter((_, at) => sorted[at] === direction.id);
    return el('g', { key: `card:${direction.id}`, class: 'gf-card', 'data-spot': `card:${direction.id}`,
      'data-many': own.length },
      own.map(({ x, y, turn }, at) => el('g', {
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})`,
        'aria-hidden': at < own.length - 1 ? 'true' : null }, // only the topmost shows its name
        card(sheet, direction, w))));
  });
}

/** @param {Sheet} sheet @param {Box} box @param {string[]} kinds @param {number} u */
function tokens(sheet, box, kinds, u) {
  const size = Math.min(1.7 * u, box.h / 52);
  return KINDS.filter((kind) => kinds.includes(kind)).map((kind, at) => {
    const many = kinds.filter((each) => each === kind).length;
    const [x, y] = [box.x + box.w - 12 * size, box.y + box.h - (10 + at * 17.5) * size];
    return el('g', { key: `token:${kind}`, class: 'gf-token-choice', 'data-spot': `token:${kind}`, 'data-many': many },
      el('title', null, tokenName(kind, many)),
        el('rect', { class: 'gf-touch', x: x - 13, y: y - 13, width: 26, height: 26, fill: 'none' }),
      many > 1 ? use(sheet, kind, x + 2.4 * size, y - 1.6 * size, size) : null, use(sheet, kind, x, y, size),
      many > 1 ? written(many, x - 10 * size, y + 4, 12,
        { 'text-anchor': 'middle', 'font-weight': 700, stroke: '#fff3dc', 'stroke-width': 2.5,
          'paint-order': 'stroke' }) : null);
  });
}

/** What can be done now without a card or a piece. @param {GreatFireView} position @param {number} own */
function deeds({ phase, active, exchange_offered: exchange }, own) {
  if (active !== own) return [];
  if (phase === 'confirm_hand') return exchange ? ['keep', 'exchange'] : ['keep'];
  return phase === 'actions' || phase === 'fire_second' ? ['end'] : [];
}

/** @type {Record<string, string>} */
const SHORT = { keep: 'Keep hand', exchange: 'Exchange hand', end: 'End actions' };

/** @param {Sheet} sheet @param {Box} box @param {number} u @param {GreatFireView} position @param {number} own */
function buttons(sheet, box, u, position, own) {
  const ids = deeds(position, own);
  const high = Math.max(24, 24 * u);
  const phone = sheet.kind === 'phone' && sheet.height > sheet.width;
  const from = ids[0] === 'end' && !phone ? box.x + 84 * u : box.x;
  const top = phone ? box.y + 30 : box.y + box.h - high;
  let left = from;
  return ids.map((id) => {
    const words = translation(SHORT[id]);
    const wide = Math.max(84 * u, words.length * 0.58 * Math.max(11, 12.2 * u) + 16 * u);
    const [x, y] = [Math.round(left), Math.round(top)];
    left += wide + 6;
    return el('g', { key: `do:${id}`, class: 'gf-do', 'data-spot': `do:${id}` },
      el('rect', { x, y, width: Math.round(wide), height: Math.round(high), rx: 4, fill: RED, stroke: GOLD,
        'stroke-width': 1.4 }),
      written(words, x + wide / 2, y + high / 2 + 4.4 * u, 12.2 * u,
        { 'text-anchor': 'middle', fill: '#fff3dc', 'font-weight': 600 }));
  });
}

/**
 * All that a seat holds and only it may know.
 * @param {Sheet} sheet @param {{hand: Box, title: Box, u: number}} parts
 * @param {GreatFireView} position @param {number} own
 */
export function ownHand(sheet, { hand: box, title, u }, position, own) {
  const seat = position.seats[own];
  if (!seat?.hand) return null;
  const kinds = seat.token_kinds ?? [];
  const beside = kinds.length ? 34 * u : 0;
  return el('g', { class: 'gf-hand', key: `hand:${own}` }, cards(sheet, box, seat.hand, u, beside),
    tokens(sheet, box, kinds, u),
    buttons(sheet, title, u, position, own));
}
