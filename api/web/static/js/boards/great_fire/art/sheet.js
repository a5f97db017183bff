/** The sheet a drawing of London lies on: what goes where at a given size. Draws nothing. */

import { readPrinted } from '../printed.js';
import { layoutOf } from './geometry.js';
import { placeNames } from './names.js';

/** The land ends here, in the map's own units; below it is the river. */
const BANK = 692;
/** How much a map may be stretched in one direction more than in the other. */
const STRETCH = { narrow: 0.56, wide: 1.3 };
const SHEETS_MAX = 6;

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {ReturnType<typeof layOut>} Sheet */

/** @type {WeakMap<GreatFireComponents, Map<string, ReturnType<typeof layOut>>>} */
const sheets = new WeakMap();

/**
 * The sheet for a size; the last few are remembered, because all that is printed depends on nothing else.
 * @param {GreatFireComponents} components @param {number} width @param {number} height @param {boolean} quiet
 */
export function sheetOf(components, width, height, quiet) {
  const known = sheets.get(components) ?? new Map();
  sheets.set(components, known);
  const key = `${width}x${height}${quiet ? 'q' : ''}`;
  const sheet = known.get(key) ?? layOut(components, width, height, quiet);
  known.delete(key);
  known.set(key, sheet);
  if (known.size > SHEETS_MAX) known.delete(known.keys().next().value);
  return sheet;
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** @param {number} value */
export const tenth = (value) => Math.round(value * 10) / 10;

/**
 * The kind of a picture: whole; on a phone, without most names; or a miniature, without words.
 * @param {number} width @param {number} height @returns {'full' | 'phone' | 'mini'}
 */
const kindOf = (width, height) =>
  (width < 330 || height < 220 ? 'mini' : width < 620 || height < 470 ? 'phone' : 'full');

/**
 * How high the river is, where what lies beside the map is drawn. @param {string} kind @param {number} w
 * @param {number} h
 */
function riverOf(kind, w, h) {
  if (kind === 'mini') return h * 0.1;
  if (kind === 'phone') return w > h ? 84 : clamp(h * 0.275, 118, 190);
  return clamp(h * 0.158, 100, 168);
}

/** @param {number} width @param {number} height */
function framed(width, height) {
  const kind = kindOf(width, height);
  const edge = kind === 'mini' ? 2 : kind === 'phone' ? 4 : 9;
  const panel = kind === 'full' && width / height > 1.7 ? clamp(width * 0.24, 220, 420) : 0;
  return { kind, edge, panel, river: riverOf(kind, width, height), w: width - 2 * edge - panel, h: height - 2 * edge };
}

/**
 * @param {GreatFireComponents} components @param {number} width @param {number} height @param {boolean} quiet
 */
function layOut(components, width, height, quiet) {
  const { kind, edge, panel, river, w, h } = framed(width, height);
  const tall = h - river;
  const sx = Math.min(w / 1000, (tall / BANK) * STRETCH.wide);
  const sy = Math.min(tall / BANK, sx / STRETCH.narrow);
  const map = { x: edge + (w - sx * 1000) / 2, y: edge, w: sx * 1000, h: sy * BANK };
  /** @param {number[]} point */
  const at = ([x, y]) => [map.x + x * sx, map.y + y * sy].map(kind === 'full' ? Math.round : tenth);
  const k = clamp(Math.min(sx, sy) / 0.84, kind === 'full' ? 0.92 : 0.3, 3);
  const printed = readPrinted(components);
  const areas = new Map([...printed.areas].map(([id, area]) => [id,
    { ...area, polygon: area.polygon.map(at), label: at(area.label) }]));
  const sheet = {
    id: `g${(width * 4096 + height).toString(36)}${quiet ? 'q' : ''}`,
      numbers: new Map([...areas.keys()].map((id, n) => [id, n])), kind,
      quiet, width, height, printed, areas, k, sx, sy, at, map, edge,
    /** @type {Box} */ inner: { x: edge, y: edge, w, h },
    /** @type {Box} */ river: { x: edge, y: map.y + map.h, w, h: h - map.h },
    /** @type {Box | null} */ panel: panel ? { x: edge + w, y: edge, w: panel, h } : null,
    decorations: printed.decorations.map((each) => ({ ...each, points: (each.points ?? []).map(at) })),
    /** Trees that depend on the sheet alone or on one piece of a view. @type {Map<string, any>} */ drawn: new Map(),
  };
  const names = placeNames(sheet);
  /** @type {Map<string, any>} */
  const places = new Map([...areas].map(([id, area]) => [id, layoutOf(area, names.get(id) ?? null, k, kind)]));
  return { ...sheet, names, places };
}

/**
 * A tree that is drawn once for what it depends on: the same tree is not compared when it is mounted once more.
 * @template T
 * @param {{drawn: Map<string, any>}} sheet @param {string} name @param {unknown[]} inputs compared one by one
 * @param {() => T} draw @returns {T}
 */
export function once(sheet, name, inputs, draw) {
  const known = sheet.drawn.get(name);
  if (known && inputs.every((input, at) => input === known.inputs[at])) return known.tree;
  const tree = draw();
  sheet.drawn.set(name, { inputs, tree });
  return tree;
}
