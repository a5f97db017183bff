// What the page says beside the game: the connection, the delay, where a sandbox comes from; and new steps to a screen reader, politely.

import { announce, clear, fill, h, say } from '../../dom.js';
import { button } from '../pieces.js';
import { addressOf, span, wordOf } from '../words.js';

const QUIET_MS = 4000;
const STATES = {
  loading: ['Reading the steps', ''], live: ['Live', 'tag-live'], connecting: ['Connecting', 'tag-warn'],
  lost: ['Connection lost', 'tag-warn'], ended: ['Ended', ''],
};

export class Notices {
  #unsaid = [];
  #timer = 0;
  #last = 0;
  #shown = '';

  /** @param {() => void} again try to follow once more */
  constructor(again) {
    this.again = again;
    this.state = h('span', { class: 'tag' }, STATES.loading[0]);
    this.facts = h('span', { class: 'game-facts' });
    this.words = h('span', { role: 'status' });
    this.element = h('div', { class: 'game-notices' }, this.state, this.facts, this.words);
  }

  say(text) {
    say(this.words, text);
  }

  /** @param {string} state @param {Error} [problem] why it is lost for good */
  connection(state, problem) {
    const [text, kind] = STATES[state] ?? STATES.loading;
    say(this.state, text);
    this.state.className = `tag ${kind}`;
    if (state === 'lost' && problem) fill(this.words, problem.message, ' ', button('Try again', this.again));
    else if (state === 'live' && this.words.querySelector('button')) clear(this.words);
  }

  /** New steps, told together and not too often. */
  heard(steps) {
    this.#unsaid.push(...steps.map((step) => step.line?.text).filter(Boolean));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), Math.max(this.#last + QUIET_MS - performance.now(), 200));
  }

  #tell() {
    if (!this.#unsaid.length) return;
    this.#last = performance.now();
    const last = this.#unsaid.slice(-3);
    const more = this.#unsaid.length - last.length;
    this.#unsaid = [];
    announce(`${more ? `${more} steps, then: ` : ''}${last.join(' ')}`);
  }

  /** The delay, the sandbox, the watchers. */
  update(meta) {
    const now = JSON.stringify([meta.isDelayed, meta.delay, meta.sandbox, meta.watchers]);
    if (now === this.#shown) return;
    this.#shown = now;
    const { delay, sandbox } = meta;
    const late = delay && (delay.steps ? `${delay.steps} steps` : span(delay.seconds * 1000));
    const origin = sandbox?.origin;
    fill(this.facts,
      meta.isDelayed && h('span', { class: 'tag tag-warn' }, `Shown with a delay of ${late || 'some steps'}`),
      sandbox && h('span', { class: 'tag' }, 'Sandbox ', origin && h('a',
        { href: addressOf(origin.game, origin.version, wordOf(origin)) }, `from step ${origin.version}`)),
      meta.watchers > 0 && h('span', { class: 'soft small' }, `${meta.watchers} watching`));
  }
}
