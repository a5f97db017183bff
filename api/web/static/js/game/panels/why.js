/** Why a step happened: the rules that explain it, the command that caused it, and its draws of chance. */

import { query } from '../../api.js';
import { ruleButton } from '../../dialogs.js';
import { h, plural } from '../../dom.js';
import { inEnglish, prose, reconstructedTag, titled } from '../../prose.js';
import { PHRASE, t } from '../../language/language.js';

const WHY = `query Why($game: ID!, $step: Int!, $as: ViewerInput) { game(id: $game) { why(step: $step, as: $as) {
  command { ${PHRASE} } steps { version } draws { step index bound outcome } rules { id text reconstructed } } } }`;

/**
 * @typedef {object} Why
 * @property {{phrase: string | null} | null} command null if the viewer may not see it yet
 * @property {{version: number}[]} steps
 * @property {{bound: number, outcome: number}[] | null} draws
 * @property {{id: string, text: string, reconstructed: boolean}[]} rules
 */

/**
 * @param {string} game @param {number} step @param {ViewerInput | null} viewer @param {AbortSignal} signal
 * @returns {Promise<Node>}
 */
export async function explained(game, step, viewer, signal) {
  const answer = await query(WHY, { game, step, as: viewer }, { signal });
  /** @type {Why} */
  const why = answer.game.why;
  const versions = why.steps.map((each) => each.version);
  const outcomes = (why.draws ?? []).map(({ bound, outcome }) => t`${outcome + 1} of ${bound}`);
  return h('div', { class: 'stack' },
    h('p', null, causeOf(why),
      versions.length > 1 ? t`, which caused steps ${versions[0]} to ${versions.at(-1)}.` : '.'),
    outcomes.length > 0 && h('p', null,
      t`Chance was drawn ${plural(outcomes.length, 'time')}: ${outcomes.join(', ')}.`),
    h('dl', null, why.rules.map(ruleRows)));
}

/** @param {{id: string, text: string, reconstructed: boolean}} rule */
function ruleRows({ id, text, reconstructed }) {
  const [title, rest] = titled(text);
  return [h('dt', null, ruleButton(id), ' ', inEnglish(prose(title)), reconstructed && reconstructedTag()),
    rest && h('dd', null, inEnglish(prose(rest)))];
}

/** @param {Why} why */
function causeOf({ command }) {
  if (!command) return 'Caused by a command that this viewer may not see yet';
  return command.phrase ? t`Caused by the command "${command.phrase}"` : 'Caused by a command about the game itself';
}
