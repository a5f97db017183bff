/**
 * What somebody wants to know who has just come, in words, on the bar of the replay while it rests: who leads, what has
 * just happened, and by which rule.
 */

import { query } from '../../api.js';
import { h, listed, plural, say } from '../../dom.js';
import { also, t, translation } from '../../language/language.js';

const CHAPTER = 'query Chapter($id: ID!) { rule(id: $id) { title } }';
/** The ids of a chapter's rules, as London's headings have them. */
const IDS = / \([A-Z]{2,5}-[^)]*\)/;

/** @param {(number | null)[]} totals by seat @param {string[]} names */
export function leadOf(totals, names) {
  const known = totals.filter((each) => each !== null);
  if (known.length < totals.length || known.length === 0) return '';
  const best = Math.max(...known);
  const points = plural(best, 'point').replace('-', '−');
  if (known.every((each) => each === best)) return t`All are equal: ${points}.`;
  const first = names.filter((_, seat) => totals[seat] === best);
  return first.length > 1 ? t`${listed(first)} lead: ${points}.` : t`${first[0]} leads: ${points}.`;
}

/** @param {string} id @param {string} chapter */
const reason = (id, chapter) => (chapter ? t`Rule ${id}: ${translation(chapter.replace(IDS, ''))}` : id);

/** The chapters of rules that were looked up, by their ids. @type {Map<string, string>} */
const chapters = new Map();

export class Now {
  #lead = h('b', null);
  #what = h('span', null);
  #why = h('span', { class: 'soft' });
  element = h('p', { class: 'replay-now' }, this.#lead, ' ', this.#what, ' ', this.#why);
  #rule = '';

  /** @param {(number | null)[]} totals by seat @param {string[]} names */
  lead(totals, names) {
    say(this.#lead, leadOf(totals, names));
  }

  /** @param {Step | null} step the last one that is told @param {boolean} rests whether it is read now */
  tell(step, rests) {
    say(this.#what, step?.line?.text ?? '');
    this.#rule = step?.line?.rules[0]?.id ?? '';
    this.#reason();
    if (rests && this.#rule && !chapters.has(this.#rule)) this.#look(this.#rule);
  }

  #reason() {
    say(this.#why, this.#rule && reason(this.#rule, chapters.get(this.#rule) ?? ''));
  }

  /** @param {string} id */
  async #look(id) {
    chapters.set(id, '');
    const [answer] = await Promise.all([query(CHAPTER, { id }).catch(() => null), also('lessons')]);
    chapters.set(id, answer?.rule?.title ?? '');
    this.#reason();
  }
}
