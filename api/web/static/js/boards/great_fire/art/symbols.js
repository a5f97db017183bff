/** What is drawn over and over: houses, flames, bands, landowners, cards' winds; grounds and lights. */

import { el } from '../../../drawing/tree.js';
import { isBright } from '../looks.js';
import { CREAM, GOLD, INK, PAPER } from './inks.js';

const EDGE = { stroke: INK, 'stroke-width': 0.9 };
const RIM = { stroke: '#fff6e0', 'stroke-width': 1.1 };

/** @param {string} d @param {string} fill @param {Record<string, any>} [more] */
export const shape = (d, fill, more = {}) => el('path', { d, fill, ...more });

/** @param {string} d @param {number} [width] @param {string} [stroke] */
export const line = (d, width = 0.7, stroke = INK) =>
  el('path', { d, fill: 'none', stroke, 'stroke-width': width });

/** @param {number} value */
const tenth = (value) => Math.round(value * 10) / 10;

/** @param {number} value */
const short = (value) => Math.round(value * 100) / 100;

/**
 * One of the shapes of a sheet in its place.
 * @param {{id: string}} sheet @param {string} name @param {number} x @param {number} y @param {number} scale
 * @param {Record<string, any>} [more]
 */
export const use = ({ id }, name, x, y, scale, more = {}) =>
  el('use', { href: `#${id}-${name}`, transform: `translate(${tenth(x)} ${tenth(y)}) scale(${short(scale)})`,
    ...more });

/** A darker shade of a colour. @param {string} hex @param {number} part */
export const shade = (hex, part) => `#${[1, 3, 5]
  .map((at) => Math.round(Math.min(255, parseInt(hex.slice(at, at + 2), 16) * part)).toString(16).padStart(2,
    '0')).join('')}`;

/** A house for the quiet theme: flat, with a letter. @param {string} hex @param {string} letter */
const flatHouse = (hex, letter) => [
  shape('M-7.5 7.5V-1.5H-8.5L0-9 8.5-1.5H7.5V7.5Z', hex, { stroke: '#fff', 'stroke-width': 1.2 }),
  el('text', { y: 5.6, 'font-size': 10, 'font-weight': 700, 'text-anchor': 'middle',
    fill: isBright(hex) ? '#1f160d' : '#fff' }, letter)];

const walls = () => [
  shape('M-7.6 7.5V-.6L-3.8-7.4.2-.6H7.8V7.5Z', CREAM, EDGE), shape('M.2-.6H7.8V7.5H.2Z', '#dcc79c'),
  shape('M-5.3 7.5V2.8q1.5-1.6 3 0V7.5ZM2.2 2.2h1.7V4.6H2.2ZM5.2 2.2h1.5V4.6H5.2Z', '#3a2415')];

/** A gabled house, its roof in the colour of its owner. @param {string} id of the sheet @param {string} hex */
const house = (id, hex) => [
  el('use', { href: `#${id}-walls` }), shape('M-3.8-9L5-9 9.2-.3H.6Z', hex, EDGE),
  shape('M-9-.1L-3.8-9 1.2-.1-.8-.1-3.8-5.6-6.9-.1Z', shade(hex, 0.72), EDGE),
  line('M.4-6H6.3M1.6-3.2H7.7', 0.5, shade(hex, 0.6))];

/** What is left of a house. */
const ruin = () => [
  shape('M-7 7.5V1.5l2-1.6 1.2 3 1.6-1V7.5ZM2.4 7.5V-3.6H5.4V2l1.6 1V7.5Z', '#17110d',
    { stroke: '#6b5a4a', 'stroke-width': 0.6 }),
  shape('M-2.2 7.5q1.8-2.6 4.6 0Z', '#241a13')];

