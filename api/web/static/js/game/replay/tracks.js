// The score after each step, as the API tells it, in pages. Adds up and remembers; draws nothing.

import { pause, query } from '../../api.js';

const PAGE = 500;
const LAG_MS = 1500;
const TRIES_MAX = 20;
const TRACKS = `query Tracks($game: ID!, $from: Int!, $to: Int!, $as: ViewerInput) { game(id: $game) {
  scoreTracks(from: $from, to: $to, as: $as, changesOnly: true) { version points { seat source banked ifOver } } } }`;

/** @typedef {{seat: number, source: string, banked: number, ifOver: number}} Point */

export class Tracks {
  /** @type {Point[][]} the points after each step, the first one's at 0 */
  rows = [];
  #loading = false;
  #again = false;

  /** @param {string} game @param {object} viewer @param {AbortSignal} signal @param {() => void} grown */
  constructor(game, viewer, signal, grown) {
    Object.assign(this, { game, viewer, signal, grown });
  }

  /** @returns {Point[] | null} */
  at(version) {
    return this.rows[version - 1] ?? null;
  }

  /** @returns {number | null} a seat's score after a step; null while it is not known */
  total(version, seat, banked = false) {
    const points = this.at(version);
    return points && sum(points.filter((point) => point.seat === seat), banked);
  }

  /** Every source of a seat that is ever told, in the order in which they are told. */
  sources(seat) {
    const found = new Set();
    for (const row of this.rows) for (const point of row) if (point.seat === seat) found.add(point.source);
    return [...found];
  }

  /** Read up to a step. The workers may be some steps behind: what is missing is asked for again, for a while. */
  async upTo(head) {
    this.wanted = head;
    if (this.#loading) { this.#again = true; return; }
    this.#loading = true;
    for (let tries = 0; this.rows.length < this.wanted && tries < TRIES_MAX && !this.signal.aborted; tries += 1) {
      const found = await this.#page().catch(() => false);
      if (found) tries = 0;
      else await pause(LAG_MS, this.signal).catch(() => {});
    }
    this.#loading = false;
    if (this.#again && !this.signal.aborted) {
      this.#again = false;
      if (this.rows.length < this.wanted) this.upTo(this.wanted);
    }
  }

  async #page() {
    const from = this.rows.length + 1;
    const to = Math.min(this.wanted, from + PAGE - 1);
    const { game } = await query(TRACKS, { game: this.game, from, to, as: this.viewer }, { signal: this.signal });
    for (const { version, points } of game.scoreTracks) {
      // Left out are steps before any score, and those after which it was as before.
      while (this.rows.length < version - 1) this.rows.push(this.rows.at(-1) ?? []);
      if (version === this.rows.length + 1) this.rows.push(points);
    }
    if (this.rows.length >= from) this.grown();
    return this.rows.length >= from;
  }
}

/** @param {Point[]} points */
export const sum = (points, banked = false) => points.reduce((all, point) => all + (banked ? point.banked : point.ifOver), 0);
