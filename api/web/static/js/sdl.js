/**
 * A schema in its own language (SDL) as a table of types: names, fields, arguments, descriptions, deprecations. Reads what a service prints
 * of itself; checks nothing.
 */

const TOKEN = /"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"|#[^\n]*|[\s,]+|(\.\.\.|[!$&()=:@[\]{|}])|([A-Za-z_]\w*|-?\d[\w.+-]*)/gy;

/**
 * @typedef {{name: string, description: string, type: string, args: Field[], deprecated: string | null, default: string | null}} Field
 * @typedef {{kind: string, name: string, description: string, fields: Field[], values: Field[], members: string[], oneOf: boolean,
 *   implements: string[]}} Type
 */

const BUILT_IN = { Int: 'A whole number of 32 bits.', Float: 'A number.', String: 'A text.', Boolean: 'True or false.', ID: 'An id, as a text.' };
const NO_REASON = 'No longer supported';

/** @param {string} text @returns {Map<string, Type>} types by name, in the order of the text, then the built-in scalars */
export function readSchema(text) {
  const reader = new Reader(text);
  const types = new Map();
  while (!reader.done()) {
    const type = definition(reader);
    if (type) types.set(type.name, type);
  }
  for (const [name, description] of Object.entries(BUILT_IN)) if (!types.has(name)) types.set(name, { ...bare('scalar', name, description) });
  return types;
}

const bare = (kind, name, description) => ({ kind, name, description, fields: [], values: [], members: [], oneOf: false, implements: [] });

class Reader {
  constructor(text) {
    this.tokens = [];
    TOKEN.lastIndex = 0;
    for (let match; TOKEN.lastIndex < text.length && (match = TOKEN.exec(text));) {
      const [, block, string, mark, word] = match;
      if (block !== undefined) this.tokens.push({ string: dedented(block) });
      else if (string !== undefined) this.tokens.push({ string: JSON.parse(`"${string}"`) });
      else if (mark ?? word) this.tokens.push({ word: mark ?? word });
    }
    this.at = 0;
  }

  done() { return this.at >= this.tokens.length; }
  peek() { return this.tokens[this.at]?.word; }
  next() { return this.tokens[this.at++]?.word; }
  take(word) { return this.peek() === word && Boolean(++this.at); }
  string() { return this.tokens[this.at]?.string === undefined ? null : this.tokens[this.at++].string; }

  /** Everything up to the closing mark of a group, one `each` at a time. */
  group(open, close, each) {
    const found = [];
    if (!this.take(open)) return found;
    while (!this.done() && !this.take(close)) found.push(each());
    return found;
  }
}

function dedented(block) {
  const lines = block.split('\n');
  const indent = Math.min(...lines.slice(1).filter((line) => line.trim()).map((line) => line.match(/^ */)[0].length), 80);
  return lines.map((line, at) => (at === 0 ? line : line.slice(indent))).join('\n').trim();
}

function definition(reader) {
  const description = reader.string() ?? '';
  const kind = reader.next();
  if (kind === 'schema') { directives(reader); reader.group('{', '}', () => field(reader)); return null; }
  if (kind === 'directive') return skippedDirective(reader);
  const type = bare(kind, reader.next(), description);
  if (reader.take('implements')) {
    do reader.take('&'); while (type.implements.push(reader.next()) && reader.peek() === '&');
  }
  type.oneOf = directives(reader).some(({ name }) => name === 'oneOf');
  if (kind === 'union' && reader.take('=')) {
    do reader.take('|'); while (type.members.push(reader.next()) && reader.peek() === '|');
  } else if (kind === 'enum') type.values = reader.group('{', '}', () => enumValue(reader));
  else type.fields = reader.group('{', '}', () => field(reader));
  return type;
}

function skippedDirective(reader) {
  reader.take('@');
  reader.next();
  reader.group('(', ')', () => field(reader));
  reader.take('repeatable');
  reader.take('on');
  do { reader.take('|'); reader.next(); } while (reader.peek() === '|');
  return null;
}

function field(reader) {
  const description = reader.string() ?? '';
  const name = reader.next();
  const args = reader.group('(', ')', () => field(reader));
  reader.take(':');
  const type = typeOf(reader);
  const usual = reader.take('=') ? value(reader) : null;
  return { name, description, args, type, default: usual, deprecated: deprecation(directives(reader)) };
}

function enumValue(reader) {
  const description = reader.string() ?? '';
  return { name: reader.next(), description, args: [], type: '', default: null, deprecated: deprecation(directives(reader)) };
}

function typeOf(reader) {
  let type = reader.take('[') ? `[${typeOf(reader)}` : reader.next();
  if (type.startsWith('[') && reader.take(']')) type += ']';
  return reader.take('!') ? `${type}!` : type;
}

function value(reader) {
  const text = reader.string();
  if (text !== null) return JSON.stringify(text);
  if (reader.peek() === '[') return `[${reader.group('[', ']', () => value(reader)).join(', ')}]`;
  if (reader.peek() === '{') {
    return `{${reader.group('{', '}', () => { const name = reader.next(); reader.take(':'); return `${name}: ${value(reader)}`; }).join(', ')}}`;
  }
  return reader.next();
}

function directives(reader) {
  const found = [];
  while (reader.take('@')) {
    const name = reader.next();
    found.push({ name, args: reader.group('(', ')', () => { const arg = reader.next(); reader.take(':'); return [arg, value(reader)]; }) });
  }
  return found;
}

function deprecation(found) {
  const own = found.find(({ name }) => name === 'deprecated');
  if (!own) return null;
  const reason = own.args.find(([name]) => name === 'reason');
  return reason ? JSON.parse(reason[1]) : NO_REASON;
}

/** The name inside `[Game!]!`. @param {string} type */
export const namedType = (type) => type.replaceAll(/[[\]!]/g, '');
