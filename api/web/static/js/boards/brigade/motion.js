/** Motion over the drawing, loaded with the first step that moves: pawns, lightning, water, falling roofs. */
import { lessMotion } from '../../dom.js';
import { el } from '../../drawing/tree.js';
import { planted } from '../../drawing/mount.js';
import { glide } from '../kit.js';
import { happenings } from './changes.js';
import { boxOf } from './layout.js';
import { middle, partOf } from './marks.js';

/** @typedef {import('./marks.js').Stage} Stage */

const USUAL_MS = 700;
const STRIKE_MS = 120;

/** @param {string} transform @returns {number[]} */
const offsets = (transform) => (transform.match(/-?[\d.]+/g) ?? ['0', '0']).map(Number);

/**
 * Let what happened be seen, one thing after another, within the time that the step has.
 * @param {Stage} stage @param {BrigadeView} before @param {BrigadeView} now @param {Map<string, string>} stood
 */
export function play(stage, before, now, stood) {
  if (lessMotion()) return;
  const ms = stage.ms || USUAL_MS;
  const what = happenings(before, now);
  walk(stage.svg, stood, ms);
  const fires = what.stoked.length;
  const gap = Math.min(STRIKE_MS, (ms * 0.6) / Math.max(1, fires));
  what.stoked.forEach((cell, at) => strike(stage, cell, at * gap, Math.min(420, ms * 0.5)));
  for (const cell of what.doused) pour(stage, cell, now, Math.min(600, ms * 0.8));
  for (const cell of what.lost) collapse(stage, cell, Math.min(700, ms * 0.9));
  for (const cell of what.taken) unfurl(stage, cell, Math.min(500, ms * 0.7));
  for (const { cell, seat, from } of what.cubes) fly(stage, cell, seat, from, Math.min(450, ms * 0.7));
}

/** @param {SVGElement} svg @param {Map<string, string>} stood @param {number} ms */
function walk(svg, stood, ms) {
  for (const pawn of svg.querySelectorAll('[data-pawn]')) {
    const was = stood.get(pawn.getAttribute('data-pawn') ?? '');
    const is = pawn.getAttribute('transform') ?? '';
    if (!was || was === is) continue;
    const [[x, y], [left, top]] = [offsets(was), offsets(is)];
    glide(pawn, x - left, y - top, Math.min(600, ms * 0.8));
  }
}

/**
 * Something that passes: it is put over the drawing and taken away when its motion ends. @param {Stage} stage
 * @param {import('../../drawing/tree.js').Branch} branch @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 */
function pass({ over }, branch, frames, timing) {
  const element = planted(branch);
  over.append(element);
  const motion = element.animate(frames, { fill: 'both', ...timing });
  motion.onfinish = motion.oncancel = () => element.remove();
}

/** Lightning into a tile. @param {Stage} stage @param {number} cell @param {number} delay @param {number} duration */
function strike(stage, cell, delay, duration) {
  const { x, y, w } = boxOf(stage.layout, cell);
  const d = `M${x + w * 0.62} ${y - w * 0.1}L${x + w * 0.36} ${y + w * 0.34}h${w * 0.2}L${x + w * 0.34} ${y + w * 0.8}`;
  pass(stage, el('g', null, el('circle', { cx: x + w / 2, cy: y + w / 2, r: w * 0.7, fill: 'url(#bri-near)' }),
    el('path', { d, fill: 'none', stroke: '#fffbe0', 'stroke-width': w * 0.07, 'stroke-linejoin': 'round' })),
  [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 0.3, offset: 0.4 }, { opacity: 0.9, offset: 0.55 },
    { opacity: 0 }],
  { delay, duration });
}

/**
 * An arc of water from the pawn whose turn it is. @param {Stage} stage @param {number} cell @param {BrigadeView} now
 * @param {number} duration
 */
function pour(stage, cell, now, duration) {
  const seat = now.pending?.seat ?? now.active ?? 0;
  const start = now.seats[seat]?.brigade ?? cell;
  const [a, b] = [middle(stage.layout, start), middle(stage.layout, cell)];
  const high = Math.min(a.y, b.y) - stage.layout.tile * 0.7;
  const d = `M${a.x} ${a.y}Q${(a.x + b.x) / 2} ${high} ${b.x} ${b.y}`;
  pass(stage, el('g', { fill: 'none', 'stroke-linecap': 'round' },
    el('path', { d, stroke: '#0c2b4a', 'stroke-width': stage.layout.tile * 0.13, pathLength: 100 }),
    el('path', { d, stroke: '#7cc8ff', 'stroke-width': stage.layout.tile * 0.09, pathLength: 100 })),
  [{ strokeDasharray: '0 200', opacity: 1 }, { strokeDasharray: '100 200', opacity: 1, offset: 0.7 },
    { strokeDasharray: '100 200', opacity: 0 }],
  { duration, easing: 'ease-in' });
}

/** The houses of a tile fall in. @param {Stage} stage @param {number} cell @param {number} duration */
function collapse(stage, cell, duration) {
  const { x, y, w } = boxOf(stage.layout, cell);
  const dust = [0.2, 0.4, 0.6,
    0.8].map((at) => el('circle', { cx: x + w * at, cy: y + w * 0.66, r: w * 0.22, fill: '#8b7f78' }));
  pass(stage, el('g', null, el('rect', { x, y, width: w, height: w, fill: '#ff8a2a' }), dust),
    [{ opacity: 0.95 }, { opacity: 0.6, offset: 0.4 }, { opacity: 0 }], { duration });
  const ruin = partOf(stage.svg, `tile:${cell}`)?.querySelector('use');
  ruin?.animate([{ translate: `0px ${-w * 0.3}px` }, { translate: '0px 0px' }],
    { duration: duration * 0.5, easing: 'ease-in' });
}

/** A new banner comes down. @param {Stage} stage @param {number} cell @param {number} duration */
function unfurl({ svg, layout }, cell, duration) {
  const banner = partOf(svg, `tile:${cell}`)?.querySelector('.bri-banner');
  banner?.animate([{ translate: `0px ${-layout.tile * 0.4}px`, opacity: 0 }, { translate: '0px 0px', opacity: 1 }],
    { duration, easing: 'cubic-bezier(.3,1.6,.5,1)' });
}

/**
 * A cube comes from its owner's board, or from another tile. @param {Stage} stage @param {number} cell
 * @param {number} seat @param {number | null} from @param {number} duration
 */
function fly({ svg }, cell, seat, from, duration) {
  const source = partOf(svg, from === null ? `supply:${seat}` : `tile:${from}`);
  const target = partOf(svg, `tile:${cell}`)?.querySelector(`[data-heap="${seat}"]`);
  if (!source || !target) return;
  const [a, b] = [source.getBoundingClientRect(), target.getBoundingClientRect()];
  glide(target, a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2, duration);
}
