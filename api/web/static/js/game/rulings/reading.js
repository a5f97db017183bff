/** Calls, rulings, appeals and sightings of a game, as the API tells them to this reader. */

import { query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const PAGE = 50;
const RULING = `number version kind call steps rules { id title text } seats by valid replaces points { seat points }
  appealUntil mayAppeal note`;
const RECORD = `query Rulings($game: ID!, $calls: Int!, $rulings: Int!, $appeals: Int!) { game(id: $game) {
  version phase rulingTerms { callStops appealSeconds }
  calls(after: $calls) { number version seat step category status ruling note }
  rulings(after: $rulings) { ${RULING} }
  appeals(after: $appeals) { number version ruling seat status decidedBy note answer }
  sightings { by seat firstVersion lastVersion at } } }`;
const ONE = `query Ruling($game: ID!, $before: Int!) { game(id: $game) { id title ruleset version phase
  seats { name } rulings(after: $before) { ${RULING} } calls { number step seat category note }
  appeals { number version ruling seat status decidedBy note answer } } }`;
const STEPS = `query RulingSteps($game: ID!, $after: Cursor, $first: Int!) { game(id: $game) {
  steps(after: $after, first: $first) { edges { node { version time commandId line { type ${TEXT} facts } } } } } }`;
const LINE = `query RuledStep($game: ID!, $at: Int!) { game(id: $game) {
  step(version: $at) { version line { ${TEXT} } } } }`;
const PLAYED = `query Played($game: ID!) { game(id: $game) {
  result { places { seat place points } } played { places { seat place points } } } }`;
/** What a ruling may lead to at most, besides what the ruleset does by itself. */
const EFFECTS_MAX = 40;

/**
 * @typedef {object} Call
 * @property {number} number @property {number} version @property {number} seat @property {number} step
 * @property {string} category @property {string} status @property {number | null} ruling @property {string | null} note
 *
 * @typedef {object} Ruling
 * @property {number} number @property {number} version @property {string} kind @property {number | null} call
 * @property {number[]} steps @property {{id: string, title: string, text: string}[]} rules @property {number[]} seats
 * @property {string} by @property {boolean} valid @property {number | null} replaces
 * @property {{seat: number, points: number}[]} points @property {string | null} appealUntil
 * @property {boolean} mayAppeal whether the reader may
 * @property {string | null} note
 *
 * @typedef {object} Appeal
 * @property {number} number @property {number} version @property {number} ruling @property {number} seat
 * @property {string} status @property {string} decidedBy
 * @property {string | null} note @property {string | null} answer
 *
 * @typedef {{by: string, seat: number | null, firstVersion: number, lastVersion: number, at: string}} Sighting
 *
 * @typedef {object} RulingRecord all that the reader may know
 * @property {number} version @property {string} phase
 * @property {{callStops: boolean, appealSeconds: number}} terms
 * @property {Call[]} calls @property {Ruling[]} rulings @property {Appeal[]} appeals @property {Sighting[]} sightings
 *
 * @typedef {{version: number, time: string, commandId: string,
 *   line: {type: string, text: string, facts: any} | null}} ToldStep
 * @typedef {{seat: number, place: number, points: number}[]} Places
 */

/** @param {string} game @param {AbortSignal} signal @returns {Promise<RulingRecord>} */
export async function recordOf(game, signal) {
  /** @type {RulingRecord} */
  const record = { version: 0, phase: '', terms: { callStops: false, appealSeconds: 0 }, calls: [], rulings: [],
    appeals: [], sightings: [] };
  for (;;) {
    const { calls, rulings, appeals } = record;
    const after = { calls: calls.length, rulings: rulings.length, appeals: appeals.length };
    const { game: read } = await query(RECORD, { game, ...after }, { signal });
    Object.assign(record, { version: read.version, phase: read.phase, terms: read.rulingTerms,
      sightings: read.sightings });
    calls.push(...read.calls);
    rulings.push(...read.rulings);
    appeals.push(...read.appeals);
    if ([read.calls, read.rulings, read.appeals].every((each) => each.length < PAGE)) return record;
  }
}

/** One ruling with its game; `ruling` undefined: there is none of this number. @param {string} game
 * @param {number} number @param {AbortSignal} signal */
export async function oneRuling(game, number, signal) {
  const { game: read } = await query(ONE, { game, before: number - 1 }, { signal });
  if (!read) return null;
  /** @type {Ruling | undefined} */
  const ruling = read.rulings.find((/** @type {Ruling} */ each) => each.number === number);
  return { ...read, ruling };
}

/**
 * The steps of the command that made a ruling: the ruling itself and what it did.
 * @param {string} game @param {number} version of the ruling @param {AbortSignal} signal @returns {Promise<ToldStep[]>}
 */
export async function effectsOf(game, version, signal) {
  const { game: read } = await query(STEPS, { game, after: String(version - 1), first: EFFECTS_MAX }, { signal });
  /** @type {ToldStep[]} */
  const steps = read.steps.edges.map((/** @type {{node: ToldStep}} */ { node }) => node);
  return steps.filter((step) => step.commandId === steps[0]?.commandId);
}

/** What a step says. @param {string} game @param {number} at @param {AbortSignal} signal @returns {Promise<string>} */
export async function lineAt(game, at, signal) {
  const { game: read } = await query(LINE, { game, at }, { signal });
  return read.step.line?.text ?? '';
}

/**
 * The places as played and as ruled; `played` null: play reached no end.
 * @param {string} game @param {AbortSignal} signal @returns {Promise<{played: Places | null, ruled: Places | null}>}
 */
export async function bothResults(game, signal) {
  const { game: read } = await query(PLAYED, { game }, { signal });
  return { played: read.played?.places ?? null, ruled: read.result?.places ?? null };
}
