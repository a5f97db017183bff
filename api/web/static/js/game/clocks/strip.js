/**
 * The clocks of the seats over the board: the time of each, live or at the step on the screen, in colour and words.
 * They are read once a step, and count by themselves in between.
 */

import { announce, clear, fill, h, moment, say, set } from '../../dom.js';
import { query } from '../../api.js';
import { seatEmblem } from '../../boards/kit.js';
import { button } from '../pieces.js';
import { seatName } from '../words.js';
import { figures, leftAt, spoken } from './time.js';
import { t } from '../../language/language.js';

const CLOCK = 'seat left bank at running dueAt fallen flags overtime asleep restLeft restNext';
const NOW = `query Clocks($game: ID!) { now
  game(id: $game) { version clocks { ${CLOCK} } stopped { why until note } } }`;
const THEN = `query ClocksAt($game: ID!, $at: Int!) { game(id: $game) { clocks(at: $at) { ${CLOCK} } } }`;
/** @type {Record<string, string>} by what right a game was stopped */
const STOPS = { ARBITER: 'An arbiter has stopped the game.', VOTE: 'The players have stopped the game.',
  CALL: 'A call for an arbiter has stopped the game.', SERVICE: 'The game is stopped.' };
const TICK_MS = 100;
const SETTLE_MS = 120;
const LOW_MS = 60_000;
const READ_MAX = 400;

/**
 * @typedef {object} SeatClock
 * @property {number} seat @property {number} left @property {number} bank @property {string} at
 * @property {boolean} running @property {string | null} dueAt @property {boolean} fallen @property {number} flags
 * @property {boolean} overtime @property {boolean} asleep @property {number} restLeft @property {number} restNext
 *
 * @typedef {{why: string, until: string | null, note: string | null}} Stop
 *
 * @typedef {object} ClocksContext
 * @property {import('../session.js').Session} session
 * @property {import('../viewpoint.js').Viewpoint} viewpoint
 * @property {import('../stage.js').Stage} stage
 * @property {AbortSignal} signal
 */

export class Clocks {
  element = h('div', { class: 'clocks', role: 'group', 'aria-label': 'Clocks', hidden: true });
  #context;
  /** @type {SeatClock[]} */
  #clocks = [];
  /** @type {Stop | null} */
  #stop = null;
  /** The time of the service less that of this machine. */
  #offsetMs = 0;
  /** @type {Map<number, SeatClock[]>} by step, of earlier steps */
  #earlier = new Map();
  /** @type {Map<number, {chip: HTMLElement, time: HTMLElement, words: HTMLElement}>} */
  #chips = new Map();
  #key = '';
  #timer = 0;
  /** @type {Set<number>} seats whose little time was announced */
  #warned = new Set();

  /** @param {ClocksContext} context */
  constructor(context) {
    this.#context = context;
    const ticking = setInterval(() => this.#tick(), TICK_MS);
    context.signal.addEventListener('abort', () => { clearInterval(ticking); clearTimeout(this.#timer); });
  }

  /** The step on the screen may be another one. */
  show() {
    const { at, atHead, store } = this.#context.viewpoint;
    const key = atHead ? `head ${store.head}` : String(at);
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    const known = atHead ? null : this.#earlier.get(at);
    if (known) this.#take(known, null);
    else this.#timer = setTimeout(() => this.#read(key), SETTLE_MS);
  }

  /** Somebody stopped the game, or gave time. */
  reload() {
    this.#key = '';
    this.show();
  }

  get #lives() {
    return this.#context.viewpoint.atHead && !this.#context.session.over;
  }

  /** @param {string} key */
  async #read(key) {
    const { session, viewpoint, signal } = this.#context;
    const game = session.meta.id;
    const { at, atHead } = viewpoint;
    try {
      if (atHead) {
        const began = Date.now();
        const read = await query(NOW, { game }, { signal });
        this.#offsetMs = Date.parse(read.now) - (began + Date.now()) / 2;
        if (key === this.#key) this.#take(read.game.clocks, read.game.stopped);
      } else {
        const read = await query(THEN, { game, at }, { signal });
        if (this.#earlier.size > READ_MAX) this.#earlier.clear();
        this.#earlier.set(at, read.game.clocks);
        if (key === this.#key) this.#take(read.game.clocks, null);
      }
    } catch {
      if (key === this.#key) this.#key = ''; // the next step reads it once more
    }
  }

  /** @param {SeatClock[]} clocks @param {Stop | null} stop */
  #take(clocks, stop) {
    this.#clocks = clocks;
    this.#stop = stop;
    this.#draw();
  }

  /** Whether the game is stopped at this moment. */
  get #stopped() {
    const until = this.#stop?.until;
    return this.#stop !== null && (until === null || until === undefined || Date.parse(until) > this.#nowMs);
  }

  get #nowMs() {
    return Date.now() + this.#offsetMs;
  }

  // ---- drawing

  #draw() {
    const seats = this.#context.stage.view?.seats ?? [];
    this.element.hidden = this.#clocks.length === 0 && !this.#stopped;
    this.#chips.clear();
    if (this.element.hidden) { clear(this.element); return; }
    fill(this.element, this.#sign(), this.#clocks.map((clock) => this.#chip(clock, seats)));
    this.#tick();
  }

  /** That the game is stopped, by whom, and until when. */
  #sign() {
    if (!this.#stop || !this.#stopped || !this.#lives) return false;
    const { why, until, note } = this.#stop;
    return h('p', { class: 'clock-stop' }, h('b', null, STOPS[why] ?? STOPS.SERVICE),
      until && [' ', t`It goes on by itself: ${moment(until)}.`], note && [' ', h('q', { translate: 'no' }, note)]);
  }

  /** @param {SeatClock} clock @param {{name: string}[]} seats */
  #chip(clock, seats) {
    const time = h('b', { class: 'clock-time' });
    const words = h('span', { class: 'clock-words' });
    const chip = button([seatEmblem(clock.seat, 14, ''),
      h('span', { class: 'clock-name', translate: 'no' }, seatName(seats, clock.seat)), ' ', time, ' ', words],
    () => this.#ledger(clock.seat), { class: `clock seat-${clock.seat % 6}`,
      dataset: { clock: clock.seat } });
    this.#chips.set(clock.seat, { chip, time, words });
    return chip;
  }

  /** A clock that was read in a stopped game runs from the end of the stop on. @param {SeatClock} clock */
  #afterStop(clock) {
    const until = this.#stop?.until;
    return !until || this.#stopped || !clock.dueAt || clock.running ? clock : { ...clock, running: true, at: until };
  }