/** @param {string} lean how the tip leans */
const flame = (lean) => [
  shape(`M${lean}C1.2-7 7-3.4 7 2.6A7 6.6 0 0 1-7 2.6C-7-.8-4.6-2-4.2-5.4-2.4-4.8-1.6-7.4 ${lean}Z`, '#e4611f',
    { stroke: '#6d1a08', 'stroke-width': 0.8 }),
  shape('M.4-6.6C1-3.4 4.8-1 4.8 3A4.8 4.9 0 0 1-4.8 3C-4.8.6-2.8-.6-2.4-3-1.2-2.4-.2-4.4.4-6.6Z', '#ff9a2a'),
  shape('M.2-1.6C.6.2 2.8 1.6 2.8 4A2.8 3.4 0 0 1-2.8 4C-2.8 2-1 1 .2-1.6Z', '#ffe27a')];

/** A trained band: a soldier with helmet and halberd. */
const band = () => [
  line('M6-11.5V8', 1.5, '#3a2415'),
    shape('M6-14l2 3.6-.6 2.4h-2.8l-.6-2.4Z', '#d9dde0', { stroke: INK, 'stroke-width': 0.6 }),
  shape('M-5.8 8.5C-5.8 2-4.6-1.6 0-1.6S5.8 2 5.8 8.5Z', '#39424d', { stroke: '#f5e8c8', 'stroke-width': 1 }),
  line('M-3.4.4L3.2 7', 1.8, GOLD),
    el('circle', { cy: -4.6, r: 3.3, fill: '#e8c6a0', stroke: INK, 'stroke-width': 0.5 }),
  shape('M-5.4-5.2Q-3.6-6-3.4-7 0-12 3.4-7 3.6-6 5.4-5.2Z', '#aeb6bd', { stroke: INK, 'stroke-width': 0.7 })];

/** The head and the hat of a burgher. */
const burgher = () => [
  shape('M-4.4-.4L0 3.6 4.4-.4 3-2.4H-3Z', '#fff6e0', { stroke: INK, 'stroke-width': 0.5 }),
  el('circle', { cy: -5, r: 3.9, fill: '#ecc9a2', stroke: INK, 'stroke-width': 0.6 }),
  shape('M-8.2-6.6Q0-9.4 8.2-6.6 0-4.6-8.2-6.6ZM-4.2-7.2L-3.4-13.4Q0-15 3.4-13.4L4.2-7.2Q0-8.4-4.2-7.2Z', '#1d1712',
    RIM)];

/** A landowner in the colour of the seat. @param {string} id of the sheet @param {string} hex @param {string} letter */
const pawn = (id, hex, letter) => [
  shape('M-7.6 11.5C-7.6 3.4-5.2-1.4 0-1.4S7.6 3.4 7.6 11.5Z', hex, RIM),
  letter ? el('text', { y: 10, 'font-size': 9, 'font-weight': 700, 'text-anchor': 'middle',
    fill: isBright(hex) ? '#1f160d' : '#fff' }, letter) : line('M0 1.6V11', 0.8, shade(hex, 0.6)),
  el('use', { href: `#${id}-burgher` }), line('M-4-8.6Q0-9.8 4-8.6', 1.5, hex)];

const keg = () => [
  shape('M-5-6H5Q7.4 0 5 6.6H-5Q-7.4 0-5-6Z', '#9a6a36', { stroke: INK, 'stroke-width': 0.9 }),
  line('M-6.2-2.4H6.2M-6.2 3H6.2', 1.1), line('M0-6Q0-10 4-10', 1),
  el('circle', { cx: 4.6, cy: -10, r: 1.7, fill: '#ffb02e', stroke: '#b3360d', 'stroke-width': 0.6 })];

/** @param {any} face */
const coin = (face) => [
  el('circle', { r: 7.6, fill: '#231910', stroke: GOLD, 'stroke-width': 1.5 }),
  el('circle', { r: 5.6, fill: 'none', stroke: GOLD, 'stroke-width': 0.5, 'stroke-opacity': 0.7 }), face];

