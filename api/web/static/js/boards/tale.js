/**
 * What the rulesets' stories share: finding events in a turn, and putting short sentences together. Pure.
 *
 * A clause is one whole message of the catalogues, so that each language orders its words itself. Values in it are
 * names, numbers and lists of them. The German and French messages bend no name: it stands first, or behind a colon.
 */

import { listed } from '../dom.js';
import { kindOf } from '../game/replay/turns.js';
import { t, translation } from '../language/language.js';

/** @typedef {Record<string, any>} Facts */

/** The events of a turn by their type without the ruleset. */
export class Events {
  #steps;

  /** @param {Step[]} steps */
  constructor(steps) {
    this.#steps = steps;
  }

  /** The facts of all events of a type, each with the seat of its line. @param {string} kind @returns {Facts[]} */
  all(kind) {
    return this.#steps.filter((step) => kindOf(step) === kind)
      .map(({ line }) => ({ ...line?.facts, seat: line?.facts?.seat ?? line?.seat ?? null }));
  }

  /** @param {string} kind @returns {Facts | null} */
  first(kind) {
    return this.all(kind)[0] ?? null;
  }

  /** @param {string} kind @returns {boolean} */
  has(kind) {
    return this.#steps.some((step) => kindOf(step) === kind);
  }

  /** The first sentence that anybody may know. */
  get text() {
    return this.#steps.find((step) => step.line)?.line?.text
      ?? translation('Something happened that this viewer may not see.');
  }
}

/** "City, Deptford and 3 more" @param {string[]} words @param {number} [most] */
export function some(words, most = 3) {
  return words.length <= most + 1 ? listed(words) : listed([...words.slice(0, most), t`${words.length - most} more`]);
}

/** Every value once, in the order of its first place. @template T @param {T[]} values @returns {T[]} */
export const once = (values) => [...new Set(values)];

/** "School (2)" where a word stands twice. @param {string[]} words */
export function tallied(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (count > 1 ? `${word} (${count})` : word));
}

/** The message for one thing, or for several. @param {unknown[]} things @param {string} one @param {string} many */
export const agree = (things, one, many) => (things.length === 1 ? one : many);

/** A sentence from a clause. @param {string} clause */
export function sentence(clause) {
  const text = clause.trim();
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * The sentences that say something, in order.
 * @param {(string | false | null | undefined)[]} clauses @param {number} [most]
 */
export const sentences = (clauses, most = 3) =>
  clauses.flatMap((clause) => (clause ? [sentence(clause)] : [])).slice(0, most).join(' ');

/** "+3", "−4" @param {number} number */
export const signed = (number) => `${number < 0 ? '−' : '+'}${Math.abs(number)}`;

/**
 * "Dan −4, Ada +2" in the order of the change, or nothing.
 * @param {Telling} telling @param {(gain: number) => boolean} [which]
 */
export function gainsOf({ names, gains }, which = () => true) {
  return (gains ?? []).map((gain, seat) => ({ gain, name: names[seat] })).filter(({ gain }) => gain && which(gain))
    .sort((one, other) => Math.abs(other.gain) - Math.abs(one.gain))
    .map(({ gain, name }) => `${name} ${signed(gain)}`).join(', ');
}

/** The names of printed things by id. @param {{id: string, name?: string}[] | undefined} things */
export const printedNames = (things) => new Map((things ?? []).map(({ id, name }) => [id, name ?? id]));

/** The words of an id that no component explains. @param {string} id */
const plainId = (id) => id.replaceAll(/[_-]+/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @param {Map<string, string>} printed @returns {(id: string) => string} */
export const naming = (printed) => (id) => printed.get(id) ?? plainId(id);

/**
 * Who won and with what, from the places of an outcome.
 * @param {{seat: number, place: number, points?: number}[]} places @param {string[]} names
 */
export function winners(places, names) {
  const first = places.filter(({ place }) => place === 1);
  if (first.length === 0) return t`Nobody wins`;
  const [who, points] = [listed(first.map(({ seat }) => names[seat])), first[0].points];
  if (points === undefined) return agree(first, t`${who} wins`, t`${who} win`);
  return points === 1 ? agree(first, t`${who} wins with 1 point`, t`${who} win with 1 point`)
    : agree(first, t`${who} wins with ${points} points`, t`${who} win with ${points} points`);
}
