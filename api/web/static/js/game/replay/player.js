// Where a watcher stands in a game and how he moves: by steps, turns and marks, or by the clock. Draws nothing.

import { span } from '../words.js';

/** Steps a second beside the normal pace of one; `real` is the pace at which the game was played. */
export const SPEEDS = ['0.5', '1', '2', '4', '8', 'real'];
const STEP_MS = 1000;
const REAL_MS_MIN = 60;
const REAL_MS_MAX = 5000;

export class Player {
  at = 1;
  following = false;
  /** The last step there was when this reader last followed, or came: those past it are new to him. */
  seen = 0;
  playing = false;
  speed = '1';
  #timer = 0;

  /**
   * @param {() => import('./store.js').Store} store the steps that are shown now
   * @param {{moved: (why: string) => void, played: () => void, paused: (text: string) => void}} tell
   * @param {() => number[]} marks the steps with a mark, in order
   */
  constructor(store, tell, marks) {
    this.store = store;
    this.tell = tell;
    this.marks = marks;
  }

  /** Show a step. Who goes to the last one follows from there. */
  to(version, why = 'asked') {
    const head = this.store().head;
    const at = Math.min(Math.max(version, 1), Math.max(head, 1));
    this.following = at === head;
    if (this.following) this.seen = head;
    if (why === 'asked') this.stop();
    if (at === this.at && why === 'asked') return;
    this.at = at;
    this.tell.moved(why);
  }

  by(steps) {
    this.to(this.at + steps);
  }

  last() {
    this.to(this.store().head);
  }

  /** New steps: whoever follows goes with them, whoever looked back stays where he is. */
  grown() {
    if (this.following && !this.playing) this.to(this.store().head, 'live');
  }

  /** To where the turn began, or, being there, to where the one before it did; forwards to where the next one begins. */
  turn(direction) {
    const { steps, head } = this.store();
    const turnAt = (version) => steps[version - 1]?.turn ?? 0;
    const begins = (version) => version <= 1 || turnAt(version) !== turnAt(version - 1);
    let at = this.at + direction;
    while (at > 1 && at < head && !begins(at)) at += direction;
    this.to(at);
  }

  /** To the next mark in a direction. */
  mark(direction) {
    const past = this.marks().filter((version) => (version - this.at) * direction > 0);
    if (past.length) this.to(direction > 0 ? Math.min(...past) : Math.max(...past));
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    const { head } = this.store();
    if (this.at >= head) this.to(1, 'rewound');
    this.playing = true;
    this.following = false;
    this.tell.played();
    this.#wait();
  }

  stop() {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.following = this.at === this.store().head;
    this.tell.played();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.tell.played();
  }

  /** The next pace in a direction. */
  faster(direction) {
    this.setSpeed(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(this.speed) + direction, 0), SPEEDS.length - 1)]);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), this.#pause());
  }

  #next() {
    const { head } = this.store();
    if (this.at < head) this.to(this.at + 1, 'played');
    if (this.at >= head) this.stop();
    else this.#wait();
  }

  #pause() {
    if (this.speed !== 'real') return STEP_MS / Number(this.speed);
    const [now, next] = [this.store().stepAt(this.at), this.store().stepAt(this.at + 1)];
    const gap = now && next ? Date.parse(next.time) - Date.parse(now.time) : STEP_MS;
    if (gap > REAL_MS_MAX) this.tell.paused(`A pause of ${span(gap)} is shortened to ${span(REAL_MS_MAX)}.`);
    return Math.min(Math.max(gap, REAL_MS_MIN), REAL_MS_MAX);
  }
}
