/** What every part of London's board is called: by screen readers, by the pages, in the call-out. */

import { plural } from '../../dom.js';
import { t, translation } from '../../language/language.js';

/** @type {((slot: number, holds: string) => string)[]} */
const ROWS = [(slot, holds) => t`Top row, slot ${slot}: ${holds}`,
  (slot, holds) => t`Bottom row, slot ${slot}: ${holds}`];

/** @type {Record<string, (seat: LondonSeatView, own: number) => string>} */
const FIGURES = {
  money: (seat) => t`money £${seat.money}`,
  poverty: (seat) => t`${seat.poverty} poverty`,
  loans: (seat) => plural(seat.loans, 'loan'),
  vp: (seat) => t`${plural(seat.vp, 'point')} gained`,
  markers_left: (seat, own) => t`${plural(own, 'borough')}, ${plural(seat.markers_left, 'building')} left`,
  hand: (seat) => t`${plural(seat.hand_count, 'card')} in hand`,
};

/**
 * What this turn has done to a stack.
 * @param {LondonView} position @param {number} seat @param {number} at @param {LondonStackView} stack
 */
function notesOf({ turn, active }, seat, at, { cards }) {
  const top = cards[cards.length - 1];
  if (active !== seat) return [];
  const notes = [];
  if (turn.activations.some((each) => each.stack === at)) notes.push('being activated');
  else if (turn.activated.includes(top)) notes.push('activated');
  if (turn.activations.some((each) => each.hospital === at)) notes.push('flipped in its place');
  if (turn.placement?.stack === at) notes.push('about to be covered');
  if (turn.placed.includes(top)) notes.push('placed now');
  return notes;
}

/**
 * The name of a part or spot.
 * @param {London.Words} words @param {LondonView | null} position @param {string[]} names @param {string} id
 * @returns {string}
 */
export function nameOfPart(words, position, names, id) {
  const [kind, first, second] = id.split(':');
  if (kind === 'card') return words.cardLabel(id.slice(5));
  if (kind === 'borough') return boroughName(words, position, names, first);
  if (!position) return id;
  switch (kind) {
    case 'stack': return stackName(words, position, names, Number(first), second);
    case 'seat': return seatName(position, names, Number(first));
    case 'slot': return slotName(words, position, Number(first), Number(second));
    case 'deck': return deckName(words, position);
    case 'discard': return t`Discarded ${plural(position.discard.length, 'card')}, out of the game`;
    case 'looked': return t`Looked at: ${plural(position.turn.looked_count, 'card')} of the deck`;
    case 'underground': return t`${plural(position.underground_left, 'Underground marker')} left`;
    case 'turn': return t`Turn ${position.turn_number}`;
    case 'ending': return position.turns_left === 1
      ? translation('The last turn') : t`Last turns: ${position.turns_left}`;
    default: return FIGURES[kind] ? FIGURES[kind](position.seats[Number(first)], boroughsOf(position, Number(first)))
      : id;
  }
}

/** @param {LondonView} position @param {number} seat */
const boroughsOf = ({ boroughs }, seat) => boroughs.filter(({ owner }) => owner === seat).length;

/** @param {London.Words} words @param {LondonView | null} position @param {string[]} names @param {string} id */
function boroughName(words, position, names, id) {
  const now = position?.boroughs.find(({ borough }) => borough === id) ?? { borough: id, owner: null,
    underground: false };
  return words.boroughLabel(now, names);
}

/**
 * @param {London.Words} words @param {LondonView} position @param {string[]} names @param {number} seat
 * @param {string} at
 */
function stackName(words, position, names, seat, at) {
  const stack = position.seats[seat].stacks[Number(at)];
  return stack ? words.stackLabel(stack, Number(at), names[seat], notesOf(position, seat, Number(at), stack))
    : translation('A new stack');
}

/** @param {LondonView} position @param {string[]} names @param {number} seat */
function seatName(position, names, seat) {
  const own = boroughsOf(position, seat);
  const figures = Object.values(FIGURES).map((figure) => figure(position.seats[seat], own));
  return `${names[seat]}${roleOf(position, seat)}: ${figures.join(', ')}`;
}

/** @param {LondonView} position @param {number} seat */
function roleOf(position, seat) {
  if (position.active === seat && position.phase !== 'over') return translation(', on turn');
  return position.first === seat ? translation(', first player') : '';
}

/** @param {London.Words} words @param {LondonView} position @param {number} row @param {number} slot */
function slotName(words, position, row, slot) {
  const card = position.display.find((each) => each.row === row && each.slot === slot)?.card;
  return ROWS[row](slot + 1, card ? words.cardLabel(card) : translation('empty'));
}

/** @param {London.Words} words @param {LondonView} position */
function deckName(words, { deck_count: count, deck_top: known }) {
  if (!count) return translation('Deck –, empty');
  const top = known.slice(0, 3).map(words.nameOf).join(', ');
  return t`Deck ${plural(count, 'card')}, those of deck ${words.deckLetter(count)} next` + (top && t`; on top ${top}`);
}
