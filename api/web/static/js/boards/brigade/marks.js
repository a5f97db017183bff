/** Marks over the drawing: rings on what changed, and the ways of pawns. They stand until the next step. */
import { el } from '../../drawing/tree.js';
import { mount } from '../../drawing/mount.js';
import { changedParts, happenings } from './changes.js';
import { boxOf } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {{svg: SVGElement, over: SVGElement, layout: Layout, ms: number}} Stage */

/** Royal blue on white: a colour that the game does not use. */
const MARK = '#2447d8';
/** Parts beside the city whose change is worth a ring; the others say in words what they are now. */
const RINGED = new Set(['chief', 'tank', 'house', 'track', 'card', 'supply', 'seat', 'event', 'alarm']);

/** @param {Layout} layout @param {number} cell */
export function middle(layout, cell) {
  const { x, y, w } = boxOf(layout, cell);
  return { x: x + w / 2, y: y + w * 0.45 };
}

/** A line twice: wide and white, narrow and blue. @param {string} d @param {Record<string, any>} [more] */
const twice = (d, more = {}) => [[6.5, '#fff'], [3.4, MARK]].map(([width, stroke]) =>
  el('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    ...more }));

/** @param {{x: number, y: number, width: number, height: number}} box */
const ring = ({ x, y, width, height }) => [[6.5, '#fff'], [3.4, MARK]].map(([line, stroke]) =>
  el('rect', { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 5, fill: 'none', stroke,
    'stroke-width': line }));

/** From one tile to another, with a head at its end. @param {Layout} layout @param {number} from @param {number} to */
function way(layout, from, to) {
  const [a, b] = [middle(layout, from), middle(layout, to)];
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const end = { x: b.x - Math.cos(angle) * layout.tile * 0.22, y: b.y - Math.sin(angle) * layout.tile * 0.22 };
  /** @param {number} side */
  const barb = (side) =>
    `${Math.round(end.x - Math.cos(angle + side) * 11)} ${Math.round(end.y - Math.sin(angle + side) * 11)}`;
  return twice(`M${Math.round(a.x)} ${Math.round(a.y)}L${Math.round(end.x)} ${Math.round(end.y)}M${barb(0.5)}L${
    Math.round(end.x)} ${Math.round(end.y)}L${barb(-0.5)}`);
}

/**
 * Flag what differs, and put rings and ways over it.
 * @param {Stage} stage @param {BrigadeView} before @param {BrigadeView} now @param {string} precious
 */
export function flag({ svg, over, layout }, before, now, precious) {
  const parts = changedParts(before, now, precious);
  /** @type {import('../../drawing/tree.js').Twigs} */
  const rings = [];
  for (const part of parts) {
    const element = /** @type {SVGGElement | null} */ (partOf(svg, part));
    if (!element) continue;
    element.classList.add('changed');
    const [kind, at] = part.split(':');
    if (kind === 'tile') rings.push(ring(framed(boxOf(layout, Number(at)))));
    else if (RINGED.has(kind)) rings.push(ring(boxIn(svg, element)));
  }
  const ways = happenings(before, now).moves.map(({ from, to }) => way(layout, from, to));
  mount(over, el('svg', { viewBox: svg.getAttribute('viewBox'), class: 'bri-over', 'aria-hidden': 'true' }, rings,
    ways));
}

/** @param {Element} svg @param {string} part */
export const partOf = (svg, part) => svg.querySelector(`[data-part="${part}"], [data-spot="${part}"]`);

/** @param {import('./layout.js').Box} box */
const framed = ({ x, y, w, h }) => ({ x, y, width: w, height: h });

/** Where an element lies, in the units of the drawing. @param {SVGElement} svg @param {SVGGElement} element */
function boxIn(svg, element) {
  const [all, one] = [svg.getBoundingClientRect(), element.getBoundingClientRect()];
  return { x: one.x - all.x, y: one.y - all.y, width: one.width, height: one.height };
}

/** Remove the rings and ways. @param {SVGElement} over */
export const unflag = (over) => {
  for (const child of [...over.children]) child.remove();
  mount(over, el('svg', { class: 'bri-over', 'aria-hidden': 'true' }));
};

/** Where each pawn stands, to let it walk from there. @param {Element} svg @returns {Map<string, string>} */
export const standing = (svg) => new Map([...svg.querySelectorAll('[data-pawn]')].map((one) =>
  [one.getAttribute('data-pawn') ?? '', one.getAttribute('transform') ?? '']));
