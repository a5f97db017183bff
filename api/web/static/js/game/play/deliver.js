// Sends a command of this seat until it is answered, whatever the connection or the page does meanwhile. Decides nothing.
//
// The same id stands for the same command for ever (GAME-PLAY-03), so sending again is always safe. What is under way is kept in the
// tab: a page that was reloaded sends it again and learns what became of it.

import { command, newId, pause } from '../../api.js';

const AGAIN_MS = 3000;
const SUBMIT = `mutation Submit($game: ID!, $id: ID!, $json: JSON!, $version: Int) {
  submit(game: $game, commandId: $id, commandJson: $json, expectedVersion: $version) { ...Answer } }`;

const keyOf = (game) => `emberlog.sent.${game}`;

/** @returns {{id: string, json: object, version: number, text: string} | null} a command whose answer never came */
export function unanswered(game) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(game)));
  } catch {
    return null;
  }
}

function remember(game, sent) {
  try {
    if (sent) sessionStorage.setItem(keyOf(game), JSON.stringify(sent));
    else sessionStorage.removeItem(keyOf(game));
  } catch {
    // Where the browser keeps nothing, the command is safe as long as the page lives.
  }
}

/** @returns a command with an id of its own, ready to be sent */
export const written = (json, text, version) => ({ id: newId(), json, text, version });

/**
 * @param {string} game
 * @param {{id: string, json: object, version: number, text: string}} sent
 * @param {{signal: AbortSignal, waiting: (problem: Error) => void}} how
 * @returns {Promise<any>} its answer
 */
export async function deliver(game, sent, { signal, waiting }) {
  remember(game, sent);
  const variables = { game, id: sent.id, json: sent.json, version: sent.version };
  for (;;) {
    try {
      const answer = await command(SUBMIT, variables, { signal, onWait: waiting });
      remember(game, null);
      return answer;
    } catch (problem) {
      if (signal.aborted) throw problem;
      if (!problem.passing) {
        remember(game, null);
        throw problem;
      }
      waiting(problem);
      await pause(AGAIN_MS, signal);
    }
  }
}
