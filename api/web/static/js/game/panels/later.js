// A part of the page that is loaded when it is first needed, so that those who only watch need not wait for it.

import { fill, h } from '../../dom.js';

/** @template {{element: Element}} T */
export class Later {
  element = h('div', { class: 'later' });
  /** @type {T | null} the part, once it is here */
  here = null;
  #wish = null;
  #coming = null;

  /** @param {() => Promise<T>} load */
  constructor(load) {
    this.load = load;
  }

  /** Use the part now, or, if it is not here yet, once it is; of several wishes meanwhile only the last is carried out. */
  use(wish) {
    if (this.here) { wish(this.here); return; }
    this.#wish = wish;
    this.#coming ??= this.load().then((part) => {
      this.here = part;
      fill(this.element, part.element);
      this.#wish(part);
    }, (problem) => {
      console.error(problem);
      this.#coming = null;
    });
  }
}
