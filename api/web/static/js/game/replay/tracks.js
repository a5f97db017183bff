/** The score after each step, read in pages. */

import { pause, query } from '../../api.js';

const PAGE = 500;
const LAG_MS = 1500;
const TRIES_MAX = 20;
const TRACKS = `query Tracks($game: ID!, $from: Int!, $to: Int!, $as: ViewerInput) { game(id: $game) {
  scoreTracks(from: $from, to: $to, as: $as, changesOnly: true) { version points { seat source banked ifOver } } } }`;

export class Tracks {
  /** @type {Point[][]} the points after each step, the first one's at 0 */
  rows = [];
  #wanted = 0;
  #loading = false;
  #repeat = false;
  /** Whether everything was read that there was once: what is missing since then is what workers are behind. */
  #caughtUp = false;
  #game;
  #viewer;
  #signal;
  #grown;

  /** @param {string} game @param {ViewerInput | null} viewer @param {AbortSignal} signal @param {() => void} grown */
  constructor(game, viewer, signal, grown) {
    this.#game = game;
    this.#viewer = viewer;
    this.#signal = signal;
    this.#grown = grown;
  }

  /** @param {number} version @returns {Point[] | null} */
  at(version) {
    return this.rows[version - 1] ?? null;
  }

  /**
   * The points after a step, or those last known before it; null while earlier ones are read.
   * @param {number} version @returns {Point[] | null}
   */
  near(version) {
    return this.at(version) ?? (this.#caughtUp ? this.rows.at(-1) ?? null : null);
  }

  /** A seat's score after a step; null while it is not known. @param {number} version @param {number} seat */
  total(version, seat, banked = false) {
    const points = this.at(version);
    return points && sum(points.filter((point) => point.seat === seat), banked);
  }

  /** Every source a seat ever scores from, in the order in which they appear. @param {number} seat */
  sources(seat) {
    /** @type {Set<string>} */
    const names = new Set();
    for (const row of this.rows) for (const point of row) if (point.seat === seat) names.add(point.source);
    return [...names];
  }

  /**
   * Read up to a step. The workers may be some steps behind, so missing points are requested several times.
   * @param {number} head
   */
  async upTo(head) {
    this.#wanted = head;
    if (this.#loading) { this.#repeat = true; return; }
    this.#loading = true;
    for (let tries = 0; this.rows.length < this.#wanted && tries < TRIES_MAX && !this.#signal.aborted; tries += 1) {
      if (await this.#page().catch(() => false)) tries = 0;
      else await pause(LAG_MS, this.#signal).catch(() => {});
    }
    this.#loading = false;
    if (!this.#repeat || this.#signal.aborted) return;
    this.#repeat = false;
    if (this.rows.length < this.#wanted) this.upTo(this.#wanted);
  }

  /** Read one page. Returns whether it had anything new. */
  async #page() {
    const from = this.rows.length + 1;
    const to = Math.min(this.#wanted, from + PAGE - 1);
    const { game } = await query(TRACKS, { game: this.#game, from, to, as: this.#viewer }, { signal: this.#signal });
    for (const { version, points } of game.scoreTracks) {
      // Steps before any score, and steps that leave it as it was, are not sent.
      while (this.rows.length < version - 1) this.rows.push(this.rows.at(-1) ?? []);
      if (version === this.rows.length + 1) this.rows.push(points);
    }
    this.#caughtUp ||= this.rows.length < to || to === this.#wanted;
    if (this.rows.length >= from) this.#grown();
    return this.rows.length >= from;
  }
}

/** @param {Point[]} points */
export const sum = (points, banked = false) => (
  points.reduce((total, point) => total + (banked ? point.banked : point.ifOver), 0));
