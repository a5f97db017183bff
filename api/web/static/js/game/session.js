/** Who the reader is in one game: their person, their seat, and the viewers they may choose. */

import { words } from '../dom.js';
import { factsOf } from './bootstrap.js';
import { viewpoints } from './words.js';

const RESIGN = 'mutation Resign($game: ID!, $id: ID!) { resign(game: $game, commandId: $id) { ...Answer } }';

export class Session {
  #person;
  #signal;

  /** @param {GameMeta} meta @param {Person | null} person @param {AbortSignal} signal */
  constructor(meta, person, signal) {
    this.meta = meta;
    this.#person = person;
    this.#signal = signal;
  }

  /** @returns {number | null} the reader's own seat */
  get seat() {
    return this.meta.mySeat;
  }

  get rulesetTitle() {
    return this.meta.rulesetTitle ?? words(this.meta.ruleset);
  }

  get title() {
    return this.meta.title || this.rulesetTitle;
  }

  /** Whether the game has ended, whatever step is on the screen. */
  get over() {
    return this.meta.phase === 'OVER' || this.meta.phase === 'ABANDONED';
  }

  /** Whether this is a sandbox made of what one seat knew: others than its host may not see more (GAME-FORK-03). */
  get isPrivate() {
    const origin = this.meta.sandbox?.origin;
    return Boolean(origin) && origin?.kind !== 'SPECTATOR' && !this.meta.isHost;
  }

  /** The viewers the reader may choose, as words of an address. @param {number} seats */
  viewers(seats) {
    const arbiter = Boolean(this.#person?.roles.includes('ARBITER')) && !this.meta.isHost;
    return viewpoints({ over: this.over && !this.isPrivate, seats, mine: this.seat, arbiter });
  }

  /** Whether the reader may rule here, as far as the page can know (GAME-ROLE-03). */
  get mayRule() {
    return Boolean(this.#person?.roles.includes('ARBITER')) && !this.meta.isHost && this.seat === null;
  }

  /** Read the game's facts once more. Returns false if they could not be read. */
  async refresh() {
    const meta = await factsOf(this.meta.id, this.#signal).catch(() => null);
    if (meta) Object.assign(this.meta, meta);
    return Boolean(meta);
  }

  /** Resign the reader's seat. @returns {Promise<string>} the refusal; empty if it was accepted */
  async resign() {
    const { command, newId } = await import('../api/commands.js');
    const answer = await command(RESIGN, { game: this.meta.id, id: newId() }, { signal: this.#signal });
    return answer.__typename === 'CommandAccepted' ? '' : answer.text;
  }
}
