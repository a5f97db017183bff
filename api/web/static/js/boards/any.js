// A plain board for a ruleset without one of its own: the view as a tree of names and values. Knows no ruleset; offers no spots.

import { h, say, words } from '../dom.js';
import { clearChanged, flagChanged } from './kit.js';

const CLOSED_BELOW = 3;
const simple = (value) => value === null || typeof value !== 'object';
const flat = (value) => Array.isArray(value) && value.length < 24 && value.every(simple);

function textOf(value) {
  if (value === null) return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : 'none';
  return value === '' ? 'none' : String(value);
}

/** What a part of a list calls itself, if it does. */
const named = (value, index) => words(String(value?.name ?? value?.id ?? value?.card ?? index + 1));

/**
 * One value in the tree. `update` touches only what is another object than before: views share what did not change.
 * @returns {{element: HTMLElement, update: (value: unknown, mark: boolean) => boolean}}
 */
function node(label, depth) {
  const value = h('dd');
  const name = h('dt', null, label);
  const element = h('div', { class: 'any-leaf' }, name, value);
  let before;
  let branch = null;
  return {
    element,
    update(next, flagged) {
      if (next === before) return;
      const leaf = simple(next) || flat(next);
      if (leaf) {
        if (branch) { branch = null; element.replaceChildren(name, value); element.className = 'any-leaf'; }
        const text = textOf(next);
        if (flagged && before !== undefined && value.textContent !== text) flagChanged(value);
        say(value, text);
      } else {
        if (!branch) { branch = tree(label, depth); element.replaceChildren(branch.element); element.className = 'any-branch'; }
        branch.update(next, flagged);
      }
      before = next;
    },
  };
}

function tree(label, depth) {
  const list = h('dl', { class: 'any-list' });
  const count = h('span', { class: 'soft' });
  const element = h('details', { open: depth < CLOSED_BELOW }, h('summary', null, `${label} `, count), list);
  const parts = new Map();
  return {
    element,
    update(next, flagged) {
      const many = Array.isArray(next);
      const entries = many ? next.map((part, index) => [String(index), part]) : Object.entries(next);
      say(count, many ? `(${next.length})` : '');
      const gone = new Set(parts.keys());
      for (const [key, part] of entries) {
        gone.delete(key);
        let known = parts.get(key);
        if (!known) {
          known = node(many ? named(part, Number(key)) : words(key), depth + 1);
          parts.set(key, known);
          list.append(known.element);
          known.update(part, false);
          if (flagged) flagChanged(known.element);
        } else known.update(part, flagged);
      }
      for (const key of gone) {
        parts.get(key).element.remove();
        parts.delete(key);
      }
    },
  };
}

/** @param {{ruleset: object, components: object, seats: object[]}} game */
export default async function makeBoard(game) {
  const waiting = h('p', { class: 'soft' }, 'Nothing lies on the table yet.');
  const element = h('div', { class: 'any', role: 'group', 'aria-label': `The table of ${game.ruleset?.title ?? 'this game'}` }, waiting);
  let root = null;
  return {
    element,
    show(view, { before }) {
      clearChanged(element);
      if (view.position === null) {
        root = null;
        element.replaceChildren(waiting);
        return;
      }
      if (!root) {
        root = tree('On the table', 0);
        element.replaceChildren(root.element);
      }
      root.update(view.position, before !== null && before?.position !== null);
    },
    offer() {},
    spotsOf: () => [],
    nameOf: (spot) => spot,
  };
}
