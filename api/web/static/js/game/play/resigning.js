/** Resigning a seat, with a question first. */

import { clear, fill, h } from '../../dom.js';
import { button } from '../pieces.js';

export class Resigning {
  element = h('div', { class: 'play-resign' });
  #resign;

  /** @param {() => Promise<string>} resign resolves with what became of it */
  constructor(resign) {
    this.#resign = resign;
  }

  /** @param {boolean} may */
  update(may) {
    if (!may) clear(this.element);
    else if (!this.element.firstChild) this.#offer();
  }

  #offer() {
    fill(this.element, button('Resign …', () => this.#ask(), { class: 'quiet' }));
  }

  #ask() {
    const stay = button('Keep playing', () => this.#offer());
    const leave = button('Resign for good', async () => fill(this.element, await this.#resign()),
      { class: 'play-danger' });
    fill(this.element,
      h('p', null, 'Resign? A bot plays on for your seat, or the seat leaves the game. You cannot take it back.'),
      h('div', { class: 'row' }, leave, stay));
    stay.focus();
  }
}
