/** The list of what may be played: a filter, what is picked on the board, and the commands by type. */

import { fill, h } from '../../dom.js';
import { button } from '../pieces.js';
import { inOrder } from './prompt.js';

const OPEN_MAX = 40;
const OPEN_EACH = 4;
const FILTER_FROM = 8;

/**
 * @typedef {{choose: (legal: LegalCommand) => void, pick: (id: string) => void, send: (bundle: Bundle) => void,
 *   headOf: (type: string) => string}} ListWishes
 */

export class ChoiceList {
  #filter = h('input',
    { type: 'search', 'aria-label': 'Filter what you may play', placeholder: 'Filter', oninput: () => this.draw() });
  #filterRow = h('div', { class: 'play-filter' }, this.#filter);
  #picked = h('p', { class: 'play-picked', role: 'status' });
  #bundles = h('div', { class: 'play-bundles' });
  #groups = h('div', { class: 'play-groups' });
  element = h('div', { class: 'play-choice' }, this.#filterRow, this.#picked, this.#bundles, this.#groups);
  /** @type {Bundle[]} */
  #several = [];
  #offers;
  #wishes;

  /** @param {import('./offers.js').Offers} offers @param {ListWishes} wishes */
  constructor(offers, wishes) {
    this.#offers = offers;
    this.#wishes = wishes;
  }

  /** The first button of the list, if there is one. */
  get first() {
    return this.#groups.querySelector('button');
  }

  /** @param {Bundle[]} [bundles] several commands that may be played in one */
  draw(bundles = this.#several) {
    this.#several = bundles;
    fill(this.#bundles, bundles.map((bundle) =>
      button(bundle.text, () => this.#wishes.send(bundle), { class: 'play-bundle' })));
    const { legal, open, chosen: picked } = this.#offers;
    const words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = open.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
    this.#filterRow.hidden = legal.length < FILTER_FROM;
    fill(this.#picked, picked.length > 0 && this.#pickedLine(picked));
    const groups = byType(inOrder(matches));
    const unfolded = groups.size === 1 || matches.length <= OPEN_MAX || words.length > 0;
    fill(this.#groups, [...groups].map(([type, each]) => this.#group(type, each, unfolded || each.length <= OPEN_EACH)),
      matches.length === 0 && h('p', { class: 'soft' }, 'Nothing you may play matches these words.'));
  }

  /** Up and Down move through the list. @param {KeyboardEvent} event */
  move(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { target } = event;
    if (!by || !(target instanceof HTMLElement) || !target.matches('.play-legal, summary')) return;
    /** @type {HTMLElement[]} */
    const all = [...this.#groups.querySelectorAll('summary, details[open] .play-legal')].map(
      (each) => /** @type {any} */ (each));
    event.preventDefault();
    event.stopPropagation();
    all[all.indexOf(target) + by]?.focus();
  }

  /** @param {string[]} picked */
  #pickedLine(picked) {
    const names = picked.map((id) => this.#offers.nameOf(id)).join(' → ');
    return ['Chosen: ', names, ' ',
      button('Take back', () => this.#wishes.pick(picked[picked.length - 1]), { class: 'quiet' })];
  }

  /** @param {string} type @param {LegalCommand[]} commands @param {boolean} open */
  #group(type, commands, open) {
    return h('details', { open },
      h('summary', null, `${this.#wishes.headOf(type)} `, h('span', { class: 'soft' }, `(${commands.length})`)),
      h('ul', { class: 'plain' }, commands.map((legal) => h('li', null,
        button(legal.text, () => this.#wishes.choose(legal), { class: 'play-legal' })))));
  }
}

/** @param {LegalCommand[]} commands */
function byType(commands) {
  /** @type {Map<string, LegalCommand[]>} */
  const groups = new Map();
  for (const legal of commands) groups.set(legal.type, [...(groups.get(legal.type) ?? []), legal]);
  return groups;
}
