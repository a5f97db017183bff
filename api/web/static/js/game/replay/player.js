/**
 * Where a reader stands in a game and how they move: by steps, turns and highlights, by the clock, or with the game as
 * it is played.
 */

import { span } from '../words.js';
import { Director, PAGE_CLOCK, STEP_MS, beatAfter } from './director.js';
import { t } from '../../language/language.js';

/** How fast a replay runs: so many times the director's pace, as the game was played, or by turns. */
export const SPEEDS = ['0.5', '1', '2', '4', '8', 'real', 'turns'];
export const TURN_MS = 4000;
const FIRST_MS = 400;
const REAL_MS_MIN = 60;
const REAL_MS_MAX = 5000;

/** @typedef {import('./director.js').Beat} Beat */

/**
 * @typedef {object} PlayerEvents
 * @property {(why: string, beat: Beat | null) => void} moved beat: set if the clock or the game moved the reader
 * @property {() => void} played
 * @property {(text: string) => void} paused
 * @property {(from: number) => void} [jumped] too much had happened since a step to stage it
 *
 * @typedef {object} PlayerHow
 * @property {(step: Step) => number} [stageOf] its stage time in ms
 * @property {() => boolean} [atOnce] whether live steps are shown as they come
 * @property {(step: Step) => boolean} [isOwn] whether the reader's own command led to a step
 * @property {import('./director.js').Clock} [clock]
 *
 * @typedef {Pick<import('./store.js').Store, 'head' | 'steps' | 'stepAt'>} Steps
 */

export class Player {
  at = 1;
  following = false;
  /** The last step when this reader last followed, or arrived. Later steps are new to them. */
  followedTo = 0;
  playing = false;
  speed = '1';
  #timer = 0;
  /** When the next beat of a replay is due. */
  #due = 0;
  /** Where a replay of some turns ends, and what the reader goes on with. */
  #until = Infinity;
  #store;
  #events;
  #highlights;
  #clock;
  #director;
  #game;
  #atOnce;

