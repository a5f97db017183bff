/** What London's board reads from the view and prints as words. Knows no document. */

import { t, translation } from '../../language/language.js';

/** "1 card", "2 cards". @param {number} count @param {string} one @param {string} [many] */
const plural = (count, one, many = `${one}s`) => `${count} ${translation(count === 1 ? one : many)}`;

/** The letter of the next cards of the deck, which its size tells. @param {LondonComponents} components
 * @param {number} left */
export function deckLetter({ setup }, left) {
  const { C, B } = setup.deck_sizes;
  return left > B + C ? 'A' : left > C ? 'B' : left > 0 ? 'C' : '';
}

/**
 * What the active seat is about, without its name: "pays for Shops".
 * @param {(card: string) => string} nameOf @param {LondonView} view
 */
export function doing(nameOf, view) {
  const turn = view.turn;
  const last = turn.activations[turn.activations.length - 1];
  const card = last ? nameOf(last.card) : translation('the card');
  switch (view.phase) {
    case 'set_up': return 'The box is being opened';
    case 'over': return 'The game is over';
    case 'start_draw': return turn.draw_max > 1
      ? t`draws, ${turn.drawn} so far, ${turn.draw_min} to ${turn.draw_max} in all`
      : 'draws a card, from the deck or the display';
    case 'put_back': return t`puts ${plural(turn.looked_count, 'card')} back on the deck, the top one first`;
    case 'action': return 'chooses an action';
    case 'playing': return turn.credits ? t`plays cards; Wren pays for ${turn.credits} more` : 'plays cards';
    case 'paying': return turn.placement?.face_down
      ? t`places ${nameOf(turn.placement.card)} face down: what is spent for it?`
      : t`places ${nameOf(turn.placement?.card ?? '')}: what is spent for it?`;
    case 'drawing': return t`takes ${plural(turn.owed, 'more card', 'more cards')}`;
    case 'running': return turn.hand_ignored ? 'runs the city; the hand brings no poverty' : 'runs the city';
    case 'activation_cost': return t`activates ${card}: which card is spent?`;
    case 'bringing_in': return 'Coffee House: which card of the display?';
    case 'spending': return t`${card}: spends cards, ${turn.activations.length ? last.done : 0} so far`;
    case 'naming': return t`${card}: which opponent?`;
    case 'repeating': return 'Whitehall: which card once more?';
    case 'underground': return t`${card}: where does marker ${(last?.done ?? 0) + 1} go?`;
    case 'exchanging': return t`Stock Exchange: what comes for ${
      turn.offered ? nameOf(turn.offered) : translation('the card')}?`;
    case 'hand_check': return 'checks the hand';
    default: return String(view.phase).replaceAll('_', ' ');
  }
}
