// The marks of a replay: turns, scores, reveals and the end as the API names them, take-backs by their lines, refusals on request.

import { query } from '../../api.js';

const MARKS = 'query Marks($game: ID!, $as: ViewerInput) { game(id: $game) { highlights(as: $as) { version kind text seat } } }';
const REFUSALS = 'query Refusals($game: ID!, $as: ViewerInput) { game(id: $game) { refusals(as: $as) { version code text seat } } }';
const LATER_MS = 2000;
const TAKEN_BACK = /^game\.(StepsTakenBack|TakenBack|TookBack)$/;

/** @typedef {{version: number, kind: string, text: string, seat: number | null}} Mark */

/** @param {string} game @param {AbortSignal} signal @param {() => void} changed */
export function allMarks(game, signal, changed) {
  let found = [];
  let refused = [];
  let back = [];
  let latest = null;
  let upTo = 0;
  let timer = 0;
  let asked = 0;

  async function read(head, as) {
    const now = (asked += 1);
    try {
      const { game: said } = await query(MARKS, { game, as }, { signal });
      if (now !== asked) return;
      found = said.highlights;
      upTo = head;
      changed();
    } catch (problem) {
      if (!signal.aborted) console.warn('The marks could not be read.', problem.message);
    }
  }

  return {
    /** @returns {Mark[]} in the order of their steps */
    get known() {
      return [...found, ...refused, ...back].sort((a, b) => a.version - b.version);
    },
    /** Know the marks up to a step; live ones are asked for together, after a moment. */
    upTo(head, as, live) {
      latest = { head, as };
      if (head === upTo || timer) return;
      timer = setTimeout(() => {
        timer = 0;
        read(latest.head, latest.as);
      }, live ? LATER_MS : 0);
    },
    /** Steps that have come: a take-back is told by its line. */
    heard(steps) {
      const taken = steps.filter(({ line }) => TAKEN_BACK.test(line?.type ?? ''));
      back.push(...taken.map(({ version, line }) => ({ version, kind: 'TAKEN_BACK', text: line.text, seat: line.seat })));
    },
    async refusals(on, as) {
      try {
        refused = on ? (await query(REFUSALS, { game, as }, { signal })).game.refusals.map((each) => ({ ...each, kind: 'REFUSAL' })) : [];
        changed();
        return on && refused.length === 0 ? 'No refusal these eyes may see.' : '';
      } catch (problem) {
        return signal.aborted ? '' : problem.message;
      }
    },
    forget() {
      clearTimeout(timer);
      [found, refused, back, upTo, timer] = [[], [], [], 0, 0];
      asked += 1;
    },
  };
}
