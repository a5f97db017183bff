/**
 * "Since your last turn": the headlines of the turns that a reader did not play or see, each to be watched once more.
 */

import { fill, h, say } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { button } from '../pieces.js';
import { t } from '../../language/language.js';

/** A recap has at most so many turns. */
const TURNS_MAX = 6;
/** How long it stands open over the board: while it does, what lies under it cannot be chosen. */
const OPEN_MS = 3_000;
const TURN_MS = 1_500;

/** @typedef {{card: TurnCard, headline: string}} Told */

export class Recap {
  #title = h('summary', null);
  #list = h('ol', { class: 'recap-list' });
  #replay;
  #timer = 0;
  element = h('details', { class: 'recap', hidden: true }, this.#title, this.#list);

  /** @param {(first: number, last: number) => void} replay watch these steps once more */
  constructor(replay) {
    this.#replay = replay;
    // It folds as soon as the reader turns to anything else.
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !this.element.contains(target)) this.element.open = false;
    });
    this.element.addEventListener('pointermove', () => this.#foldIn(OPEN_MS)); // somebody reads it
  }

  /** @param {number} ms */
  #foldIn(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.element.contains(document.activeElement)) this.#foldIn(OPEN_MS);
      else this.element.open = false;
    }, ms);
  }

  /** @param {string} title @param {Told[]} turns the oldest first */
  show(title, turns) {
    if (turns.length === 0) return;
    say(this.#title, title);
    const last = turns.slice(-TURNS_MAX);
    const left = turns.length - last.length;
    fill(this.#list, left > 0 && h('li', { class: 'soft' }, t`${left} more turns before.`),
      last.map((each) => this.#rowOf(each)));
    this.element.hidden = false;
    this.element.open = true;
    this.#foldIn(OPEN_MS + last.length * TURN_MS);
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {Told} turn */
  #rowOf({ card, headline }) {
    return h('li', null,
      button([card.seat !== null && seatEmblem(card.seat, 14, ''), h('span', null, headline)],
        () => this.#replay(card.first, card.last), { class: 'recap-go', title: 'Watch it once more' }));
  }
}
