/** The small signs of London's cards, map and purses, each a shape of its own beside its colour. Drawn about (0, 0). */

import { el } from '../../../drawing/tree.js';
import { DISPLAY, round, widthOf, write } from './type.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */

/** The four kinds of card. `deep`: bands and lettering on light ground; `pale`: the sky behind the building. */
export const KINDS = {
  brown: { deep: '#7a4a22', dark: '#4f2d12', pale: '#efdcb8', wall: '#e6cd9c', name: 'brown' },
  blue: { deep: '#1f4e86', dark: '#12325a', pale: '#d5e2ee', wall: '#f2f4f2', name: 'blue' },
  pink: { deep: '#9a2a5c', dark: '#66163a', pale: '#f2d7dd', wall: '#e9cbb9', name: 'pink' },
  grey: { deep: '#4d5358', dark: '#2e3236', pale: '#d9dbd9', wall: '#c4c6c2', name: 'grey' },
};
export const PAPER = '#f6ecd4';
export const INK = '#2a2018';
export const RED = '#8c1d1d';
export const GOLD = '#e2ab32';
export const OXBLOOD = '#5d1420';

/** @param {string} kind @returns {typeof KINDS.brown} */
export const kindOf = (kind) => KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? KINDS.grey;

/** @param {number} x @param {number} y */
export const at = (x, y) => `translate(${round(x)} ${round(y)})`;

/** A gold coin with its pounds. @param {number} x @param {number} y @param {number} r @param {string} text */
export function coin(x, y, r, text) {
  const size = Math.max(11, r * 1.02);
  return el('g', { transform: at(x, y) },
    el('circle', { r: round(r), fill: 'url(#lon-gold)', stroke: '#7d5410' }),
    r > 13 ? el('circle', { r: round(r - 2.6), fill: 'none', stroke: '#fff1bd', 'stroke-width': 0.8, opacity: 0.7 })
      : null,
    write(text, 0, size * 0.34, size, { width: r * 1.86, fill: '#35220a' }));
}

/** Money as a long coin, for figures of any length. @param {number} x @param {number} y @param {string} text */
export function purse(x, y, text, size = 11) {
  const width = widthOf(text, size) + size * 0.62;
  const height = size + 4;
  return el('g', { transform: at(x, y) },
    el('rect', { x: round(-width / 2), y: round(-height / 2), width: round(width), height: round(height),
      rx: round(height / 2), fill: 'url(#lon-gold)', stroke: '#7d5410' }),
    write(text, 0, size * 0.34, size, { fill: '#35220a' }));
}

/** @param {string} text */
export const purseWidth = (text, size = 11) => widthOf(text, size) + size * 0.62 + 1;

/** Points: a red roundel with the figure in white. @param {number} x @param {number} y @param {number} r
 * @param {string | number} text */
export function points(x, y, r, text) {
  const size = Math.max(11, r * 1.25);
  return el('g', { transform: at(x, y) },
    el('circle', { r: round(r), fill: RED, stroke: '#fbeccf' }),
    write(String(text), 0, size * 0.34, size, { width: r * 1.7, fill: '#fff6e4' }));
}

/** A star, for points that are gained now. @param {number} x @param {number} y @param {number} r */
export function star(x, y, r, fill = RED) {
  let d = '';
  for (let corner = 0; corner < 10; corner += 1) {
    const angle = (corner * Math.PI) / 5 - Math.PI / 2;
    const reach = corner % 2 ? r * 0.42 : r;
    d += `${corner ? 'L' : 'M'}${round(x + Math.cos(angle) * reach)} ${round(y + Math.sin(angle) * reach)}`;
  }
  return el('path', { d: `${d}Z`, fill });
}

/** A cube of poverty. @param {number} x its left @param {number} y its top @param {number} size */
export const cube = (x, y, size) => el('use', { href: '#lon-cube', class: 'lon-cube', x: round(x), y: round(y),
  width: round(size), height: round(size) });

/** A card, front or back. @param {number} x @param {number} y @param {number} h @param {string} fill */
export const smallCard = (x, y, h, fill = '#fffaf0', stroke = INK) => el('rect', { x: round(x - h * 0.36),
  y: round(y - h / 2), width: round(h * 0.72), height: round(h), rx: round(h * 0.12), fill, stroke,
    'stroke-width': 0.9 });

/** A player's building. @param {number} x @param {number} y @param {number} size @param {string} fill */
export const building = (x, y, size, fill, stroke = '#fff7e2') => el('use', { href: '#lon-house', fill, stroke,
  x: round(x - size / 2), y: round(y - size / 2), width: round(size), height: round(size) });

/** An Underground marker. @param {number} x @param {number} y @param {number} r */
export const roundel = (x, y, r) => el('g', { transform: at(x, y) },
  el('circle', { r: round(r * 0.74), fill: '#fffaf0', stroke: '#c8202f', 'stroke-width': round(r * 0.42) }),
  el('rect', { x: round(-r * 1.3), y: round(-r * 0.28), width: round(r * 2.6), height: round(r * 0.56),
    fill: '#1b3b86' }));

/** A loan, as the note of hand it is. @param {number} x @param {number} y @param {number} w @param {string} text */
export const note = (x, y, w, text) => el('g', { transform: `${at(x, y)} rotate(-5)` },
  el('rect', { x: round(-w / 2), y: -7.5, width: round(w), height: 15, fill: '#f8efda', stroke: RED,
    'stroke-width': 1 }),
  write(text, 0, 4, 11, { fill: RED, width: w - 4 }));

/** A large figure. @param {string | number} text @param {number} x @param {number} y @param {number} size
 * @param {Record<string, any>} [how] */
export const figure = (text, x, y, size, how) => write(String(text), x, y, size, { 'font-family': DISPLAY, ...how });
