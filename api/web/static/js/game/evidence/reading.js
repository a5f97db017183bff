/** What the API knows of one step, and how its facts become words. */

import { query } from '../../api.js';
import { PHRASE, TEXT } from '../../language/language.js';

const EVIDENCE = `query Evidence($game: ID!, $step: Int!, $as: ViewerInput) { game(id: $game) {
  step(version: $step, as: $as) { version time hash prevHash stateHash line { ${TEXT} } }
  why(step: $step, as: $as) { commandId command { seat ${PHRASE} json principalId receivedAt decidedAt }
    steps { version line { ${TEXT} } } draws { step index bound outcome } rules { id text } } } }`;
const REFUSALS = `query RefusedHere($game: ID!, $as: ViewerInput, $after: Cursor) { game(id: $game) {
  refusals(as: $as, first: 200, after: $after) { pageInfo { hasNextPage endCursor } edges { node {
    version code ${TEXT} facts time receivedAt fromSeat commandId commandJson principalId rules { id text } } } } } }`;
const LEGAL = `query LegalThen($game: ID!, $step: Int!, $seat: Int!) { game(id: $game) {
  step(version: $step, as: { seat: $seat }) { legal { type ${TEXT} json } } } }`;
const WHY_NOT = `query WhyNotThen($game: ID!, $at: Int!, $seat: Int!, $json: JSON!) { game(id: $game) {
  whyNotAt(at: $at, seat: $seat, commandJson: $json) { code ${TEXT} rules { id text } } } }`;
const PRINCIPAL = 'query Asked($id: ID!) { principal(id: $id) { name } }';
const REFUSALS_MAX = 5000;

/**
 * @typedef {{id: string, text: string}} CitedRule
 * @typedef {{version: number, line: {text: string} | null}} StepLine
 * @typedef {{step: number, index: number, bound: number, outcome: number}} Draw
 * @typedef {{seat: number | null, phrase: string | null, json: any, principalId: string, receivedAt: string,
 *   decidedAt: string}} Cause
 * @typedef {{version: number, code: string, text: string, facts: any, time: string, receivedAt: string,
 *   fromSeat: number | null, commandId: string, commandJson: any, principalId: string, rules: CitedRule[]}} RefusedOnce
 * @typedef {object} Known what the API knows of a step, as one viewer
 * @property {StepLine & {time: string, hash: string, prevHash: string, stateHash: string | null}} step
 * @property {{commandId: string, command: Cause | null, steps: StepLine[], draws: Draw[] | null,
 *   rules: CitedRule[]}} why
 */

/** @param {string} game @param {AbortSignal} signal */
export function reading(game, signal) {
  /** @type {Map<string, Promise<string>>} */
  const names = new Map();
  /** @param {string} text @param {Record<string, unknown>} variables */
  const ask = async (text, variables) => (await query(text, { game, ...variables }, { signal })).game;
  return {
    /** @param {number} step @param {ViewerInput | null} as @returns {Promise<Known>} */
    step: (step, as) => ask(EVIDENCE, { step, as }),

    /** The refusals at a step, of all pages. @param {number} step @param {ViewerInput | null} as */
    async refusals(step, as) {
      /** @type {RefusedOnce[]} */
      const all = [];
      for (let after = /** @type {string | null} */ (null), read = 0; read < REFUSALS_MAX;) {
        /** @type {{edges: {node: RefusedOnce}[], pageInfo: {hasNextPage: boolean, endCursor: string}}} */
        const { edges, pageInfo } = (await ask(REFUSALS, { as, after })).refusals;
        read += edges.length;
        all.push(...edges.map(({ node }) => node).filter((each) => each.version === step));
        if (!pageInfo.hasNextPage || edges[edges.length - 1].node.version > step) break;
        after = pageInfo.endCursor;
      }
      return all;
    },

    /** @param {number} step @param {number} seat @returns {Promise<LegalCommand[]>} */
    legal: async (step, seat) => (await ask(LEGAL, { step, seat })).step.legal,

    /** @param {number} at @param {number} seat @param {any} json
     * @returns {Promise<{code: string, text: string, rules: CitedRule[]}[]>} */
    whyNot: async (at, seat, json) => (await ask(WHY_NOT, { at, seat, json })).whyNotAt,

    /** What a principal is called; empty if nobody is. @param {string} id @returns {Promise<string>} */
    nameOf(id) {
      const known = names.get(id) ?? query(PRINCIPAL, { id }, { signal })
        .then(({ principal }) => principal?.name ?? '').catch(() => '');
      names.set(id, known);
      return known;
    },
  };
}

/** A moment to the millisecond, in UTC. @param {string} time */
export const momentOf = (time) => new Date(time).toISOString().replace('T', ' ').replace('Z', ' UTC');

/**
 * Where two views differ: pointers into them with both values, at most `most`.
 * @param {any} one @param {any} other @param {number} most @returns {{path: string, one: any, other: any}[]}
 */
export function differences(one, other, most, path = '') {
  if (Object.is(one, other)) return [];
  const both = [one, other];
  if (both.some((each) => each === null || typeof each !== 'object') || Array.isArray(one) !== Array.isArray(other))
    return [{ path: path || '/', one, other }];
  /** @type {{path: string, one: any, other: any}[]} */
  const differing = [];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (differing.length >= most) break;
    differing.push(...differences(one[name], other[name], most - differing.length, `${path}/${name}`));
  }
  return differing;
}
