/** What may be written at a place in a document, by the schema. */

import { namedType } from '../sdl.js';
import { placeAt } from './context.js';

const SUGGESTIONS_MAX = 40;
const WORDS = ['query', 'mutation', 'subscription', 'fragment'];
const INPUT_KINDS = new Set(['scalar', 'enum', 'input']);
const OUTPUT_KINDS = new Set(['type', 'interface', 'union']);

/**
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('./context.js').Frame} Frame
 * @typedef {import('./context.js').Types} Types
 * @typedef {{name: string, type: string, about: string, deprecated: boolean, text: string}} Suggestion
 *   text: what is written when it is chosen
 * @typedef {{from: number, to: number, suggestions: Suggestion[]}} Suggestions from, to: the word that they replace
 */

/**
 * @param {string} text @param {number} at @param {Types} types
 * @returns {Suggestions | null} null where nothing can be suggested; the best ones first
 */
export function suggestionsAt(text, at, types) {
  const place = placeAt(text, at, types);
  if (!place) return null;
  const { frame, word, from, to } = place;
  const all = place.afterDollar ? variablesOf(text) : candidates(frame, place.onType, types);
  const lower = word.toLowerCase();
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(lower));
  fitting.sort((a, b) => rank(a, lower) - rank(b, lower));
  return fitting.length ? { from, to, suggestions: fitting.slice(0, SUGGESTIONS_MAX) } : null;
}

/** @param {Suggestion} suggestion @param {string} lower */
const rank = ({ name, deprecated }, lower) =>
  (name.toLowerCase().startsWith(lower) ? 0 : 2) + (deprecated ? 1 : 0);

/** @param {Frame | null} frame @param {boolean} onType @param {Types} types @returns {Suggestion[]} */
function candidates(frame, onType, types) {
  if (!frame) return onType ? typesOf(types, OUTPUT_KINDS) : WORDS.map((name) => plain(name));
  if (frame.of === 'variables') return frame.expects === 'type' ? typesOf(types, INPUT_KINDS) : [];
  if (frame.of === 'fields') return inSelection(frame, types);
  if (frame.expects === 'value') return valuesOf(frame.current, types);
  const missing = frame.names.filter(({ name }) => !frame.given.includes(name));
  return missing.map((each) => suggestion(each, `${each.name}: `));
}

/** @param {Frame} frame @param {Types} types @returns {Suggestion[]} */
function inSelection(frame, types) {
  const type = types.get(frame.type ?? '');
  if (frame.expects === 'directive') return [plain('include(if: )'), plain('skip(if: )')];
  if (frame.expects === 'spread') return [plain('on')];
  if (frame.expects === 'on') return possibleTypes(types, frame.type);
  if (!type) return [];
  return [...type.fields.map((field) => suggestion(field)), plain('__typename', 'String!', 'The name of the type.')];
}

/** The types that an object of this one may be. @param {Types} types @param {string | null} name */
function possibleTypes(types, name) {
  const type = types.get(name ?? '');
  const members = new Set(type?.members ?? []);
  for (const each of types.values()) if (name && each.implements.includes(name)) members.add(each.name);
  for (const each of type?.members ?? []) types.get(each)?.implements.forEach((one) => members.add(one));
  return [...members].map((each) => plain(each, '', types.get(each)?.description));
}

/** @param {Field | null} argument @param {Types} types @returns {Suggestion[]} */
function valuesOf(argument, types) {
  const name = namedType(argument?.type ?? '');
  if (name === 'Boolean') return [plain('true', name), plain('false', name)];
  return (types.get(name)?.values ?? []).map((value) => ({ ...suggestion(value), type: name }));
}

/** @param {Types} types @param {Set<string>} kinds @returns {Suggestion[]} */
const typesOf = (types, kinds) => [...types.values()].filter(({ kind }) => kinds.has(kind))
  .map(({ name, kind, description }) => plain(name, kind, description));

/** The variables that a document defines. @param {string} text @returns {Suggestion[]} */
const variablesOf = (text) => [...new Set([...text.matchAll(/\$(\w+)\s*:/g)].map((match) => match[1]))]
  .map((name) => plain(name));

/** @param {Field} field @param {string} [text] @returns {Suggestion} */
const suggestion = ({ name, type, description, deprecated }, text = name) => (
  { name, type, about: description, deprecated: deprecated !== null, text });

/** @param {string} name @param {string} [type] @param {string} [about] @returns {Suggestion} */
const plain = (name, type = '', about = '') => ({ name, type, about, deprecated: false, text: name });
