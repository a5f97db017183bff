/** Moving through the rows of a list by keys: the list is one tab stop, which roves (ARIA's roving tabindex). */

import { set } from '../../dom.js';

const LEAP = 10;

/**
 * @typedef {object} RoverHow
 * @property {() => string} home the row where the tab key comes in
 * @property {(key: string, open: boolean) => boolean} fold open or fold a row; false if there was nothing to do
 */

export class Rover {
  #scroller;
  #how;
  #at = '';
  /** Whether the reader moved the tab stop away from home. */
  #moved = false;

  /** @param {import('./scroller.js').Scroller} scroller @param {RoverHow} how */
  constructor(scroller, how) {
    this.#scroller = scroller;
    this.#how = how;
    const { element } = scroller;
    element.addEventListener('keydown', (event) => this.#pressed(event));
    element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) this.#moved = false;
    });
    element.addEventListener('scroll', () => requestAnimationFrame(() => this.settle()), { passive: true });
  }

  /** The rows were laid out once more: one of them is the tab stop. */
  settle() {
    if (!this.#moved || this.#scroller.placeOf(this.#at) < 0) this.#at = this.#how.home();
    const wanted = this.#goOf(this.#at) ?? this.#scroller.element.querySelector('.log-go');
    this.#leaveAllBut(wanted);
    if (this.#scroller.rows.length && wanted) set(wanted, { tabindex: 0 });
  }

  /** Take the other rows out of the order of Tab. @param {Element | null} wanted */
  #leaveAllBut(wanted) {
    for (const other of this.#scroller.element.querySelectorAll('.log-go[tabindex="0"]'))
      if (other !== wanted) other.setAttribute('tabindex', '-1');
  }

  /** The tab stop is at a row. @param {string} key */
  to(key) {
    this.#at = key;
    this.#moved = true;
    this.settle();
  }

  /** @param {string} key */
  #goOf(key) {
    return this.#scroller.elementOf(key)?.querySelector('.log-go') ?? null;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { target, key } = event;
    const row = target instanceof Element ? target.closest('li') : null;
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#scroller.placeOf(row.dataset.card ?? row.dataset.step ?? '');
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => this.#focus(at + 1), ArrowUp: () => this.#focus(at - 1),
      PageDown: () => this.#focus(at + LEAP), PageUp: () => this.#focus(at - LEAP),
      Home: () => this.#focus(0), End: () => this.#focus(this.#scroller.rows.length - 1),
      ArrowRight: () => this.#inward(row), ArrowLeft: () => this.#outward(row, at),
    };
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {number} at */
  #focus(at) {
    const { rows } = this.#scroller;
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    this.#scroller.reveal(row.key);
    this.to(row.key);
    const go = this.#goOf(row.key);
    if (go instanceof HTMLElement) go.focus({ preventScroll: true });
  }

  /** Right: open the card, or go to the rules of the step. @param {HTMLElement} row */
  #inward(row) {
    const { card } = row.dataset;
    if (card && this.#how.fold(card, true)) this.#focus(this.#scroller.placeOf(card));
    else /** @type {HTMLElement | null} */ (row.querySelector('.log-sign'))?.focus();
  }

  /**
   * Left: from the rules to the step, from the step to its card; fold the card.
   * @param {HTMLElement} row @param {number} at
   */
  #outward(row, at) {
    const { card } = row.dataset;
    if (card) {
      if (this.#how.fold(card, false)) this.#focus(this.#scroller.placeOf(card));
      return;
    }
    if (document.activeElement?.classList.contains('log-sign')) { this.#focus(at); return; }
    const { rows } = this.#scroller;
    let head = at;
    while (head > 0 && /^\d+$/.test(rows[head].key)) head -= 1;
    this.#focus(head);
  }
}
