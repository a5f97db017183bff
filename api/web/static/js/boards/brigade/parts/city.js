/** The city: its tiles, the letters and numbers beside them, firelight, the event that strikes, and the pawns. */
import { el } from '../../../drawing/tree.js';
import { INK, SOFT } from '../art/palette.js';
import { moved, round, text, use } from '../art/text.js';
import { boxOf, letters } from '../layout.js';
import { drawTile, measure, nameSize } from './tile.js';

/** @typedef {Brigade.Scene} Scene */

const SIDE = 6;
const HOT = 4;
/** How high a pawn is, in parts of a tile; a pumper is longer than high. */
const PAWN = 0.47;

/** @param {Scene} scene */
export function drawCity(scene) {
  const { position, layout } = scene;
  return el('g', { class: 'bri-city' }, layout.kind === 'mini' ? null : coordinates(scene), cobbles(scene),
    el('g', { class: 'bri-tiles', 'font-weight': 700, 'text-anchor': 'middle', fill: INK,
      'font-size': nameSize(layout.tile) }, position
      ? position.tiles.map((tile) => drawTile(scene, tile)) : vacant(scene)),
    position ? [firelight(scene), struck(scene), gust(scene), pawns(scene)] : null);
}

/** The streets between the blocks, and the glow of all the fires on them. @param {Scene} scene */
function cobbles({ layout: { city, gap }, quiet }) {
  const [x, y, w] = [city.x - gap, city.y - gap, city.w + gap * 2];
  const box = { x: round(x), y: round(y), width: round(w), height: round(w), rx: round(gap * 2) };
  return [el('rect', { ...box, fill: '#3a3540' }), quiet ? null : el('rect', { ...box, fill: 'url(#bri-city)' })];
}

/** @param {Scene} scene */
function coordinates({ layout }) {
  const { city, tile, gap, margin, unit } = layout;
  const style = { size: letters(12, unit), bold: true, fill: SOFT, anchor: 'middle' };
  return Array.from({ length: SIDE }, (_, at) => {
    const middle = at * (tile + gap) + tile / 2;
    return [text('ABCDEF'[at], city.x + middle, city.y - margin * 0.34, style),
      text(at + 1, city.x - margin * 0.58, city.y + middle + style.size * 0.35, style)];
  });
}

/** Lots before the city is laid. @param {Scene} scene */
const vacant = ({ layout }) => Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const { x, y, w } = boxOf(layout, cell);
  return el('g', { key: `tile:${cell}`, class: 'bri-tile bri-unlaid', transform: moved(x, y),
    'data-spot': `tile:${cell}` },
  el('rect', { width: round(w), height: round(w), rx: round(w * 0.07), fill: '#2a2632', stroke: '#4a4258',
    'stroke-dasharray': '4 5' }));
});

/** Fires of four throw light on their neighbours. @param {Scene} scene */
function firelight({ position, layout, quiet }) {
  if (quiet || !position) return null;
  const hot = position.tiles.filter((tile) => tile.fire >= HOT && !tile.destroyed);
  return el('g', { class: 'bri-light', 'pointer-events': 'none' }, hot.map(({ cell }) => {
    const { x, y, w } = boxOf(layout, cell);
    return el('circle', { cx: round(x + w / 2), cy: round(y + w / 2), r: round(w * 1.2), fill: 'url(#bri-far)' });
  }));
}

/** The cells that the firestorm in resolution strikes. @param {Scene} scene */
function struck({ position, layout, words }) {
  const card = words.events[position?.event ?? ''];
  if (card?.kind !== 'firestorm') return null;
  return el('g', { class: 'bri-struck', 'pointer-events': 'none' },
    card.cells.map((/** @type {number[]} */ [row, column]) => {
      const { x, y, w } = boxOf(layout, row * SIDE + column);
      return [el('circle', { cx: round(x + w / 2), cy: round(y + w * 0.42), r: round(w * 0.3), fill: 'none',
        stroke: '#fff4c4',
        'stroke-width': round(Math.max(1.5, w * 0.028)), 'stroke-dasharray': `${round(w * 0.09)} ${round(w * 0.05)}` }),
      use('bolt', x + w * 0.37, y + w * 0.24, w * 0.26, w * 0.34,
        { color: '#fff4c4', stroke: '#7a2c08', 'stroke-width': 1.4 })];
    }));
}

