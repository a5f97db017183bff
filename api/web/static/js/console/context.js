/** Where a place in a document stands in the schema: whose fields, arguments or values may be written there. */

import { namedType } from '../sdl.js';
import { tokensOf } from './tokens.js';

/** @type {Record<string, string>} */
const ROOT_TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('./tokens.js').Token} Token
 * @typedef {Map<string, Type>} Types
 *
 * @typedef {object} Frame one level of brackets
 * @property {'fields' | 'arguments' | 'list' | 'variables'} of
 * @property {string | null} type whose fields are selected
 * @property {Field[]} names what may be named in it: arguments or input fields
 * @property {Field | null} current the last field or argument
 * @property {string[]} given the arguments that are there already
 * @property {'' | 'value' | 'spread' | 'on' | 'directive' | 'type'} expects what comes next, unless it is a name
 * @property {string | null} on the condition of an inline fragment
 *
 * @typedef {object} Place
 * @property {Frame | null} frame null outside of all brackets
 * @property {string} word what is written there so far
 * @property {number} from where the word begins @property {number} to
 * @property {boolean} afterDollar
 * @property {boolean} onType whether the type of a fragment comes next
 */

/** @param {Partial<Frame> & {of: Frame['of']}} parts @returns {Frame} */
const frameOf = (parts) => ({ type: null, names: [], current: null, given: [], expects: '', on: null, ...parts });

/** Follows a document token by token. */
class Position {
  /** @type {Frame[]} */
  frames = [];
  root = 'query';
  /** @type {string | null} */
  fragment = null;
  expectsType = false;

  /** @param {Types} types */
  constructor(types) {
    this.types = types;
  }

  get frame() {
    return this.frames.at(-1) ?? null;
  }

  /** @param {Token} token */
  take(token) {
    const { frame } = this;
    if (!frame) this.#top(token);
    else if (frame.of === 'fields') this.#fields(frame, token);
    else if (frame.of === 'variables') this.#variables(frame, token);
    else this.#values(frame, token);
  }

  /** @param {Token} token */
  #top({ kind, text }) {
    if (text === '(') this.frames.push(frameOf({ of: 'variables' }));
    else if (text === '{') {
      this.frames.push(frameOf({ of: 'fields', type: this.fragment ?? ROOT_TYPES[this.root] }));
      [this.root, this.fragment] = ['query', null];
    } else if (kind === 'name') {
      if (this.expectsType) this.fragment = text;
      else if (text in ROOT_TYPES) this.root = text;
      this.expectsType = text === 'on' && !this.expectsType;
    }
  }

  /** @param {Frame} frame @param {Token} token */
  #fields(frame, { kind, text }) {
    if (kind === 'name') this.#nameOfField(frame, text);
    else if (text === '...') Object.assign(frame, { expects: 'spread', current: null, on: frame.type });
    else if (text === '@') frame.expects = 'directive';
    else if (text === '(') this.frames.push(frameOf({ of: 'arguments', names: frame.current?.args ?? [] }));
    else if (text === '}') this.frames.pop();
    else if (text === '{') {
      frame.expects = '';
      this.frames.push(frameOf({ of: 'fields', type: frame.current ? namedType(frame.current.type) : frame.on }));
    }
  }

  /** @param {Frame} frame @param {string} text */
  #nameOfField(frame, text) {
    const { expects } = frame;
    frame.expects = expects === 'spread' && text === 'on' ? 'on' : '';
    if (expects === 'on') frame.on = text;
    if (expects === '') frame.current = fieldNamed(this.types, frame.type, text);
  }

  /** @param {Frame} frame @param {Token} token */
  #values(frame, { kind, text }) {
    if (text === '{' || text === '[') {
      const names = text === '{' ? this.types.get(namedType(frame.current?.type ?? ''))?.fields ?? [] : [];
      this.frames.push(text === '{' ? frameOf({ of: 'arguments', names })
        : frameOf({ of: 'list', current: frame.current, expects: 'value' }));
      if (frame.of !== 'list') frame.expects = '';
    } else if (text === ')' || text === '}' || text === ']') this.frames.pop();
    else if (frame.of === 'list') return;
    else if (text === ':') frame.expects = 'value';
    else if (frame.expects === 'value') frame.expects = text === '$' ? 'value' : '';
    else if (kind === 'name') {
      frame.current = frame.names.find(({ name }) => name === text) ?? null;
      frame.given.push(text);
    }
  }

  /** @param {Frame} frame @param {Token} token */
  #variables(frame, { kind, text }) {
    if (text === ')') this.frames.pop();
    else if (text === '{') this.frames.push(frameOf({ of: 'arguments' }));
    else if (text === ':') frame.expects = 'type';
    else if (kind === 'name') frame.expects = '';
  }
}

/** @param {Types} types @param {string | null} type @param {string} name */
const fieldNamed = (types, type, name) => types.get(type ?? '')?.fields.find((field) => field.name === name) ?? null;

/**
 * @param {string} text @param {number} at a place in it @param {Types} types
 * @returns {Place | null} null inside a comment or a string
 */
export function placeAt(text, at, types) {
  const position = new Position(types);
  /** @type {Token | null} */
  let last = null;
  let place = { word: '', from: at, to: at };
  for (const token of tokensOf(text)) {
    if (token.from >= at) break;
    if (token.kind === 'comment' ? token.to >= at : token.kind === 'string' && token.to > at) return null;
    if (token.kind === 'comment') continue;
    if (token.kind === 'name' && token.to >= at) {
      place = { word: text.slice(token.from, at), from: token.from, to: token.to };
      break;
    }
    position.take(token);
    last = token;
  }
  return { ...place, frame: position.frame, afterDollar: last?.text === '$', onType: position.expectsType };
}

/**
 * What the name at a place in the text is: `Type.field`, for its documentation.
 * @param {string} text @param {number} at @param {Types} types
 * @returns {{type: string, field: Field} | null}
 */
export function fieldAt(text, at, types) {
  const place = placeAt(text, at, types);
  if (!place?.frame) return null;
  const name = text.slice(place.from, place.to);
  const { frame } = place;
  if (frame.of === 'fields') {
    const field = frame.expects ? null : fieldNamed(types, frame.type, name);
    return field && frame.type ? { type: frame.type, field } : null;
  }
  return null;
}
