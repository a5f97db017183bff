/**
 * What the page says beside the game: the connection, the delay, where a sandbox comes from; and new steps for a screen
 * reader.
 */

import { announce, clear, fill, h, plural, say } from '../../dom.js';
import { button } from '../pieces.js';
import { addressOf, span, wordOf } from '../words.js';
import { t } from '../../language/language.js';

const QUIET_MS = 4000;
const SOON_MS = 200;
/** @type {Record<string, [text: string, kind: string]>} */
const STATES = {
  loading: ['Reading the steps', ''], live: ['Live', 'tag-live'], connecting: ['Connecting', 'tag-warn'],
  lost: ['Connection lost', 'tag-warn'], ended: ['Ended', ''],
};

export class Notices {
  /** @type {string[]} */
  #unannounced = [];
  #timer = 0;
  #last = 0;
  #key = '';
  #retry;
  #state = h('span', { class: 'tag' }, STATES.loading[0]);
  #facts = h('span', { class: 'game-facts' });
  /** What the reader is told in a line of its own, over the board. */
  words = h('div', { class: 'game-words', role: 'status' });
  element = h('div', { class: 'game-notices' }, this.#state, this.#facts);

  /** @param {() => void} retry try to follow once more */
  constructor(retry) {
    this.#retry = retry;
  }

  /** @param {string} text */
  say(text) {
    say(this.words, text);
  }

  /** @param {string} state @param {Error} [problem] why it is lost for good */
  connection(state, problem) {
    const [text, kind] = STATES[state] ?? STATES.loading;
    say(this.#state, text);
    this.#state.className = `tag ${kind}`;
    if (state === 'lost' && problem) fill(this.words, problem.message, ' ', button('Try again', this.#retry));
    else if (state === 'live' && this.words.querySelector('button')) clear(this.words);
  }

  /** New steps, announced together and not too often. @param {Step[]} steps */
  arrived(steps) {
    for (const { line } of steps) if (line?.text) this.#unannounced.push(line.text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announce(), Math.max(this.#last + QUIET_MS - performance.now(), SOON_MS));
  }

  #announce() {
    if (!this.#unannounced.length) return;
    this.#last = performance.now();
    const last = this.#unannounced.slice(-3);
    const more = this.#unannounced.length - last.length;
    this.#unannounced = [];
    announce(more ? t`${plural(more, 'step')}, then: ${last.join(' ')}` : last.join(' '));
  }

  /** The delay, the sandbox, the watchers. @param {GameMeta} meta */
  update({ isDelayed, delay, sandbox, watchers }) {
    const key = JSON.stringify([isDelayed, delay, sandbox, watchers]);
    if (key === this.#key) return;
    this.#key = key;
    const origin = sandbox?.origin;
    fill(this.#facts,
      isDelayed && h('span', { class: 'tag tag-warn' }, t`Shown with a delay of ${lengthOf(delay)}`),
      sandbox && h('span', { class: 'tag tag-sandbox' }, 'Sandbox ', origin && h('a',
        { href: addressOf(origin.gameId, origin.version, wordOf(origin)) }, t`from step ${origin.version}`)),
      watchers > 0 && h('span', { class: 'soft small' }, t`${watchers} watching`));
  }
}

/** @param {Delay | null} delay */
function lengthOf(delay) {
  if (delay?.steps) return plural(delay.steps, 'step');
  return delay?.seconds ? span(delay.seconds * 1000) : 'some steps';
}
