/** The display with its two rows, the deck, the discard pile, and the cards of the deck that are looked at. */

import { el } from '../../../drawing/tree.js';
import { t, translation } from '../../../language/language.js';
import { at, figure } from './signs.js';
import { round, widthOf, write } from './type.js';
import { colourOf } from './world.js';
import { drawBack, drawFace } from './faces.js';
import { deckLetter } from '../printed.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */
/** @typedef {import('./layout.js').Rect} Rect */
/** @typedef {import('./street.js').Scene} Scene */

const GAP = 4;
const CREAM = '#f3e6c8';

/** @param {LondonComponents} components @param {Rect} place @param {Scene} scene @returns {Branch} */
export function drawShelf(components, { x, y, w, h }, scene) {
  const { display } = scene.position;
  const columns = Math.max(1, ...display.map(({ slot }) => slot + 1));
  const piles = Math.max(34, Math.min(84, w / (columns + 1.15)));
  const wide = Math.min(190, (w - piles - GAP * columns) / columns);
  const tall = (h - GAP) / 2;
  const high = Math.min(tall, wide * 1.6);
  return el('g', { class: 'lon-shelf', key: 'shelf' },
    deck(components, scene, { x, y, w: piles, h: tall }),
    discard(scene, { x, y: y + tall + GAP, w: piles, h: tall }),
    display.map(({ row, slot, card }) => slotOf(scene, row, slot, card,
      { x: x + piles + GAP + slot * (wide + GAP), y: y + row * (tall + GAP) + (tall - high) / 2, w: wide, h: high })));
}

/** @param {Scene} scene @param {number} row @param {number} slot @param {string | null} card @param {Rect} place */
function slotOf(scene, row, slot, card, { x, y, w, h }) {
  const part = `slot:${row}:${slot}`;
  return el('g', { key: part, 'data-part': part, transform: at(x, y) },
    el('rect', { class: 'lon-hit', width: round(w), height: round(h), rx: 3, fill: '#0d0c0b', 'fill-opacity': 0.32,
      stroke: '#8a7a5c',
      'stroke-dasharray': row ? null : '4 3' }),
    card ? el('g', { key: `card:${card}`, 'data-spot': `card:${card}`, 'data-card': card },
      drawFace(scene.face(card), card, { w, h, quiet: scene.quiet })) : null);
}

/** @param {LondonComponents} components @param {Scene} scene @param {Rect} place */
function deck(components, scene, { x, y, w, h }) {
  const left = scene.position.deck_count;
  const letter = deckLetter(components, left);
  const thick = Math.min(5, Math.ceil(left / 18));
  const high = Math.min(h - 16, w * 1.4);
  const wide = w - 8;
  const top = scene.position.deck_top[0];
  return el('g', { key: 'deck', 'data-spot': 'deck', 'data-part': 'deck', transform: at(x, y + (h - high - 14) / 2) },
    el('rect', { class: 'lon-face', width: round(w), height: round(high + 15), fill: '#ffffff', 'fill-opacity': 0 }),
    Array.from({ length: thick }, (_, each) => el('g', { transform: at(2 + each * 1.3, 4 - each) },
      drawBack(wide, high - 5, each === thick - 1 ? letter : ''))),
    left === 0 ? el('rect', { x: 3, y: 3, width: round(wide), height: round(high - 6), rx: 3, fill: 'none',
      stroke: '#a08d68', 'stroke-dasharray': '4 3' }) : null,
    top ? el('g', { class: 'lon-top', 'aria-hidden': 'true' },
      el('rect', { x: 4, y: 5, width: round(wide - 2), height: 15, fill: '#f6ecd4',
      rx: 2 }),
      write(scene.face(top).name, wide / 2 + 4, 16.4, 11, { width: wide - 6, fill: '#2a2018' })) : null,
    write(left ? t`Deck ${left}` : 'Deck –', w / 2, high + 11, 12, { fill: CREAM, width: w }));
}

