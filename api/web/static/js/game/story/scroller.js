/**
 * A list of which only what is near the window is in the document: thousands of rows cost what a screen of them costs.
 *
 * Rows have heights of their own. A height is guessed until the row was laid out once; what is in sight stays where
 * it is
 * when a guess was wrong.
 */

import { h, set } from '../../dom.js';

/** How far beyond the window rows are laid out, in px. */
const BEYOND_PX = 300;
const CORRECTIONS_MAX = 4;

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} stamp changes when the row has to be made once more
 * @property {number} guess its height in px before it was laid out
 * @property {() => HTMLElement} make
 */

export class Scroller {
  list = h('ol', { class: 'log-list', role: 'list' });
  element = h('div', { class: 'log-scroll' }, this.list);
  /** @type {Row[]} */
  rows = [];
  /** @type {Map<string, number>} the place of each row by key */
  #places = new Map();
  /** @type {Map<string, number>} measured heights */
  #heights = new Map();
  /** @type {number[]} the top of each row, and the end of the last one */
  #tops = [0];
  /** @type {Map<string, {element: HTMLElement, stamp: string}>} the rows in the document */
  #made = new Map();
  #width = 0;
  #frame = 0;
  #changed;

  /** @param {() => void} [changed] told when the window has another size */
  constructor(changed = () => {}) {
    this.#changed = changed;
    this.element.addEventListener('scroll', () => this.#later(), { passive: true });
    if (typeof ResizeObserver === 'function') new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  /** Show other rows. What is in sight stays in its place. @param {Row[]} rows */
  set(rows) {
    const anchor = this.#anchor();
    this.rows = rows;
    this.#places = new Map(rows.map(({ key }, at) => [key, at]));
    this.#measure();
    this.#return(anchor);
    this.draw();
  }

  /** The place of a row, or −1. @param {string} key */
  placeOf(key) {
    return this.#places.get(key) ?? -1;
  }

  /** The element of a row, if it is in the document. @param {string} key */
  elementOf(key) {
    return this.#made.get(key)?.element ?? null;
  }

  /**
   * Bring a row into sight, with as little scrolling as needed or into the middle.
   * @param {string} key @param {boolean} [middle]
   */
  reveal(key, middle = false) {
    for (let times = 0; times < CORRECTIONS_MAX; times += 1) {
      const place = this.placeOf(key);
      if (place < 0 || this.#window() === 0) return;
      const [top, end] = [this.#tops[place], this.#tops[place + 1]];
      const [from, height] = [this.element.scrollTop, this.#window()];
      if (top >= from && end <= from + height && this.elementOf(key)) return;
      const near = top < from ? top : end - height;
      this.element.scrollTop = middle ? top - (height - (end - top)) / 2 : near;
      this.draw();
    }
  }

  /** Lay out what is near the window. */
  draw() {
    for (let times = 0; times < CORRECTIONS_MAX; times += 1) {
      this.#fit();
      const anchor = this.#anchor();
      if (!this.#correct()) return;
      this.#return(anchor);
    }
  }

  #window() {
    return this.element.clientHeight;
  }

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  #resized() {
    const width = this.element.clientWidth;
    if (width !== this.#width) {
      this.#width = width;
      const anchor = this.#anchor();
      this.#heights.clear();
      this.#measure();
      this.#return(anchor);
    }
    this.draw();
    this.#changed();
  }

  /** The tops of all rows from their heights. */
  #measure() {
    let top = 0;
    this.#tops = [0];
    for (const { key, guess } of this.rows) {
      top += this.#heights.get(key) ?? guess;
      this.#tops.push(top);
    }
    const height = `${top}px`;
    if (this.list.style.getPropertyValue('height') !== height) this.list.style.setProperty('height', height);
  }

  /** The row at a height: the last one that begins above it. @param {number} y */
  #rowAt(y) {
    let [low, high] = [0, Math.max(this.rows.length - 1, 0)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first row in sight and how far above the window it begins. */
  #anchor() {
    const at = this.#rowAt(this.element.scrollTop);
    const row = this.rows[at];
    return row ? { key: row.key, above: this.element.scrollTop - this.#tops[at] } : null;
  }

  /** @param {{key: string, above: number} | null} anchor */
  #return(anchor) {
    const place = anchor ? this.placeOf(anchor.key) : -1;
    if (anchor && place >= 0 && anchor.above > 0) this.element.scrollTop = this.#tops[place] + anchor.above;
  }

  /** Put the rows near the window into the document, and take the others out. */
  #fit() {
    const height = this.#window();
    const [from, to] = height === 0 ? [0, -1]
      : [this.#rowAt(this.element.scrollTop - BEYOND_PX), this.#rowAt(this.element.scrollTop + height + BEYOND_PX)];
    const wanted = new Set(this.rows.slice(from, to + 1).map(({ key }) => key));
    for (const [key, { element }] of this.#made) {
      // A row that has the focus stays, wherever it is.
      if (wanted.has(key) || (this.#places.has(key) && element.contains(document.activeElement))) continue;
      element.remove();
      this.#made.delete(key);
    }
    let last = null;
    for (let at = from; at <= to && at < this.rows.length; at += 1) last = this.#place(at, last);
    for (const [key, { element }] of this.#made) this.#put(element, this.placeOf(key));
  }

  /** @param {number} at @param {Element | null} after the element of the row before */
  #place(at, after) {
    const row = this.rows[at];
    const made = this.#made.get(row.key);
    if (made && made.stamp === row.stamp) return made.element;
    const element = row.make();
    if (made) made.element.replaceWith(element);
    else if (after) after.after(element);
    else this.list.prepend(element);
    if (made?.stamp !== row.stamp) this.#heights.delete(row.key);
    this.#made.set(row.key, { element, stamp: row.stamp });
    return element;
  }

  /** @param {HTMLElement} element @param {number} at */
  #put(element, at) {
    const place = `translateY(${this.#tops[at]}px)`;
    if (element.style.getPropertyValue('transform') !== place) element.style.setProperty('transform', place);
    set(element, { 'aria-posinset': at + 1, 'aria-setsize': this.rows.length });
  }

  /** Measure what is laid out. Returns whether a guess was wrong. */
  #correct() {
    let wrong = false;
    for (const [key, { element }] of this.#made) {
      const height = element.offsetHeight;
      if (height === 0 || this.#heights.get(key) === height) continue;
      wrong = wrong || Math.abs(height - (this.#heights.get(key) ?? this.rows[this.placeOf(key)].guess)) >= 1;
      this.#heights.set(key, height);
    }
    if (wrong) this.#measure();
    return wrong;
  }
}
