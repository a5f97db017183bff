/** What differs between two positions of London, as names of parts of the board. */

/**
 * @param {LondonView | null} before null if there was none
 * @param {LondonView | null} now
 * @returns {string[]} parts that differ; none when there is nothing to compare with
 */
export function changedParts(before, now) {
  if (!before || !now) return [];
  /** @type {string[]} */
  const parts = [];
  /** @param {string} part @param {unknown} was @param {unknown} is */
  const differs = (part, was, is) => { if (was !== is) parts.push(part); };
  differs('turn', `${before.turn_number} ${before.active}`, `${now.turn_number} ${now.active}`);
  differs('deck', before.deck_count, now.deck_count);
  differs('discard', before.discard.length, now.discard.length);
  differs('ending', before.turns_left, now.turns_left);
  differs('looked', before.turn.looked_count, now.turn.looked_count);
  now.display.forEach(
    (slot, /** @type {number} */ at) => differs(`slot:${slot.row}:${slot.slot}`, before.display[at].card, slot.card));
  now.boroughs.forEach((place, /** @type {number} */ at) => {
    const was = before.boroughs[at];
    differs(`borough:${place.borough}`, `${was.owner} ${was.underground}`, `${place.owner} ${place.underground}`);
  });
  now.seats.forEach((seat, at) => seatParts(before.seats[at], seat, differs));
  return parts;
}

/** @param {LondonSeatView} was @param {LondonSeatView} seat @param {London.Differs} differs */
function seatParts(was, seat, differs) {
  for (const part of /** @type {const} */ (['money', 'poverty', 'loans', 'vp', 'markers_left']))
    differs(`${part}:${seat.seat}`, was[part], seat[part]);
  differs(`hand:${seat.seat}`, was.hand_count, seat.hand_count);
  seat.stacks.forEach((stack, at) => differs(`stack:${seat.seat}:${at}`, written(was.stacks[at]), written(stack)));
  const known = new Set(was.hand);
  for (const card of seat.hand) if (!known.has(card)) differs(`card:${card}`, false, true);
}

/** @param {LondonStackView | undefined} stack */
const written = (stack) => stack && `${stack.cards.join()} ${stack.face_up} ${stack.money}`;
