/** Writes a field of the schema into a document: at the cursor where it fits, else as an operation of its own. */

import { namedType } from '../sdl.js';
import { placeAt } from './context.js';
import { formatted } from './format.js';
import { operationAt, tokensOf } from './tokens.js';

/** @type {Record<string, string>} */
const OPERATIONS = { Query: 'query', Mutation: 'mutation', Subscription: 'subscription' };
const COMPOSITE = new Set(['type', 'interface', 'union']);
const LEAVES = ['id', 'version', 'name', 'code', 'text'];

/**
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('./context.js').Types} Types
 * @typedef {{type: string, field: Field}} Segment a field of a type; a path is such segments from a root type down
 * @typedef {{text: string, cursor: number, variables: Field[]}} Written variables: the arguments that it needs
 */

/**
 * @param {string} text @param {number} cursor @param {Segment[]} path the last segment is what is inserted
 * @param {Types} types @returns {Written}
 */
export function inserted(text, cursor, path, types) {
  const last = path[path.length - 1];
  const place = placeAt(text, cursor, types);
  const fits = place?.frame?.of === 'fields' && place.frame.type === last.type && !place.frame.expects;
  return fits ? atCursor(text, place.to, last, types) : atEnd(text, path, types);
}

/** @param {string} text @param {number} cursor @param {Segment} segment @param {Types} types @returns {Written} */
function atCursor(text, cursor, { field }, types) {
  const needed = requiredOf(field);
  const written = `\n${selectionOf(field, types)}\n`;
  const withField = text.slice(0, cursor) + written + text.slice(cursor);
  const operation = operationAt(text, cursor);
  const complete = operation && needed.length ? declared(withField, operation.from, needed) : withField;
  const marker = cursor + written.length - 1 + (complete.length - withField.length);
  return { ...laidOut(complete, marker), variables: needed };
}

/** @param {string} text @param {Segment[]} path @param {Types} types @returns {Written} */
function atEnd(text, path, types) {
  const root = OPERATIONS[path[0].type];
  const needed = path.flatMap(({ field }) => requiredOf(field));
  const unique = needed.filter((each, at) => needed.findIndex(({ name }) => name === each.name) === at);
  const inner = path.slice(0, -1).reduceRight((body, { field }) => `${field.name}${argumentsOf(field)} { ${body} }`,
    selectionOf(path[path.length - 1].field, types));
  const variables = unique.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const head = root ? `${root}${variables && ' (' + variables + ')'}` : `fragment Parts on ${path[0].type}`;
  const before = text.trim() ? `${text.trimEnd()}\n\n` : '';
  const complete = `${before}${head} { ${inner} }`;
  return { ...laidOut(complete, complete.length), variables: root ? unique : [] };
}

/** The arguments without which a field cannot be selected. @param {Field} field */
const requiredOf = (field) => field.args.filter((arg) => arg.type.endsWith('!') && arg.default === null);

/** @param {Field} field */
function argumentsOf(field) {
  const needed = requiredOf(field);
  return needed.length ? `(${needed.map(({ name }) => name + ': $' + name).join(', ')})` : '';
}

/** A field with what it cannot be without. @param {Field} field @param {Types} types */
function selectionOf(field, types) {
  const type = types.get(namedType(field.type));
  const head = field.name + argumentsOf(field);
  if (!type || !COMPOSITE.has(type.kind)) return head;
  const leaf = LEAVES.find((name) => type.fields.some((each) => each.name === name && !requiredOf(each).length));
  return `${head} { ${leaf ?? '__typename'} }`;
}

/**
 * The document with more variables of the operation that begins at a place.
 * @param {string} text @param {number} from @param {Field[]} needed
 */
function declared(text, from, needed) {
  const tokens = tokensOf(text).filter((token) => token.from >= from && token.kind !== 'comment');
  const opening = tokens.find((token) => token.text === '(' || token.text === '{');
  if (!opening) return text;
  const [head, rest] = [text.slice(from, opening.from), text.slice(opening.to)];
  const known = opening.text === '(' ? rest.slice(0, rest.indexOf(')')) : '';
  const missing = needed.filter(({ name }) => !new RegExp(`\\$${name}\\b`).test(known));
  if (!missing.length) return text;
  const list = missing.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const start = text.slice(0, from) + (head.trim() ? head.trimEnd() : 'query');
  return opening.text === '(' ? `${start}(${list}, ${rest}` : `${start} (${list}) {${rest}`;
}

/** The formatted text with the cursor behind the same token. @param {string} text @param {number} cursor */
function laidOut(text, cursor) {
  const behind = tokensOf(text).filter((token) => token.to <= cursor).length;
  const layout = formatted(text);
  return { text: layout, cursor: tokensOf(layout)[behind - 1]?.to ?? layout.length };
}

/**
 * The variables with a value for each that is missing.
 * @param {string} json @param {Field[]} needed @param {() => string} newId
 * @returns {string} unchanged if it is not JSON
 */
export function withVariables(json, needed, newId) {
  /** @type {Record<string, unknown>} */
  let values = {};
  try {
    values = json.trim() ? JSON.parse(json) : {};
  } catch {
    return json; // the reader is still writing
  }
  const missing = needed.filter(({ name }) => !(name in values));
  if (!missing.length) return json;
  for (const { name, type } of missing) values[name] = exampleOf(name, namedType(type), type, newId);
  return JSON.stringify(values, null, 2);
}

/** @param {string} name @param {string} named @param {string} type @param {() => string} newId */
function exampleOf(name, named, type, newId) {
  if (type.startsWith('[')) return [];
  if (name === 'commandId') return newId();
  if (named === 'Int' || named === 'Float') return 0;
  if (named === 'Boolean') return false;
  return named === 'ID' || named === 'String' || named === 'Cursor' ? '' : {};
}
