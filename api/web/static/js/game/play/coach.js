/** The coach of somebody's first game of a ruleset: a few bubbles, each beside what it speaks of, one at a time. */

import { clear, fill, h } from '../../dom.js';
import { button } from '../pieces.js';
import { pin } from './places/place.js';
import { t } from '../../language/language.js';

/** @param {string} ruleset */
const keyOf = (ruleset) => `emberlog.coach.${ruleset}`;

/** The first bubble that this reader has not closed. @param {string} ruleset */
function stored(ruleset) {
  try { return Number(localStorage.getItem(keyOf(ruleset)) ?? 0); } catch { return Infinity; }
}

/** @param {string} ruleset @param {number} next */
function store(ruleset, next) {
  try { localStorage.setItem(keyOf(ruleset), String(next)); } catch { /* It applies as long as the page lives. */ }
}

export class Coach {
  element = h('div', { class: 'coach-place' });
  #ruleset;
  /** @type {Bubble[]} */
  #bubbles = [];
  #next;
  #unpin = () => {};

  /** @param {string} ruleset @param {AbortSignal} signal */
  constructor(ruleset, signal) {
    this.#ruleset = ruleset;
    this.#next = stored(ruleset);
    signal.addEventListener('abort', () => this.#withdraw());
  }

  /** @param {Bubble[]} bubbles */
  teach(bubbles) {
    this.#bubbles = bubbles;
  }

  /** Draw the bubble that is due while the reader is to choose; none at any other time. @param {boolean} choosing */
  update(choosing) {
    this.#withdraw();
    const bubble = choosing ? this.#bubbles[this.#next] : null;
    if (!bubble) return;
    const anchor = () => [...document.querySelectorAll(bubble.at)].find((each) => each.getClientRects().length) ?? null;
    if (!anchor()) return;
    const last = this.#next === this.#bubbles.length - 1;
    const note = h('div', { class: 'coach', role: 'note', 'aria-label': 'Coach' },
      h('p', null, bubble.text),
      h('div', { class: 'row' }, h('span', { class: 'soft small' }, t`${this.#next + 1} of ${this.#bubbles.length}`),
        !last && button('No more of these', () => this.#to(this.#bubbles.length), { class: 'quiet' }),
        button(last ? 'Done' : 'Next', () => this.#to(this.#next + 1))));
    fill(this.element, note);
    this.#unpin = pin(note, anchor);
  }

  #withdraw() {
    this.#unpin();
    this.#unpin = () => {};
    clear(this.element);
  }

  /** @param {number} next */
  #to(next) {
    this.#next = next;
    store(this.#ruleset, next);
    this.update(true);
  }
}
