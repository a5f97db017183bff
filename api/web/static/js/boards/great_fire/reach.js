/**
 * What commands would do on the map, as arrows: from where, through which border, to where. Draws only what is legal.
 */

import { el } from '../../drawing/tree.js';
import { borderOf } from './art/geometry.js';

/** @typedef {import('./art/sheet.js').Sheet} Sheet */

/**
 * Where a command leads from and to; null if it does not lead from a district to another.
 * @param {RulesetCommand} command @param {(seat: number) => string | null} placeOf the area of a seat's landowner
 * @returns {[string, string] | null}
 */
export function wayOf(command, placeOf) {
  const { source, target, origin, to } = command;
  if (source && target) return [source, target];
  const from = origin ?? (to ? placeOf(command.seat) : null);
  return from && to ? [from, to] : null;
}

/**
 * The points of an arrow: over the border if the two districts have one.
 * @param {Sheet} sheet @param {string} from @param {string} to
 */
function bent(sheet, from, to) {
  const [a, b] = [sheet.areas.get(from), sheet.areas.get(to)];
  const [start, end] = [sheet.places.get(from), sheet.places.get(to)];
  const middle = borderOf(a, b).at ?? [(start.x + end.x) / 2, (start.y + end.y) / 2 - 14];
  return [[start.x, start.y], middle, [end.x, end.y]];
}

/** @param {number[]} point */
const written = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/** A curve through three points. @param {number[][]} points */
function curve([a, b, c]) {
  const control = [2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2];
  return { d: `M${written(a)}Q${written(control)} ${written(c)}`,
    angle: Math.atan2(c[1] - control[1], c[0] - control[0]) };
}

/**
 * An arrow of blue on white: the colour of no piece.
 * @param {Sheet} sheet @param {string} from @param {string} to
 */
export function arrow(sheet, from, to) {
  const k = Math.max(0.7, sheet.k);
  const { d, angle } = curve(bent(sheet, from, to));
  const { x, y } = sheet.places.get(to);
  const turned = Math.round((angle * 180) / Math.PI);
  const head = `translate(${Math.round(x)} ${Math.round(y)}) rotate(${turned}) scale(${k.toFixed(2)})`;
  return el('g', { class: 'gf-arrow' },
    el('path', { d, fill: 'none', stroke: '#fff', 'stroke-width': 6.5 * k, 'stroke-linecap': 'round' }),
    el('path', { d, fill: 'none', stroke: '#1f4fd8', 'stroke-width': 3.4 * k, 'stroke-linecap': 'round',
      'stroke-dasharray': `${1 * k} ${7 * k}` }),
    el('path', { d: 'M8 0L-6 7-3 0-6-7Z', fill: '#1f4fd8', stroke: '#fff', 'stroke-width': 1.8, transform: head }));
}

/**
 * The arrows of the commands still in question; none while there are too many to tell apart.
 * @param {Sheet} sheet @param {RulesetCommand[]} commands
 * @param {(seat: number) => string | null} placeOf @param {number} most
 */
export function reach(sheet, commands, placeOf, most = 40) {
  const ways = new Map();
  for (const command of commands) {
    const way = wayOf(command, placeOf);
    if (way && sheet.places.has(way[0]) && sheet.places.has(way[1])) ways.set(way.join(), way);
  }
  return ways.size > most ? [] : [...ways.values()].map(([from, to]) => arrow(sheet, from, to));
}

/** A district that changed, outlined. @param {Sheet} sheet @param {string} id */
export const outlined = (sheet, id) => [['#fff', 6.5], ['#1f4fd8', 3.4]].map(([stroke, width]) => el('use', {
  href: `#${sheet.id}-a${sheet.numbers.get(id)}`, fill: 'none', stroke, 'stroke-width': width,
    'stroke-linejoin': 'round' }));
