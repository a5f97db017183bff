/** What analysts know of a game: the win chances step by step, and the moments that changed most. Read when needed. */

import { query } from '../../../api.js';
import { h, listed } from '../../../dom.js';
import { seatEmblem } from '../../../boards/kit.js';
import { button } from '../../pieces.js';
import { seatName } from '../../words.js';
import { TEXT, t, translation } from '../../../language/language.js';

const PAGE = 500;
/** Half of a band, in standard errors. */
export const BAND_ERRORS = 2;
/** How long what was read is new enough. Analysts take some seconds for a step. */
const FRESH_MS = 10_000;
const CHANCES = `query Chances($game: ID!, $first: Int!, $after: Cursor) { game(id: $game) {
  winChances(first: $first, after: $after) { edges { node {
    version playouts costMs seats { seat share standardError } } } }
  keyMoments(first: 5) { after seat change step { version line { ${TEXT} } } } } }`;

/**
 * @typedef {{seat: number, share: number, standardError: number}} Chance
 * @typedef {{version: number, playouts: number, costMs: number, seats: Chance[]}} ChanceRow
 * @typedef {{version: number, line: {text: string} | null}} MomentStep
 * @typedef {{after: number, seat: number, change: number, step: MomentStep}} KeyMoment
 */

export class WinChances {
  /** @type {ChanceRow[]} */
  rows = [];
  /** @type {KeyMoment[]} */
  moments = [];
  /** @type {Promise<void> | null} */
  #reading = null;
  #readAt = -FRESH_MS;
  #game;
  #signal;

  /** @param {string} game @param {AbortSignal} signal */
  constructor(game, signal) {
    this.#game = game;
    this.#signal = signal;
  }

  /** Whether the end of the game is among the rows: there will be no more. */
  get settled() {
    return this.rows.at(-1)?.playouts === 0;
  }

  /** Read what is new. What cannot be read now is read later. @returns {Promise<void>} */
  read() {
    if (this.#reading || this.settled || performance.now() - this.#readAt < FRESH_MS)
      return this.#reading ?? Promise.resolve();
    this.#reading = this.#more().catch(() => {}).finally(() => { this.#reading = null; });
    return this.#reading;
  }

  async #more() {
    this.#readAt = performance.now();
    const after = this.rows.length > 0 ? String(this.rows[this.rows.length - 1].version) : null;
    const { game } = await query(CHANCES, { game: this.#game, first: PAGE, after }, { signal: this.#signal });
    this.rows = [...this.rows, ...game.winChances.edges.map((/** @type {{node: ChanceRow}} */ edge) => edge.node)];
    this.moments = game.keyMoments;
  }

  /** The chances that hold at a step; null before the first. @param {number} version @returns {ChanceRow | null} */
  at(version) {
    return this.rows.filter((row) => row.version <= version).at(-1) ?? null;
  }
}

/** @param {ChanceRow} row @param {GameView} view */
export const inWords = (row, view) => listed(row.seats.map(({ seat, share }) => (
  `${seatName(view.seats, seat)} ${percent(share)}`)));

/** How sure the chances are. @param {ChanceRow} row @param {GameView} view */
export function bandInWords(row, view) {
  if (row.playouts === 0) return translation('The outcome is known.');
  const bands = row.seats.map(({ seat, standardError }) => (
    `${seatName(view.seats, seat)} ± ${percent(standardError * BAND_ERRORS)}`));
  return t`Two standard errors of ${row.playouts} playouts: ${listed(bands)}.`;
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/**
 * A moment as a row of a list, which leads to its step.
 * @param {GameView} view @param {{version: number, seat: number, change: string, text: string}} moment change: with its
 *   sign @param {(version: number) => void} goTo
 */
export const momentItem = (view, { version, seat, change, text }, goTo) => h('li', null,
  button([seatEmblem(seat, 16, seatName(view.seats, seat)),
    h('b', { class: change.startsWith('−') ? 'moment-loss' : 'moment-gain' }, change), h('span', null, text)],
  () => goTo(version), { class: 'moment', title: t`Go to step ${version}` }));

/** A moment of win chances. @param {GameView} view @param {KeyMoment} moment @param {(version: number) => void} goTo */
export const keyMomentItem = (view, { seat, change, step }, goTo) => momentItem(view, {
  version: step.version, seat, text: step.line?.text ?? t`Step ${step.version}`,
  change: `${change < 0 ? '−' : '+'}${percent(Math.abs(change))}`,
}, goTo);
