/** The large card, or the particulars of a borough, beside what is pointed at; loaded once something is.
 * Those who cannot see it have the same words as names. */

import { h, say } from '../../dom.js';
import { mount } from '../../drawing/mount.js';
import { el } from '../../drawing/tree.js';
import { SIZE, TYPE } from './art/type.js';
import { drawFace } from './art/faces.js';

const WIDE = 168;
const HIGH = 214;
const GAP = 10;

/**
 * @param {HTMLElement} board @param {London.Words} words @param {(id: string) => string} nameOf
 */
export function makeCallout(board, words, nameOf) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const text = h('p', null);
  const element = h('div', { class: 'lon-callout', 'aria-hidden': 'true', hidden: true }, picture, text);
  /** @type {Element | null} */
  let pointed = null;
  /** @param {Element | null} target */
  function point(target) {
    if (target === pointed) return;
    pointed = target;
    element.hidden = !target;
    if (!target) return;
    const card = cardOf(target);
    picture.toggleAttribute('hidden', !card);
    picture.classList.toggle('is-none', !card);
    if (card) mount(picture, large(words, card));
    say(text, card ? words.cardLabel(card) : nameOf(target.getAttribute('data-spot') ?? ''));
    place(element, board, target);
  }
  board.addEventListener('pointerover', (event) => point(targetOf(event)));
  board.addEventListener('pointerleave', () => point(null));
  board.addEventListener('focusin', (event) => point(targetOf(event)));
  board.addEventListener('focusout', () => point(null));
  return { element, point: (/** @type {Event} */ event) => point(targetOf(event)), close: () => point(null) };
}

/** @param {Event} event */
function targetOf({ target }) {
  return target instanceof Element ? target.closest('[data-card], [data-spot^="borough:"], [data-spot^="stack:"]')
    : null;
}

/** The card that is meant: itself, or the one on top of a stack. @param {Element} target */
function cardOf(target) {
  const own = target.getAttribute('data-card');
  return own ?? [...target.querySelectorAll('[data-card]')].at(-1)?.getAttribute('data-card') ?? null;
}

/** @param {London.Words} words @param {string} card */
const large = (words, card) => el('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH,
  'font-family': TYPE, 'font-size': SIZE, 'font-weight': 700, 'text-anchor': 'middle',
  'stroke-linejoin': 'round' }, drawFace(words.face(card), card, { w: WIDE, h: HIGH }));

/** Beside what is pointed at, on the side with more room, within the board. @param {HTMLElement} element
 * @param {HTMLElement} board @param {Element} target */
function place(element, board, target) {
  const frame = board.getBoundingClientRect();
  const { left, right, top } = target.getBoundingClientRect();
  const [w, high] = [element.offsetWidth, element.offsetHeight];
  const above = target.classList.contains('lon-held') && top - GAP - high > frame.top;
  const beside = right + GAP + w < frame.right ? right + GAP : Math.max(frame.left, left - GAP - w);
  const x = above ? Math.max(frame.left, Math.min(frame.right - w, (left + right - w) / 2)) : beside;
  const y = above ? top - GAP - high : Math.min(frame.bottom - high - 4, Math.max(frame.top + 4, top - 20));
  element.style.setProperty('left', `${x - frame.left}px`);
  element.style.setProperty('top', `${y - frame.top}px`);
}
