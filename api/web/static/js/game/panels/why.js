// Why a step happened: the rules that explain it, the command that brought it, and what it asked of chance. Explains nothing by itself.

import { query } from '../../api.js';
import { ruleButton } from '../../dialogs.js';
import { h, plural } from '../../dom.js';

const WHY = `query Why($game: ID!, $step: Int!, $as: ViewerInput) { game(id: $game) { why(step: $step, as: $as) {
  command { phrase } steps { version } draws { step index bound outcome } rules { id title text reconstructed } } } }`;

/** @returns {Promise<Node>} */
export async function explained(game, step, viewer, signal) {
  const { game: { why } } = await query(WHY, { game, step, as: viewer }, { signal });
  const all = why.steps.map((each) => each.version);
  const phrase = why.command?.phrase;
  const known = phrase ? `Asked for: "${phrase}"` : 'Asked for by a command of the table';
  const asked = why.command ? known : 'Brought by a command these eyes may not know yet';
  const outcomes = (why.draws ?? []).map(({ bound, outcome }) => `${outcome + 1} of ${bound}`);
  return h('div', { class: 'stack' },
    h('p', null, asked, all.length > 1 ? `, which brought steps ${all[0]} to ${all[all.length - 1]}.` : '.'),
    outcomes.length > 0 && h('p', null, `It asked chance ${plural(outcomes.length, 'time')}: ${outcomes.join(', ')}.`),
    h('dl', null, why.rules.map((rule) => [
      h('dt', null, ruleButton(rule.id), ` ${rule.title}`, rule.reconstructed && h('span', { class: 'tag tag-warn' }, 'reconstructed')),
      h('dd', null, rule.text)])));
}
