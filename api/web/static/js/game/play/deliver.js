/**
 * Sends a command of this seat until it is answered, whatever the connection or the page does meanwhile.
 *
 * One id always stands for one command (GAME-PLAY-03), so it is safe to send it several times. A command without an
 * answer is stored
 * in the tab: a page that was reloaded sends it once more and learns what became of it.
 */

import { pause } from '../../api.js';
import { command, newId } from '../../api/commands.js';

const RETRY_MS = 3000;
const SUBMIT = `mutation Submit($game: ID!, $id: ID!, $json: JSON!, $version: Int) {
  submit(game: $game, commandId: $id, commandJson: $json, expectedVersion: $version) { ...Answer } }`;

/** @param {string} game */
const keyOf = (game) => `emberlog.sent.${game}`;

/** A command whose answer never came. @param {string} game @returns {SentCommand | null} */
export function unanswered(game) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(game)) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} game @param {SentCommand | null} sent */
function store(game, sent) {
  try {
    if (sent) sessionStorage.setItem(keyOf(game), JSON.stringify(sent));
    else sessionStorage.removeItem(keyOf(game));
  } catch {
    // Where the browser stores nothing, the command is safe as long as the page lives.
  }
}

/**
 * A command with an id of its own, ready to be sent.
 * @param {RulesetCommand} json @param {string} text @param {number} version @returns {SentCommand}
 */
export const newCommand = (json, text, version) => ({ id: newId(), json, text, version });

/**
 * @param {string} game @param {SentCommand} sent
 * @param {{signal: AbortSignal, waiting: (problem: Error) => void}} how
 * @returns {Promise<CommandAnswer>}
 */
export async function deliver(game, sent, { signal, waiting }) {
  store(game, sent);
  const variables = { game, id: sent.id, json: sent.json, version: sent.version };
  for (;;) {
    try {
      const answer = await command(SUBMIT, variables, { signal, onWait: waiting });
      store(game, null);
      return answer;
    } catch (problem) {
      if (signal.aborted) throw problem;
      if (!problem.passing) {
        store(game, null);
        throw problem;
      }
      waiting(problem);
      await pause(RETRY_MS, signal);
    }
  }
}
