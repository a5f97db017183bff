/**
 * Why a spot that is not offered cannot be chosen now: the service says it of the command that the spot would have
 * meant.
 */

import { query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const WHY_NOT = `query WhyNot($game: ID!, $json: JSON!) { game(id: $game) { whyNot(commandJson: $json) {
  ${TEXT} rules { id title } } } }`;
const WHY_NOT_THEN = `query WhyNotThen($game: ID!, $json: JSON!, $after: [JSON!]) { game(id: $game) {
  dryRun(commandJson: $json, afterJson: $after) { refused { ${TEXT} rules { id title } } } } }`;

/** @param {string} id */
const kindOf = (id) => id.slice(0, id.indexOf(':') + 1 || id.length);

/**
 * The command that a spot would have meant: one that is legal, with this spot instead of one of its kind.
 * @param {string} id @param {LegalCommand[]} legal @param {(legal: LegalCommand) => string[]} spotsOf
 * @param {string[]} picked what was picked before @returns {RulesetCommand | null} null: nothing legal is like it
 */
export function likely(id, legal, spotsOf, picked) {
  for (const each of legal) {
    const row = spotsOf(each);
    const at = row.findIndex((spot, place) => place >= picked.length && kindOf(spot) === kindOf(id));
    if (at < 0 || !picked.every((spot, place) => row[place] === spot)) continue;
    const json = swapped(each.json, row[at].split(':'), id.split(':'));
    if (json) return json;
  }
  return null;
}

/** @param {RulesetCommand} json @param {string[]} from @param {string[]} to @returns {RulesetCommand | null} */
function swapped(json, from, to) {
  const result = { ...json };
  let changes = 0;
  to.forEach((value, at) => {
    if (value === from[at]) return;
    const names = Object.keys(json).filter((name) =>
      !['type', 'seat'].includes(name) && String(json[name]) === from[at] && json[name] !== null);
    for (const name of names.slice(-1)) {
      result[name] = typeof json[name] === 'number' ? Number(value) : value;
      changes += 1;
    }
  });
  return changes && Object.values(result).every((value) => !Number.isNaN(value)) ? result : null;
}

/**
 * @param {string} game @param {RulesetCommand} json @param {RulesetCommand[]} after what is planned before it
 * @param {AbortSignal} signal @returns {Promise<Refused | null>}
 */
export async function whyNot(game, json, after, signal) {
  if (after.length) return (await query(WHY_NOT_THEN, { game, json, after }, { signal })).game.dryRun.refused;
  return (await query(WHY_NOT, { game, json }, { signal })).game.whyNot[0] ?? null;
}
