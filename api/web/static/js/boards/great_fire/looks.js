/** How a seat of The Great Fire of London looks and what it owns, for the page around the board. Draws nothing. */

import { lettersOf } from './printed.js';

const DARK = '#1f160d';
const LIGHT = '#fff6e0';

/** Whether dark ink reads better on a colour than light ink. @param {string} hex */
export const isBright = (hex) =>
  [1, 3, 5].reduce((sum, at, k) => sum + parseInt(hex.slice(at, at + 2), 16) * [0.299, 0.587, 0.114][k], 0) > 140;

/**
 * The look of a seat: that of its houses. Null while the viewer may not know its colour (GF-OPT-01).
 * @param {GreatFireComponents} components @param {GreatFireView | null} position @param {number} seat
 * @returns {{colour: string, ink: string, letter: string, name: string} | null}
 */
export function seatLook(components, position, seat) {
  const id = position?.seats[seat]?.colour;
  const colour = id && components.colour.find((each) => each.id === id);
  if (!colour) return null;
  return {
    colour: colour.hex, ink: isBright(colour.hex) ? DARK : LIGHT,
    letter: lettersOf(components.colour).get(colour.id) ?? '', name: colour.id,
  };
}

/** A number with the word for one or for more. @param {number} value @param {string} one @param {string} more */
const counted = (value, one, more) => ({ label: value === 1 ? one : more, value });

/**
 * What a seat has, as a list of small facts. A colour that is not known leaves the houses out.
 * @param {GreatFireComponents} components @param {GreatFireView | null} position @param {number} seat
 * @returns {{label: string, value: number | string}[]}
 */
export function facts(components, position, seat) {
  const own = position?.seats[seat];
  if (!own) return [];
  const row = position.colours.find(({ colour }) => colour === own.colour);
  const houses = row ? [
    counted(components.supply.houses_per_colour - row.houses_lost, 'house left', 'houses left'),
    counted(row.houses_lost, 'house lost', 'houses lost')] : [];
  const hero = own.hero ? [{ label: 'Hero of London', value: `+${components.constants.vp_hero}` }] : [];
  return [
    ...houses, counted(own.pile, 'cone put out', 'cones put out'), counted(own.cards, 'card', 'cards'),
    counted(own.tokens, 'token', 'tokens'), ...hero];
}
