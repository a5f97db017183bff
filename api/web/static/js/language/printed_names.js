/** What is printed in a box, by its names in the reader's language. Loaded for other languages than English. */

import { query } from '../api.js';
import { learn, locale, translation } from './language.js';

const CATALOGUES = '{ languages { locale catalogues { scope source } } }';
/** A message of one line without values in it. */
const PLAIN = /^([a-z][\w-]*) = ([^{}\n]+)$/gm;

/** @type {Promise<any[]> | null} */
let catalogues = null;

/** @param {string} tag @param {string} ruleset @param {any[]} languages @returns {Map<string, string>} */
const messagesOf = (tag, ruleset, languages) => new Map(
  languages.find((each) => each.locale === tag)?.catalogues.filter((/** @type {any} */ { scope }) => scope === ruleset)
    .flatMap((/** @type {any} */ { source }) => [...source.matchAll(PLAIN)].map(([, id, text]) => [id, text])) ?? []);

/** What is called something in a box, with its names in the reader's language. @param {any} value @returns {any} */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => (
    [key, key === 'name' && typeof each === 'string' ? translation(each) : renamed(each)])));
}

/**
 * The components of a ruleset as its edition in this language names them.
 * @param {string} ruleset @param {any} components
 */
export async function inLanguage(ruleset, components) {
  catalogues ??= query(CATALOGUES).then(({ languages }) => languages);
  const languages = await catalogues.catch(() => []);
  const [english, own] = ['en', locale].map((tag) => messagesOf(tag, ruleset, languages));
  learn(Object.fromEntries([...english].flatMap(([id, text]) => (own.has(id) ? [[text, own.get(id) ?? text]] : []))));
  return renamed(components);
}
