/** The words for calls, rulings and appeals. */

import { seatEmblem } from '../../boards/kit.js';
import { h, words } from '../../dom.js';
import { plainType, seatName } from '../words.js';
import { translation } from '../../language/language.js';

/** @type {Record<string, string>} */
export const KINDS = {
  PLAY_ON: 'Play on', FIX: 'Fix the position', POINTS: 'Points', FORFEIT: 'A seat is lost',
  SUBSTITUTE: 'A substitute', PLACES: 'Places decided', ANNUL: 'Annulled', REWIND: 'Rewind',
  TIME: 'Time given or taken', RULESET: 'Another version of the rules',
};
/** @type {Record<string, string>} */
export const CATEGORIES = {
  RULES: 'What the rules say', MISTAKE: 'A mistake', TIME: 'The time', CONDUCT: 'Conduct', OTHER: 'Something else',
};

/** @param {string} kind */
export const kindName = (kind) => (kind in KINDS ? translation(KINDS[kind])
  : words(kind.toLowerCase()));

/** Within a sentence. @param {string} kind */
export const kindIn = (kind) => translation((KINDS[kind] ?? kind).toLowerCase());

/** What a call is about, within a sentence. @param {string} category */
export const categoryIn = (category) => (
  translation((CATEGORIES[category] ?? category).toLowerCase()));

/** @param {string} game @param {number} number */
export const rulingAddress = (game, number) => `/games/${game}/rulings/${number}`;

/** A seat with its emblem. @param {{name: string}[]} seats @param {number} seat */
export const seatTag = (seats, seat) => h('span', { class: 'ruling-seat', translate: 'no' },
  seatEmblem(seat, 14, ''), ' ', seatName(seats, seat));

/** @param {{name: string}[]} seats @param {number[]} some */
export const seatTags = (seats, some) => (some.length === seats.length && some.length > 1
  ? 'all seats' : some.map((seat, at) => [at > 0 && ', ', seatTag(seats, seat)]));

/**
 * What a fix changed, in the words of its fields: "Fix amount: seat Ann, of money, amount 41".
 * @param {any} facts of the line @param {{name: string}[]} seats
 */
export function amendmentWords(facts, seats) {
  const { type, ...fields } = facts?.amendment ?? {};
  if (!type) return '';
  const parts = Object.entries(fields).filter(([, value]) => value !== null).map(([name, value]) => (
    `${name.replaceAll('_', ' ')} ${/seat$/.test(name) ? seatName(seats, Number(value)) : value}`));
  return `${plainType(type)}: ${parts.join(', ')}.`;
}

/** @type {Record<string, string>} */
const APPEALS = { OPEN: 'open', UPHELD: 'the ruling was upheld', REPLACED: 'the ruling was replaced' };
/** @param {string} status */
export const appealWord = (status) => APPEALS[status] ?? status.toLowerCase();
