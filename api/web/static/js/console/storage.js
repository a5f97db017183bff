/**
 * Operations that the reader has saved or run, in this browser alone, and as links. A text that contains the reader's
 * token is never stored and never becomes a link.
 */

import { t } from '../language/language.js';

const SAVED = 'emberlog.operations';
const HISTORY = 'emberlog.history';
const SAVED_MAX = 100;
const HISTORY_MAX = 30;
const CHARS_MAX = 20_000;
const NAME_CHARS_MAX = 80;
const LINK = 'operation=';

/**
 * @typedef {{text: string, variables: string}} Written
 * @typedef {Written & {name: string}} Saved
 * @typedef {Written & {at: string}} Run at: when it was run, as an ISO time
 */

/** Why something is not stored, in a sentence for the reader. */
export class NotStored extends Error {}

export class Storage {
  #area;
  #token;

  /** @param {Pick<globalThis.Storage, 'getItem' | 'setItem'> | null} area @param {() => string | null} token */
  constructor(area, token) {
    this.#area = area;
    this.#token = token;
  }

  /** In the order of their names. @returns {Saved[]} */
  get saved() {
    return this.#read(SAVED).filter((each) => typeof each.name === 'string');
  }

  /** The latest first. @returns {Run[]} */
  get history() {
    return this.#read(HISTORY).filter((each) => typeof each.at === 'string');
  }

  /** Save under a name; an operation of the same name is replaced. @param {string} name @param {Written} written */
  save(name, { text, variables }) {
    const title = name.trim().slice(0, NAME_CHARS_MAX);
    if (!title) throw new NotStored('Give it a name.');
    this.check({ text, variables });
    const others = this.saved.filter((each) => each.name !== title);
    if (others.length >= SAVED_MAX) throw new NotStored(t`You have saved ${SAVED_MAX} operations. Remove one first.`);
    const all = [...others, { name: title, text, variables }].sort((a, b) => a.name.localeCompare(b.name));
    this.#write(SAVED, all);
    return title;
  }

  /** @param {string} name */
  remove(name) {
    this.#write(SAVED, this.saved.filter((each) => each.name !== name));
  }

  /** Note what was run; nothing, if it cannot be stored. @param {Written} written @param {Date} now */
  note({ text, variables }, now) {
    try {
      this.check({ text, variables });
      const others = this.history.filter((each) => each.text !== text || each.variables !== variables);
      this.#write(HISTORY, [{ text, variables, at: now.toISOString() }, ...others].slice(0, HISTORY_MAX));
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
    }
  }

  forgetHistory() {
    this.#write(HISTORY, []);
  }

  /** @param {Written} written @throws {NotStored} if it may not be stored or sent to others */
  check({ text, variables }) {
    const token = this.#token();
    if (token && (text.includes(token) || variables.includes(token)))
      throw new NotStored('It contains your token, so it is not stored.');
    if (text.length + variables.length > CHARS_MAX)
      throw new NotStored(t`It has more than ${CHARS_MAX} characters, so it is not stored.`);
  }

  /** @param {string} key @returns {any[]} */
  #read(key) {
    try {
      const value = JSON.parse(this.#area?.getItem(key) ?? '[]');
      const isWritten = (/** @type {any} */ each) =>
        typeof each?.text === 'string' && typeof each.variables === 'string';
      return Array.isArray(value) ? value.filter(isWritten) : [];
    } catch {
      return []; // another page's, or a browser that stores nothing
    }
  }

  /** @param {string} key @param {unknown} value */
  #write(key, value) {
    try {
      this.#area?.setItem(key, JSON.stringify(value));
    } catch {
      throw new NotStored('This browser stores nothing more.');
    }
  }
}

/** The fragment of an address that opens the console with an operation. @param {Written & {name?: string}} written */
export function fragmentOf({ text, variables, name = '' }) {
  const bytes = new TextEncoder().encode(JSON.stringify([text, variables, name]));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `#${LINK}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/**
 * What a fragment holds.
 * @param {string} hash with or without its `#` @returns {Saved | null} null if it holds no operation
 */
export function readFragment(hash) {
  const fragment = hash.replace(/^#/, '');
  if (!fragment.startsWith(LINK)) return null;
  try {
    const binary = atob(fragment.slice(LINK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parts = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(parts) || parts.length !== 3 || parts.some((part) => typeof part !== 'string')) return null;
    const [text, variables, name] = parts;
    return text.length + variables.length > CHARS_MAX ? null : { text, variables, name };
  } catch {
    return null;
  }
}
