/** Tempo: how long a seat thought, beside the others and beside the person's other games. Facts, and no score. */

import { query } from '../api.js';
import { fill, freshId, h } from '../dom.js';
import { t } from '../language/language.js';
import { trouble } from './trouble.js';

const TEMPO = `query Tempo($game: ID!, $seat: Int!) { game(id: $game) { tempo(seat: $seat) {
  decisions halfMs mostMs othersDecisions othersHalfMs othersMostMs usual { decisions halfMs mostMs }
  slowest { version thoughtMs legal percentile usualPercentile } } } }`;
const HEADS = ['Whose decisions', 'Number', 'Half took at most', 'Nine of ten took at most'];
const SLOWEST = ['After step', 'Thought', 'Legal commands', 'Of a hundred of this game, as quick',
  'Of a hundred of all games, as quick'];

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function tempo(game, signal) {
  const seat = freshId('seat');
  const select = h('select', { id: seat, name: 'seat' }, game.seats.map((each) => h('option',
    { value: String(each.seat), translate: 'no' }, `${each.seat} ${each.name}`)));
  const answer = h('div', { 'aria-live': 'polite' });
  const form = h('form', { class: 'audit-form' }, h('label', { for: seat }, 'Seat'), select,
    h('button', { type: 'submit' }, 'Show'));

  async function load() {
    try {
      const variables = { game: game.id, seat: Number(select.value) };
      fill(answer, grids((await query(TEMPO, variables, { signal })).game.tempo));
    } catch (problem) {
      if (!signal.aborted) fill(answer, trouble(problem));
    }
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); load(); });
  return h('section', { class: 'audit-part', id: 'tempo' }, h('h2', null, 'Tempo'),
    h('p', null, 'Facts and no score: with three and more seats nobody has an honest baseline for collusion, and a ',
      'slow decision proves nothing.'), form, answer);
}

/** @param {Tempo} facts */
function grids(facts) {
  const rows = [['this seat in this game', facts.decisions, facts.halfMs, facts.mostMs],
    ['the other seats in this game', facts.othersDecisions, facts.othersHalfMs, facts.othersMostMs]];
  const { usual } = facts;
  if (usual) rows.push(['this person in all games that are over', usual.decisions, usual.halfMs, usual.mostMs]);
  return [
    grid(HEADS, rows.map(([whose, number, half, most]) => [whose, number, seconds(half), seconds(most)])),
    h('h3', null, 'Its slowest decisions'),
    grid(SLOWEST, facts.slowest.map((each) => [each.version - 1, seconds(each.thoughtMs), each.legal,
      each.percentile, each.usualPercentile ?? '–'])),
  ];
}

/** @param {string[]} heads @param {any[][]} rows */
const grid = (heads, rows) => h('div', { class: 'audit-table' }, h('table', null,
  h('thead', null, h('tr', null, heads.map((each) => h('th', { scope: 'col' }, each)))),
  h('tbody', null, rows.map((row) => h('tr', null, row.map((cell) => h('td', null, cell)))))));

/** @param {any} ms */
const seconds = (ms) => (ms === null ? '–' : t`${(ms / 1000).toFixed(1)} s`);

/**
 * @typedef {object} Tempo
 * @property {number} decisions
 * @property {number | null} halfMs
 * @property {number | null} mostMs
 * @property {number} othersDecisions
 * @property {number | null} othersHalfMs
 * @property {number | null} othersMostMs
 * @property {{decisions: number, halfMs: number | null, mostMs: number | null} | null} usual
 * @property {{version: number, thoughtMs: number, legal: number, percentile: number,
 *   usualPercentile: number | null}[]} slowest
 */
