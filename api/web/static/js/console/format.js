/** A document in the usual layout: one field a line, two spaces a level. Comments and strings stay as they are. */

import { tokensOf } from './tokens.js';

const TIGHT_BEFORE = new Set([')', ']', ':', '!', '(']);
const TIGHT_AFTER = new Set(['(', '[', '$', '@', '...']);

/** @typedef {import('./tokens.js').Token} Token */

/** @param {string} text @returns {string} the same tokens; unbalanced brackets are left as they come */
export function formatted(text) {
  const printer = new Printer();
  const tokens = tokensOf(text);
  tokens.forEach((token, at) => printer.print(token, tokens[at + 1], text.slice(tokens[at - 1]?.to ?? 0, token.from)));
  return printer.text;
}

class Printer {
  #out = '';
  /** @type {string[]} the signs that opened what is open: `{` of a selection, `(` and what is in it */
  #open = [];
  /** @type {Token | null} */
  #last = null;

  get text() {
    return this.#out ? `${this.#out.trim()}\n` : '';
  }

  /** @param {Token} token @param {Token | undefined} next @param {string} gap what separated it from the one before */
  print(token, next, gap) {
    if (token.kind === 'comment') this.#comment(token.text, gap.includes('\n') || !this.#last);
    else if (token.text === '{' && !this.#inline) this.#openSelection(next);
    else if (token.text === '}' && !this.#inline) this.#closeSelection();
    else this.#word(token);
    if (token.kind !== 'comment') this.#last = token;
  }

  get #inline() {
    return this.#open.some((sign) => sign !== '{');
  }

  /** @param {string} text @param {boolean} own whether it stands on a line of its own */
  #comment(text, own) {
    if (own) this.#line();
    else this.#out = `${this.#out.trimEnd()} `;
    this.#out += text.trimEnd();
    this.#line();
  }

  /** @param {Token | undefined} next */
  #openSelection(next) {
    const fresh = !this.#out.trim() || this.#out.endsWith('\n\n');
    this.#out = `${this.#out.trimEnd()}${fresh ? this.#between() : ' '}{`;
    this.#open.push('{');
    if (next?.text !== '}') this.#line();
  }

  #closeSelection() {
    this.#open.pop();
    if (this.#last?.text !== '{') this.#line();
    this.#out += '}';
    if (this.#open.length) this.#line();
    else this.#out += '\n\n';
  }

  #between() {
    return this.#out.trim() ? '\n\n' : '';
  }

  /** @param {Token} token */
  #word({ kind, text }) {
    if (this.#begins(kind, text)) this.#line();
    else if (this.#spaced(text)) this.#out += this.#inline && this.#separates(kind, text) ? ', ' : ' ';
    this.#out += text;
    if (text === '(' || text === '[' || (text === '{' && this.#inline)) this.#open.push(text);
    else if (text === ')' || text === ']' || (text === '}' && this.#inline)) this.#open.pop();
  }

  /** Whether a new field begins. @param {string} kind @param {string} text */
  #begins(kind, text) {
    if (this.#open.at(-1) !== '{' || this.#inline) return false;
    if (text === '...') return true;
    if (kind !== 'name') return false;
    return ![':', '@', '...', 'on'].includes(this.#last?.text ?? '');
  }

  /** Whether a space stands before it. @param {string} text */
  #spaced(text) {
    const last = this.#last?.text ?? '';
    if (!last || this.#out.endsWith('\n') || this.#out.endsWith(' ')) return false;
    if (text === 'on' && last === '...') return true;
    if (text === '}' || last === '{') return false;
    return !TIGHT_BEFORE.has(text) && !TIGHT_AFTER.has(last);
  }

  /** Whether a comma separates two arguments, list entries or variables. @param {string} kind @param {string} text */
  #separates(kind, text) {
    const last = this.#last?.text ?? '';
    const begins = kind !== 'sign' || text === '$' || text === '[' || text === '{';
    return begins && !['=', ':', '|', '&', '@'].includes(last);
  }

  #line() {
    if (this.#out && !this.#out.endsWith('\n')) this.#out = `${this.#out.trimEnd()}\n`;
    if (this.#out.endsWith('\n') && this.#open.length) this.#out += '  '.repeat(this.#open.length);
  }
}
