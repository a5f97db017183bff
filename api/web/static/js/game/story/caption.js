/** The caption: what happens on the board, in one large sentence over its edge, for as long as it happens. */

import { fill, h, say } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { button } from '../pieces.js';

/** How long a sentence stays after its time, if no other follows. */
const AFTER_MS = 1600;

export class Caption {
  #text = h('span', { class: 'caption-text' });
  #seat = h('span', { class: 'caption-seat' });
  #skip;
  #timer = 0;

  /** @param {() => void} skip show at once what waits for its time */
  constructor(skip) {
    this.#skip = button('Skip', skip, { class: 'caption-skip', title: 'Skip to the last step (Space)', hidden: true });
    // New steps are announced by the notices, so a screen reader hears each of them once.
    this.element = h('div', { class: 'caption', hidden: true },
      h('p', { class: 'caption-line', 'aria-hidden': 'true' }, this.#seat, this.#text), this.#skip);
  }

  /**
   * @param {string} text @param {number | null} seat who does it @param {number} ms how long it takes
   * @param {boolean} [more] whether more waits that can be skipped
   */
  show(text, seat, ms, more = false) {
    clearTimeout(this.#timer);
    this.element.hidden = false;
    this.#skip.hidden = !more;
    say(this.#text, text);
    fill(this.#seat, seat === null ? null : seatEmblem(seat, 20, ''));
    this.#timer = setTimeout(() => this.hide(), ms + AFTER_MS);
  }

  hide() {
    clearTimeout(this.#timer);
    if (this.element.contains(document.activeElement)) return;
    this.element.hidden = true;
  }
}
