/**
 * The small part of Markdown that the rules use, as elements: emphasis, strong, code, and rule ids as buttons or links.
 *
 * No other markup is parsed, so text can become nothing but text.
 */

import { h } from './dom.js';
import { locale, t, translation } from './language/language.js';

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\b([A-Z]{2,5}(?:-[A-Z0-9]+)+-\d+[a-z]?)\b/g;

/**
 * @param {string} text
 * @param {(id: string) => Node | string} [rule] what a rule id becomes; plain text without it
 * @returns {(Node | string)[]}
 */
export function prose(text, rule) {
  /** @type {(Node | string)[]} */
  const pieces = [];
  let at = 0;
  for (const match of text.matchAll(PIECE)) {
    pieces.push(text.slice(at, match.index));
    const [whole, code, strong, em, id] = match;
    if (code !== undefined) pieces.push(h('code', null, code));
    else if (strong !== undefined) pieces.push(h('strong', null, prose(strong, rule)));
    else if (em !== undefined) pieces.push(h('em', null, prose(em, rule)));
    else pieces.push(rule ? rule(id) : whole);
    at = match.index + whole.length;
  }
  pieces.push(text.slice(at));
  return pieces;
}

/**
 * A rule's title, which is its first sentence, and what follows it. A page has headings for chapters alone.
 * @param {string} text @returns {[title: string, rest: string]}
 */
export function titled(text) {
  const title = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
  return [title, text.slice(title.length).trim()];
}

/** What is asked of a rule, for `errataOf` and the tag. */
export const RULE_FIELDS = 'id ruleset title text source reconstructed errata { id sinceVersion before }';

/**
 * What a rule said in earlier versions of its ruleset, one paragraph for each correction.
 * @param {Rule} rule @param {(id: string) => Node} link
 */
export const errataOf = (rule, link) => rule.errata.map((erratum) => h('p', { class: 'small note' },
  h('strong', null, `${erratum.id}: `), t`corrected since version ${erratum.sinceVersion}. Before: `,
  inEnglish(prose(erratum.before, link))));

/** A text without a translation: it stays in English, and says so to those who hear it. @param {Children} text */
export const inEnglish = (...text) => h('span', { lang: locale === 'en' ? null : 'en', translate: 'no' }, text);

/** The ids of a chapter's rules, as London's headings have them. */
const IDS = / \([A-Z]{2,5}-[^)]*\)/;

/**
 * The heading of a chapter in the reader's language, once the catalogue "lessons" is here.
 * @param {string} title
 */
export function chapterName(title) {
  const [ids] = IDS.exec(title) ?? [''];
  const [english, rest] = [title.replace(ids, ''), ids && locale !== 'en' ? ids : ''];
  return locale === 'en' ? title : `${translation(english)}${rest}`;
}

/** The tag on a rule that this project had to decide. */
export const reconstructedTag = () => h('span', {
  class: 'tag tag-warn', title: 'The printed rules do not say, or contradict themselves. This project decided it.',
}, 'reconstructed');
