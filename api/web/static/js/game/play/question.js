/**
 * The question before a command counts: a tick and a cross beside the spot that was chosen last, with what the command
 * would change of the scores. A command from the list is in question in the panel.
 */

import { clear, fill, h, svg } from '../../dom.js';
import { button } from '../pieces.js';
import { chips, forecast, foresee } from './forecast.js';
import { pin, spotElement } from './places/place.js';

const DEBOUNCE_MS = 120;

/**
 * @typedef {{play: (legal: LegalCommand) => void, back: () => void}} QuestionWishes
 * @typedef {object} Asking what is in question
 * @property {LegalCommand} chosen @property {string | null} spot where it was chosen
 * @property {string} warning empty: nothing speaks against it
 * @property {string} note why it is in question by itself; empty: the reader chose it
 */

export class Question {
  element = h('div', { class: 'play-question' });
  #game;
  #signal;
  #wishes;
  #mine;
  #unpin = () => {};
  #running = new AbortController();
  /** @type {{chosen: LegalCommand, foreseen: Promise<import('./forecast.js').Foreseen>} | null} */
  #ahead = null;

  /**
   * @param {string} game @param {() => number | null} mine the reader's seat @param {AbortSignal} signal
   * @param {QuestionWishes} wishes
   */
  constructor(game, mine, signal, wishes) {
    this.#game = game;
    this.#mine = mine;
    this.#signal = signal;
    this.#wishes = wishes;
    signal.addEventListener('abort', () => this.clear());
  }

  /** What a command would bring; it is read once. @param {LegalCommand} chosen */
  ahead(chosen) {
    if (this.#ahead?.chosen !== chosen) this.#ahead = { chosen, foreseen: this.#foresee(chosen) };
    return this.#ahead.foreseen;
  }

  /** Look ahead, and no more for what was chosen before. @param {Parameters<Question['ahead']>[0]} chosen */
  #foresee(chosen) {
    this.#running.abort();
    this.#running = new AbortController();
    return foresee(this.#game, chosen.json, AbortSignal.any([this.#signal, this.#running.signal]));
  }

  clear() {
    this.#unpin();
    this.#unpin = () => {};
    this.#ahead = null;
    clear(this.element);
  }

  /** @param {Asking} asking */
  ask({ chosen, spot, warning, note }) {
    this.#unpin();
    const scores = h('p', { class: 'play-chips', role: 'status' });
    const ahead = h('div', { class: 'play-forecast', hidden: true });
    const more = button('What would happen?', () => this.#lookAhead(more, ahead, chosen),
      { class: 'quiet', 'aria-expanded': 'false' });
    const { play, back } = this.#wishes;
    const group = h('div', { class: 'play-confirm', role: 'group', 'aria-label': 'Play this?',
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') back(); } },
    note && h('p', { class: 'soft small' }, note), h('p', { class: 'play-sentence' }, chosen.text),
    warning && h('p', { class: 'play-warning' }, warning), scores,
    h('div', { class: 'row' },
      button([tick('M5 12.5l4.5 4.5L19 7.5'), 'Play'], () => play(chosen), { class: 'primary' }),
      button([tick('M6 6l12 12M18 6L6 18'), 'Back'], back), more),
    ahead);
    fill(this.element, group);
    if (spot && spotElement(spot)) this.#unpin = pin(group, () => spotElement(spot));
    setTimeout(() => { if (group.isConnected) this.#score(scores, chosen); }, DEBOUNCE_MS);
  }

  playing() {
    this.clear();
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

  /** @param {HTMLElement} scores @param {LegalCommand} chosen */
  async #score(scores, chosen) {
    const foreseen = await this.ahead(chosen).catch(() => null);
    if (foreseen) fill(scores, chips(foreseen, this.#mine()), foreseen.dryRun.ends && ' The game would be over.');
  }

  /** @param {HTMLElement} more @param {HTMLElement} ahead @param {LegalCommand} chosen */
  async #lookAhead(more, ahead, chosen) {
    ahead.hidden = !ahead.hidden;
    more.setAttribute('aria-expanded', String(!ahead.hidden));
    fill(ahead, h('p', { role: 'status' }, 'Looking ahead …'));
    fill(ahead, await this.ahead(chosen).then(forecast, (problem) => problem.message));
  }
}

/** @param {string} d @returns {SVGElement} a sign drawn by one line */
const tick = (d) => svg('svg', { class: 'play-tick', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));
