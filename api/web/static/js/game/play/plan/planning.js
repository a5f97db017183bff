/** The plan of a player between the list, the board and the service: what is chosen goes into it instead of away. */

import { clear, fill } from '../../../dom.js';
import { BOARD_WORDS, Plan } from './plan.js';

/**
 * @typedef {object} PlanningHost
 * @property {string} game
 * @property {() => number | null} mine
 * @property {AbortSignal} signal
 * @property {HTMLElement} place where the plan stands
 * @property {import('../offers.js').Offers} offers
 * @property {() => Promise<void>} read read what is legal in the game
 * @property {() => void} draw
 * @property {(commands: LegalCommand[]) => Promise<number>} sendAll resolves with how many were carried out
 * @property {(view: GameView | null, words?: string) => void} preview
 * @property {() => void} focus go to the list of what may be chosen
 * @property {() => boolean} listed whether the focus is there, or nowhere
 * @property {() => void} closed the plan was closed
 * @property {(text: string) => void} stopped add to what the service refused
 */

export class Planning {
  #host;
  #plan;

  /** @param {PlanningHost} host */
  constructor(host) {
    this.#host = host;
    this.#plan = new Plan({
      game: host.game, mine: host.mine, signal: host.signal,
      changed: () => this.#changed(), send: () => this.#send(), leave: () => this.#leave(),
    });
    fill(host.place, this.#plan.element);
  }

  /** The planned commands as the service takes them. */
  get before() {
    return this.#plan.before;
  }

  /** @param {LegalCommand} legal */
  choose(legal) {
    this.#host.offers.clear();
    this.#plan.add(legal);
  }

  /** Draw the planned position over the game's, where there is one. */
  preview() {
    if (this.#plan.view) this.#host.preview(this.#plan.view, BOARD_WORDS);
  }

  /** What is legal in the game was read anew. Returns whether the plan takes care of the rest. */
  tryOnceMore() {
    if (!this.#plan.before.length || this.#plan.busy) return false;
    this.#plan.retry();
    return true;
  }

  /** Another position is planned: what is legal in it, and its board. */
  async #changed() {
    const { offers, listed, draw, focus, read, preview } = this.#host;
    const wasInList = listed();
    preview(this.#plan.view, BOARD_WORDS);
    if (this.#plan.legal) offers.replace(this.#plan.legal, offers.version);
    else await read();
    draw();
    if (wasInList && !this.#plan.ended) focus();
  }

  #close() {
    this.#host.closed();
    this.#host.preview(null);
  }

  #leave() {
    this.#close();
    clear(this.#host.place);
    this.#host.read();
    this.#host.focus();
  }

  /** All of it, in its order; the first refusal ends it, and what was not played is named. */
  async #send() {
    const { commands, busy } = this.#plan;
    if (busy) return;
    this.#close();
    const played = await this.#host.sendAll(commands);
    if (this.#host.signal.aborted) return;
    clear(this.#host.place);
    if (played < commands.length) this.#host.stopped(this.#plan.rest(played));
  }
}
