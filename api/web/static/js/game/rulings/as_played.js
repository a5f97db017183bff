/** The result as it was played beside the result as it was ruled. */

import { h } from '../../dom.js';
import { heads, line } from '../pieces.js';
import { seatTag } from './words.js';
import { bothResults } from './reading.js';
import { t } from '../../language/language.js';

/** Whether rulings may have made the result another one than that of play. @param {GameOutcome} result */
export const isRuled = ({ ending, rules, places }) => ending === 'adjudicated'
  || rules.some((rule) => rule.startsWith('GAME-RULING')) || places.some(({ sources }) => (
  sources.some(({ source }) => source === 'adjusted')));

/**
 * @param {string} game @param {{name: string}[]} seats @param {AbortSignal} signal
 * @returns {Promise<HTMLElement | null>} null: both are the same
 */
export async function asPlayed(game, seats, signal) {
  const { played, ruled } = await bothResults(game, signal);
  if (!ruled) return null;
  if (!played) return h('p', { class: 'note' }, 'An arbiter decided these places: play reached no end of its own.');
  const same = ruled.every((each) => played.some(({ seat, place, points }) => (
    seat === each.seat && place === each.place && points === each.points)));
  if (same) return null;
  /** @param {import('./reading.js').Places} places @param {number} seat */
  const of = (places, seat) => places.find((each) => each.seat === seat);
  return h('div', { class: 'as-played' }, h('h3', null, 'As played and as ruled'), h('table', null,
    heads('Seat', 'As played', 'As ruled'),
    h('tbody', null, [...ruled].sort((a, b) => a.place - b.place).map(({ seat, place, points }) => {
      const before = of(played, seat);
      return line(seatTag(seats, seat), [before ? t`${before.place}. with ${before.points}` : '',
        t`${place}. with ${points}`]);
    }))));
}
