/** What the covers share: roofs by seed, flames, smoke, a title, and a scene that fills any box. Knows no document. */

import { translation } from '../language/language.js';
import { el, seeded } from './tree.js';

/** The size in which scenes are drawn. */
export const WIDE = 600;
export const HIGH = 400;
const SERIF = "'Source Serif Pro', 'IM Fell English SC', Georgia, 'Times New Roman', serif";

/** @typedef {{width: number, height: number, title: string, quiet: boolean}} CoverBox */

/** A scene that fills a box, cut where it does not fit. @param {CoverBox} box @param {unknown[]} twigs */
export const scene = ({ width, height }, ...twigs) => short(el('svg', { viewBox: `0 0 ${width} ${height}`,
  'font-family': SERIF }, el('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, width, height,
  preserveAspectRatio: 'xMidYMid slice' }, ...twigs)));

const LONG = /-?\d+\.\d{2,}/g;

/** Two digits of what is small, one of what is large: no eye sees more. @param {string} text */
const fewDigits = (text) => text.replace(LONG, (number) => String(Number(Number(number).toFixed(
  Math.abs(Number(number)) < 4 ? 2 : 1))));

/** A cover is loaded before the page is of any use: its numbers are no longer than they must be.
 * @param {import('./tree.js').Branch} branch @returns {import('./tree.js').Branch} */
const short = (branch) => ({ ...branch,
  attrs: Object.fromEntries(Object.entries(branch.attrs).map(([name, value]) =>
    [name, typeof value === 'number' || typeof value === 'string' ? fewDigits(String(value)) : value])),
  children: branch.children.map((child) => (typeof child === 'string' ? child : short(child))) });

/** A gradient from top to bottom. @param {string} id @param {[number, string, number?][]} stops */
export const fall = (id, stops) => el('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stopsOf(stops));

/** A gradient from the middle. @param {string} id @param {[number, string, number?][]} stops */
export const glow = (id, stops) => el('radialGradient', { id }, stopsOf(stops));

/** @param {[number, string, number?][]} stops */
const stopsOf = (stops) => stops.map(([offset, colour, opacity = 1]) => el('stop', { offset, 'stop-color': colour,
  'stop-opacity': opacity }));

/**
 * A row of gabled houses, each roof with a chimney now and then and windows that may be lit.
 * @param {{seed: string, from: number, to: number, ground: number, low: number, high: number, front: string,
 *   roof: string, lit: string, share: number}} what share: of the windows that are lit
 */
export function roofs({ seed, from, to, ground, low, high, front, roof, lit, share }) {
  const chance = seeded(seed);
  const drawn = [];
  for (let x = from; x < to;) {
    const width = 20 + chance() * 20;
    const wall = ground - low - chance() * (high - low);
    drawn.push(gabled({ x, width, wall, ground, front, roof, lit, share }, chance));
    x += width - 1;
  }
  return drawn;
}

/** @param {any} what @param {() => number} chance */
function gabled({ x, width, wall, ground, front, roof, lit, share }, chance) {
  const ridge = wall - width * (0.5 + chance() * 0.45);
  const middle = x + width * (0.4 + chance() * 0.2);
  const chimney = chance() < 0.45 && el('rect', { x: x + width * 0.72, y: ridge + 2, width: 4, height: wall - ridge,
    fill: roof });
  return [chimney,
    el('path', { d: `M${x - 2} ${wall}L${middle} ${ridge}L${x + width + 2} ${wall}Z`, fill: roof }),
    el('rect', { x, y: wall, width, height: ground - wall, fill: front }),
    windows({ x, width, wall, ground, lit, share }, chance)];
}

/** All windows of a house in one path. @param {any} what @param {() => number} chance */
function windows({ x, width, wall, ground, lit, share }, chance) {
  let d = '';
  for (let y = wall + 5; y < ground - 8; y += 12) {
    for (let at = x + 4; at < x + width - 6; at += 9) if (chance() < share) d += `M${at} ${y}h4.5v6h-4.5Z`;
  }
  return d && el('path', { d, fill: lit });
}

/** A flame that stands on a point. @param {number} x @param {number} y @param {number} size */
export const flame = (x, y, size) => el('g', { transform: `translate(${x} ${y}) scale(${size / 40})` },
  el('path', { d: 'M0 0C-15 0-17-13-9-22C-8-16-4-16-4-19C-7-28 0-34 3-42C6-31 15-26 14-13C13-4 8 0 0 0Z',
    fill: '#e4611f' }),
  el('path', { d: 'M0 0C-9 0-10-8-5-14C-4-10-1-11-1-14C1-19 3-22 4-27C6-20 10-16 9-8C8-2 5 0 0 0Z', fill: '#ff9a2a' }),
  el('path', { d: 'M1 0C-4 0-5-5-2-9C0-7 1-9 2-13C5-9 6-6 5-3C4-1 3 0 1 0Z', fill: '#ffdf6a' }));

/** A title with a line over it. @param {string} over @param {string} title @param {string} colour @param {number} y */
export const lettering = (over, title, colour, y, size = 64) => el('g', { 'text-anchor': 'middle', fill: colour },
  el('text', { x: WIDE / 2, y: y - size * 0.92, 'font-size': 20, 'letter-spacing': 5, opacity: 0.9 },
    translation(over)),
  el('text', { x: WIDE / 2, y, 'font-size': size, 'font-weight': 700, 'letter-spacing': 1 }, title));

/** Stars or sparks. @param {string} seed @param {number} count @param {string} fill @param {[number, number]} rows */
export function sparks(seed, count, fill, [top, bottom]) {
  const chance = seeded(seed);
  return el('g', { fill }, Array.from({ length: count }, () => el('circle', { cx: chance() * WIDE,
    cy: top + chance() * (bottom - top), r: 0.6 + chance() * 1.5, opacity: 0.25 + chance() * 0.7 })));
}
