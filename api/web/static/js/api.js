/**
 * The public GraphQL API as the pages use it: questions, commands, live steps, and the token of the person.
 * There is no other door to the service. The token is sent in a header only; it is never written into an address or a log.
 */

import { follow } from './stream.js';

const ADDRESS = '/graphql';
const TOKEN = 'emberlog.token';
const AGAIN_MS = [300, 800, 2000, 5000, 10000];
const PASSING = new Set(['OFFLINE', 'UNAVAILABLE', 'RATE_LIMITED']);

/** What went wrong, as the API says it. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {Record<string, unknown>} [extensions] @param {unknown} [data] */
  constructor(code, message, extensions = {}, data = null) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.extensions = extensions;
    this.data = data;
    /** @type {number | null} when it makes sense to ask again */
    this.retryAfterMs = typeof extensions.retryAfterMs === 'number' ? extensions.retryAfterMs : null;
  }

  /** Whether the very same request may succeed later. */
  get passing() {
    return PASSING.has(this.code);
  }
}

/**
 * Ask once.
 * @param {string} text the operation
 * @param {Record<string, unknown>} [variables]
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>} its data
 * @throws {ApiError} also when a part of the data is missing; `error.data` then has the rest
 */
export async function query(text, variables = {}, how = {}) {
  const answer = await sent(text, variables, how.signal);
  const said = await read(answer);
  const first = said.errors?.[0];
  if (!first) return said.data;
  const extensions = { ...first.extensions };
  const seconds = Number(answer.headers.get('retry-after'));
  if (seconds > 0 && extensions.retryAfterMs === undefined) extensions.retryAfterMs = seconds * 1000;
  const code = extensions.code ?? 'INTERNAL';
  if (code === 'UNKNOWN_TOKEN') window.dispatchEvent(new CustomEvent('emberlog:unknown-token'));
  throw new ApiError(code, first.message, extensions, said.data ?? null);
}

/**
 * Ask; while the connection or a part of the service is away, ask the same again with growing pauses. Safe for commands, because a
 * command id stands for one command for ever (GAME-PLAY-03): it is carried out once, and answered as it was the first time.
 * @param {string} text
 * @param {Record<string, unknown>} variables with the same command id each time
 * @param {{signal?: AbortSignal, onWait?: (error: ApiError) => void}} [how]
 */
export async function persist(text, variables, how = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await query(text, variables, how);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passing || tries >= AGAIN_MS.length) throw error;
      how.onWait?.(error);
      await pause(error.retryAfterMs ?? AGAIN_MS[tries], how.signal);
    }
  }
}

/** What to ask of every command's answer: `${ANSWER}` behind the operation, `{...Answer}` as the selection. */
export const ANSWER = `
  fragment Answer on CommandAnswer {
    __typename
    ... on CommandAccepted { game version isRepeat steps { version line { text } } }
    ... on CommandProblem { text }
    ... on CommandRefused { code refusal: text rules { id title text } legal { type json text } }
    ... on VersionConflict { expected actual }
    ... on MalformedCommand { at }
  }`;

/**
 * Send a command and wait for its answer, whatever the connection does meanwhile.
 * @param {string} text a mutation with one field, whose selection is `{...Answer}`
 * @param {Record<string, unknown>} variables
 * @param {{signal?: AbortSignal, onWait?: (error: ApiError) => void}} [how]
 * @returns {Promise<any>} the answer; its `text` is a sentence unless it was accepted
 */
export async function command(text, variables, how = {}) {
  const data = await persist(text + ANSWER, variables, how);
  const answer = Object.values(data)[0];
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

async function sent(text, variables, signal) {
  try {
    return await fetch(ADDRESS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization() },
      body: JSON.stringify({ query: text, variables }),
      credentials: 'omit',
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('OFFLINE', 'The service does not answer. Is the connection there?');
  }
}

async function read(answer) {
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    const code = answer.status === 429 ? 'RATE_LIMITED' : answer.status >= 500 || answer.ok ? 'UNAVAILABLE' : 'BAD_REQUEST';
    throw new ApiError(code, `The service answered ${answer.status} without a word that could be read.`);
  }
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} rejected with the signal's reason when it is given up */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}

