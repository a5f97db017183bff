/** The frame round the board that says through whose eyes it is looked at, where that is not plain. */

import { set } from '../dom.js';
import { seatName, viewerOf, wordOfSeat } from './words.js';
import { t } from '../language/language.js';

/**
 * @param {HTMLElement} element of the board @param {string} word whose eyes they are
 * @param {number | null} mine the reader's own seat @param {{name: string}[]} seats
 */
export function frameViewer(element, word, mine, seats) {
  const seat = viewerOf(word)?.seat;
  const plain = word === wordOfSeat(mine);
  for (const name of [...element.classList]) if (/^(seat-\d|viewer-.*)$/.test(name)) element.classList.remove(name);
  if (!plain) element.classList.add(...seat === undefined ? [`viewer-${word}`] : ['viewer-seat', `seat-${seat % 6}`]);
  set(element, { 'data-viewer': plain ? null : chip(word, seat, seats) });
}

/** @param {string} word @param {number | undefined} seat @param {{name: string}[]} seats */
function chip(word, seat, seats) {
  if (seat !== undefined) return t`through ${possessive(seatName(seats, seat))} eyes`;
  return word === 'arbiter' ? 'all cards open' : 'as a spectator sees it';
}

/** @param {string} name */
const possessive = (name) => `${name}${name.endsWith('s') ? '’' : '’s'}`;
