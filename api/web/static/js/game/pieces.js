/** Small pieces of markup that several parts of the game page share. */

import { ruleButton } from '../dialogs.js';
import { h } from '../dom.js';
import { prose, titled } from '../prose.js';

/**
 * @param {unknown} text @param {(event: Event) => void} onclick @param {Record<string, any>} [more] further attributes
 */
export const button = (text, onclick, more = {}) => h('button', { type: 'button', onclick, ...more }, text);

/** The head of a table. @param {unknown[]} names of its columns */
export const heads = (...names) =>
  h('thead', null, h('tr', null, names.map((name) => h('th', { scope: 'col' }, name))));

/** A row of a table. @param {unknown} name @param {unknown[]} cells */
export const line = (name,
  cells) => h('tr', null, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', null, cell)));

/** What went wrong, with the rules that say so. @param {string} text @param {RuleRef[]} [rules] */
export function trouble(text, rules = []) {
  const cited = rules.map((rule) => h('p', { class: 'small' }, ruleButton(rule.id),
    rule.text && [' ', prose(titled(rule.text)[0])]));
  return h('div', { class: 'note note-bad' }, h('p', null, text), cited);
}
