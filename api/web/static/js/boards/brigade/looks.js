/** The look of a seat of The Brigade, and what its card says: the colour of its cubes, tokens and pawns. */

import { t, translation } from '../../language/language.js';

/**
 * The pieces' colours by seat. None is named like a firehouse, so that "orange" is never two things.
 * @type {{colour: string, ink: string, letter: string, name: string}[]}
 */
export const COLOURS = [
  { colour: '#3f8fe0', ink: '#081726', letter: 'B', name: 'Blue' },
  { colour: '#f0762a', ink: '#231003', letter: 'C', name: 'Copper' },
  { colour: '#25b08a', ink: '#04201a', letter: 'G', name: 'Green' },
  { colour: '#ece2cb', ink: '#241d10', letter: 'I', name: 'Ivory' },
];

/**
 * The colour and name that the game gives a seat: from the first step on, since the pieces are the seat's own.
 * @param {BrigadeComponents} _components @param {BrigadeView | null} _position @param {number} seat
 */
export const seatLook = (_components, _position, seat) => COLOURS[seat] ?? null;

/**
 * What a seat's card says beside its points.
 * @param {BrigadeComponents} components @param {BrigadeView | null} position @param {number} seat
 * @returns {{label: string, value: string}[]}
 */
export function facts(components, position, seat) {
  const of = position?.seats[seat];
  const chief = components.chief.find(({ id }) => id === of?.chief);
  if (!of || !chief) return [];
  const water = of.chief_water + of.wagon_water + of.crew.reduce((sum, card) => sum + card.water, 0);
  const capacity = of.chief_buckets + of.wagon_capacity + of.crew.reduce((sum, card) => sum + card.buckets, 0);
  return [
    { label: 'Chief', value: chief.name },
    { label: 'Firehouse', value: translation(of.firehouse ?? '') },
    { label: 'Water', value: t`${water} of ${capacity}` },
    { label: 'Loyal tiles', value: String(of.loyal.length) },
    { label: 'Best guild', value: t`${of.ends.guild} of ${components.end.guild_loyalty_tiles}` },
    { label: 'Citizens', value: t`${of.ends.citizens} of ${components.end.citizens_types}` },
    { label: 'Crew', value: t`${of.crew.length} of ${of.crew_capacity}` },
  ];
}
