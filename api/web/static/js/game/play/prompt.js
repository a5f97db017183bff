/** What a player is to do, in words, and the order in which it is listed: what ends something comes last. */

import { plainType } from '../words.js';
import { locale, translation, t } from '../../language/language.js';

const ENDS = /\.(End|Stop|Decline|Pass)/;

/** Whether a type of command leaves other things unplayed. @param {string} type */
export const endsPart = (type) => ENDS.test(type);

/** @param {string} type @param {Guide | null} guide @returns {string} what it means to play one, as in "play a card" */
export const phraseOf = (type, guide) =>
  translation(guide?.phrases[type.slice(type.indexOf('.') + 1)] ?? plainType(type).toLowerCase());

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a list of such commands is headed by. @param {string} type @param {Guide | null} guide */
export const headOf = (type, guide) => (locale === 'en' ? plainType(type) : capital(phraseOf(type, guide)));

/** @param {string[]} phrases */
const either = (phrases) =>
  (phrases.length < 2 ? phrases.join('') : t`${phrases.slice(0, -1).join(', ')} or ${phrases.at(-1)}`);

/** @param {LegalCommand[]} legal @param {Guide | null} guide @param {(type: string) => boolean} which */
function phrases(legal, guide, which) {
  const types = [...new Set(legal.map((each) => each.type))].filter(which);
  return [...new Set(types.map((type) => phraseOf(type, guide)))];
}

/**
 * The prompt for a choice: "Play a fire card or the double move." Empty while nothing is legal.
 * @param {LegalCommand[]} legal @param {Guide | null} guide @param {any} position
 */
export function promptOf(legal, guide, position) {
  const plain = phrases(legal, guide, (type) => !endsPart(type));
  const ends = phrases(legal, guide, endsPart);
  const words = either([...plain, ...ends]);
  if (!words) return '';
  const left = translation(guide?.left?.(position) ?? '');
  return `${capital(words)}.${left ? ' ' + capital(left) + '.' : ''}`;
}

/**
 * What somebody leaves who ends something now; empty where nothing is left.
 * @param {LegalCommand} chosen @param {LegalCommand[]} legal @param {Guide | null} guide @param {any} position
 */
export function leftBehind(chosen, legal, guide, position) {
  if (!endsPart(chosen.type)) return '';
  const others = phrases(legal, guide, (type) => !endsPart(type));
  if (!others.length) return '';
  const left = translation(guide?.left?.(position) ?? '');
  return left ? t`${left}: you could still ${either(others)}.` : t`You could still ${either(others)}.`;
}

/** What ends something goes to the end; the rest stays in its order. @param {LegalCommand[]} legal */
export const inOrder = (legal) =>
  [...legal.filter((each) => !endsPart(each.type)), ...legal.filter((each) => endsPart(each.type))];
