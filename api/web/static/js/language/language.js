/**
 * The reader's language. Every text of the pages passes through here, and is written as the catalogue of that language
 * has it; what the catalogue lacks stays in English. Names of people are never looked up.
 *
 * Works without a document too, in English: the service draws boards with the pages' own modules.
 */

/** The languages of the rulebooks, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' };
const CHOICE = 'emberlog.language';

const named = globalThis.location ? new URLSearchParams(location.search).get('lang') : null;
/** @param {string | null} tag */
const plain = (tag) => (tag ?? '').slice(0, 2).toLowerCase();

/** The one that the address names (a link that was shared), else the one chosen before, else one of the browser's. */
function chosen() {
  if (!globalThis.document || !globalThis.navigator) return 'en';
  let stored = null;
  try { stored = localStorage.getItem(CHOICE); } catch { /* Nothing is stored here. */ }
  return [named, stored, ...navigator.languages].map(plain).find((each) => each in LANGUAGES) ?? 'en';
}

export const locale = chosen();
/** The language that the address names, where there is none such; else "". */
export const unknownLanguage = plain(named) in LANGUAGES ? '' : named ?? '';

/** How operations select a text that the service has in several languages. */
export const TEXT = locale === 'en' ? 'text' : `text(locale: "${locale}")`;
export const PHRASE = TEXT.replace('text', 'phrase');
/** How dates and numbers are written: in English as the browser's own reader writes them. */
export const WRITING = locale === 'en' ? undefined : locale;

/** @type {Map<string, string>} English text to that of the language */
const texts = new Map();

/** Where the files of this release are: where the first stylesheet came from. */
const folder = () => document.querySelector('link[href$="css/base.css"]')?.getAttribute('href')
  ?.replace('css/base.css', '') ?? '/assets/';

/** Without its catalogue a page is in English, and says so in its `lang`. */
async function read() {
  const answer = await fetch(`${folder()}languages/${locale}.json`).catch(() => null);
  if (!answer?.ok) return;
  learn(await answer.json());
  document.documentElement.lang = locale;
}

const arriving = locale === 'en' ? null : read();

/** @type {Map<string, Promise<void>>} further catalogues that were asked for */
const further = new Map();

/**
 * The texts that only some pages need: "lessons" has captions and the headings of rules.
 * @param {string} name of the catalogue @returns {Promise<void>} resolves without them too: they stay in English
 */
export function also(name) {
  if (locale === 'en') return Promise.resolve();
  const reading = further.get(name) ?? fetch(`${folder()}languages/${name}.${locale}.json`)
    .then(async (answer) => { if (answer.ok) learn(await answer.json()); }).catch(() => {});
  further.set(name, reading);
  return reading;
}

/** Take a catalogue. @param {Record<string, string>} catalogue */
export function learn(catalogue) {
  for (const [english, text] of Object.entries(catalogue)) texts.set(english, text);
}

/** Take a catalogue instead of all others. @param {Record<string, string>} catalogue */
export function learnOnly(catalogue) {
  texts.clear();
  learn(catalogue);
}

/** Resolves once texts can be written in the reader's language. */
export const ready = () => arriving;

/** A text as the reader reads it; spaces around it stay. @param {string} text */
export function translation(text) {
  if (texts.size === 0) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  const bare = text.trim();
  const other = bare === text ? undefined : texts.get(bare);
  return other === undefined ? text : text.replace(bare, () => other);
}

/**
 * A text with values in it: t`Step ${at} of ${all}` is "Step {0} of {1}" in the catalogue.
 * @param {TemplateStringsArray} parts @param {unknown[]} values
 */
export function t(parts, ...values) {
  const plain = parts.reduce((text, part, at) => `${text}${values[at - 1] ?? ''}${part}`);
  if (texts.size === 0) return plain;
  const key = parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
  const known = translation(key);
  return known === key ? plain : known.replaceAll(/\{(\d+)\}/g, (_, at) => String(values[at] ?? ''));
}

/** The parts of a name or a sentence, each as the reader reads it. @param {string[]} parts @param {string} [between] */
export const joined = (parts, between = ', ') => parts.map(translation).join(between);

/** Read all pages in another language from now on. @param {string} language */
export function speak(language) {
  try { localStorage.setItem(CHOICE, language); } catch { /* It would not last. */ }
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return location.reload();
  address.searchParams.delete('lang');
  location.replace(address.href);
}

/**
 * A ruleset whose components are named in the reader's language.
 * @template {{id: string, components?: any}} R
 * @param {R} ruleset @returns {Promise<R>}
 */
export async function printed(ruleset) {
  if (locale === 'en' || !ruleset.components) return ruleset;
  const [{ inLanguage }] = await Promise.all([import('./printed_names.js'), also(ruleset.id)]);
  return { ...ruleset, components: await inLanguage(ruleset.id, ruleset.components) };
}
