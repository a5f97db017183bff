/** A part of the page that is loaded when it is first needed, so that readers who only watch need not wait for it. */

import { fill, h } from '../../dom.js';

/** @template {{element: Element}} T */
export class Later {
  element = h('div', { class: 'later' });
  /** @type {T | null} the part, once it is loaded */
  part = null;
  /** @type {((part: T) => void) | null} */
  #wish = null;
  #loading = false;
  #load;

  /** @param {() => Promise<T>} load */
  constructor(load) {
    this.#load = load;
  }

  /**
   * Use the part now, or once it is loaded. Of several wishes meanwhile only the last one counts.
   * @param {(part: T) => void} wish
   */
  use(wish) {
    if (this.part) { wish(this.part); return; }
    this.#wish = wish;
    if (this.#loading) return;
    this.#loading = true;
    this.#load().then((part) => {
      this.part = part;
      fill(this.element, part.element);
      this.#wish?.(part);
    }, (problem) => {
      console.error(problem);
      this.#loading = false;
    });
  }
}
