/**
 * The public GraphQL API as the pages use it: queries, live steps, and the person's token.
 *
 * The pages use nothing else of the service. The token is sent in a header only; it is never written into an address or
 * a log.
 */

import { TOKEN, taken } from './early.js';
import { follow } from './stream.js';
import { TEXT, locale, translation } from './language/language.js';

const ADDRESS = '/graphql';
const PASSING = new Set(['OFFLINE', 'UNAVAILABLE', 'RATE_LIMITED']);

/** What readers may meet, for languages that the API's errors do not have. @type {Record<string, string>} */
const FAULTS = {
  UNKNOWN_TOKEN: 'The service does not know this token. It may have ended.',
  NOT_AUTHENTICATED: 'This needs a name: take one above, then try again.',
  FORBIDDEN: 'You may not do or read this.',
  RATE_LIMITED: 'That was too much at once. Wait a little, then try again.',
  UNAVAILABLE: 'A part of the service does not answer. Try again soon.',
  INTERNAL: 'Something in the service went wrong. Try again, or tell whoever runs it.',
  GAME_PARKED: 'This game rests because of a fault. Whoever runs the service can let it go on.',
};

/** What went wrong, in the API's words; in other languages than English in those of the page, by its code. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {Record<string, any>} [extensions] @param {unknown} [data] */
  constructor(code, message, extensions = {}, data = null) {
    super(locale === 'en' ? message : translation(FAULTS[code] ?? message));
    this.name = 'ApiError';
    this.code = code;
    this.extensions = extensions;
    this.data = data;
    /** @type {number | null} when a retry makes sense */
    this.retryAfterMs = typeof extensions.retryAfterMs === 'number' ? extensions.retryAfterMs : null;
  }

  /** Whether the very same request may succeed later. */
  get passing() {
    return PASSING.has(this.code);
  }
}

/**
 * Send one request.
 * @param {string} text the operation
 * @param {Record<string, unknown>} [variables]
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>} its data
 * @throws {ApiError} also if a part of the data is missing; `error.data` then has the rest
 */
export async function query(text, variables = {}, how = {}) {
  const answer = await sent({ query: text, variables }, how.signal);
  const body = await read(answer);
  const first = body.errors?.[0];
  if (!first) return body.data;
  const extensions = { ...first.extensions };
  const seconds = Number(answer.headers.get('retry-after'));
  if (seconds > 0 && extensions.retryAfterMs === undefined) extensions.retryAfterMs = seconds * 1000;
  const code = extensions.code ?? 'INTERNAL';
  if (code === 'UNKNOWN_TOKEN') window.dispatchEvent(new CustomEvent('emberlog:unknown-token'));
  throw new ApiError(code, first.message, extensions, body.data ?? null);
}

/** The raw answer. @param {import('./stream.js').Request} request @param {AbortSignal} [signal] */
export async function sent(request, signal) {
  const body = JSON.stringify(request);
  try {
    return await (taken(body) ?? fetch(ADDRESS, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization() },
      body,
      credentials: 'omit',
      signal,
    }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('OFFLINE', 'The service does not answer. Check your connection.');
  }
}

/** Its body. @param {Response} answer @returns {Promise<any>} */
export async function read(answer) {
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(codeOf(answer), `The service answered ${answer.status}, but the answer could not be read.`);
  }
}

/** @param {Response} answer */
function codeOf({ status, ok }) {
  if (status === 429) return 'RATE_LIMITED';
  return status >= 500 || ok ? 'UNAVAILABLE' : 'BAD_REQUEST';
}

/**
 * Wait. Rejects with the signal's reason if it is aborted.
 * @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}

// ---- following

const STEP = `version cursor time turn line { type ${TEXT} seat facts rules { id title text reconstructed } } patch`;

/**
 * Follow a game's steps live. No step is missed and none comes twice: after a broken connection it continues from the
 * last step.
 * @param {string} gameId
 * @param {{after?: number | string, as?: ViewerInput | null, fields?: string}} what after: the last version already
 *   known; as: the viewer
 *   (`{seat: 1}`, `{kind: 'SPECTATOR'}`; null: the caller's own); fields: the selection on Step
 * @param {(step: any) => void} onStep called once for each step, in order
 * @param {(state: import('./stream.js').State, detail?: any) => void} [onState] connecting: with `{attempt, inMs}`;
 *   ended: the game has no
 *   further step; lost: for good, with the ApiError that says why
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
 * Any subscription.
 * @param {() => import('./stream.js').Request} request asked at each connection, so it can continue where it stopped
 * @param {(data: any) => void} onNext
 * @param {(state: import('./stream.js').State, detail?: any) => void} [onState] as of `steps`
 * @param {{byEvents?: boolean}} [how] byEvents: by server-sent events first
 * @returns {{close: () => void}}
 */
export function subscribe(request, onNext, onState = () => {}, how = {}) {
  return follow({ request, next: onNext, state: onState, token, Failure: ApiError, byEvents: how.byEvents });
}

// ---- who I am

/** @type {string | null} where the browser refuses to store anything, the token lives as long as the page */
let unstored = null;

let anonymous = false;

/** From now on this page has no person: it sends no token. */
export const stayAnonymous = () => { anonymous = true; };

/** @returns {string | null} the token of this person */
export function token() {
  if (anonymous) return null;
  try {
    return localStorage.getItem(TOKEN) ?? unstored;
  } catch {
    return unstored;
  }
}

/** @param {string | null} value */
function store(value) {
  unstored = value;
  try {
    if (value === null) localStorage.removeItem(TOKEN);
    else localStorage.setItem(TOKEN, value);
  } catch {
    // It is remembered by this page at least.
  }
  known = null;
  window.dispatchEvent(new CustomEvent('emberlog:person'));
}

/** Become the person this token belongs to. @param {string} value */
export const setToken = (value) => store(value.trim());

/** Become a spectator. */
export const clearToken = () => store(null);

/** @returns {Record<string, string>} */
const authorization = () => (token() ? { authorization: `Bearer ${token()}` } : {});

/** @type {Promise<Person | null> | null} */
let known = null;

/**
 * Who this person is, requested once for each token.
 * @returns {Promise<Person | null>} null for a spectator
 */
export function me() {
  if (!token()) return Promise.resolve(null);
  known ??= query('{ me { id name roles } }').then((data) => data.me, (error) => { known = null; throw error; });
  return known;
}

window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN && event.key !== null) return;
  known = null;
  window.dispatchEvent(new CustomEvent('emberlog:person')); // signed in or out in another tab
});
