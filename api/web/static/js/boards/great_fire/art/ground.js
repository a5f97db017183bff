/** The ground of London: blocks of roofs and fields, and what the fire has made of each. */

import { el } from '../../../drawing/tree.js';
import { inset, pathOf, ringOf } from './geometry.js';
import { INK, PAPER, QUIET, REGIONS } from './inks.js';
import { shade, shape, use } from './symbols.js';
import { once } from './sheet.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */
/** @typedef {{area: GreatFireAreaView | null, placed: boolean}} Known */

/**
 * What has become of a district.
 * @param {any} printed @param {GreatFireAreaView | null} area @param {boolean} placed whether houses have been placed
 */
export function stateOf(printed, area, placed) {
  if (!area) return 'plain';
  if (area.demolished) return 'demolished';
  if (area.burning) return area.contained ? 'contained' : 'burning';
  return placed && printed.burnable && !area.houses.length ? 'burnt' : 'plain';
}

/** The number of a district's pattern of roofs. @param {string} id */
const roofsOf = (id) => id.length % 3;

/** The shapes of the districts, by number: each is written once, however often it is painted. @param {Sheet} sheet */
export const outlines = (sheet) => [...sheet.areas.values()].map(({ polygon }, at) =>
  [el('path', { id: `${sheet.id}-a${at}`, d: ringOf(polygon) }),
    isPlain(sheet) ? null : el('path',
      { id: `${sheet.id}-b${at}`, d: ringOf(inset(polygon, 5.2 * sheet.k).map((p) => p.map(Math.round))) })]);

/** Whether the ground is painted flat. @param {Sheet} sheet */
const isPlain = ({ quiet, kind }) => quiet || kind === 'mini';

/**
 * The outline of a district. @param {Sheet} sheet @param {string} id @param {Record<string, any>} attrs
 * @param {string} [which]
 */
export const outline = (sheet, id, attrs, which = 'a') =>
  el('use', { href: `#${sheet.id}-${which}${sheet.numbers.get(id)}`, ...attrs });

/**
 * @param {Sheet} sheet @param {(area: any) => boolean} which @param {Record<string, any>} attrs
 * @param {string} [line]
 */
const all = (sheet, which, attrs, line = 'a') => el('g', attrs, [...sheet.areas.values()].filter(which)
  .map(({ id }) => outline(sheet, id, {}, line)));

/** Blocks of terraced roofs along the streets, and fields. @param {Sheet} sheet */
function blocks(sheet) {
  const { k } = sheet;
  const dash = `${9 * k} ${1.1 * k} ${6.5 * k} ${1.1 * k}`;
  return [
    [0, 1, 2].map((kind) => all(sheet, ({ id, region }) => region !== 'park' && roofsOf(id) === kind,
      { fill: `url(#${sheet.id}-roofs${kind})` })),
    all(sheet, ({ region }) => region === 'park', { fill: `url(#${sheet.id}-grass)` }),
    Object.entries(REGIONS).map(([id, tint]) => all(sheet, ({ region }) => region === id, id === 'park'
      ? { fill: 'none', stroke: '#6f8240', 'stroke-width': 0.8, 'stroke-dasharray': '3 2' }
      : { fill: 'none', stroke: shade(tint, 0.86), 'stroke-width': 6.4 * k, 'stroke-dasharray': dash }, 'b')),
    all(sheet, ({ region }) => region !== 'park',
      { fill: 'none', stroke: INK, 'stroke-width': 0.6 * k, 'stroke-opacity': 0.4 }, 'b'),
    [...sheet.areas.values()].filter(({ region }) => region === 'park').map(({ id }) => trees(sheet, id))];
}

/** @param {Sheet} sheet @param {string} id */
function trees(sheet, id) {
  const { x, bottom, left, right, top } = sheet.places.get(id);
  return [[left + 4, top + 3], [right - 3, bottom - 6], [left + 5, bottom - 3], [x + 5, bottom + 1],
    [right - 5, top + 1]]
    .map(([tx, ty]) => use(sheet, 'tree', tx, ty, 0.85 * sheet.k));
}

