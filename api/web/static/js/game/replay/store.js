/**
 * The steps of one game through one viewer, and the view after each.
 *
 * Steps arrive in pages, then live. A view is the view before it with the step's patch applied. Views share what did
 * not change, so
 * all views of a game fit into memory. No step is taken twice or out of order.
 */

import { query, steps as follow } from '../../api.js';
import { patched } from './patch.js';
import { placed } from './turns.js';
import { TEXT } from '../../language/language.js';

const PAGE = 500;
/** Steps that a page has room for beyond those known to exist. A page costs its size, also where it is not full. */
const NEW = 30;
const SLICE_MS = 8;
const RETRY_MS = 2000;

const STEP = `version time commandId turn line { type ${TEXT} seat facts rules { id } } patch`;
const STEPS = `query Steps($game: ID!, $after: Cursor, $first: Int!, $as: ViewerInput) { game(id: $game) { version
  steps(after: $after, first: $first, as: $as) { pageInfo { hasNextPage } edges { node { ${STEP} } } } } }`;
const VIEW = 'query View($game: ID!, $at: Int, $as: ViewerInput) { game(id: $game) { viewJson(at: $at, as: $as) } }';

/**
 * @typedef {object} StoreEvents
 * @property {(from: number, to: number, live: boolean) => void} steps
 * @property {(state: string, problem?: any) => void} state
 */

export class Store {
  /** @type {Step[]} */
  steps = [];
  /** `loading`, `live`, `connecting`, `lost` or `ended`. */
  state = 'loading';
  /** @type {GameView[]} */
  #views = [];
  /** @type {Map<number, GameView>} views that were read by themselves */
  #early = new Map();
  #broken = Infinity;
  #head = 0;
  #closed = new AbortController();
  /** @type {{close: () => void} | null} */
  #following = null;
  #loading = false;
  #game;
  #viewer;
  #events;

  /** @param {string} game @param {ViewerInput | null} viewer @param {StoreEvents} events */
  constructor(game, viewer, events) {
    this.#game = game;
    this.#viewer = viewer;
    this.#events = events;
  }

  /** The last step known to exist; those up to `loaded` are here. */
  get head() {
    return Math.max(this.#head, this.steps.length);
  }

  get loaded() {
    return this.steps.length;
  }

  /** @param {number} version @returns {Step | null} */
  stepAt(version) {
    return this.steps[version - 1] ?? null;
  }

  /**
   * Take a view that came with another request, to show it before the steps are here.
   * @param {GameView | null} view @param {number} head
   */
  know(view, head) {
    if (view) this.#early.set(view.version, view);
    this.#head = Math.max(this.#head, head);
  }

  /** The view after a step, or null while it is not here yet. @param {number} version @returns {GameView | null} */
  viewAt(version) {
    if (version > this.steps.length || version >= this.#broken) return this.#early.get(version) ?? null;
    while (this.#views.length < version) if (!this.#build()) return this.#early.get(version) ?? null;
    return this.#views[version - 1] ?? null;
  }

  /** The view after a step, requested by itself if it is not here. @param {number} version */
  async want(version) {
    const known = this.viewAt(version);
    if (known) return known;
    const variables = { game: this.#game, at: version, as: this.#viewer };
    const { game } = await query(VIEW, variables, { signal: this.#closed.signal });
    this.know(game.viewJson, version);
    return game.viewJson;
  }

  /** Load what is missing, then follow. May be called at any time, also after `rest`. */
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
    // A game that is over has no further step: the steps of one command always arrive together.
    const phase = this.viewAt(this.loaded)?.phase;
    if (phase === 'over' || phase === 'abandoned') this.#setState('ended');
    else this.#follow();
  }

  /** Stop following; the steps stay here. */
  rest() {
    this.#following?.close();
    this.#following = null;
  }

  close() {
    this.#closed.abort();
    this.rest();
  }

  /** Read one page. Returns whether there is another. */
  async #page() {
    const { signal } = this.#closed;
    try {
      const first = Math.min(this.head - this.loaded + NEW, PAGE);
      const variables = { game: this.#game, after: String(this.loaded), first, as: this.#viewer };
      const { game } = await query(STEPS, variables, { signal });
      this.#head = Math.max(this.#head, game.version);
      this.#take(game.steps.edges.map((/** @type {{node: Step}} */ edge) => edge.node), false);
      return game.steps.pageInfo.hasNextPage;
    } catch (problem) {
      if (signal.aborted) return false;
      if (problem.code === 'VIEWER_NOT_ALLOWED' || problem.code === 'UNKNOWN_GAME') throw problem;
      this.#setState('lost');
      await new Promise((done) => { setTimeout(done, problem.retryAfterMs ?? RETRY_MS); });
      return !signal.aborted;
    }
  }

  #follow() {
    const options = { after: this.loaded, as: this.#viewer, fields: STEP };
    this.#following = follow(this.#game, options, (step) => this.#live(step),
      (state, problem) => this.#connected(state, problem));
  }

  /** @param {string} state @param {any} problem */
  #connected(state, problem) {
    if (state === 'lost') this.rest();
    this.#setState(state, problem);
  }

  /** @param {Step} step */
  #live(step) {
    // Only a faulty connection can leave a gap: read what is missing instead of trusting it.
    if (step.version > this.loaded + 1) { this.rest(); this.load(); return; }
    this.#take([step], true);
  }

  /** @param {Step[]} steps @param {boolean} live */
  #take(steps, live) {
    const from = this.loaded + 1;
    for (const step of steps)
      if (step.version === this.loaded + 1) this.steps.push(placed(step, this.steps.at(-1)));
    if (this.loaded >= from) this.#events.steps(from, this.loaded, live);
  }

  /** @param {string} state @param {any} [problem] */
  #setState(state, problem) {
    this.state = state;
    this.#events.state(state, problem);
  }

  /** Build one more view. Returns false if a patch does not fit; later views are then read from the API. */
  #build() {
    const at = this.#views.length;
    try {
      const before = at ? this.#views[at - 1] : null;
      this.#views.push(/** @type {GameView} */ (patched(before, this.steps[at].patch)));
      return true;
    } catch (problem) {
      console.error(`The patch of step ${at + 1} does not fit.`, problem);
      this.#broken = at + 1;
      return false;
    }
  }

  get #unbuilt() {
    return this.#views.length < this.steps.length && this.#broken === Infinity;
  }

  /** Build ahead in slices, so that the page stays responsive. */
  async #buildAll() {
    while (this.#unbuilt && !this.#closed.signal.aborted) {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until && this.#unbuilt && this.#build());
      await new Promise((done) => { setTimeout(done, 0); });
    }
  }
}