  /**
   * @param {() => Steps} store the steps in use @param {PlayerEvents} events
   * @param {() => number[]} highlights in order @param {PlayerHow} [how]
   */
  constructor(store, events, highlights, how = {}) {
    const { stageOf = () => STEP_MS, atOnce = () => false, isOwn = () => false, clock = PAGE_CLOCK } = how;
    this.#store = store;
    this.#events = events;
    this.#highlights = highlights;
    this.#atOnce = atOnce;
    this.#clock = clock;
    this.#game = { steps: () => store().steps, stageOf };
    this.#director = new Director(this.#game, {
      show: (beat) => this.#show('live', beat), lost: () => this.#jump(), isOwn,
    }, clock);
  }

  /** Whether live steps wait for their stage. */
  get staging() {
    return this.following && !this.playing && this.at < this.#store().steps.length;
  }

  /** Show a step. A reader who goes to the last one follows from there. @param {number} version */
  to(version, why = 'reader') {
    const { head } = this.#store();
    const at = Math.min(Math.max(version, 1), Math.max(head, 1));
    this.#director.rest();
    this.following = at === head;
    if (this.following) this.followedTo = head;
    if (why === 'reader') this.stop();
    if (at === this.at && why === 'reader') return;
    this.at = at;
    this.#events.moved(why, null);
  }

  /** @param {number} steps */
  by(steps) {
    this.to(this.at + steps);
  }

  last() {
    this.to(this.#store().head);
  }

  /**
   * There are new steps: a reader who follows moves to them, a reader who looks back stays. What cannot be staged is
   * shown at once: steps that are not here, or that nobody watches.
   */
  grown() {
    if (!this.following || this.playing) return;
    const { head, steps } = this.#store();
    if (this.#atOnce() || this.at > steps.length || head > steps.length) this.to(head, 'live');
    else this.#director.wake(() => this.at);
  }

  /** Show at once what waits for its stage. Returns false if nothing does. */
  skip() {
    if (!this.staging) return false;
    this.to(this.#store().head, 'live');
    return true;
  }

  /**
   * Back to the start of the turn, or from there to the start of the turn before; forward to the next start.
   * @param {number} direction
   */
  turn(direction) {
    const { steps, head } = this.#store();
    /** @param {number} version */
    const turnAt = (version) => steps[version - 1]?.turn ?? 0;
    /** @param {number} version */
    const starts = (version) => version <= 1 || turnAt(version) !== turnAt(version - 1);
    let at = this.at + direction;
    while (at > 1 && at < head && !starts(at)) at += direction;
    this.to(at);
  }

  /** To the next highlight in a direction. @param {number} direction */
  highlight(direction) {
    const ahead = this.#highlights().filter((version) => (version - this.at) * direction > 0);
    if (ahead.length) this.to(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
  }

  toggle() {
    if (this.skip()) return;
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    const { head } = this.#store();
    if (this.at >= head) this.to(1, 'rewound');
    this.#start(Infinity);
  }

  /** Play some steps once more, then go back to the last one. @param {number} first @param {number} last */
  replay(first, last) {
    this.to(Math.max(first - 1, 1));
    this.#start(last);
  }

  stop() {
    this.#clock.cancel(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.#until = Infinity;
    this.following = this.at === this.#store().head;
    this.#events.played();
  }

  /** @param {string} speed one of `SPEEDS` */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#start(this.#until);
    else this.#events.played();
  }

  /** The next speed in a direction. @param {number} direction */
  faster(direction) {
    const next = SPEEDS.indexOf(this.speed) + direction;
    this.setSpeed(SPEEDS[Math.min(Math.max(next, 0), SPEEDS.length - 1)]);
  }

  /** Play by turns, or by steps. */
  byTurns() {
    this.setSpeed(this.speed === 'turns' ? '1' : 'turns');
    if (!this.playing) this.play();
  }

  /** @param {number} until */
  #start(until) {
    this.#director.rest();
    this.playing = true;
    this.following = false;
    this.#until = until;
    this.#due = this.#clock.now() + this.#firstMs();
    this.#events.played();
    this.#wait();
  }

  #wait() {
    this.#clock.cancel(this.#timer);
    this.#timer = this.#clock.after(Math.max(this.#due - this.#clock.now(), 0), () => this.#beat());
  }

  /** Show the next beat. Beats whose time is over already are not drawn: the pace is kept. */
  #beat() {
    const now = this.#clock.now();
    let beat = this.#next();
    while (beat && this.#due + beat.ms <= now && this.#next(beat.at)) {
      this.#due += beat.ms;
      beat = this.#next(beat.at);
    }
    if (!beat) {
      this.#ended();
      return;
    }
    this.#due += beat.ms;
    this.#show('played', beat);
    if (this.#until === Infinity && this.at >= this.#store().head) this.stop();
    if (this.playing) this.#wait();
  }

  /** How long what is on the screen stays there when a replay starts. */
  #firstMs() {
    const next = this.#next();
    if (!next) return 0;
    return this.speed === 'real' ? this.#realMs(this.at, next.at) : Math.min(next.ms, FIRST_MS);
  }

  /** The last beat has had its time. */
  #ended() {
    const until = this.#until;
    this.stop();
    if (until !== Infinity) this.last();
  }

  /** The beat of the replay after a step. @returns {Beat | null} */
  #next(at = this.at) {
    if (this.speed === 'turns' && this.#until === Infinity) return this.#turnAfter(at);
    const beat = beatAfter(this.#game, at, this.#until);
    if (!beat) return null;
    if (this.speed === 'real') return { ...beat, ms: this.#realMs(beat.at, this.#afterBeat(beat)) };
    return { ...beat, ms: beat.ms / (Number(this.speed) || 1) };
  }

  /** @param {Beat} beat */
  #afterBeat(beat) {
    return beatAfter(this.#game, beat.at, this.#until)?.at ?? beat.at;
  }

  /** The end of the turn after a step. @param {number} at @returns {Beat | null} */
  #turnAfter(at) {
    const { steps } = this.#store();
    if (at >= steps.length) return null;
    const { turn } = steps[at];
    let last = at + 1;
    while (last < steps.length && steps[last].turn === turn) last += 1;
    return { at: last, step: null, ms: TURN_MS, byTurns: true };
  }

  /** @param {number} at @param {number} next */
  #realMs(at, next) {
    const [before, after] = [this.#store().stepAt(at), this.#store().stepAt(next)];
    const gap = before && after ? Date.parse(after.time) - Date.parse(before.time) : STEP_MS;
    if (gap > REAL_MS_MAX) this.#events.paused(t`A pause of ${span(gap)} is shortened to ${span(REAL_MS_MAX)}.`);
    return Math.min(Math.max(gap, REAL_MS_MIN), REAL_MS_MAX);
  }

  /** @param {string} why @param {Beat} beat */
  #show(why, beat) {
    this.at = beat.at;
    if (this.following) this.followedTo = this.at;
    this.#events.moved(why, beat);
  }

  /** Too much has happened to stage it. */
  #jump() {
    const from = this.at;
    this.to(this.#store().head, 'live');
    this.#events.jumped?.(from);
  }
}