/** @param {string} text @param {number} size */
const sign = (text, size) => el('text',
  { y: size * 0.36, 'font-size': size, 'text-anchor': 'middle', 'font-weight': 700, fill: '#ffe9b8' }, text);

const tokens = () => ({
  token: coin(sign('?', 11)), vp: coin(sign('1', 11)),
  charge: coin(el('g', { transform: 'scale(.58)' }, keg())),
  double_move: coin(el('g', { transform: 'translate(0 .6)' },
    el('g', { transform: 'translate(-2.1 .6) scale(.4)' }, flame('0-12')),
      el('g', { transform: 'translate(2 0) scale(.4)' }, flame('0-12')))),
});

/** The wax of a seal, with a rim that ran. */
const wax = () => [
  shape('M0-10.4C3-11.6 5-9 7.4-8 10-6.6 9.2-3.4 10.4-.6 11.4 2.4 8.8 4.4 8 7 6.6 9.8 3.4 9 .4 10.6'
    + '-2.6 11.4-4.4 8.8-7 8.2'
    + '-9.8 6.8-9 3.6-10.6.6-11.4-2.4-8.8-4.2-8.2-7-6.8-9.8-3-9 0-10.4Z', '#b3201c',
      { stroke: '#4d0b09', 'stroke-width': 0.9 }),
  el('circle', { r: 6.9, fill: '#8f1512', stroke: '#e0524a', 'stroke-width': 0.8 })];

const bucket = () => [
  shape('M-5-3.4H5L3.8 6.4H-3.8Z', '#8a5a2c', { stroke: INK, 'stroke-width': 0.9 }),
  el('ellipse', { cy: -3.4, rx: 5, ry: 1.7, fill: '#9cc4d0', stroke: INK, 'stroke-width': 0.8 }),
  line('M-5-3.4C-4.6-9.4 4.6-9.4 5-3.4', 0.9)];

const boat = () => [
  shape('M-13 4H13L9 9H-8Z', '#7a4a24', { stroke: INK, 'stroke-width': 0.8 }), line('M0 4V-14', 1),
  shape('M1.4-13L10 1H1.4ZM-1.4-10L-8 1H-1.4Z', CREAM, { stroke: INK, 'stroke-width': 0.6 }),
  line('M-16 11q3-2 6 0t6 0 6 0 6 0', 0.7, '#e8f2ee')];

const gate = () => [
  shape('M-7 6.5V-5h2v2h2V-5h2v2h2V-5h2v2h2V-5h2V6.5Z', '#d5c39a',
    { stroke: INK, 'stroke-width': 0.9 }),
  shape('M-2.4 6.5V1.6a2.4 2.6 0 0 1 4.8 0V6.5Z', '#3a2415')];

const oven = () => [
  shape('M-15 10V0C-15-17 15-17 15 0V10Z', '#b06a43', { stroke: INK, 'stroke-width': 1.2 }),
  line('M-14-3h8M6-3h8M-10-9h7M3-9h7M-4-12.6h8M-15 3h6M9 3h6', 0.7), shape('M-8 10V3C-8-6 8-6 8 3V10Z', '#2a0f06'),
  shape('M-17 10H17V14H-17Z', '#8a5434', { stroke: INK, 'stroke-width': 1 }),
  shape('M-5.4 10C-5.4 5-2.6 4-2.6.4-.6 2.6.6 1.4.8-2.4 4-.6 5.4 4.6 5.4 10Z', '#ff9a2a')];

/** A tree of the fields. */
const tree = () => [line('M0 5V9', 1.2, '#5a4326'),
  el('circle', { r: 5, fill: '#8fa35e', stroke: '#4f6133', 'stroke-width': 0.8 }),
    line('M-2-1.4q2-2 4 0M-2.6 1.6q1.4-1.2 2.8 0', 0.6, '#4f6133')];

