/** The pieces on the map: houses and their ruins, flames as many as cones, bands, landowners, tokens. */

import { el } from '../../../drawing/tree.js';
import { rowsOf, spread } from './geometry.js';
import { CREAM, GOLD } from './inks.js';
import { once } from './sheet.js';
import { use } from './symbols.js';
import { stateOf } from './ground.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */

const STEP = 13.2;

/** Whether houses have been placed. @param {GreatFireView | null} position */
export const arePlaced = (position) => (position?.areas ?? []).some(({ houses }) => houses.length > 0)
  || (position?.colours ?? []).some(({ houses_lost: lost }) => lost > 0);

/**
 * The houses of a district, or what is left of them. @param {Sheet} sheet @param {GreatFireAreaView} area
 * @param {boolean} placed
 */
function houses(sheet, area, placed) {
  const printed = sheet.areas.get(area.id);
  const at = sheet.places.get(area.id);
  const state = stateOf(printed, area, placed);
  const made = [];
  for (let i = 0; i < printed.size; i += 1) {
    const colour = area.houses[i];
    if (colour) made.push(use(sheet, `house-${colour}`, at.row[i], at.houses, at.house));
    else if (placed && state !== 'demolished') made.push(use(sheet, 'ruin', at.row[i], at.houses, at.house * 0.94));
  }
  if (area.demolished) made.push(use(sheet, 'keg', at.x, at.houses, at.house * 1.05));
  if (area.token) made.push(use(sheet, 'token', at.row[at.row.length - 1], at.houses - at.house * 0.5, at.house));
  return made;
}

/**
 * The houses and tokens of all districts. @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas
 * @param {boolean} placed
 */
export const buildings = (sheet, areas, placed) => el('g', { class: 'gf-buildings' }, [...areas.values()].map((area) =>
  once(sheet, `houses:${area.id}`, [area.houses.join(), area.demolished, area.token, area.burning, placed],
    () => el('g', { class: 'gf-houses' }, houses(sheet, area, placed)))));

/**
 * Where the flames of a district stand. @param {any} at its place @param {number} count
 * @param {{scale: number, cones: number}} rows
 */
export function flamesAt(at, count, { scale, cones: y }) {
  const per = Math.max(1, Math.floor((at.width + 4 * at.k) / (STEP * scale)));
  const crowded = count > 9;
  /** @type {number[][]} */
  const places = [];
  for (let row = y; places.length < count; row += 15.5 * scale) {
    const here = crowded ? Math.min(count - places.length, Math.min(per, 9)) : count;
    for (const dx of spread(here, at.width + 4 * at.k, STEP * scale)) places.push([at.x + dx, row]);
  }
  return places;
}

/** How many free bands and landowners are in a district. @param {GreatFireAreaView} area */
export const peopleIn = ({ free_bands: free, landowners: owners }) => free + owners.length;

/** @param {Sheet} sheet @param {GreatFireAreaView} area */
function flames(sheet, area) {
  const at = sheet.places.get(area.id);
  const rows = rowsOf(at, area.cones, peopleIn(area));
  const shown = sheet.kind === 'mini' ? Math.min(area.cones, 12) : area.cones;
  const places = flamesAt(at, shown, rows);
  const made = places.map(([x, y], i) => use(sheet, `flame${(i * 2 + area.id.length) % 3}`, x, y, rows.scale));
  const pinned = Math.min(area.bands - area.free_bands, places.length || 9);
  for (let i = 0; i < pinned; i += 1) {
    const [x, y] = places[i] ?? [at.x, rows.cones];
    made.push(use(sheet, 'band', x, y + 1.5 * rows.scale, rows.scale * 0.74));
  }
  return made;
}

/** A count beside many flames. @param {Sheet} sheet @param {GreatFireAreaView} area */
function count(sheet, { id, cones }) {
  if (cones <= 9 || sheet.kind === 'mini') return null;
  const at = sheet.places.get(id);
  const size = Math.max(11, 15 * sheet.k);
  const box = { x: at.right - size * 1.5, y: at.bottom - size * 1.25, width: size * 1.7, height: size * 1.3,
    rx: size * 0.3 };
  return [el('rect', { ...box, fill: '#3a0f05', stroke: GOLD, 'stroke-width': 1 }),
    el('text', { x: box.x + box.width / 2, y: box.y + size, 'font-size': size, 'text-anchor': 'middle', fill: '#ffe9b8',
      'font-weight': 700 }, cones)];
}

/**
 * A group of pieces that a command can name.
 * @param {string} name @param {string} spot @param {any} parts @param {any[]} reach
 *   x, y, width and height of what can be touched
 */
const pieces = (name, spot, parts, [x, y, width, height]) => el('g', { key: spot, class: name, 'data-spot': spot },
  el('rect', { class: 'gf-touch', x: Math.round(x), y: Math.round(y), width: Math.round(width),
    height: Math.round(height), rx: 4,
    fill: 'none' }), parts);

