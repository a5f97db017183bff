/** The question before a command counts: play it, look ahead, or go back. */

import { clear, fill, h } from '../../dom.js';
import { button } from '../pieces.js';
import { forecast } from './forecast.js';

/** @typedef {{play: (legal: LegalCommand) => void, back: () => void}} QuestionWishes */

export class Question {
  element = h('div', { class: 'play-question' });
  #game;
  #signal;
  #wishes;

  /** @param {string} game @param {AbortSignal} signal @param {QuestionWishes} wishes */
  constructor(game, signal, wishes) {
    this.#game = game;
    this.#signal = signal;
    this.#wishes = wishes;
  }

  /** @param {LegalCommand | null} chosen */
  ask(chosen) {
    if (!chosen) { clear(this.element); return; }
    const ahead = h('div', { class: 'play-forecast', role: 'status' });
    const { play, back } = this.#wishes;
    fill(this.element, h('div', { class: 'play-confirm', role: 'group', 'aria-label': 'Play this?',
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') back(); } },
    h('p', { class: 'play-sentence' }, chosen.text),
    h('div', { class: 'row' },
      button('Play', () => play(chosen), { class: 'primary' }),
      button('What would happen?', () => this.#lookAhead(ahead, chosen)), button('Back', back)),
    ahead));
  }

  playing() {
    fill(this.element, h('p', { role: 'status', class: 'busy' }, 'Playing'));
  }

  /** The connection is lost; the command is sent once more. @param {SentCommand} sent */
  waiting(sent) {
    fill(this.element, h('p', { role: 'status' },
      `The connection is lost. "${sent.text}" will be sent under the same id until it is answered.`));
  }

  /** Bring it into view, ready for Enter. */
  focus() {
    const play = this.element.querySelector('.primary');
    if (play instanceof HTMLElement) play.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {HTMLElement} ahead @param {LegalCommand} chosen */
  async #lookAhead(ahead, chosen) {
    fill(ahead, 'Looking ahead …');
    fill(ahead, await forecast(this.#game, chosen.json, this.#signal).catch((problem) => problem.message));
  }
}
