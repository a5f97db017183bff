/** A plain board for a ruleset without one of its own: the view as a tree of names and values. It offers no spots. */

import { h, say, stylesheet, words } from '../dom.js';
import { clearChanged, flagChanged } from './kit.js';
import { t } from '../language/language.js';

const CLOSED_BELOW = 3;
const FLAT_MAX = 24;

/** @param {any} value */
const isSimple = (value) => value === null || typeof value !== 'object';
/** @param {any} value */
const isFlat = (value) => Array.isArray(value) && value.length < FLAT_MAX && value.every(isSimple);

/** @param {any} value @returns {string} */
function textOf(value) {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : 'none';
  return String(value);
}

/** What a part of a list calls itself, if it does. @param {any} value @param {number} index */
const named = (value, index) => words(String(value?.name ?? value?.id ?? value?.card ?? index + 1));

/**
 * One value in the tree. An update touches only what is another object than before: views share what did not change.
 */
class Leaf {
  #label;
  #depth;
  #name;
  #value = h('dd');
  /** @type {any} */
  #before;
  /** @type {Branch | null} */
  #branch = null;

  /** @param {string} label @param {number} depth */
  constructor(label, depth) {
    this.#label = label;
    this.#depth = depth;
    this.#name = h('dt', null, label);
    this.element = h('div', { class: 'any-leaf' }, this.#name, this.#value);
  }

  /** @param {any} next @param {boolean} flagged whether to flag what changed */
  update(next, flagged) {
    if (next === this.#before) return;
    if (isSimple(next) || isFlat(next)) this.#setText(textOf(next), flagged);
    else this.#grow().update(next, flagged);
    this.#before = next;
  }

  /** @param {string} text @param {boolean} flagged */
  #setText(text, flagged) {
    if (this.#branch) this.#fold();
    if (flagged && this.#before !== undefined && this.#value.textContent !== text) flagChanged(this.#value);
    say(this.#value, text);
  }

  /** Become a leaf: what had parts has none any more. */
  #fold() {
    this.#branch = null;
    this.element.replaceChildren(this.#name, this.#value);
    this.element.className = 'any-leaf';
  }

  #grow() {
    if (!this.#branch) {
      this.#branch = new Branch(this.#label, this.#depth);
      this.element.replaceChildren(this.#branch.element);
      this.element.className = 'any-branch';
    }
    return this.#branch;
  }
}

class Branch {
  #depth;
  #list = h('dl', { class: 'any-list' });
  #count = h('span', { class: 'soft' });
  /** @type {Map<string, Leaf>} */
  #parts = new Map();

  /** @param {string} label @param {number} depth */
  constructor(label, depth) {
    this.#depth = depth;
    this.element = h('details', { open: depth < CLOSED_BELOW }, h('summary', null, `${label} `, this.#count),
      this.#list);
  }

  /** @param {any} next @param {boolean} flagged */
  update(next, flagged) {
    const isList = Array.isArray(next);
    say(this.#count, isList ? `(${next.length})` : '');
    const gone = new Set(this.#parts.keys());
    for (const [key, part] of Object.entries(next)) {
      gone.delete(key);
      const known = this.#parts.get(key);
      if (known) known.update(part, flagged);
      else this.#add(key, part, isList ? named(part, Number(key)) : words(key), flagged);
    }
    for (const key of gone) {
      this.#parts.get(key)?.element.remove();
      this.#parts.delete(key);
    }
  }

  /** @param {string} key @param {any} value @param {string} label @param {boolean} flagged */
  #add(key, value, label, flagged) {
    const part = new Leaf(label, this.#depth + 1);
    this.#parts.set(key, part);
    this.#list.append(part.element);
    part.update(value, false);
    if (flagged) flagChanged(part.element);
  }
}

/** @param {BoardSetup<object>} setup @returns {Promise<Board>} */
export default async function makeBoard({ ruleset }) {
  await stylesheet('/assets/css/game/plain.css');
  const waiting = h('p', { class: 'soft' }, 'There is nothing to show yet.');
  const element = h('div', { class: 'any-position' }, waiting);
  const all = h('div', { class: 'any', role: 'group', 'aria-label': t`The position in ${ruleset.title}` },
    h('p', { class: 'note small' }, 'The drawing of this board could not be loaded. This is the position in words. ',
      h('button', { type: 'button', class: 'small', onclick: () => location.reload() }, 'Load the page again')),
    element);
  /** @type {Branch | null} */
  let root = null;
  return {
    element: all,
    show(view, { before = null } = {}) {
      clearChanged(element);
      if (view.position === null) {
        root = null;
        element.replaceChildren(waiting);
        return;
      }
      if (!root) {
        root = new Branch('Position', 0);
        element.replaceChildren(root.element);
      }
      root.update(view.position, before !== null && before.position !== null);
    },
    offer() {},
    spotsOf: () => [],
    nameOf: (id) => id,
  };
}
