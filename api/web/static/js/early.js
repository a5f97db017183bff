/**
 * The first requests of a game page, sent while the rest of its scripts are still on their way: on a slow line their
 * answers arrive together.
 *
 * It runs before everything else and imports nothing. `api.js` takes each answer once, for exactly the same request.
 */

export const TOKEN = 'emberlog.token';
export const META = `id version ruleset title phase openedAt mySeat isHost watchers isDelayed
  delay { steps seconds } clock { kind } stopped { why until } takeBacks { policy }
  sandbox { seeded paceMs origin { gameId version seat kind } }`;
export const FIRST = `query FirstView($game: ID!, $at: Int, $as: ViewerInput) {
  game(id: $game) { ${META} viewJson(at: $at, as: $as) } }`;
export const RULESET = 'query Ruleset($id: ID!) { ruleset(id: $id) { id title version bots components } }';

/**
 * What the API takes for a viewer's word in an address; null if it is not a viewer.
 * @param {string | null | undefined} word @returns {ViewerInput | null}
 */
export function viewerOf(word) {
  const seat = /^seat-([1-9][0-9]?)$/.exec(word ?? '');
  if (seat) return { seat: Number(seat[1]) - 1 };
  return word === 'spectator' || word === 'arbiter' ? { kind: word.toUpperCase() } : null;
}

/** The step in an address; null if it is not one. @param {string | null | undefined} text */
export const stepOf = (text) => (/^[1-9][0-9]{0,8}$/.test(text ?? '') ? Number(text) : null);

/** @type {Map<string, Promise<Response>>} answers under way, by the request */
const underway = new Map();

/** The answer to a request that was sent early; each is there once. @param {string} body */
export function taken(body) {
  const answer = underway.get(body);
  underway.delete(body);
  return answer ?? null;
}

/** @param {string} query @param {Record<string, unknown>} variables @param {Record<string, string>} authorization */
function send(query, variables, authorization) {
  const body = JSON.stringify({ query, variables });
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization };
  const answer = fetch('/graphql', { method: 'POST', headers, body, credentials: 'omit' });
  answer.catch(() => {}); // the part that takes it meets the failure
  underway.set(body, answer);
}

/** @returns {Record<string, string>} */
function stored() {
  try {
    const token = localStorage.getItem(TOKEN);
    return token ? { authorization: `Bearer ${token}` } : {};
  } catch {
    return {};
  }
}

/** The service names the ruleset of the game in the page it sends; no other page has one. */
function start() {
  const ruleset = globalThis.document?.querySelector('meta[name="ruleset"]')?.getAttribute('content');
  const [, game, step] = ruleset ? /^\/games\/([^/]+)(?:\/([^/]+))?$/.exec(location.pathname) ?? [] : [];
  if (!game) return;
  const as = viewerOf(new URLSearchParams(location.search).get('as'));
  const authorization = stored();
  send(FIRST, { game, at: stepOf(step), as }, authorization);
  send(RULESET, { id: ruleset }, authorization);
}

start();
