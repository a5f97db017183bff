/** Where a reader stands in a game and how they move: by steps, turns and highlights, or by the clock. */

import { span } from '../words.js';

/** Steps a second; `real` is the pace at which the game was played. */
export const SPEEDS = ['0.5', '1', '2', '4', '8', 'real'];
const STEP_MS = 1000;
const REAL_MS_MIN = 60;
const REAL_MS_MAX = 5000;

/** @typedef {{moved: (why: string) => void, played: () => void, paused: (text: string) => void}} PlayerEvents */
/** @typedef {Pick<import('./store.js').Store, 'head' | 'steps' | 'stepAt'>} Steps */

export class Player {
  at = 1;
  following = false;
  /** The last step when this reader last followed, or arrived. Later steps are new to them. */
  followedTo = 0;
  playing = false;
  speed = '1';
  #timer = 0;
  #store;
  #events;
  #highlights;

  /**
   * @param {() => Steps} store the steps in use @param {PlayerEvents} events
   * @param {() => number[]} highlights in order
   */
  constructor(store, events, highlights) {
    this.#store = store;
    this.#events = events;
    this.#highlights = highlights;
  }

  /** Show a step. A reader who goes to the last one follows from there. @param {number} version */
  to(version, why = 'reader') {
    const { head } = this.#store();
    const at = Math.min(Math.max(version, 1), Math.max(head, 1));
    this.following = at === head;
    if (this.following) this.followedTo = head;
    if (why === 'reader') this.stop();
    if (at === this.at && why === 'reader') return;
    this.at = at;
    this.#events.moved(why);
  }

  /** @param {number} steps */
  by(steps) {
    this.to(this.at + steps);
  }

  last() {
    this.to(this.#store().head);
  }

  /** There are new steps: a reader who follows moves to them, a reader who looks back stays. */
  grown() {
    if (this.following && !this.playing) this.to(this.#store().head, 'live');
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
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    const { head } = this.#store();
    if (this.at >= head) this.to(1, 'rewound');
    this.playing = true;
    this.following = false;
    this.#events.played();
    this.#wait();
  }

  stop() {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.following = this.at === this.#store().head;
    this.#events.played();
  }

  /** @param {string} speed one of `SPEEDS` */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.#events.played();
  }

  /** The next speed in a direction. @param {number} direction */
  faster(direction) {
    const next = SPEEDS.indexOf(this.speed) + direction;
    this.setSpeed(SPEEDS[Math.min(Math.max(next, 0), SPEEDS.length - 1)]);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), this.#pauseMs());
  }

  #next() {
    const { head } = this.#store();
    if (this.at < head) this.to(this.at + 1, 'played');
    if (this.at >= head) this.stop();
    else this.#wait();
  }

  #pauseMs() {
    if (this.speed !== 'real') return STEP_MS / Number(this.speed);
    const [now, next] = [this.#store().stepAt(this.at), this.#store().stepAt(this.at + 1)];
    const gap = now && next ? Date.parse(next.time) - Date.parse(now.time) : STEP_MS;
    if (gap > REAL_MS_MAX) this.#events.paused(`A pause of ${span(gap)} is shortened to ${span(REAL_MS_MAX)}.`);
    return Math.min(Math.max(gap, REAL_MS_MIN), REAL_MS_MAX);
  }
}
