// The steps of one game through one pair of eyes, and the view after each. Draws nothing, and knows no ruleset.
//
// Steps come in pages, then live. A view is the view before with the step's patch applied: they share what did not change, so
// all views of a game fit into memory and each is there at once. No step is taken twice, and none out of its order.

import { query, steps as follow } from '../../api.js';
import { patched } from './patch.js';

const PAGE = 500;
const SLICE_MS = 8;
const RETRY_MS = 2000;

const STEP = 'version time commandId turn line { type text seat rules { id } } patch';
const STEPS = `query Steps($game: ID!, $after: Cursor, $as: ViewerInput) { game(id: $game) { version
  steps(after: $after, first: ${PAGE}, as: $as) { pageInfo { hasNextPage } edges { node { ${STEP} } } } } }`;
const VIEW = 'query View($game: ID!, $at: Int, $as: ViewerInput) { game(id: $game) { viewJson(at: $at, as: $as) } }';

/**
 * @typedef {{version: number, time: string, commandId: string, turn: number | null, patch: object[],
 *   line: {type: string, text: string, seat: number | null, rules: {id: string}[]} | null}} Step
 */

export class Store {
  /** @type {Step[]} */
  steps = [];
  /** `loading`, `live`, `connecting`, `lost` or `ended`. */
  state = 'loading';
  #views = [];
  #early = new Map();
  #broken = Infinity;
  #head = 0;
  #closed = new AbortController();
  #following = null;
  #loading = false;

  /**
   * @param {string} game
   * @param {object} viewer as the API takes it
   * @param {{steps: (from: number, to: number, live: boolean) => void, state: (state: string, problem?: Error) => void}} tell
   */
  constructor(game, viewer, tell) {
    this.game = game;
    this.viewer = viewer;
    this.tell = tell;
  }

  /** The last step known to exist; those up to `loaded` are here. */
  get head() {
    return Math.max(this.#head, this.steps.length);
  }

  get loaded() {
    return this.steps.length;
  }

  stepAt(version) {
    return this.steps[version - 1] ?? null;
  }

  /** Take a view that came with another request, so that something useful can be shown before the steps are here. */
  know(view, head) {
    if (view) this.#early.set(view.version, view);
    this.#head = Math.max(this.#head, head);
  }

  /** The view after a step, or null while it is not here yet. */
  viewAt(version) {
    if (version > this.steps.length || version >= this.#broken) return this.#early.get(version) ?? null;
    while (this.#views.length < version) if (!this.#build()) return this.#early.get(version) ?? null;
    return this.#views[version - 1] ?? null;
  }

  /** The view after a step, asked for by itself if it is not here. */
  async want(version) {
    const known = this.viewAt(version);
    if (known) return known;
    const { game } = await query(VIEW, { game: this.game, at: version, as: this.viewer }, { signal: this.#closed.signal });
    this.know(game.viewJson, version);
    return game.viewJson;
  }

  /** Load what is missing, then follow. May be called again at any time, after `rest` too. */
  async load() {
    if (this.#loading || this.#following) return;
    this.#loading = true;
    try {
      while (await this.#page());
      await this.#buildAll();
    } finally {
      this.#loading = false;
    }
    if (this.#closed.signal.aborted || this.state === 'ended') return;
    // What is over has no further step: commands are kept whole, so its last step is here with the one that ended it.
    if (['over', 'abandoned'].includes(this.viewAt(this.loaded)?.phase)) this.#say('ended');
    else this.#follow();
  }

  /** Stop following; what is here stays here. */
  rest() {
    this.#following?.close();
    this.#following = null;
  }

  close() {
    this.#closed.abort();
    this.rest();
  }

  async #page() {
    const { signal } = this.#closed;
    try {
      const { game } = await query(STEPS, { game: this.game, after: String(this.loaded), as: this.viewer }, { signal });
      this.#head = Math.max(this.#head, game.version);
      this.#take(game.steps.edges.map((edge) => edge.node), false);
      return game.steps.pageInfo.hasNextPage;
    } catch (problem) {
      if (signal.aborted) return false;
      if (problem.code === 'VIEWER_NOT_ALLOWED' || problem.code === 'UNKNOWN_GAME') throw problem;
      this.#say('lost');
      await new Promise((done) => setTimeout(done, problem.retryAfterMs ?? RETRY_MS));
      return !signal.aborted;
    }
  }

  #follow() {
    const options = { after: this.loaded, as: this.viewer, fields: STEP };
    this.#following = follow(this.game, options, (step) => this.#live(step), (state, problem) => {
      if (state === 'lost') this.rest();
      this.#say(state, problem);
    });
  }

  #live(step) {
    if (step.version > this.loaded + 1) {
      // A gap can only come from a fault of the connection: read what is missing instead of trusting it.
      this.rest();
      this.load();
      return;
    }
    this.#take([step], true);
  }

  #take(found, live) {
    const from = this.loaded + 1;
    for (const step of found) if (step.version === this.loaded + 1) this.steps.push(step);
    if (this.loaded >= from) this.tell.steps(from, this.loaded, live);
  }

  #say(state, problem) {
    this.state = state;
    this.tell.state(state, problem);
  }

  /** One view more; false when a patch does not fit, which leaves the API's own views as the way to go on. */
  #build() {
    const at = this.#views.length;
    try {
      this.#views.push(patched(at ? this.#views[at - 1] : null, this.steps[at].patch));
      return true;
    } catch (problem) {
      console.error(`The patch of step ${at + 1} does not fit.`, problem);
      this.#broken = at + 1;
      return false;
    }
  }

  /** Build ahead in slices, so that the page stays at hand meanwhile. */
  async #buildAll() {
    while (this.#views.length < this.steps.length && this.#broken === Infinity && !this.#closed.signal.aborted) {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until && this.#views.length < this.steps.length && this.#build());
      await new Promise((done) => setTimeout(done, 0));
    }
  }
}
