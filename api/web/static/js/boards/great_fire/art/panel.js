/** The seats beside the map, on a sheet that is much wider than high: colour, name, points. */

import { el } from '../../../drawing/tree.js';
import { CREAM, GOLD, INK } from './inks.js';
import { written } from './river.js';
import { use } from './symbols.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */

/**
 * The points of a seat, or null while its colour is not known. @param {GreatFireView} position
 * @param {GreatFireSeatView} seat
 */
const pointsOf = ({ colours, outcome }, { seat, colour }) =>
  outcome?.places[seat]?.points ?? colours.find((each) => each.colour === colour)?.points_left ?? null;

/**
 * @param {Sheet} sheet @param {GreatFireView | null} position @param {string[]} names
 */
export function panel(sheet, position, names) {
  if (!sheet.panel || !position) return null;
  const { x, y, w, h } = sheet.panel;
  const row = Math.min(96, (h - 96) / position.seats.length);
  return el('g', { class: 'gf-panel' }, el('rect', { x: x + 8, y, width: w - 8, height: h, fill: CREAM, stroke: INK }),
    written('The Great Fire', x + 22, y + 38, 27,
      { 'font-weight': 700, fill: '#8f1d19', 'font-variant': 'small-caps' }),
    written('of London, 1666', x + 22, y + 64, 20, { 'font-style': 'italic' }),
    position.seats.map((seat, at) =>
      plaque(sheet, position, seat, names[seat.seat] ?? '',
        { x: x + 18, y: y + 84 + at * row, w: w - 28, h: row - 8 })));
}

/**
 * @param {Sheet} sheet @param {GreatFireView} position @param {GreatFireSeatView} seat @param {string} name
 * @param {import('./sheet.js').Box} box
 */
function plaque(sheet, position, seat, name, { x, y, w, h }) {
  const points = pointsOf(position, seat);
  const size = Math.min(20, h * 0.3);
  const acts = position.to_act.includes(seat.seat);
  return el('g', null, el('rect',
    { x, y, width: w, height: h, rx: 5, fill: '#fbf1d9', stroke: acts ? '#c8481a' : GOLD, 'stroke-width': acts ? 3
      : 1 }),
    seat.pawn ? use(sheet, `pawn-${seat.pawn}`, x + 24, y + h / 2 + 1, Math.min(1.7, h / 36)) : null,
    written(name.length > 17 ? `${name.slice(0, 16)}…` : name, x + 48, y + h / 2 - 1, size * 0.95,
      { 'font-weight': 600 }),
    written(seat.colour ? `${seat.colour} houses` : 'colour hidden', x + 48, y + h / 2 + size * 0.95, size * 0.72,
      { 'font-style': 'italic', fill: '#5b4630' }),
    points === null ? null : written(points, x + w - 12, y + h / 2 + size * 0.6, size * 1.7,
      { 'text-anchor': 'end', 'font-weight': 700, fill: INK }));
}
