/** London's colour of each seat, and the figures that a player's card shows. Knows no document. */

/** One colour, letter and hatch a seat, in turn order: apart in hue, in lightness and in the angle of their lines. */
const LOOKS = [
  { colour: '#2c63a6', ink: '#ffffff', letter: 'B', name: 'blue' },
  { colour: '#c14f1e', ink: '#ffffff', letter: 'V', name: 'vermilion' },
  { colour: '#1f7a55', ink: '#ffffff', letter: 'G', name: 'green' },
  { colour: '#8f6b12', ink: '#ffffff', letter: 'O', name: 'ochre' },
];

/**
 * The look of a seat. Seats have theirs from the beginning: the board deals no colours.
 * @param {LondonComponents} _components @param {LondonView | null} _position @param {number} seat
 * @returns {{colour: string, ink: string, letter: string, name: string} | null}
 */
export const seatLook = (_components, _position, seat) => LOOKS[seat] ?? null;

/** A number with the word for one or for more. @param {number} count @param {string} one */
const counted = (count, one) => ({ label: count === 1 ? one : `${one}s`, value: String(count) });

/**
 * What a player has, in the order of a glance.
 * @param {LondonComponents} _components @param {LondonView | null} position @param {number} seat
 * @returns {{label: string, value: string}[]} nothing before the game begins
 */
export function facts(_components, position, seat) {
  const own = position?.seats[seat];
  if (!position || !own) return [];
  const boroughs = position.boroughs.filter(({ owner }) => owner === seat).length;
  return [
    { label: 'money', value: `£${own.money}` },
    { label: 'poverty', value: String(own.poverty) },
    counted(own.loans, 'loan'), counted(own.hand_count, 'card'), counted(own.vp, 'point'),
    counted(boroughs, 'borough'),
  ];
}
