/** A slim bar over the players' cards: who would win from the step on the screen, by the colours of the players. */

import { fill, h } from '../../../dom.js';
import { bandInWords, inWords } from './chances.js';
import { t } from '../../../language/language.js';

export class ChancesBar {
  element = h('div', { class: 'chances-bar', role: 'img', hidden: true });
  /** @type {[GameView, number] | null} what is on the screen */
  #now = null;
  #chances;

  /** @param {import('./chances.js').WinChances} chances */
  constructor(chances) {
    this.#chances = chances;
  }

  /** @param {GameView} view @param {number} at */
  show(view, at) {
    this.#now = [view, at];
    this.#draw(view, at);
    this.#chances.read().then(() => { if (this.#now) this.#draw(...this.#now); });
  }

  /** Hide it: a player knows more than the chances rest on. */
  hide() {
    this.#now = null;
    this.element.hidden = true;
  }

  /** @param {GameView} view @param {number} at */
  #draw(view, at) {
    const row = this.#chances.at(at);
    this.element.hidden = row === null;
    if (row === null) return;
    this.element.setAttribute('aria-label', t`Win chances after step ${row.version}: ${inWords(row, view)}`);
    this.element.title = `${inWords(row, view)}. ${bandInWords(row, view)}`;
    fill(this.element, row.seats.map(({ seat, share }) => (
      h('span', { class: `seat-${seat % 6}`, style: { '--share': share } }))));
  }
}
