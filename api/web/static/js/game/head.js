/** The one line above the board: what game this is, how it stands, through whose eyes, and what can be done with it. */

import { day, fill, h, say, set, svg } from '../dom.js';
import { button } from './pieces.js';
import { viewerName, viewerOf, whoseTurn } from './words.js';

/** @type {Record<string, string>} outlines in a box of 24 by 24 */
const ICONS = {
  link: 'M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1.5-1.5',
  share: 'M12 15V3M8 7l4-4l4 4M5 12v8h14v-8',
  fork: 'M6 3v18M6 9c8 0 12-1 12-6M18 3l-3 3M18 3l3 3',
  eye: 'M2 12c4-7 16-7 20 0c-4 7-16 7-20 0ZM12 9a3 3 0 1 0 .01 0Z',
  keys: 'M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1 1-1.1 2.1M12 17.2v.1',
};

/** @param {string} name */
const icon = (name) => svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

/** @param {string} name @param {string} label @param {() => void} act @param {Record<string, any>} [more] */
const tool = (name, label, act, more = {}) =>
  button(icon(name), act, { class: 'icon quiet', 'aria-label': label, title: label, ...more });

export class Head {
  #session;
  #status = h('p', { class: 'game-turn' });
  #about = h('p', { class: 'game-about soft' });
  #heading = h('h1', null);
  #fork;
  #viewer;
  #chip;

  /**
   * @param {import('./session.js').Session} session
   * @param {Pick<import('./parts.js').Parts, 'notices' | 'signals'>} parts
   * @param {import('./parts.js').Wishes} wishes
   */
  constructor(session, { notices, signals }, wishes) {
    this.#session = session;
    this.#fork = tool('fork', 'Play on from here', wishes.fork, { hidden: true });
    this.#viewer = h('select',
      { id: 'viewer', 'aria-label': 'View as', onchange: () => wishes.viewAs(this.#viewer.value) });
    this.#chip = h('span', { class: 'game-viewer', title: 'Whose knowledge the board shows (v)' }, icon('eye'),
      this.#viewer);
    this.element = h('header', { class: 'game-head' },
      h('div', { class: 'game-title' }, this.#heading, this.#about), notices.element, this.#status,
      h('div', { class: 'game-tools' }, this.#chip, signals.element,
        tool('link', 'Copy link', () => wishes.copyLink(), { class: 'icon quiet tool-link' }),
        tool('share', 'Share', wishes.share), this.#fork,
        tool('keys', 'Keys', wishes.showKeys, { class: 'icon quiet tool-keys' })));
  }

  /** The title of the game; its ruleset and day once the ruleset is known. */
  title() {
    const { meta, title, rulesetTitle } = this.#session;
    say(this.#heading, title);
    set(this.#heading, { title });
    if (meta.rulesetTitle) say(this.#about, `${meta.title ? rulesetTitle + ' · ' : ''}${day(meta.openedAt)}`);
  }

  /** The viewers the reader can choose, in their order. @returns {string[]} */
  get viewers() {
    return [...this.#viewer.options].map((option) => option.value);
  }

  /** @param {GameView} view @param {boolean} live whether it is the last step: nobody plays at an earlier one */
  update(view, live) {
    const seat = live ? this.#session.seat : null;
    say(this.#status, whoseTurn(view, seat));
    this.#status.classList.toggle('game-turn-own', seat !== null && view.to_act.includes(seat));
    this.#fork.hidden = view.position === null;
  }

  /** Whose eyes there are, and whose are used. @param {GameView} view @param {string} word */
  drawViewers(view, word) {
    const viewers = this.#session.viewers(view.seats.length);
    if (!viewers.includes(word)) viewers.push(word);
    const options = viewers.map((each) => [each, viewerName(each, view.seats, this.#session.seat)]);
    const key = JSON.stringify(options);
    if (this.#viewer.dataset.key !== key) {
      this.#viewer.dataset.key = key;
      fill(this.#viewer, options.map(([value, name]) => h('option', { value }, name)));
    }
    if (this.#viewer.value !== word) this.#viewer.value = word;
    const seat = viewerOf(word)?.seat;
    this.#chip.className = `game-viewer ${seat === undefined ? 'viewer-' + word : 'viewer-seat seat-' + seat % 6}`;
  }
}
