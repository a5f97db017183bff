/**
 * The words of the game page: viewers as they stand in an address, times, names.
 *
 * A viewer in an address is `seat-1`, `seat-2`, ... (counted from one, as in the lines), `spectator` or `arbiter`.
 */

import { listed } from '../dom.js';
import { viewerOf } from '../early.js';
import { t } from '../language/language.js';

export { viewerOf };

export const CLOSED = 'The game was closed without a result.';

/** @typedef {{name: string}[]} Named seats with their names */

/** The viewer at a seat, or the spectator. @param {number | null | undefined} seat */
export const wordOfSeat = (seat) => (seat === null || seat === undefined ? 'spectator' : `seat-${seat + 1}`);

/** A viewer from an answer of the API. @param {{seat?: number | null, kind?: string | null}} viewer */
export const wordOf = ({ seat, kind }) => (kind ? kind.toLowerCase() : wordOfSeat(seat));

/** @param {string} word @param {Named} seats @param {number | null} [mine] */
export function viewerName(word, seats, mine) {
  const seat = viewerOf(word)?.seat;
  if (seat !== undefined) return seat === mine ? t`${seatName(seats, seat)} (you)` : seatName(seats, seat);
  return word === 'arbiter' ? 'all cards open' : 'a spectator';
}

/** @param {Named} seats @param {number} seat */
export const seatName = (seats, seat) => {
  const { name = '' } = seats?.[seat] ?? {};
  return name && name !== `Seat ${seat + 1}` ? name : t`Seat ${seat + 1}`; // who has no name is called so by the API
};

/**
 * The viewers a caller may use: their own seat and a spectator, and all of them once the game is over (GAME-HID-01,
 * GAME-HID-02).
 * @param {{over: boolean, seats: number, mine: number | null, arbiter: boolean}} caller
 */
export function viewpoints({ over, seats, mine, arbiter }) {
  if (over || (arbiter && mine === null)) {
    return [...Array.from({ length: seats }, (_, seat) => wordOfSeat(seat)), 'spectator', 'arbiter'];
  }
  return mine === null ? ['spectator'] : [wordOfSeat(mine), 'spectator'];
}

/** `great_fire.PlayFireCard` -> `Play fire card`. @param {string} type */
export function plainType(type) {
  const name = type.slice(type.lastIndexOf('.') + 1);
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Milliseconds in words: `0.4 s`, `12 s`, `3 min`, `2 h`. @param {number} ms */
export function span(ms) {
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return t`${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : t`${Math.round(ms / 86_400_000)} days`;
}

/** @param {string} game @param {number} [at] the step; without it the live one @param {string} [word] the viewer */
export function addressOf(game, at, word) {
  return `/games/${game}${at ? '/' + at : ''}${word ? '?as=' + word : ''}`;
}

/**
 * Who acts now, as a sentence.
 * @param {{to_act: number[], seats: Named, phase: string}} view @param {number | null} mine
 */
export function whoseTurn(view, mine) {
  if (view.phase === 'over') return 'The game is over.';
  if (view.phase === 'abandoned') return CLOSED;
  if (view.phase === 'open') return 'Seats are being taken.';
  if (mine !== null && view.to_act.includes(mine)) return 'It is your turn.';
  const names = view.to_act.map((seat) => seatName(view.seats, seat));
  return names.length ? t`${listed(names)} to act.` : '';
}
