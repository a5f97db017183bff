/** Reads what the reader's seat may play. Only the last of several requests counts. */

import { pause, query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const MINE = `query Mine($game: ID!) { game(id: $game) { version mySeat toAct legal { type json ${TEXT} } } }`;

/** A process of the service may be behind the one that sent the step; it is asked this often. */
const READS_MAX = 8;
const BEHIND_MS = 150;

export class LegalReader {
  /** The step that the last request is about, until it is answered. */
  awaited = 0;
  #requests = 0;
  #game;
  #signal;

  /** @param {string} game @param {AbortSignal} signal */
  constructor(game, signal) {
    this.#game = game;
    this.#signal = signal;
  }

  /**
   * @param {number} version what is legal at this version or later
   * @returns {Promise<{legal: LegalCommand[], version: number} | null>} null if a later request has taken its place, or
   *   the service stays behind
   */
  async read(version) {
    const own = (this.#requests += 1);
    this.awaited = version;
    try {
      for (let reads = 1; reads <= READS_MAX; reads += 1) {
        const { game } = await query(MINE, { game: this.#game }, { signal: this.#signal });
        if (own !== this.#requests) return null;
        const ours = game.mySeat !== null && game.toAct.includes(game.mySeat);
        if (game.version >= version) return { legal: ours ? game.legal : [], version: game.version };
        await pause(BEHIND_MS * reads, this.#signal);
      }
      return null;
    } finally {
      if (own === this.#requests) this.awaited = 0;
    }
  }
}
