/** A schema in the schema definition language (SDL) as types: names, fields, arguments, descriptions, deprecations. */

const TOKEN =
  /"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"|#[^\n]*|[\s,]+|(\.\.\.|[!$&()=:@[\]{|}])|([A-Za-z_]\w*|-?\d[\w.+-]*)/gy;
const DEDENT_MAX = 80;

/**
 * @typedef {object} Field
 * @property {string} name @property {string} description @property {string} type @property {Field[]} args
 * @property {string | null} deprecated why, if it is @property {string | null} default
 *
 * @typedef {object} Type
 * @property {string} kind @property {string} name @property {string} description @property {Field[]} fields
 * @property {Field[]} values of an enum @property {string[]} members of a union @property {boolean} oneOf
 * @property {string[]} implements
 *
 * @typedef {{name: string, args: [name: string, value: string][]}} Directive
 * @typedef {{word?: string, string?: string}} Token
 */

/** @type {Record<string, string>} */
const BUILT_IN = {
  Int: 'A whole number of 32 bits.', Float: 'A number.', String: 'A text.', Boolean: 'True or false.',
  ID: 'An id, as a text.',
};
const NO_REASON = 'No longer supported';

/**
 * @param {string} text @returns {Map<string, Type>} types by name, in the order of the text, then the built-in scalars
 */
export function readSchema(text) {
  const reader = new Reader(text);
  /** @type {Map<string, Type>} */
  const types = new Map();
  while (!reader.done()) {
    const type = definition(reader);
    if (type) types.set(type.name, type);
  }
  for (const [name, description] of Object.entries(BUILT_IN)) {
    if (!types.has(name)) types.set(name, emptyType('scalar', name, description));
  }
  return types;
}

/** @param {string} kind @param {string} name @param {string} description @returns {Type} */
const emptyType = (kind, name, description) => (
  { kind, name, description, fields: [], values: [], members: [], oneOf: false, implements: [] });

class Reader {
  /** @type {Token[]} */
  #tokens = [];
  #at = 0;

  /** @param {string} text */
  constructor(text) {
    for (const [, block, string, sign, word] of text.matchAll(TOKEN)) {
      if (block !== undefined) this.#tokens.push({ string: dedented(block) });
      else if (string !== undefined) this.#tokens.push({ string: JSON.parse(`"${string}"`) });
      else if (sign ?? word) this.#tokens.push({ word: sign ?? word });
    }
  }

  done() {
    return this.#at >= this.#tokens.length;
  }

  peek() {
    return this.#tokens[this.#at]?.word;
  }

  /** The next word, which is then behind; empty at the end or before a string. */
  next() {
    const word = this.#tokens[this.#at]?.word ?? '';
    this.#at += 1;
    return word;
  }

  /** Whether the next word is this one, which is then behind. @param {string} word */
  take(word) {
    if (this.peek() !== word) return false;
    this.#at += 1;
    return true;
  }

  /** The next string, which is then behind; null if there is none. */
  string() {
    const string = this.#tokens[this.#at]?.string;
    if (string === undefined) return null;
    this.#at += 1;
    return string;
  }

  /**
   * Everything up to the closing sign of a group, read piece by piece.
   * @template T @param {string} open @param {string} close @param {() => T} each @returns {T[]}
   */
  group(open, close, each) {
    /** @type {T[]} */
    const pieces = [];
    if (!this.take(open)) return pieces;
    while (!this.done() && !this.take(close)) pieces.push(each());
    return pieces;
  }

  /** Words with a sign between them, and perhaps one before the first. @param {string} sign */
  separated(sign) {
    const words = [];
    do {
      this.take(sign);
      words.push(this.next());
    } while (this.peek() === sign);
    return words;
  }
}

/** @param {string} block */
function dedented(block) {
  const lines = block.split('\n');
  const indents = lines.slice(1).filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, DEDENT_MAX);
  return lines.map((line, at) => (at === 0 ? line : line.slice(indent))).join('\n').trim();
}

/** @param {Reader} reader @returns {Type | null} null for a definition that does not define a type */
function definition(reader) {
  const description = reader.string() ?? '';
  const kind = reader.next();
  if (kind === 'schema') {
    directives(reader);
    reader.group('{', '}', () => field(reader));
    return null;
  }
  if (kind === 'directive') return skippedDirective(reader);
  const type = emptyType(kind, reader.next(), description);
  if (reader.take('implements')) type.implements = reader.separated('&');
  type.oneOf = directives(reader).some(({ name }) => name === 'oneOf');
  if (kind === 'union' && reader.take('=')) type.members = reader.separated('|');
  else if (kind === 'enum') type.values = reader.group('{', '}', () => enumValue(reader));
  else type.fields = reader.group('{', '}', () => field(reader));
  return type;
}

/** @param {Reader} reader */
function skippedDirective(reader) {
  reader.take('@');
  reader.next();
  reader.group('(', ')', () => field(reader));
  reader.take('repeatable');
  reader.take('on');
  reader.separated('|');
  return null;
}

/** @param {Reader} reader @returns {Field} */
function field(reader) {
  const description = reader.string() ?? '';
  const name = reader.next();
  const args = reader.group('(', ')', () => field(reader));
  reader.take(':');
  const type = typeOf(reader);
  const usual = reader.take('=') ? value(reader) : null;
  return { name, description, args, type, default: usual, deprecated: deprecation(directives(reader)) };
}

/** @param {Reader} reader @returns {Field} */
function enumValue(reader) {
  const description = reader.string() ?? '';
  const name = reader.next();
  return { name, description, args: [], type: '', default: null, deprecated: deprecation(directives(reader)) };
}

/** @param {Reader} reader @returns {string} */
function typeOf(reader) {
  let type = reader.take('[') ? `[${typeOf(reader)}` : reader.next();
  if (type.startsWith('[') && reader.take(']')) type += ']';
  return reader.take('!') ? `${type}!` : type;
}

/** @param {Reader} reader @returns {string} as it is written */
function value(reader) {
  const text = reader.string();
  if (text !== null) return JSON.stringify(text);
  if (reader.peek() === '[') return `[${reader.group('[', ']', () => value(reader)).join(', ')}]`;
  if (reader.peek() !== '{') return reader.next();
  return `{${reader.group('{', '}', () => namedValue(reader).join(': ')).join(', ')}}`;
}

/** @param {Reader} reader @returns {[name: string, value: string]} */
function namedValue(reader) {
  const name = reader.next();
  reader.take(':');
  return [name, value(reader)];
}

/** @param {Reader} reader @returns {Directive[]} */
function directives(reader) {
  const all = [];
  while (reader.take('@')) {
    const name = reader.next();
    all.push({ name, args: reader.group('(', ')', () => namedValue(reader)) });
  }
  return all;
}

/** @param {Directive[]} all */
function deprecation(all) {
  const deprecated = all.find(({ name }) => name === 'deprecated');
  if (!deprecated) return null;
  const reason = deprecated.args.find(([name]) => name === 'reason');
  return reason ? JSON.parse(reason[1]) : NO_REASON;
}

/** The name inside `[Game!]!`. @param {string} type */
export const namedType = (type) => type.replaceAll(/[[\]!]/g, '');
