/** The names of the districts on their ribbons, with the points of objectives. */

import { el } from '../../../drawing/tree.js';
import { INK, PAPER } from './inks.js';
import { once } from './sheet.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */
/** @typedef {import('./names.js').Name} Name */

/** How the names of a kind are written, and the ribbon under them. @type {Record<string, Record<string, any>>} */
const HANDS = {
  red: { ink: { fill: '#fff3dc', 'font-weight': 600 }, ribbon: { fill: '#8f1d19', stroke: '#4d0b09' } },
  yellow: { ink: { fill: INK, 'font-weight': 600 }, ribbon: { fill: '#e2b638', stroke: '#7a5a10' } },
  white: { ink: { fill: INK, 'font-weight': 600, stroke: PAPER } },
  park: { ink: { fill: '#3f5224', 'font-style': 'italic', stroke: '#dfe0b4' } },
  pudding_lane: { ink: { fill: '#fff3dc', stroke: '#5d1a08' } },
};

/** @param {number} n */
const r = (n) => Math.round(n * 10) / 10;

/** How the name of a district is written. @param {any} area */
const handOf = ({ burnable, banner, region }) => (burnable ? banner : region);

/** A ribbon with cut ends. @param {Name} name */
function ribbon({ x, y, w, h, size }) {
  const [n, half] = [r(size * 0.34), r(h / 2)];
  return `M${r(x)} ${r(y)}h${r(w)}l${-n} ${half}l${n} ${half}h${r(-w)}l${n} ${-half}Z`;
}

/** The lines of a name. @param {Name} name */
function lettering({ x, w, size, seal, lines }) {
  const middle = r(x + (w - (seal ? size * 0.95 : 0)) / 2);
  return lines.map(({ text, width, y }) =>
    el('text', { x: middle, y: r(y), textLength: r(width), lengthAdjust: 'spacingAndGlyphs' },
    text));
}

/** The points of the objectives, on the ends of their ribbons. @param {[any, Name][]} named */
function points(named) {
  const sealed = named.filter(([, { seal }]) => seal);
  if (!sealed.length) return null;
  return el('g', { fill: '#4d0b09', 'font-weight': 700, 'font-size': r((sealed[0][1].seal?.r ?? 0) * 1.75) },
    el('g', { fill: '#f5e8c8', stroke: '#4d0b09' }, sealed.map(([, { seal }]) =>
      el('circle', { cx: r(seal?.x ?? 0), cy: r(seal?.y ?? 0), r: r(seal?.r ?? 0) }))),
    sealed.map(([{ vp }, { seal }]) => pointsOf(vp, /** @type {{x: number, y: number, r: number}} */ (seal))));
}

/** @param {number} vp @param {{x: number, y: number, r: number}} seal */
const pointsOf = (vp, { x, y, r: radius }) =>
  el('text', { x: r(x), y: r(y + radius * 0.62) }, vp);

/** The names of a kind. @param {[any, Name][]} named @param {Record<string, any>} hand */
function written(named, { ink, ribbon: look }) {
  const halo = ink.stroke ? { 'stroke-width': 3, 'paint-order': 'stroke' } : {};
  if (!named.length) return null;
  return [look ? el('path', { ...look, d: named.map(([, name]) => ribbon(name)).join('') }) : null,
    el('g', { ...ink, ...halo, 'font-size': r(named[0][1].size) }, named.map(([, name]) => lettering(name)))];
}

/** All names; on a phone they are there only when one looks closer. @param {Sheet} sheet */
export const names = (sheet) => once(sheet, 'names', [], () => {
  const hidden = sheet.kind === 'phone' ? { display: 'none', class: 'gf-names gf-close-names' } : { class: 'gf-names' };
  /** @type {[any, Name][]} */
  const named = [...sheet.names].map(([id, name]) => [sheet.areas.get(id), name]);
  return el('g', { ...hidden, 'text-anchor': 'middle' },
    Object.entries(HANDS).map(([hand, look]) => written(named.filter(([area]) => handOf(area) === hand), look)),
    points(named.filter(([area]) => area.vp)));
});
