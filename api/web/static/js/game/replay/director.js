/**
 * The director: which step comes on the screen next, and how long it stays there.
 *
 * A told step has a stage of its own. Bookkeeping passes with the next told step, or with the last one if nothing told
 * follows. Times are reckoned from the clock, so that slow drawing costs pictures and not the pace.
 */

/** How long a step stays on the screen while nothing better is known. */
export const STEP_MS = 1000;
/** No told step is on the screen for less, unless a reader skips it or plays faster. */
export const STAGE_MS_MIN = 350;
/** Further behind the game than this, the director runs faster. */
export const LATE_MS = 12_000;
/** Further behind than this, it jumps to the last step. */
export const LOST_MS = 30_000;
/** The steps of one command arrive one by one; what arrives within this time is staged together. */
const TOGETHER_MS = 25;

/**
 * @typedef {object} Beat what is shown at one moment
 * @property {number} at the step whose view is shown
 * @property {Step | null} step the step that is told meanwhile
 * @property {number} ms how long it stays
 * @property {boolean} [byTurns] whether it shows a whole turn
 *
 * @typedef {object} Clock
 * @property {() => number} now in ms
 * @property {(ms: number, act: () => void) => number} after
 * @property {(timer: number) => void} cancel
 *
 * @typedef {object} Stageable
 * @property {() => Step[]} steps those that are here
 * @property {(step: Step) => number} stageOf its stage time in ms
 */

/** @type {Clock} */
export const PAGE_CLOCK = {
  now: () => performance.now(),
  after: (ms, act) => Number(setTimeout(act, ms)),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * The beat after a step; null if there is none yet.
 * @param {Stageable} game @param {number} at @param {number} [until] the last step to show @returns {Beat | null}
 */
export function beatAfter({ steps, stageOf }, at, until = Infinity) {
  const all = steps();
  const last = Math.min(all.length, until);
  if (at >= last) return null;
  for (let version = at + 1; version <= last; version += 1) {
    const ms = stageOf(all[version - 1]);
    if (ms > 0) return { at: quietFrom({ steps, stageOf }, version, last), step: all[version - 1], ms };
  }
  return { at: last, step: null, ms: 0 };
}

/**
 * The last step if nothing is told after `version`, or `version`.
 * @param {Stageable} game @param {number} version @param {number} last
 */
function quietFrom({ steps, stageOf }, version, last) {
  const all = steps();
  for (let next = version + 1; next <= last; next += 1) if (stageOf(all[next - 1]) > 0) return version;
  return last;
}

/** The stage times of all that follows a step, in ms. @param {Stageable} game @param {number} at */
export const behindMs = ({ steps, stageOf }, at) => steps().slice(at).reduce((total, step) => total + stageOf(step), 0);

/** How much faster to run when so far behind. @param {number} ms */
export const haste = (ms) => Math.max(1, 1 + (ms - LATE_MS) / LATE_MS);

/** Shows the beats of a live game one after another, each for its time. */
export class Director {
  #game;
  #clock;
  #events;
  #timer = 0;
  #waiting = false;
  /** When the stage is free. */
  #due = -Infinity;
  /** Whether the reader's own command is on the stage. */
  #own = false;

  /**
   * @param {Stageable} game
   * @param {{show: (beat: Beat) => void, lost: () => void, isOwn: (step: Step) => boolean}} events
   *   show: put a beat on the screen; lost: too far behind, jump; isOwn: whether the reader's own command led to a step
   * @param {Clock} clock
   */
  constructor(game, events, clock) {
    this.#game = game;
    this.#events = events;
    this.#clock = clock;
  }

  /**
   * There may be something to show. A player does not wait for what others did before: the own command shows at once.
   * @param {() => number} at the step on the screen
   */
  wake(at) {
    const beat = this.#waiting ? null : beatAfter(this.#game, at());
    if (!beat) return;
    const atOnce = !this.#own && this.#isOwn(beat);
    this.#wait(at, atOnce ? TOGETHER_MS : Math.max(this.#due - this.#clock.now(), TOGETHER_MS));
  }

  /** Forget what waits. The stage is free at once. */
  rest() {
    this.#clock.cancel(this.#timer);
    this.#waiting = false;
    this.#own = false;
    this.#due = -Infinity;
  }

  /** @param {() => number} at @param {number} ms */
  #wait(at, ms) {
    this.#waiting = true;
    this.#timer = this.#clock.after(ms, () => this.#next(at));
  }

  /** @param {() => number} at */
  #next(at) {
    const behind = behindMs(this.#game, at());
    if (behind > LOST_MS) {
      this.rest();
      this.#events.lost();
      return;
    }
    const beat = beatAfter(this.#game, at());
    this.#waiting = false;
    if (!beat) return;
    const ms = this.#msOf(beat, behind);
    this.#own = this.#isOwn(beat);
    const begun = this.#clock.now();
    this.#events.show({ ...beat, ms });
    this.#due = begun + ms;
    this.wake(at);
  }

  /** @param {Beat} beat @param {number} behind */
  #msOf(beat, behind) {
    const least = Math.min(beat.ms, STAGE_MS_MIN);
    return this.#isOwn(beat) ? least : Math.max(least, beat.ms / haste(behind));
  }

  /** @param {Beat} beat */
  #isOwn({ step }) {
    return step !== null && this.#events.isOwn(step);
  }
}
