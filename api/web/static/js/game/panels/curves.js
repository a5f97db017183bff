/** The drawing of the score graph: scale, axes, a staircase for each seat, or layers for the sources of one seat. */

import { freshId, set, svg, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { sum } from '../replay/tracks.js';
import { apart } from './lines.js';
import { t } from '../../language/language.js';

export const HEIGHT = 220;
export const [LEFT, RIGHT, TOP, BOTTOM] = [34, 46, 10, 22];
const DASHES = ['none', '9 4', '2 3', '11 3 2 3', '5 5', '16 5'];
const PATTERNS = [
  'M0 0h8v8H0z', 'M-1 9L9-1', 'M-1-1L9 9', 'M0 4h8', 'M4 0v8', 'M1 4h3v3H1z', 'M-1 9L9-1M-1-1L9 9', 'M0 4h8M4 0v8',
];
const EMBLEMS_EACH = 7;
const UNITS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/**
 * @typedef {{tops: number[]}} Curve a seat's score after each step
 * @typedef {{name: string, tops: number[], floors: number[]}} Layer a source of one seat upon those before it
 * @typedef {object} Scale
 * @property {number} low @property {number} high @property {number} steps
 * @property {(version: number) => number} x @property {(points: number) => number} y @property {(x: number) => number}
 *   step
 */

/** @param {Point[][]} rows @param {number} seats @param {boolean} banked @returns {Curve[]} */
export function curvesOf(rows, seats, banked) {
  return Array.from({ length: seats }, (_, seat) => (
    { tops: rows.map((points) => sum(points.filter((point) => point.seat === seat), banked)) }));
}

/** Each source upon those before it; what costs points hangs below the zero line.
 * @param {Point[][]} rows @param {number} seat @param {string[]} sources @param {boolean} banked @returns {Layer[]} */
export function layersOf(rows, seat, sources, banked) {
  const [above, below] = [rows.map(() => 0), rows.map(() => 0)];
  return sources.map((name) => {
    /** @type {Layer} */
    const layer = { name, tops: [], floors: [] };
    rows.forEach((points, index) => {
      const value = sum(points.filter((point) => point.seat === seat && point.source === name), banked);
      const pile = value < 0 ? below : above;
      layer.floors.push(pile[index]);
      pile[index] += value;
      layer.tops.push(pile[index]);
    });
    return layer;
  });
}

/** @param {Curve[]} curves @param {number} steps @param {number} width @returns {Scale} */
export function scaleOf(curves, steps, width) {
  const all = curves.flatMap((curve) => curve.tops);
  const [low, high] = [all.reduce((a, b) => Math.min(a, b), 0), all.reduce((a, b) => Math.max(a, b), 1)];
  const [across, up] = [width - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
  const intervals = Math.max(steps - 1, 1);
  return {
    low, high, steps,
    x: (version) => LEFT + ((version - 1) * across) / intervals,
    y: (points) => TOP + ((high - points) * up) / (high - low),
    step: (x) => 1 + ((x - LEFT) * intervals) / across,
  };
}

/** @param {Scale} scale @param {number} width */
export function axes(scale, width) {
  const wide = (scale.high - scale.low) / 4;
  const unit = UNITS.find((each) => each >= wide) ?? 1000;
  const heights = [];
  for (let points = Math.ceil(scale.low / unit) * unit; points <= scale.high; points += unit) heights.push(points);
  /** @type {[version: number, anchor: string][]} */
  const ends = [[1, 'start'], [scale.steps, 'end']];
  return svg('g', { class: 'graph-axes' }, heights.map((points) => grid(points, scale.y(points), width)),
    ends.map(([version, anchor]) => svg('text',
      { x: scale.x(version), y: HEIGHT - 6, 'text-anchor': anchor }, t`step ${version}`)));
}

/** @param {number} points @param {number} y @param {number} width */
const grid = (points, y, width) => [
  svg('line', { x1: LEFT, x2: width - RIGHT, y1: y, y2: y, class: points === 0 ? 'graph-zero' : null }),
  svg('text', { x: LEFT - 5, y: y + 4, 'text-anchor': 'end' }, points)];

/** A staircase: the score stays until the step that changes it. @param {number[]} values @param {Scale} scale */
function stairs(values, scale, back = false) {
  /** @param {number} index */
  const at = (index) => scale.x(index + 1).toFixed(1);
  /** @param {number} index */
  const stair = (index) => {
    const next = back ? index - 1 : index + 1;
    if (next < 0 || next >= values.length || values[next] === values[index]) return '';
    return `H${at(Math.max(next, index))}V${scale.y(values[next]).toFixed(1)}`;
  };
  const order = back ? [...values.keys()].reverse() : [...values.keys()];
  return `${order.map(stair).join('')}H${at(back ? 0 : values.length - 1)}`;
}

/** @param {Curve[]} curves @param {Scale} scale */
export function drawCurves(curves, scale) {
  return curves.map(({ tops }, seat) => {
    const path = `M${scale.x(1)} ${scale.y(tops[0]).toFixed(1)}${stairs(tops, scale)}`;
    // Each seat's emblems stand a little farther on, so that level scores do not hide one another.
    const offset = (seat + 1) / (curves.length + 1);
    const emblems = Array.from({ length: EMBLEMS_EACH },
      (_, index) => emblem(seat, tops, scale, (index + offset) / EMBLEMS_EACH));
    return svg('g', { class: `seat-${seat % 6}` }, stroke(path, seat), emblems);
  });
}

/** @param {number} seat @param {number[]} tops @param {Scale} scale @param {number} part how far along the curve */
function emblem(seat, tops, scale, part) {
  const version = Math.min(1 + Math.round(part * (scale.steps - 1)), scale.steps);
  const drawn = seatEmblem(seat, 10, '');
  set(drawn, { x: scale.x(version) - 5, y: scale.y(tops[version - 1]) - 5 });
  return drawn;
}

/** Whose line ends where, with its points. @param {Curve[]} curves @param {Scale} scale */
export function drawEnds(curves, scale) {
  const values = curves.map(({ tops }) => tops[tops.length - 1]);
  const places = apart(values.map(scale.y), HEIGHT - BOTTOM);
  const x = scale.x(scale.steps) + 5;
  return svg('g', { class: 'graph-ends' }, values.map((value, seat) => {
    const drawn = seatEmblem(seat, 10, '');
    set(drawn, { x, y: places[seat] - 5 });
    return svg('g', { class: `seat-${seat % 6}` }, drawn,
      svg('text', { x: x + 13, y: places[seat] + 4 }, Math.round(value * 10) / 10));
  }));
}

/** How the game went that this one continues, from the step on where it does. @param {Curve[]} curves
 * @param {Scale} scale */
export const drawOrigin = (curves, scale) => curves.map(({ tops }, seat) => tops.length > 0
  && svg('g', { class: `seat-${seat % 6} graph-origin` },
    svg('path', { class: 'graph-line',
      d: `M${scale.x(1)} ${scale.y(tops[0]).toFixed(1)}${stairs(tops.slice(0, scale.steps), scale)}` })));

/** A dot for each moment, on the line of its seat. @param {import('./moments.js').Moment[]} moments
 * @param {Curve[]} curves @param {Scale} scale */
export const drawMoments = (moments, curves, scale) => moments.map(({ version, seat }) => svg('g',
  { class: `seat-${seat % 6}` }, svg('circle', { class: 'graph-moment', r: 4.5, cx: scale.x(version),
    cy: scale.y(curves[seat].tops[version - 1]) })));

/** @param {Layer[]} layers @param {Scale} scale */
export function drawLayers(layers, scale) {
  return layers.map(({ tops, floors, name }, index) => {
    const pattern = patterned(index);
    const down = `V${scale.y(floors[floors.length - 1]).toFixed(1)}${stairs(floors, scale, true)}`;
    const path = `M${scale.x(1)} ${scale.y(tops[0]).toFixed(1)}${stairs(tops, scale)}${down}z`;
    const area = svg('path', { d: path, class: 'graph-layer', fill: `url(#${pattern.id})` },
      svg('title', null, words(name)));
    return svg('g', { class: `seat-${index % 6}` }, pattern, area);
  });
}

/** @param {number} index */
function patterned(index) {
  const kind = index % PATTERNS.length;
  const path = svg('path', { d: PATTERNS[kind], class: kind === 0 ? 'graph-solid' : 'graph-hatch' });
  return svg('pattern', { id: freshId('hatch'), width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
    svg('rect', { width: 8, height: 8, class: 'graph-tint' }), path);
}

/** A sample of a layer for the legend. @param {number} index */
export function swatch(index) {
  const pattern = patterned(index);
  const field = svg('rect', { width: 22, height: 14, fill: `url(#${pattern.id})`, class: 'graph-layer' });
  return svg('svg', { width: 22, height: 14, 'aria-hidden': 'true' }, pattern, field);
}

/** A sample of a seat's line for the legend. @param {number} seat */
export function dash(seat) {
  return svg('svg', { width: 26, height: 6, 'aria-hidden': 'true' }, stroke('M0 3h26', seat));
}

/** @param {string} path @param {number} seat */
function stroke(path, seat) {
  return svg('path', { d: path, class: 'graph-line', 'stroke-dasharray': DASHES[seat % 6] });
}
