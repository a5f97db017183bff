/** Who looked as whom while the game ran: every look of an arbiter, this desk's own included. */

import { query } from '../api.js';
import { fill, h, moment } from '../dom.js';
import { t } from '../language/language.js';
import { trouble } from './trouble.js';

const SIGHTINGS = `query Sightings($game: ID!) { game(id: $game) {
  sightings { by seat firstVersion lastVersion at } } }`;
const HEADS = ['When', 'Who', 'As whom', 'Steps'];

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function sightings(game, signal) {
  const answer = h('div', { 'aria-live': 'polite' });
  const button = h('button', { type: 'button', onclick: () => load() }, 'Show');

  async function load() {
    try {
      const { sightings: rows } = (await query(SIGHTINGS, { game: game.id }, { signal })).game;
      fill(answer, rows.length === 0
        ? h('p', { class: 'soft' }, 'Nobody looked as somebody else, or you may not read it yet.')
        : h('div', { class: 'audit-table' }, h('table', null,
          h('thead', null, h('tr', null, HEADS.map((each) => h('th', { scope: 'col' }, each)))),
          h('tbody', null, rows.map((/** @type {Sighting} */ each) => row(game, each))))));
    } catch (problem) {
      if (!signal.aborted) fill(answer, trouble(problem));
    }
  }

  return h('section', { class: 'audit-part', id: 'sightings' }, h('h2', null, 'Who looked as whom'),
    h('p', null, 'While a game runs, each look of an arbiter with other eyes is written down before it is answered: ',
      'on the board and here. Arbiters read it at once, the seats when the game is over.'), button, answer);
}

/** @typedef {{by: string, seat: number | null, firstVersion: number, lastVersion: number, at: string}} Sighting */

/** @param {import('../pages/audit.js').Audited} game @param {Sighting} each */
const row = (game, each) => h('tr', null, [
  h('time', { datetime: each.at }, moment(each.at)), each.by || 'somebody without a name',
  each.seat === null ? 'everything' : `${each.seat} ${game.seats[each.seat]?.name ?? ''}`,
  t`${each.firstVersion} to ${each.lastVersion}`].map((cell) => h('td', null, cell)));
