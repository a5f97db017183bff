// The marks of a replay: turns, scores, reveals and the end as the API names them, take-backs by their lines, refusals on request.

import { query } from '../api.js';

const MARKS = 'query Marks($game: ID!, $as: ViewerInput) { game(id: $game) { marks(as: $as) { version kind text seat } } }';
const REFUSALS = 'query Refusals($game: ID!, $as: ViewerInput) { game(id: $game) { refusals(as: $as) { version code text seat } } }';
const LATER_MS = 2000;

/** @typedef {{version: number, kind: string, text: string, seat: number | null}} Mark */

/** @param {string} game @param {AbortSignal} signal @param {() => void} changed */
export function allMarks(game, signal, changed) {
  let found = [];
  let refused = [];
  let upTo = 0;
  let timer = 0;
  let asked = 0;

  async function read(head, as) {
    const now = (asked += 1);
    try {
      const { game: said } = await query(MARKS, { game, as }, { signal });
      if (now !== asked) return;
      found = said.marks;
      upTo = head;
      changed();
    } catch (problem) {
      if (!signal.aborted) console.warn('The marks could not be read.', problem.message);
    }
  }

  return {
    /** @returns {Mark[]} in the order of their steps */
    get known() {
      return [...found, ...refused].sort((a, b) => a.version - b.version);
    },
    /** Know the marks up to a step; live ones are asked for with some steps' patience. */
    upTo(head, as, live) {
      clearTimeout(timer);
      if (head === upTo) return;
      timer = setTimeout(() => read(head, as), live ? LATER_MS : 0);
    },
    async refusals(on, as) {
      refused = [];
      if (on) {
        const said = await query(REFUSALS, { game, as }, { signal });
        refused = said.game.refusals.map((each) => ({ ...each, kind: 'REFUSAL' }));
      }
      changed();
    },
    forget() {
      [found, refused, upTo] = [[], [], 0];
      asked += 1;
    },
  };
}
