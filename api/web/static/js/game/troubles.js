/** What went wrong in a game, as markup. */

import { ruleButton } from '../dialogs.js';
import { h } from '../dom.js';
import { prose, titled } from '../prose.js';

/** What went wrong, with the rules that say so. @param {string} text @param {RuleRef[]} [rules] */
export function trouble(text, rules = []) {
  const cited = rules.map((rule) => h('p', { class: 'small' }, ruleButton(rule.id),
    rule.text && [' ', prose(titled(rule.text)[0])]));
  return h('div', { class: 'note note-bad' }, h('p', null, text), cited);
}
