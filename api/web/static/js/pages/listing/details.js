/** What cards of games say beside the list: the points of each seat, and the last sentence. Read for many at once. */

import { query } from '../../api.js';
import { TEXT } from '../../language/language.js';

const GAMES_MAX = 24;
const WAIT_MS = 50;
const FIELDS = `scoresNow(as: {kind: SPECTATOR}) { seat ifOver }
  steps(last: 4, as: {kind: SPECTATOR}) { edges { node { line { type ${TEXT} } } } }`;

/** @typedef {{points: number[] | null, text: string}} Detail */

export class Details {
  /** @type {Map<string, (detail: Detail) => void>} */
  #wanted = new Map();
  #timer = 0;
  #signal;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Read a game's details soon. @param {string} game @param {(detail: Detail) => void} take */
  want(game, take) {
    this.#wanted.set(game, take);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), WAIT_MS);
  }

  async #read() {
    const wanted = [...this.#wanted].slice(0, GAMES_MAX);
    for (const [game] of wanted) this.#wanted.delete(game);
    const fields = wanted.map((_, at) => `g${at}: game(id: $g${at}) { ${FIELDS} }`).join(' ');
    const names = wanted.map((_, at) => `$g${at}: ID!`).join(', ');
    const variables = Object.fromEntries(wanted.map(([game], at) => [`g${at}`, game]));
    const data = await query(`query Details(${names}) { ${fields} }`, variables, { signal: this.#signal })
      .catch((problem) => problem.data);
    if (this.#signal.aborted || !data) return; // a card without details is still a card
    wanted.forEach(([, take], at) => { if (data[`g${at}`]) take(detailOf(data[`g${at}`])); });
    if (this.#wanted.size > 0) await this.#read();
  }
}

/** @param {{scoresNow: {seat: number, ifOver: number}[], steps: any}} game @returns {Detail} */
function detailOf({ scoresNow, steps }) {
  /** @type {number[]} */
  const points = [];
  for (const { seat, ifOver } of scoresNow) points[seat] = (points[seat] ?? 0) + ifOver;
  /** @type {{type: string, text: string}[]} */
  const lines = steps.edges.map((/** @type {any} */ edge) => edge.node.line).filter(Boolean);
  const last = lines.findLast(({ type }) => !type.startsWith('game.')) ?? lines.at(-1);
  return { points: points.length ? points : null, text: last?.text ?? '' };
}