/** Roofs from above, as an engraver would cut them. @param {string} id @param {number} turned @param {number} k */
function roofs(id, turned, k) {
  const edge = { stroke: INK, 'stroke-width': 0.55, 'stroke-opacity': 0.42 };
  const walls = 'M2 2H13V8H2ZM15 1H27V7H15ZM1 11H10V19H1ZM12 10H19V20H12ZM21 9H32V15H21ZM29 1H34V8H29ZM21 17H33V22H21Z';
  const ridges = 'M2 5H13M15 4H27M5.5 11V19M15.5 10V20M21 12H32M31.5 1V8M21 19.5H33';
  const hatch = 'M3 6h9.4M3 7h9M16 5h10.4M16 6h10.4M7 12V18.6M8.4 12V18.6M17 11V19.6'
    + 'M18.2 11V19.6M22 13h9.6M22 14h9.6M22 20.4h10.6M22 21.3h10.6';
  return el('pattern', { id, width: 35, height: 24, patternUnits: 'userSpaceOnUse',
    patternTransform: `rotate(${turned}) scale(${short(0.72 * k)})` },
  shape(walls, '#fff6dc', { ...edge, 'fill-opacity': 0.2 }), shape(ridges, 'none', edge),
  shape(hatch, 'none', { ...edge, 'stroke-width': 0.4, 'stroke-opacity': 0.3 }));
}

/** @param {string} id @param {number} size @param {any} marks */
const pattern = (id, size, marks) =>
  el('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, marks);

/**
 * @param {string} id @param {string} name @param {[number, string, number][]} stops
 * @param {Record<string, any>} [more]
 */
const radial = (id, name, stops, more = {}) => el('radialGradient', { id: `${id}-${name}`, ...more }, stops.map(
  ([offset, colour, opacity]) => el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })));

/** @param {string} id */
const lights = (id) => [
  radial(id, 'ember', [[0, '#ffce5c', 1], [0.38, '#f58a2c', 1], [0.75, '#c8481a', 1], [1, '#7d210e', 1]]),
  radial(id, 'hearth', [[0, '#ffe08a', 1], [0.45, '#ff9a35', 1], [0.8, '#d9541c', 1], [1, '#9a2b10', 1]]),
  radial(id, 'smother', [[0, '#ffdf9c', 1], [0.6, '#e6a95a', 1], [1, '#b3713a', 1]]),
  radial(id, 'char', [[0, '#3a302a', 1], [0.7, '#2e2621', 1], [1, '#1d1714', 1]]),
  radial(id, 'glow', [[0, '#ffb347', 0.62], [0.5, '#ff7b22', 0.3], [1, '#ff5a10', 0]]),
  radial(id, 'smoke', [[0, '#2b221c', 0.42], [0.6, '#2b221c', 0.2], [1, '#2b221c', 0]]),
  el('linearGradient', { id: `${id}-water`, x1: 0, y1: 0, x2: 0, y2: 1 },
    [[0, '#8fb0b3'], [1, '#56808a']].map(([offset, colour]) => el('stop', { offset, 'stop-color': colour })))];

/** Charcoal with embers. @param {string} id */
const embers = (id) => pattern(`${id}-embers`, 46, [
    shape('M5 9l2-3 3 1-1 3ZM26 5l2-1 1 2-2 1ZM38 20l3-2 1 3-2 2ZM14 26l2-2 2 2-2 1Z'
      + 'M30 36l3-3 2 2-2 3ZM6 40l2-1 1 2-2 1Z', '#e4611f', { 'fill-opacity': 0.85 }),
    shape('M7 8l1-1 1 1ZM39 20l1-1 1 1ZM31 36l2-2 1 1Z', '#ffdf6a'),
    shape('M18 12h7l2 5h-6ZM33 8l6-2 3 4-5 2ZM2 22l8-2 2 6-7 2ZM24 24l7 2-2 5-6-1ZM14 36l7-1 2 6-8 1Z', '#120d0a',
      { 'fill-opacity': 0.75 })]);