/** The wind in resolution, as streaks over the roofs. @param {Scene} scene */
function gust({ position, layout: { city }, words }) {
  const card = words.events[position?.event ?? ''];
  if (card?.kind !== 'wind') return null;
  const turn = { east: 0, south: 90, west: 180, north: 270 }[/** @type {'east'} */ (card.direction)];
  const s = city.w / 100;
  const streaks = [[18, 30], [34, 8], [50, 38], [66, 14], [82, 30]].map(([y, x]) =>
    `M${x} ${y}h50l-4-2.4m4 2.4l-4 2.4M${x + 10} ${y + 4}h34`).join('');
  return el('g', { class: 'bri-gust', 'pointer-events': 'none', fill: 'none', stroke: '#e8f1ff', 'stroke-width': 0.7,
    'stroke-linecap': 'round', opacity: 0.6,
    transform: `translate(${round(city.x)} ${round(city.y)}) scale(${round(s * 10) / 10}) rotate(${turn} 50 50)` },
  el('path', { d: streaks }));
}

/** @param {Scene} scene */
function pawns(scene) {
  const { position, layout } = scene;
  /** @type {Map<number, {kind: 'wagon' | 'brigade', seat: number}[]>} */
  const on = new Map();
  for (const { seat, wagon, brigade } of position?.seats ?? []) {
    if (wagon !== null) on.set(wagon, [...(on.get(wagon) ?? []), { kind: 'wagon', seat }]);
    if (brigade !== null) on.set(brigade, [...(on.get(brigade) ?? []), { kind: 'brigade', seat }]);
  }
  if (!position?.tiles.length) return null;
  const placed = [...on].flatMap(([cell, here]) => here.map((pawn, at) => pawnOn(scene, cell, pawn, at, here.length)));
  return el('g', { class: 'bri-pawns', 'pointer-events': 'none', opacity: layout.kind === 'mini' ? 0.95 : null },
    placed.sort((a, b) => (a.key < b.key ? -1 : 1)));
}

/**
 * A pawn before the houses: one stands to the right; more share the width, those of two rows the height.
 * @param {Scene} scene @param {number} cell @param {{kind: 'wagon' | 'brigade', seat: number}} pawn
 * @param {number} at @param {number} count
 */
function pawnOn({ layout, looks, position }, cell, { kind, seat }, at, count) {
  const { x, y, w: t } = boxOf(layout, cell);
  const columns = Math.min(count, 4);
  const heaped = (position?.tiles[cell].cubes.length ?? 0) > 0 ? 0.2 : 0.03;
  const room = ((0.97 - heaped) * t) / columns;
  const wide = kind === 'wagon' ? 1.5 : 0.8;
  const h = Math.min((kind === 'wagon' ? 0.4 : PAWN) * t, (room / wide) * 1.12);
  const middle = x + t * heaped + room * (columns - (at % columns) - 0.5);
  const left = Math.min(middle - (h * wide) / 2, x + t - h * wide - 1);
  const ground = position ? measure(position.tiles[cell], t).plate : 0;
  const foot = y + t * 1.02 - ground - Math.floor(at / columns) * t * 0.3;
  return el('g', { key: `pawn:${kind}:${seat}`, class: `bri-pawn bri-pawn-${kind}`, 'data-pawn': `${kind}:${seat}`,
    transform: moved(left, foot - h), color: looks[seat].colour }, use(kind, 0, 0, h * wide, h));
}