/** The untouched ground. @param {Sheet} sheet */
export const land = (sheet) => once(sheet, 'land', [], () => el('g', { class: 'gf-land' },
  Object.entries(REGIONS).map(([id, tint]) => all(sheet, ({ region }) => region === id,
    { fill: sheet.quiet ? QUIET[id === 'park' ? 'park' : 'plain'] : tint })),
  isPlain(sheet) ? null : blocks(sheet)));

/** @type {Record<string, string>} */
const PAINT = { burning: 'ember', contained: 'smother', burnt: 'char', demolished: 'rubble' };

/** @param {Sheet} sheet @param {any} area @param {string} state */
function scar(sheet, { id, region }, state) {
  if (state === 'plain') return null;
  if (sheet.quiet) return outline(sheet, id, { fill: QUIET[state] });
  /** @param {string} paint */
  const painted = (paint) => outline(sheet, id, { fill: `url(#${sheet.id}-${paint})` });
  const hearth = state === 'burning' && region === 'pudding_lane';
  return [state === 'demolished' ? outline(sheet, id, { fill: '#a89c86' }) : null,
    painted(hearth ? 'hearth' : PAINT[state]),
    state === 'burnt' ? painted('embers') : null, state === 'burning' && sheet.kind !== 'mini'
      ? painted(`roofs${roofsOf(id)}`) : null];
}

/** The ring that trained bands form round a contained fire. @param {Sheet} sheet @param {any} area */
function ring(sheet, area) {
  const d = pathOf(inset(area.polygon, 4.5 * sheet.k));
  return [shape(d, 'none', { stroke: INK, 'stroke-width': 5 * sheet.k }),
    shape(d, 'none', { stroke: '#f2d98a', 'stroke-width': 2.4 * sheet.k,
      'stroke-dasharray': `${7 * sheet.k} ${5 * sheet.k}` })];
}

/**
 * What the fire has made of the ground: one branch a district.
 * @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas @param {boolean} placed
 */
export const scars = (sheet, areas, placed) => el('g', { class: 'gf-scars' }, [...sheet.areas.values()].map((area) => {
  const state = stateOf(area, areas.get(area.id) ?? null, placed);
  return once(sheet, `scar:${area.id}`, [state],
    () => el('g', { class: `gf-${state}` }, scar(sheet, area, state), state === 'contained'
      ? ring(sheet, area) : null));
}));

/** The streets between all blocks. @param {Sheet} sheet */
export const streets = (sheet) => once(sheet, 'streets', [], () => {
  const k = Math.max(sheet.k, 0.5);
  const round = { fill: 'none' };
  const lines = `${sheet.id}-streets`;
  return el('g', { class: 'gf-streets' }, el('defs', null, all(sheet, () => true, { id: lines })),
    el('use', { href: `#${lines}`, ...round, stroke: '#5b4630', 'stroke-width': 4.4 * k, 'stroke-opacity': 0.75 }),
    el('use', { href: `#${lines}`, ...round, stroke: sheet.quiet ? '#fff' : PAPER, 'stroke-width': 2.9 * k }));
});

/**
 * The light that fires throw on their neighbours.
 * @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas
 */
export function glow(sheet, areas) {
  const fires = [...areas.values()].filter(({ burning, contained, cones }) => burning && !contained && cones);
  const key = fires.map(({ id, cones }) => `${id}${Math.min(cones, 4)}`).join();
  if (sheet.quiet) return el('g', { class: 'gf-glow' });
  return once(sheet, 'glow', [key], () => el('g', { class: 'gf-glow' }, fires.map(({ id, cones }) => {
    const { x, y, width } = sheet.places.get(id);
    const r = Math.round((width * 0.55 + 34 * sheet.k) * (0.9 + Math.min(cones, 5) * 0.06));
    return el('circle', { cx: Math.round(x), cy: Math.round(y), r, fill: `url(#${sheet.id}-glow)` });
  })));
}