  /** Once a tick: nothing but figures and words. */
  #tick() {
    if (this.element.hidden || document.hidden) return;
    if (this.#stop && !this.#stopped && this.element.querySelector('.clock-stop')) { this.#draw(); return; }
    const [nowMs, lives] = [this.#nowMs, this.#lives && !this.#stopped];
    for (const given of this.#clocks) {
      const clock = this.#afterStop(given);
      const parts = this.#chips.get(clock.seat);
      if (!parts) continue;
      const left = leftAt(clock, nowMs, lives);
      const state = this.#stateOf(clock, left, lives);
      say(parts.time, figures(left));
      say(parts.words, state.words);
      set(parts.chip, { 'data-state': state.name,
        title: t`${spoken(Math.floor(left / 10_000) * 10_000)} left. Every debit and credit` });
      this.#warn(clock, left, lives);
    }
  }

  /** @param {SeatClock} clock @param {number} left @param {boolean} lives */
  #stateOf(clock, left, lives) {
    if (clock.fallen || (lives && clock.running && left === 0)) return { name: 'fallen', words: 'flag is down' };
    if (this.#stopped && this.#lives) return { name: 'stopped', words: 'stopped' };
    if (clock.asleep) return { name: 'asleep', words: 'asleep' };
    if (clock.running && left < LOW_MS) return { name: 'low', words: clock.overtime ? 'overtime' : 'little time' };
    if (clock.running) return { name: 'running', words: 'running' };
    return { name: 'resting', words: clock.overtime ? 'overtime' : '' };
  }

  /** A reader who listens is told once that their own time runs out. @param {SeatClock} clock @param {number} left
   * @param {boolean} lives */
  #warn({ seat, running }, left, lives) {
    if (!running || left >= LOW_MS || !lives) { this.#warned.delete(seat); return; }
    if (this.#warned.has(seat) || seat !== this.#context.session.seat) return;
    this.#warned.add(seat);
    announce('You have less than a minute.');
  }

  /** Whether the reader may call the flag of a seat, which has fallen. @param {number} seat */
  #mayClaim(seat) {
    const { session } = this.#context;
    const clock = this.#clocks.find((each) => each.seat === seat);
    const due = clock?.dueAt;
    const hasFallen = clock?.fallen || (due && Date.parse(due) <= this.#nowMs);
    const may = session.mayRule || (session.seat !== null && session.seat !== seat);
    return Boolean(hasFallen && may && this.#lives && !this.#stopped);
  }

  /** @param {number} seat */
  async #ledger(seat) {
    const { session, stage, viewpoint, signal } = this.#context;
    const { openLedger } = await import('./ledger.js');
    openLedger({ game: session.meta.id, seat, seats: stage.view?.seats ?? [], mine: session.seat === seat, signal,
      running: !session.over, clock: this.#clocks.find((each) => each.seat === seat) ?? null,
      goTo: (version) => viewpoint.player.to(version), done: () => this.reload(),
      claims: this.#mayClaim(seat) });
  }
}
