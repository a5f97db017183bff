/** Cards and tokens glide from where they were to where they are. */

import { h, lessMotion } from '../../dom.js';
import { glide } from '../kit.js';

const FLIGHT_MS = 420;
const FLIGHTS_MAX = 12;

/**
 * Where every card that has an element lies in a view.
 * @param {LondonView | null} position @returns {Map<string, string>} card -> a word for its place
 */
export function placesOf(position) {
  const places = new Map();
  if (!position) return places;
  for (const seat of position.seats) {
    for (const card of seat.hand) places.set(card, `hand:${seat.seat}`);
    for (const [at, { cards }] of seat.stacks.entries())
      for (const [level, card] of cards.entries()) places.set(card, `stack:${seat.seat}:${at}:${level}`);
  }
  for (const slot of position.display) if (slot.card) places.set(slot.card, `slot:${slot.row}:${slot.slot}`);
  for (const card of position.discard) places.set(card, 'discard');
  for (const card of position.turn.looked) places.set(card, 'looked');
  return places;
}

/**
 * Remember where pieces stand before the board is changed; call what is returned when it has been changed.
 * @param {LondonView | null} before the position as it is drawn now
 * @param {LondonView} now
 * @param {London.BoardParts['parts']} parts
 * @returns {() => void}
 */
export function flights(before, now, parts) {
  if (!before || lessMotion()) return () => {};
  const moves = movesOf(before, now, parts);
  if (moves.length > FLIGHTS_MAX) return () => {}; // the cards are dealt, or the game is seen from elsewhere
  const hidden = hiddenDraws(before, now, moves);
  return () => {
    land(moves, parts);
    if (hidden.length) drawHidden(hidden, parts);
  };
}

/**
 * The cards that lie elsewhere than before, and where on the screen each of them comes from.
 * @param {LondonView} before @param {LondonView} now @param {London.BoardParts['parts']} parts
 * @returns {London.Move[]}
 */
function movesOf(before, now, parts) {
  const was = placesOf(before);
  return [...placesOf(now)].filter(([card, place]) => place !== was.get(card))
    .map(([card, place]) => ({ card, place, from: whence(parts, was, card) }));
}

/** @param {London.Move[]} moves @param {London.BoardParts['parts']} parts */
function land(moves, parts) {
  const aims = moves.map(
    (move) => ({ ...move, to: parts.get(move.place === 'discard' ? 'discard' : `card:${move.card}`) }));
  const rects = aims.map((aim) => aim.to?.getBoundingClientRect()); // all are measured before the first one moves
  aims.forEach((aim, at) => fly(aim, rects[at]));
}

/** Card backs fly from the deck to the hands of these seats. @param {number[]} seats @param {Map<string, any>} parts */
function drawHidden(seats, parts) {
  const deck = parts.get('deck').getBoundingClientRect();
  for (const seat of seats) ghost(deck, parts.get(`hand:${seat}`).getBoundingClientRect(), 'lon-back');
}

/** @param {London.BoardParts['parts']} parts @param {Map<string, string>} was @param {string} card */
function whence(parts, was, card) {
  const element = parts.get(`card:${card}`);
  if (was.has(card) && element?.isConnected) return element.getBoundingClientRect();
  return parts.get('deck').getBoundingClientRect();
}

/**
 * Seats that took a card of the deck that the viewer cannot see.
 * @param {LondonView} before @param {LondonView} now @param {London.Move[]} moved
 */
function hiddenDraws(before, now, moved) {
  if (now.deck_count >= before.deck_count) return [];
  return now.seats
    .filter(
      (seat,
        at) =>
          seat.hand_count > before.seats[at].hand_count && !moved.some((move) => move.place === `hand:${seat.seat}`))
    .map((seat) => seat.seat);
}

/** @param {London.Move & {to?: Element}} move @param {DOMRect | undefined} rect */
function fly({ place, from, to }, rect) {
  if (!to || !rect || !from.width || !rect.width) return;
  if (place === 'discard') ghost(from, rect, 'lon-back');
  else glide(to, from.left - rect.left, from.top - rect.top, FLIGHT_MS);
}

/**
 * A card back that flies from one place to another and is gone.
 * @param {DOMRect} from @param {DOMRect} to @param {string} kind
 */
function ghost(from, to, kind) {
  if (!from.width || !to.width) return;
  const size = 42;
  const element = h('div', { class: `lon-ghost ${kind}`, 'aria-hidden': 'true' });
  document.body.append(element);
  /** @param {DOMRect} rect */
  const at = (rect) => `${rect.left + rect.width / 2 - size / 2}px ${rect.top + rect.height / 2 - size / 2}px`;
  const flight = element.animate([{ translate: at(from), opacity: 1 }, { translate: at(to), opacity: 0.3 }],
    { duration: FLIGHT_MS, easing: 'ease-in-out' });
  flight.onfinish = () => element.remove();
  flight.oncancel = () => element.remove();
}
