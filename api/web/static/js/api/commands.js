/** Commands of the public GraphQL API, and what else must not be done twice. Those who only watch do not load it. */

import { ApiError, pause, query, setToken } from '../api.js';
import { TEXT } from '../language/language.js';

const RETRY_MS = [300, 800, 2000, 5000, 10000];

/**
 * Send a request, and repeat it with growing pauses while the connection or a part of the service is away. This is safe
 * for commands,
 * because one id always stands for one command (GAME-PLAY-03): it is carried out once and answered as the first time.
 * @param {string} text
 * @param {Record<string, unknown>} variables with the same command id each time
 * @param {{signal?: AbortSignal, onWait?: (error: ApiError) => void}} [how]
 */
export async function persist(text, variables, how = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await query(text, variables, how);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passing || tries >= RETRY_MS.length) throw error;
      how.onWait?.(error);
      await pause(error.retryAfterMs ?? RETRY_MS[tries], how.signal);
    }
  }
}

/** The selection on every command's answer: `${ANSWER}` goes behind the operation, `{...Answer}` is the selection. */
export const ANSWER = `
  fragment Answer on CommandAnswer {
    __typename
    ... on CommandAccepted { gameId version isRepeat steps { version line { ${TEXT} } } }
    ... on CommandProblem { ${TEXT} }
    ... on CommandRefused { code refusal: ${TEXT} rules { id title text } legal { type json ${TEXT} } }
    ... on VersionConflict { expected actual }
    ... on MalformedCommand { at }
  }`;

/**
 * Send a command and wait for its answer, whatever the connection does meanwhile.
 * @param {string} text a mutation with one field, whose selection is `{...Answer}`
 * @param {Record<string, unknown>} variables
 * @param {{signal?: AbortSignal, onWait?: (error: ApiError) => void}} [how]
 * @returns {Promise<CommandAnswer>} its `text` is a sentence unless the command was accepted
 */
export async function command(text, variables, how = {}) {
  const data = await persist(text + ANSWER, variables, how);
  const [answer] = /** @type {any[]} */ (Object.values(data));
  return answer.__typename === 'CommandRefused' ? { ...answer, text: answer.refusal } : answer;
}

/** @returns {string} a new command id: a UUID, made also where the page is not served over TLS */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Become a new person of this name, with a token of their own.
 * @param {string} name @param {{signal?: AbortSignal}} [how] @returns {Promise<{id: string, name: string}>}
 */
export async function register(name, how = {}) {
  const { register: given } = await query(
    'mutation Register($name: String!) { register(name: $name) { token me { id name } } }', { name }, how);
  setToken(given.token);
  return given.me;
}