// ------------------------------------------------------------------ following

const STEP = 'version cursor time turn line { type text seat facts rules { id title text reconstructed } } patch';

/**
 * Follow a game's steps, live, for as long as it takes. No step is missed and none comes twice: whatever breaks, it goes on with the
 * cursor of the last step given.
 * @param {string} gameId
 * @param {{after?: number | string, as?: object | null, fields?: string}} what after: the last version already known; as: through whose
 *   eyes (`{seat: 1}`, `{kind: 'SPECTATOR'}`; null: one's own); fields: the selection on Step
 * @param {(step: any) => void} onStep called once for each step, in order
 * @param {(state: 'connecting' | 'live' | 'ended' | 'lost', detail?: any) => void} [onState] connecting: with `{attempt, inMs}`; ended:
 *   the game has no further step; lost: for good, with the ApiError that says why
 * @returns {{close: () => void, readonly cursor: number}}
 */
export function steps(gameId, what, onStep, onState = () => {}) {
  let cursor = Number(what.after ?? 0);
  const text = `subscription Steps($game: ID!, $after: Cursor, $as: ViewerInput) {
    gameSteps(game: $game, after: $after, as: $as) { version ${what.fields ?? STEP} } }`;
  const open = follow({
    request: () => ({ query: text, variables: { game: gameId, after: String(cursor), as: what.as ?? null } }),
    next(data) {
      const step = data?.gameSteps;
      if (!step || step.version <= cursor) return;
      cursor = step.version;
      onStep(step);
    },
    state: onState,
    token,
    Failure: ApiError,
  });
  return { close: open.close, get cursor() { return cursor; } };
}

/**
 * Any subscription, for as long as it takes. Whoever needs to go on where it stopped uses `steps`.
 * @param {string} text @param {Record<string, unknown>} variables
 * @param {(data: any) => void} onNext @param {(state: string, detail?: any) => void} [onState] as of `steps`
 * @returns {{close: () => void}}
 */
export function subscribe(text, variables, onNext, onState = () => {}) {
  return follow({ request: () => ({ query: text, variables }), next: onNext, state: onState, token, Failure: ApiError });
}

// ------------------------------------------------------------------ who I am

let kept = null; // where the browser refuses to store anything, the token lives as long as the page

/** @returns {string | null} the token of this person */
export function token() {
  try {
    return localStorage.getItem(TOKEN) ?? kept;
  } catch {
    return kept;
  }
}

/** @param {string | null} value */
function keep(value) {
  kept = value;
  try {
    if (value === null) localStorage.removeItem(TOKEN);
    else localStorage.setItem(TOKEN, value);
  } catch {
    // It is kept for this page at least.
  }
  known = null;
  window.dispatchEvent(new CustomEvent('emberlog:person'));
}

/** Become who this token belongs to. @param {string} value */
export const setToken = (value) => keep(value.trim());

/** Become a spectator. */
export const clearToken = () => keep(null);

const authorization = () => (token() ? { authorization: `Bearer ${token()}` } : {});

/** @type {Promise<any> | null} */
let known = null;

/**
 * Who this person is, asked once for each token.
 * @returns {Promise<{id: string, name: string, roles: string[]} | null>} null for a spectator
 */
export function me() {
  if (!token()) return Promise.resolve(null);
  known ??= query('{ me { id name roles } }').then((data) => data.me, (error) => { known = null; throw error; });
  return known;
}

/**
 * Become a new person of this name, with a token of one's own.
 * @param {string} name @param {{signal?: AbortSignal}} [how]
 */
export async function register(name, how = {}) {
  const { register: given } = await query('mutation Register($name: String!) { register(name: $name) { token me { id name } } }',
    { name }, how);
  setToken(given.token);
  return given.me;
}

window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN && event.key !== null) return;
  known = null;
  window.dispatchEvent(new CustomEvent('emberlog:person')); // signed in or out in another tab
});
