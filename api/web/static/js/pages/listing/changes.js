/** What changes in the list of games. */

import { subscribe } from '../../api.js';

const CHANGED = `subscription Changed($ruleset: String, $sandbox: Boolean, $after: Cursor) {
  gamesChanged(ruleset: $ruleset, sandbox: $sandbox, after: $after) { cursor isCaughtUp } }`;

/**
 * Follow what changes in the list of games, across lost connections.
 * @param {{ruleset: string | null, sandbox: boolean}} filter @param {() => void} onChange
 * @param {(state: import('../../stream.js').State) => void} onState
 */
export function gamesChanged(filter, onChange, onState) {
  /** @type {string | null} */
  let after = null;
  return subscribe(() => ({ query: CHANGED, variables: { ...filter, after } }), ({ gamesChanged: changed }) => {
    after = changed.cursor;
    if (!changed.isCaughtUp) onChange();
  }, onState);
}
