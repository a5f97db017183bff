/**
 * The highlights of a replay: turns, scores, reveals and the end from the API, take-backs by their lines, refusals on
 * request.
 */

import { query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const HIGHLIGHTS = `query Highlights($game: ID!, $as: ViewerInput, $after: Cursor) {
  game(id: $game) { entries: highlights(as: $as, first: 500, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { version kind ${TEXT} seat: aboutSeat } } } } }`;
const REFUSALS = `query Refusals($game: ID!, $as: ViewerInput, $after: Cursor) {
  game(id: $game) { entries: refusals(as: $as, first: 200, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { version code ${TEXT} seat: fromSeat } } } } }`;
const ENTRIES_MAX = 5000;
const LATER_MS = 2000;
const TAKEN_BACK = /^game\.(StepsTakenBack|TakenBack|TookBack)$/;

export class Highlights {
  /** @type {ReplayHighlight[]} */
  #read = [];
  /** @type {ReplayHighlight[]} */
  #refusals = [];
  /** @type {ReplayHighlight[]} */
  #takenBack = [];
  /** @type {{head: number, as: ViewerInput | null}} what to read next */
  #wanted = { head: 0, as: null };
  #upTo = 0;
  #timer = 0;
  #requests = 0;
  #game;
  #signal;
  #changed;

  /** @param {string} game @param {AbortSignal} signal @param {() => void} changed */
  constructor(game, signal, changed) {
    this.#game = game;
    this.#signal = signal;
    this.#changed = changed;
  }

  /** In the order of their steps. */
  get all() {
    return [...this.#read, ...this.#refusals, ...this.#takenBack].sort((a, b) => a.version - b.version);
  }

  /** Read the highlights up to a step; for live steps after a pause, so that several share one request.
   * @param {number} head @param {ViewerInput | null} as @param {boolean} live */
  upTo(head, as, live) {
    this.#wanted = { head, as };
    if (head === this.#upTo || this.#timer) return;
    this.#timer = setTimeout(() => { this.#timer = 0; this.#request(); }, live ? LATER_MS : 0);
  }

  /** Steps have arrived; a take-back is known by its line. @param {Step[]} steps */
  arrived(steps) {
    for (const { version, line } of steps) {
      if (line && TAKEN_BACK.test(line.type))
        this.#takenBack.push({ version, kind: 'TAKEN_BACK', text: line.text, seat: line.seat });
    }
  }

  /**
   * Show refusals or hide them.
   * @param {boolean} on @param {ViewerInput | null} as @returns {Promise<string>} what to tell the reader
   */
  async refusals(on, as) {
    try {
      this.#refusals = on ? await this.#readRefusals(as) : [];
      this.#changed();
      return on && this.#refusals.length === 0 ? 'There are no refusals that this viewer may see.' : '';
    } catch (problem) {
      return this.#signal.aborted ? '' : problem.message;
    }
  }

  forget() {
    clearTimeout(this.#timer);
    [this.#read, this.#refusals, this.#takenBack] = [[], [], []];
    [this.#upTo, this.#timer] = [0, 0];
    this.#requests += 1;
  }

  /** @param {ViewerInput | null} as @returns {Promise<ReplayHighlight[]>} */
  async #readRefusals(as) {
    const refusals = await this.#entries(REFUSALS, as);
    return refusals.map((each) => ({ ...each, kind: 'REFUSAL' }));
  }

  /**
   * All entries of a list, page by page.
   * @param {string} text @param {ViewerInput | null} as @returns {Promise<ReplayHighlight[]>}
   */
  async #entries(text, as) {
    /** @type {ReplayHighlight[]} */
    const all = [];
    for (let after = null; all.length < ENTRIES_MAX;) {
      const { game } = await query(text, { game: this.#game, as, after }, { signal: this.#signal });
      const { edges, pageInfo } = game.entries;
      all.push(...edges.map((/** @type {{node: ReplayHighlight}} */ edge) => edge.node));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    return all;
  }

  async #request() {
    const { head, as } = this.#wanted;
    const own = (this.#requests += 1);
    try {
      const highlights = await this.#entries(HIGHLIGHTS, as);
      if (own !== this.#requests) return;
      this.#read = highlights;
      this.#upTo = head;
      this.#changed();
    } catch (problem) {
      if (!this.#signal.aborted) console.warn('The highlights could not be read.', problem.message);
    }
  }
}
