// The words of the game page: viewpoints as they stand in an address, times, names. Draws nothing and asks nobody.
//
// A viewpoint in an address is `seat-1`, `seat-2`, ... (counted from one, as people and the lines do), `spectator` or `arbiter`.

import { listed } from '../dom.js';

/**
 * @param {string | null | undefined} word
 * @returns {{seat: number} | {eyes: string} | null} what the API takes; null for no word of ours
 */
export function viewerOf(word) {
  const seat = /^seat-([1-9][0-9]?)$/.exec(word ?? '');
  if (seat) return { seat: Number(seat[1]) - 1 };
  return word === 'spectator' || word === 'arbiter' ? { kind: word.toUpperCase() } : null;
}

/** @param {number | null | undefined} seat @returns {string} the viewpoint of a seat, or the spectator's */
export const wordOfSeat = (seat) => (seat === null || seat === undefined ? 'spectator' : `seat-${seat + 1}`);

/** A viewpoint as the API tells it. @param {{seat?: number | null, kind?: string | null}} viewer */
export const wordOf = ({ seat, kind }) => (kind ? kind.toLowerCase() : wordOfSeat(seat));

/** @param {string} word @param {{seat: number, name: string}[]} seats @param {number | null} [mine] */
export function viewerName(word, seats, mine) {
  const viewer = viewerOf(word);
  if (viewer && 'seat' in viewer) {
    return `${seatName(seats, viewer.seat)}${viewer.seat === mine ? ' (you)' : ''}`;
  }
  return word === 'arbiter' ? 'everything (arbiter)' : 'a spectator';
}

/** @param {{seat: number, name: string}[]} seats @param {number} seat */
export const seatName = (seats, seat) => seats?.[seat]?.name || `Seat ${seat + 1}`;

/**
 * The viewpoints a caller may use: one's own and a spectator's, all of them once the game is over (GAME-HID-01, GAME-HID-02).
 * @param {{over: boolean, seats: number, mine: number | null, arbiter: boolean}} who
 */
export function viewpoints({ over, seats, mine, arbiter }) {
  if (over || (arbiter && mine === null)) {
    return [...Array.from({ length: seats }, (_, seat) => wordOfSeat(seat)), 'spectator', 'arbiter'];
  }
  return mine === null ? ['spectator'] : [wordOfSeat(mine), 'spectator'];
}

/** `great_fire.PlayFireCard` -> `Play fire card`. */
export function plainType(type) {
  const words = type.slice(type.lastIndexOf('.') + 1).replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Milliseconds in words: `0.4 s`, `12 s`, `3 min`, `2 h`. */
export function span(ms) {
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`;
}

/** @param {number} [at] the step; the live one if left out */
export function addressOf(game, at, word) {
  return `/games/${game}${at ? `/${at}` : ''}${word ? `?as=${word}` : ''}`;
}

/** @param {{to_act: number[], seats: object[], phase: string}} view @param {number | null} mine @returns {string} whose turn it is */
export function whoseTurn(view, mine) {
  if (view.phase === 'over') return 'The game is over.';
  if (view.phase === 'abandoned') return 'The table was closed without a result.';
  if (view.phase === 'open') return 'Seats are being taken.';
  if (view.to_act.includes(mine)) return 'It is your turn.';
  const names = view.to_act.map((seat) => seatName(view.seats, seat));
  return names.length ? `${listed(names)} to act.` : '';
}