/** @param {string} id */
const rubble = (id) => pattern(`${id}-rubble`, 30, [
    shape('M2 6l5-4 5 3-3 5ZM16 4l6-2 4 5-6 3ZM6 17l6-3 5 4-5 5ZM21 18l6-2 2 5-5 4ZM1 26l5-2 3 4ZM15 27l4-3 4 3Z',
      '#8d8271', { stroke: INK, 'stroke-width': 0.7 }),
    line('M12 11l3 2M24 12l2 2M3 13l2 1', 0.8)]);

/** The grounds of a miniature. @param {string} id */
const flatGrounds = (id) => [rubble(id), embers(id)];

/** @param {string} id @param {number} k */
const grounds = (id, k) => [
  roofs(`${id}-roofs0`, -4, k), roofs(`${id}-roofs1`, 7, k), roofs(`${id}-roofs2`, 86, k),
  pattern(`${id}-grass`, 22 * k, line('M4 8l-1.6-4M4 8V3M4 8l1.6-4M15 18l-1.6-4M15 18v-5M15 18l1.6-4', 0.8, '#76883f')),
  embers(id), rubble(id)];

/** The arrow of a direction, of which cards and the wind rose are made. @param {GreatFire.Direction} of */
const arrow = ({ hex, vector: [x, y] }) => shape('M0-11L8 0H3.4V10H-3.4V0H-8Z', hex, {
  stroke: PAPER, 'stroke-width': 1, 'stroke-linejoin': 'round',
    transform: `rotate(${(Math.atan2(x, -y) * 180) / Math.PI})` });

/** A head that blows, as on old charts. */
const blower = () => [
  shape('M-13 6C-15-8-2-14 5-9 8-9 9-6 8-4L11 0 9 1.4 10 4 8 5C9 9 5 11 2 10L0 14H-11Z', '#f2d9b0',
    { stroke: INK, 'stroke-width': 0.8 }),
  line('M1-4q2-1.4 4 0M-6-9q-6 1-5 8M-9-6q-3 3-1 7', 0.8), line('M11 3q5-2 10 0M11.4 5q6 0 9 3M10.6 1q6-4 11-3', 0.8),
  el('circle', { cx: 3.4, cy: 3, r: 2.2, fill: '#d98a6a', 'fill-opacity': 0.6 })];

/**
 * The shapes of the pieces in each colour. @param {string} id @param {GreatFire.Printed} printed
 * @param {boolean} quiet
 */
const coloured = (id, { colours, letters }, quiet) => colours.flatMap(({ id: colour, hex }) => {
  const letter = letters.get(colour) ?? '';
  return [[`house-${colour}`, quiet ? flatHouse(hex, letter) : house(id, hex)],
    [`pawn-${colour}`, pawn(id, hex, quiet ? letter : '')]];
});

const uncoloured = () => ({
  walls: walls(), burgher: burgher(), ruin: ruin(), flame0: flame('0-12'), flame1: flame('1.6-11.4'),
  flame2: flame('-1.4-11.8'), band: band(), keg: keg(), wax: wax(), gate: gate(), oven: oven(), tree: tree(),
    ...tokens() });

const besides = () => ({ bucket: bucket(), boat: boat(), blower: blower() });

/**
 * All the shapes of a sheet.
 * @param {{id: string, k: number, kind: string, quiet: boolean, printed: GreatFire.Printed}} sheet
 */
export function symbols({ id, k, kind, quiet, printed }) {
  const small = kind === 'mini';
  const arrows = printed.directions.map((direction) => [`arrow-${direction.id}`, arrow(direction)]);
  const shapes = [...Object.entries(uncoloured()), ...coloured(id, printed, quiet),
    ...(small ? [] : [...Object.entries(besides()), ...arrows])];
  return el('g', null, lights(id), small ? flatGrounds(id) : grounds(id, k), shapes.map(([name, parts]) =>
    el('g', { id: `${id}-${name}`, class: String(name).startsWith('flame') ? `gf-${name}` : null }, parts)));
}
