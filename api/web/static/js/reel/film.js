/**
 * A game as a film for spectators: one view, then the steps after it one by one, however many there are. Reads a little
 * ahead, and follows a game that goes on. Knows no document.
 */

import { query, steps as follow } from '../api.js';
import { patched } from '../game/replay/patch.js';
import { TEXT } from '../language/language.js';

const PAGE = 60;
const SPECTATOR = { kind: 'SPECTATOR' };
const STEP = `version time turn line { type ${TEXT} seat facts } patch`;
const FIRST = `query Film($game: ID!, $at: Int, $as: ViewerInput) { game(id: $game) {
  id version ruleset title phase watchers viewJson(at: $at, as: $as) } }`;
const STEPS = `query FilmSteps($game: ID!, $after: Cursor, $first: Int!, $as: ViewerInput) { game(id: $game) {
  steps(after: $after, first: $first, as: $as) { edges { node { ${STEP} } } } } }`;

/**
 * @typedef {{id: string, version: number, ruleset: string, title: string, phase: string, watchers: number}} FilmGame
 */

export class Film {
  /** @type {GameView | null} */
  view = null;
  /** @type {FilmGame | null} */
  game = null;
  #id;
  #signal;
  /** @type {Step[]} steps that were read and not taken */
  #ahead = [];
  /** @type {{close: () => void} | null} */
  #following = null;
  /** @type {() => void} */
  #wake = () => {};

  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    this.#id = id;
    this.#signal = signal;
    signal.addEventListener('abort', () => { this.#following?.close(); this.#wake(); });
  }

  get at() {
    return this.view?.version ?? 0;
  }

  /** Whether no step can come any more. */
  get isOver() {
    return this.#ahead.length === 0 && (this.view?.phase === 'over' || this.view?.phase === 'abandoned');
  }

  /** Steps that are known and not taken. */
  get waiting() {
    return this.#ahead.length;
  }

  /**
   * Start at a step; null: at the last one that spectators may know.
   * @param {number | null} at @returns {Promise<boolean>} whether there is such a game
   */
  async open(at) {
    const { game } = await query(FIRST, { game: this.#id, at, as: SPECTATOR }, { signal: this.#signal })
      .catch((problem) => { if (problem.code === 'BAD_ID') return { game: null }; throw problem; });
    if (!game) return false;
    const { viewJson, ...facts } = game;
    this.view = viewJson;
    this.game = facts;
    this.#ahead = [];
    return true;
  }

  /**
   * The next step: `view` is then the view after it. Waits for one while the game goes on.
   * @returns {Promise<Step | null>} null when there is none any more
   */
  async next() {
    if (this.#ahead.length === 0) await this.#more();
    const step = this.#ahead.shift();
    if (!step || this.#signal.aborted) return null;
    this.view = /** @type {GameView} */ (patched(this.view, step.patch));
    return step;
  }

  async #more() {
    if (this.isOver) return;
    if (!this.#following) await this.#page();
    if (this.#ahead.length > 0 || this.isOver) return;
    this.#following ??= follow(this.#id, { after: this.at, as: SPECTATOR, fields: STEP }, (step) => this.#live(step),
      (state) => { if (state === 'lost' || state === 'ended') this.#wake(); });
    await new Promise((resolve) => { this.#wake = () => resolve(null); });
  }

  async #page() {
    const variables = { game: this.#id, after: String(this.at), first: PAGE, as: SPECTATOR };
    const { game } = await query(STEPS, variables, { signal: this.#signal });
    this.#ahead.push(...game.steps.edges.map((/** @type {{node: Step}} */ edge) => edge.node));
  }

  /** @param {Step} step */
  #live(step) {
    this.#ahead.push(step);
    this.#wake();
  }
}
