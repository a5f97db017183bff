/** Where the names of the districts stand: every one readable, none over another. Draws nothing. */

import { span, textWidth } from './geometry.js';

const LINE = 1.1;
/** How much narrower than usual letters may be set. */
const NARROWEST = 0.78;

/**
 * @typedef {{lines: {text: string, width: number, y: number}[], size: number, x: number, y: number, w: number,
 *   h: number, seal: {x: number, y: number, r: number} | null}} Name a name and the box it fills, from its top left
 * @typedef {{id: string, lines: string[], natural: number, size: number, sealed: number, tail: number,
 *   area: any}} Setting the lines of a name, how wide they are, what its seal and each end of its ribbon add
 */

/** @param {any} area @param {number} k the scale of the sheet @param {string} kind */
function sizeOf({ burnable, region }, k, kind) {
  const least = kind === 'phone' ? 5 : 11; // on a phone names are read when one looks closer
  if (burnable) return Math.max(least, 11.4 * k);
  return Math.max(least, (region === 'park' ? 10.6 : 19) * k);
}

/** The ways to break a name into lines, the fewest lines first. @param {string} name @returns {string[][]} */
function broken(name) {
  const words = name.split(' ');
  if (words.length === 1) return [words];
  if (words.length === 2) return [[name], words];
  const two = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  return [[name], ...two, words];
}

/**
 * The width between the borders of a district at some heights. @param {any} area @param {number} top
 * @param {number} h
 */
function freeAt({ polygon, label }, top, h) {
  const rows = [top, top + h / 2, top + h].map((y) => span(polygon, y, 1, label[0])).filter((row) => row !== null);
  return { left: Math.max(...rows.map(([left]) => left)), right: Math.min(...rows.map(([, right]) => right)) };
}

/** @param {Name} a @param {Name} b @param {number} gap */
const overlap = (a, b, gap) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) + gap)
  * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) + gap);

/**
 * One place for a name, and how bad it is.
 * @param {Setting} setting @param {number} narrow how much narrower its letters are set @param {number} y
 * @param {number} shift from the middle of the free width @param {{left: number, right: number}} free
 * @param {{x: number, y: number, w: number, h: number}} inside
 */
function placed({ lines, size, natural, sealed, tail }, narrow, y, shift, { left, right }, inside) {
  const w = natural * narrow + tail * 2 + sealed;
  const x = Math.min(inside.x + inside.w - w - 2, Math.max(inside.x + 2, (left + right - w) / 2 + shift));
  const over = Math.max(0, left + 2 - x) + Math.max(0, x + w - right + 2);
  const cost = over * 3 + (1 - narrow) * 60 + lines.length * 12 + Math.abs(shift) * 0.6 + (right - left < 24 ? 40 : 0);
  return { box: { x, y, w, h: heightOf(lines, size, tail) }, cost };
}

/** @param {string[]} lines @param {number} size @param {number} tail */
const heightOf = (lines, size, tail) => lines.length * size * LINE + (tail ? size * 0.3 : 0);

/**
 * All the places that a name may take, the best first. @param {any} area @param {Setting[]} settings
 * @param {any} inside
 */
function candidates(area, settings, inside) {
  const [top, bottom] = span(area.polygon, area.label[0], 0, area.label[1]) ?? [area.label[1] - 20, area.label[1] + 20];
  const made = [];
  for (const setting of settings) {
    for (const down of area.burnable ? [0.04, 0.09, 0.16, 0.25] : [0.15, 0.25, 0.4]) {
      const y = top + 2 + (bottom - top) * down;
      const free = freeAt(area, y, heightOf(setting.lines, setting.size, setting.tail));
      for (const narrow of [1, 0.88, NARROWEST]) {
        for (const shift of [0, -9, 9]) {
          const { box, cost } = placed(setting, narrow, y, shift, free, inside);
          made.push({ setting, narrow, box, cost: cost + down * 50 });
        }
      }
    }
  }
  return made.sort((a, b) => a.cost - b.cost).slice(0, 40);
}

/** @param {ReturnType<typeof candidates>[number]} of @returns {Name} */
function nameOf({ setting: { lines, size, sealed, area, tail }, narrow, box }) {
  const text = box.w - sealed - 2 * tail;
  const first = box.y + (area.burnable ? size * 0.15 : 0) + size * 0.86;
  return {
    ...box, size,
    lines: lines.map((line, at) => ({ text: line, width: Math.min(text, textWidth(line) * size * narrow),
      y: first + at * size * LINE })),
    seal: sealed ? { x: box.x + box.w - sealed * 0.55, y: box.y + box.h / 2, r: sealed * 0.62 } : null,
  };
}

/** @param {any} area @param {number} k @param {string} kind @returns {Setting[]} */
function settingsOf(area, k, kind) {
  const size = sizeOf(area, k, kind);
  if (!size) return [];
  const tail = area.burnable && area.banner !== 'white' ? size * 0.62 : size * 0.2;
  return broken(area.name).map((lines) => ({
    id: area.id, lines, size, area, tail, natural: Math.max(...lines.map((line) => textWidth(line) * size)),
    sealed: area.vp ? size * 0.95 : 0 }));
}

/**
 * The names of all districts. Each takes its best place; then each tries once more beside all the others.
 * @param {{areas: Map<string, any>, k: number, kind: string, map: any, inner: any}} sheet @returns {Map<string, Name>}
 */
export function placeNames({ areas, k, kind, map, inner }) {
  /** @type {Map<string, any>} */
  const chosen = new Map();
  if (kind === 'mini') return chosen;
  const inside = { x: inner.x, w: inner.w, y: map.y, h: map.h };
  const all = [...areas.values()].map((area) => [area.id, candidates(area, settingsOf(area, k, kind), inside)])
    .filter(([, places]) => places.length);
  /** @type {[string, any[]][]} */
  const order = /** @type {any} */ (all).sort((/** @type {any} */ a, /** @type {any} */ b) =>
    b[1][0].cost - a[1][0].cost);
  for (let round = 0; round < 3; round += 1) {
    for (const [id, places] of order) {
      const { x, y } = places[0].box;
      const others = [];
      for (const [other, { box }] of chosen) {
        if (other !== id && Math.abs(box.x - x) < 260 * k && Math.abs(box.y - y) < 90 * k) others.push(box);
      }
      chosen.set(id, best(places, others));
    }
  }
  return new Map([...chosen].map(([id, each]) => [id, nameOf(each)]));
}

/** @param {any[]} places the best first @param {any[]} others boxes that are taken */
function best(places, others) {
  let [found, least] = [places[0], Infinity];
  for (const place of places) {
    if (place.cost >= least) break;
    const cost = others.reduce((sum, other) => sum + overlap(place.box, other, 1) * 40, place.cost);
    if (cost < least) [found, least] = [place, cost];
  }
  return found;
}