/** The flames of all districts. @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas */
export const fires = (sheet, areas) =>
  el('g', { class: 'gf-fires' }, [...areas.values()].filter(({ cones, bands }) => cones || bands)
  .map((area) => once(sheet, `fire:${area.id}`, [area.cones, area.bands, area.free_bands, area.landowners.length],
    () => (area.cones ? fire(sheet, area) : null))));

/** @param {Sheet} sheet @param {GreatFireAreaView} area */
function fire(sheet, area) {
  const at = sheet.places.get(area.id);
  const { scale, cones: y } = rowsOf(at, area.cones, peopleIn(area));
  const wide = Math.max(24, Math.min(at.width, area.cones * STEP * scale + 8));
  return pieces('gf-cones', `cones:${area.id}`, [flames(sheet, area), count(sheet, area)],
    [at.x - wide / 2, y - 13 * scale, wide, Math.max(24, 24 * scale)]);
}

/**
 * How the free bands and the landowners of a district share a row. @param {Sheet} sheet
 * @param {GreatFireAreaView} area
 */
export function peopleAt(sheet, area) {
  const at = sheet.places.get(area.id);
  const { people: size, others } = rowsOf(at);
  const row = spread(area.free_bands + area.landowners.length, at.width + 6 * at.k, 15 * size).map((dx) => at.x + dx);
  return { bands: row.slice(0, area.free_bands), owners: row.slice(area.free_bands), y: others, size };
}

/** @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas */
export const soldiers = (sheet, areas) =>
  el('g', { class: 'gf-soldiers' }, [...areas.values()].filter((area) => area.free_bands)
  .map((area) => once(sheet, `bands:${area.id}`, [area.free_bands, area.landowners.length, area.cones], () => {
    const { bands, y, size } = peopleAt(sheet, area);
    const reach = [bands[0] - 12 * size, y - 14 * size, bands[bands.length - 1] - bands[0] + 24 * size,
      Math.max(24, 26 * size)];
    return pieces('gf-bands', `band:${area.id}`, bands.map((x) => use(sheet, 'band', x, y, size)), reach);
  })));

/**
 * Where the landowner of a seat stands; null while it has none. @param {Sheet} sheet
 * @param {Map<string, GreatFireAreaView>} areas @param {GreatFireSeatView} seat
 */
export function ownerAt(sheet, areas, { seat, landowner }) {
  const area = landowner ? areas.get(landowner) : null;
  if (!area) return null;
  const { owners, y, size } = peopleAt(sheet, area);
  const x = owners[area.landowners.indexOf(seat)];
  return x === undefined ? null : { x, y: y - 2 * size, size };
}

/**
 * @param {Sheet} sheet @param {GreatFireView | null} position @param {Map<string, GreatFireAreaView>} areas
 * @param {number | null} own
 */
export const landowners = (sheet, position, areas, own) =>
  el('g', { class: 'gf-owners' }, (position?.seats ?? []).map((seat) => {
  const at = ownerAt(sheet, areas, seat);
  if (!at || !seat.pawn) return null;
  const { x, y, size } = at;
  const mine = seat.seat === own
    ? el('ellipse', { cx: Math.round(x), cy: Math.round(y + 11 * size), rx: Math.round(10 * size),
      ry: Math.round(4 * size), fill: 'none',
      stroke: CREAM, 'stroke-width': 2 }) : null;
  return pieces('gf-pawn', `landowner:${seat.seat}`, [mine, use(sheet, `pawn-${seat.pawn}`, x, y, size)],
    [x - 12, y - 15 * size, 24, Math.max(24, 28 * size)]);
}));

/**
 * Wax seals on the districts of one's own objectives; broken where the district has no house any more.
 * @param {Sheet} sheet @param {string[]} objectives @param {Map<string, GreatFireAreaView>} areas
 */
export const seals = (sheet, objectives, areas) => el('g', { class: 'gf-seals' }, objectives.map((id) => {
  const { district, vp } = sheet.printed.objectives.get(id);
  const name = sheet.names.get(district);
  const place = sheet.places.get(district);
  const at = name?.seal ?? { x: place.right - 4, y: place.top + 4 };
  const standing = (areas.get(district)?.houses.length ?? 0) > 0;
  const size = (sheet.kind === 'full' ? 1.05 : 1.5) * Math.max(sheet.k, 0.62);
  return el('g', { key: `seal:${district}`, class: 'gf-seal', 'data-seal': district, opacity: standing ? null : 0.75,
    transform: `translate(${Math.round(at.x)} ${Math.round(at.y)}) scale(${size.toFixed(2)})` },
  el('use', { href: `#${sheet.id}-wax` }),
  el('text', { y: 4.4, 'font-size': 12.4, 'text-anchor': 'middle', fill: '#ffe3a3', 'font-weight': 700 }, vp),
  standing ? null : el('path', { d: 'M-9-9L9 9M9-9L-9 9', stroke: '#1d0f08', 'stroke-width': 2.4 }));
}));
