/** Reads what the reader's seat may play. Only the last of several requests counts. */

import { query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const MINE = `query Mine($game: ID!) { game(id: $game) { version mySeat toAct legal { type json ${TEXT} } } }`;

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
   * @returns {Promise<{legal: LegalCommand[], version: number} | null>} null if a later request has taken its place
   */
  async read(version) {
    const own = (this.#requests += 1);
    this.awaited = version;
    try {
      const { game } = await query(MINE, { game: this.#game }, { signal: this.#signal });
      if (own !== this.#requests || game.version < version) return null;
      const ours = game.mySeat !== null && game.toAct.includes(game.mySeat);
      return { legal: ours ? game.legal : [], version: game.version };
    } finally {
      if (own === this.#requests) this.awaited = 0;
    }
  }
}
