/**
 * A board that plays by itself: a live game, or one that is replayed. For frames on other pages, the front page, walls
 * and lessons.
 */

import { pause, query } from '../api.js';
import { fill, h, lessMotion, say } from '../dom.js';
import { printed } from '../language/language.js';
import { Film } from './film.js';

const RULESET = 'query Ruleset($id: ID!) { ruleset(id: $id) { id title version components } }';
const STEP_MS = 650;
const LEAST_MS = 40;
const BEHIND_MAX = 40;
const END_MS = 6000;

/**
 * @typedef {object} ReelHow
 * @property {string} game
 * @property {number | null} [from] the step to start at; null: the last one
 * @property {boolean} [still] whether it stays at that step
 * @property {number} [speed]
 * @property {AbortSignal} signal
 * @property {(reel: Reel, step: Step | null) => void | Promise<void>} [onStep] after each step; playing waits for it
 * @property {(reel: Reel) => Promise<boolean>} [onEnd] what to do when the game is over; true: it has seen to it
 */

export class Reel {
  element = h('div', { class: 'reel' });
  caption = h('p', { class: 'reel-caption', 'aria-hidden': 'true' });
  stage = h('div', { class: 'reel-stage' });
  /** @type {Board | null} */
  board = null;
  title = '';
  paused = false;
  #how;
  film;
  /** @type {any} */
  #story = null;
  /** @type {any} */
  components = null;

  /** @param {ReelHow} how */
  constructor(how) {
    this.#how = how;
    this.film = new Film(how.game, how.signal);
    fill(this.element, this.stage, this.caption);
  }

  /** Show the first view, then play. @returns {Promise<boolean>} false if there is no such game */
  async start() {
    const { from = null, still } = this.#how;
    if (!await this.film.open(from)) return false;
    await this.#dress();
    await this.#show(null, null, 0);
    if (!still) this.#play().catch((problem) => this.#failed(problem));
    return true;
  }

  /** Show another step, and go on from there. @param {number} at */
  async to(at) {
    await this.film.open(at);
    await this.#show(null, null, 0);
  }

  async #dress() {
    const { ruleset } = /** @type {import('./film.js').FilmGame} */ (this.film.game);
    const view = /** @type {GameView} */ (this.film.view);
    const [answer, module, story] = await Promise.all([
      query(RULESET, { id: ruleset }, { signal: this.#how.signal }).then((known) => printed(known.ruleset)),
      import(`../boards/${ruleset}/board.js`).catch(() => import('../boards/any.js')),
      import(`../boards/${ruleset}/story.js`).catch(() => null),
    ]);
    const { components, ...facts } = answer;
    this.#story = story;
    this.components = components;
    this.title = facts.title;
    const seats = view.seats.map(({ seat, name, bot }) => ({ seat, name, bot }));
    this.board = /** @type {Board} */ (await module.default({ ruleset: facts, components, seats }));
    fill(this.stage, this.board.element);
  }

  /** @param {GameView | null} before @param {Step | null} step @param {number} ms */
  async #show(before, step, ms) {
    const showing = /** @type {any} */ ({ before, viewer: null, animate: before !== null && !lessMotion(),
      step: step?.line ?? null, ms });
    this.board?.show(this.film.view, showing);
    const text = step?.line?.text ?? '';
    if (!step || (text && ms >= LEAST_MS)) say(this.caption, text); // bookkeeping has no caption
    await this.#how.onStep?.(this, step);
  }

  /** How long a step stays, by the ruleset's story. @param {Step} step */
  #msOf(step) {
    const type = step.line?.type.split('.').pop() ?? '';
    const stage = this.#story?.stages?.[type];
    const facts = /** @type {any} */ (step.line)?.facts ?? {};
    const ms = typeof stage === 'function' ? stage(facts) : stage ?? (step.line ? STEP_MS : 0);
    const hurry = this.film.waiting > BEHIND_MAX && this.film.game?.phase === 'PLAYING' ? 4 : 1;
    return ms / (this.#how.speed ?? 1) / hurry;
  }

  async #play() {
    const { signal } = this.#how;
    while (!signal.aborted) {
      await this.#gate();
      const before = this.film.view;
      const step = await this.film.next();
      if (signal.aborted) return;
      if (!step) {
        if (!this.film.isOver || !await this.#ended()) return;
        continue;
      }
      const ms = this.#msOf(step);
      await this.#show(before, step, ms);
      if (ms >= LEAST_MS) await pause(ms, signal);
    }
  }

  /** Waits while nobody can see it, or while it is paused. */
  async #gate() {
    while (this.paused || document.visibilityState === 'hidden') await pause(250, this.#how.signal);
  }

  async #ended() {
    await pause(END_MS, this.#how.signal);
    return await this.#how.onEnd?.(this) ?? false;
  }

  /** @param {any} problem */
  #failed(problem) {
    if (this.#how.signal.aborted) return;
    console.warn('The game could not be followed.', problem.message);
    say(this.caption, 'The connection is lost. Load the page again to go on.');
  }
}