/** @param {Scene} scene @param {Rect} place */
function discard(scene, { x, y, w, h }) {
  const { discard: gone } = scene.position;
  const high = Math.min(h - 16, w * 1.4);
  const wide = w - 8;
  const top = gone[gone.length - 1];
  return el('g', { key: 'discard', 'data-part': 'discard', transform: at(x, y + (h - high - 14) / 2) },
    el('rect', { class: 'lon-hit', x: 3, y: 2, width: round(wide), height: round(high - 4), rx: 3, fill: '#0d0c0b',
      'fill-opacity': 0.3, stroke: '#8a7a5c', 'stroke-dasharray': '2 3' }),
    top ? el('g', { key: `card:${top}`, 'data-card': top, transform: `${at(4, 3)} rotate(-3)`, opacity: 0.75 },
      drawFace(scene.face(top), top, { w: wide - 2, h: high - 6, quiet: scene.quiet })) : null,
    write(t`Out ${gone.length}`, w / 2, high + 11, 12, { fill: CREAM, width: w }));
}

/**
 * The cards of the deck that the seat on turn looks at, laid over the foot of the map. @param {Rect} map
 * @param {Scene} scene
 */
export function drawLooked(map, scene) {
  const { looked, looked_count: count } = scene.position.turn;
  if (!count) return null;
  const w = Math.min(96, (map.w - 24) / Math.max(3, count) - GAP);
  const h = w * 1.3;
  const whole = count * (w + GAP) + 12;
  const [x, y] = [map.x + (map.w - whole) / 2, map.y + map.h - h - 34];
  return el('g', { key: 'looked', 'data-part': 'looked' },
    el('rect', { class: 'lon-hit', x: round(x), y: round(y), width: round(whole), height: round(h + 28), rx: 4,
      fill: '#241a12', 'fill-opacity': 0.93, stroke: '#e6b23a' }),
    write(t`Looked at: ${count} of the deck`, x + 8, y + 15, 12, { anchor: 'start', fill: CREAM, width: whole - 14 }),
    Array.from({ length: count }, (_, each) => el('g', { key: looked[each] ? `card:${looked[each]}` : `unknown:${each}`,
      'data-spot': looked[each] ? `card:${looked[each]}` : null, 'data-card': looked[each],
        transform: at(x + 8 + each * (w + GAP), y + 22) },
    looked[each] ? drawFace(scene.face(looked[each]), looked[each], { w, h, quiet: scene.quiet }) : drawBack(w, h))));
}

/** The board's headline: the turn, who acts and what it is about, how near the end is. @param {Rect} place
 * @param {Scene} scene @param {string} doing @param {string} title */
export function drawHeadline({ x, y, w, h }, scene, doing, title) {
  const { position, names } = scene;
  const resting = position.phase === 'set_up' || position.phase === 'over';
  const size = Math.min(20, Math.max(13, h * 0.46));
  const turn = t`Turn ${position.turn_number}`;
  const base = y + h / 2 + size * 0.35;
  const ending = position.phase === 'over' ? translation('The end') : position.turns_left === null ? ''
    : translation(position.turns_left === 1 ? 'The last turn' : t`Last turns: ${position.turns_left}`);
  const who = resting ? '' : names[position.active] ?? '';
  const small = Math.max(11, size * 0.84);
  const from = x + 14 + widthOf(turn, size) * 1.08 + 8;
  const then = from + (who ? widthOf(who, small) + 6 : 0);
  const limit = x + w - 12 - (ending ? widthOf(ending, small) : title ? widthOf(title, 11, false) : 0) - 10;
  return el('g', { key: 'headline', class: 'lon-headline' },
    el('rect', { x: round(x), y: round(y), width: round(w), height: round(h), rx: 2, fill: '#f1e4c6',
      stroke: '#15130f' }),
    el('g', { 'data-part': 'turn' }, figure(turn, x + 12, base, size, { anchor: 'start', fill: '#2a2018' })),
    who ? write(who, from, base, small, { anchor: 'start', fill: colourOf(position.active).colour }) : null,
    write(doing, then, base, small, { anchor: 'start', bold: false, fill: '#3a2c1c', 'font-style': 'italic',
      width: limit - then, class: 'lon-doing' }),
    ending ? el('g', { 'data-part': 'ending' }, write(ending, x + w - 12, base, small,
      { anchor: 'end', fill: '#8c1d1d' }))
      : title ? write(title, x + w - 12, base, 11, { anchor: 'end', bold: false, fill: '#6c5b42',
        'font-style': 'italic', class: 'lon-credit' }) : null);
}
