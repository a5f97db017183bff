/** What a take-back crosses, in words: who decided, what was drawn, who learned something. */

import { h, listed } from '../../dom.js';
import { seatName } from '../words.js';
import { t, translation } from '../../language/language.js';

/** @typedef {{version: number, kind: string, seats: number[], line: {text: string} | null}} Crossing */

/** @type {Record<string, (who: string) => string>} */
const WORDS = {
  DECISION: (who) => t`${who || translation('The service')} decided.`,
  CHANCE: () => 'Something was drawn.',
  KNOWLEDGE: (who) => t`${who || translation('Everybody')} learned something that was hidden.`,
  REVEALED: (who) => t`${who || translation('A seat')} showed something of their own.`,
  SET_UP: () => 'The game began.',
  LEFT: (who) => t`${who || translation('A seat')} left the game.`,
  RULING: () => 'A ruling changed the position.',
  ENDED: () => 'The game ended.',
};

/** The same of the reader alone. @type {Record<string, string>} */
const OWN_WORDS = {
  DECISION: 'You decided.', KNOWLEDGE: 'You learned something that was hidden.',
  REVEALED: 'You showed something of your own.', LEFT: 'You left the game.',
};

/** @param {Crossing} crossing @param {{name: string}[]} seats @param {number | null} mine */
export function crossingWords({ kind, seats: some }, seats, mine) {
  if (some.length === 1 && some[0] === mine && OWN_WORDS[kind]) return translation(OWN_WORDS[kind]);
  const who = listed(some.map((seat) => (seat === mine ? translation('you') : seatName(seats, seat))));
  const words = translation((WORDS[kind] ?? (() => kind.toLowerCase()))(who));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {Crossing[]} crossings @param {{name: string}[]} seats @param {number | null} mine */
export const crossingList = (crossings, seats, mine) => h('ul', { class: 'crossings' }, crossings.map((each) => h('li',
  { dataset: { kind: each.kind } }, h('b', null, t`Step ${each.version}: `), crossingWords(each, seats, mine),
  each.line && h('span', { class: 'soft' }, ` ${each.line.text}`))));
