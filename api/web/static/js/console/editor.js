/**
 * A text area for GraphQL or JSON that colours its text, marks what is wrong in it, and completes names. It stays a
 * plain text area to the keyboard and to screen readers: the colours are a picture behind it.
 */

import { announce, fill, freshId, h, plural } from '../dom.js';
import { tokensOf } from './tokens.js';

const INDENT = '  ';
const SUGGESTED_MAX = 8;
const OPENERS = new Set(['{', '(', '[']);

/**
 * @typedef {import('./suggest.js').Suggestion} Suggestion
 * @typedef {import('./suggest.js').Suggestions} Suggestions
 * @typedef {{from: number, to: number}} Span
 * @typedef {object} Wanted
 * @property {string} id @property {number} rows @property {string} value
 * @property {(text: string, at: number) => Suggestions | null} [suggest]
 * @property {() => void} changed the text is another one, or the cursor is elsewhere
 */

export class Editor {
  #wanted;
  #ink = h('pre', { class: 'editor-ink', 'aria-hidden': 'true', translate: 'no' });
  #list = h('ul', { class: 'plain suggestions', role: 'listbox', id: freshId('names'), 'aria-label': 'Names',
    hidden: true });
  /** @type {Suggestions | null} */
  #offer = null;
  #chosen = 0;
  /** @type {Span[]} */
  #wrong = [];

  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.#wanted = wanted;
    const { id, rows, value, suggest } = wanted;
    this.area = h('textarea', {
      id, rows, value, wrap: 'off', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-autocomplete': suggest ? 'list' : null, 'aria-controls': suggest ? this.#list.id : null,
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onscroll: () => this.#follow(), onblur: () => this.#close(), onclick: () => this.#moved(),
      onkeyup: () => wanted.changed(),
    });
    this.element = h('div', { class: 'editor' }, this.#ink, this.area, this.#list);
    this.#draw();
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.#close();
    this.#changed();
  }

  get cursor() {
    return this.area.selectionStart;
  }

  /**
   * Replace the text as if the reader had typed it, so that it can be undone.
   * @param {string} text @param {number} cursor
   */
  write(text, cursor) {
    this.area.focus();
    this.area.select();
    this.#insert(text);
    this.goTo(cursor);
  }

  /** Move the cursor, and what is visible, to a place. @param {number} at */
  goTo(at) {
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const box = this.#boxOf(at);
    if (box) {
      const { area } = this;
      if (box.top < area.scrollTop || box.top + box.height > area.scrollTop + area.clientHeight)
        area.scrollTop = box.top - area.clientHeight / 2;
      if (box.left > area.scrollLeft + area.clientWidth || box.left < area.scrollLeft) area.scrollLeft = box.left / 2;
    }
    this.#wanted.changed();
  }

  /** Underline the tokens at these places. @param {number[]} places */
  underline(places) {
    this.#wrong = places.map((from) => (
      { from, to: tokensOf(this.text).find((token) => token.to > from)?.to ?? from + 1 }));
    this.#draw();
  }

  // ---- the picture behind the text

  #draw() {
    const { text } = this;
    /** @type {Node[]} */
    const pieces = [];
    let at = 0;
    for (const token of tokensOf(text)) {
      pieces.push(document.createTextNode(text.slice(at, token.from)));
      const wrong = this.#wrong.some(({ from, to }) => token.from < to && token.to > from);
      pieces.push(h('span', { class: `ink-${token.kind}${wrong ? ' ink-wrong' : ''}`, translate: 'no' }, token.text));
      at = token.to;
    }
    fill(this.#ink, pieces, `${text.slice(at)}\n`);
    this.#follow();
  }

  #follow() {
    this.#ink.scrollTop = this.area.scrollTop;
    this.#ink.scrollLeft = this.area.scrollLeft;
  }

  /** Where a character is drawn, within the text. @param {number} at */
  #boxOf(at) {
    const walker = document.createTreeWalker(this.#ink, NodeFilter.SHOW_TEXT);
    let left = at;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = node.textContent ?? '';
      if (left <= length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, Math.min(left + 1, length));
        const [own, all] = [range.getClientRects()[0], this.#ink.getBoundingClientRect()];
        if (!own) return null;
        return { left: own.left - all.left + this.#ink.scrollLeft, top: own.top - all.top + this.#ink.scrollTop,
          height: own.height };
      }
      left -= length;
    }
    return null;
  }

  // ---- typing

  #changed() {
    this.#wrong = [];
    this.#draw();
    this.#wanted.changed();
  }

  #typed() {
    this.#changed();
    const before = this.text[this.cursor - 1] ?? '';
    if (/[\w$]/.test(before) || (this.#offer && !/[\s})]/.test(before))) this.#open(false);
    else this.#close();
  }

  #moved() {
    this.#close();
    this.#wanted.changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey && event.key === ' ') { event.preventDefault(); this.#open(true); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#offer && this.#keyOfList(event.key)) { event.preventDefault(); event.stopPropagation(); return; }
    if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); this.#newLine(); }
  }

  /** A key while names are offered. Returns whether it was meant for them. @param {string} key */
  #keyOfList(key) {
    const count = this.#offer?.suggestions.length ?? 0;
    if (key === 'ArrowDown') this.#choose((this.#chosen + 1) % count);
    else if (key === 'ArrowUp') this.#choose((this.#chosen + count - 1) % count);
    else if (key === 'Enter' || key === 'Tab') this.#accept(this.#chosen);
    else if (key === 'Escape') this.#close();
    else return false;
    return true;
  }

  /** A new line as deep as this one, deeper behind a bracket. */
  #newLine() {
    const { text, cursor } = this;
    const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor);
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const opened = OPENERS.has(line.trimEnd().at(-1) ?? '');
    const closes = opened && /^[})\]]/.test(text.slice(cursor));
    this.#insert(`\n${indent}${opened ? INDENT : ''}${closes ? '\n' + indent : ''}`);
    if (closes) this.area.setSelectionRange(this.cursor - indent.length - 1, this.cursor - indent.length - 1);
  }

  /** @param {string} text in place of the selection */
  #insert(text) {
    // The only way that leaves the browser's undo intact.
    if (document.execCommand('insertText', false, text)) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
    this.#typed();
  }

  // ---- names to complete

  /** @param {boolean} wanted whether the reader asked for it */
  #open(wanted) {
    const offer = this.#wanted.suggest?.(this.text, this.cursor) ?? null;
    const word = offer ? this.text.slice(offer.from, this.cursor) : '';
    const done = offer?.suggestions.length === 1 && offer.suggestions[0].text === word;
    if (!offer || (!wanted && (done || !word))) { this.#close(); return; }
    this.#offer = { ...offer, suggestions: offer.suggestions.slice(0, wanted ? undefined : SUGGESTED_MAX) };
    fill(this.#list, this.#offer.suggestions.map((each, at) => this.#entry(each, at)));
    this.#list.hidden = false;
    this.#place(offer.from);
    this.#choose(0);
    if (wanted) announce(`${plural(this.#offer.suggestions.length, 'name')}. Arrow keys choose, Enter takes it.`);
  }

  /** @param {Suggestion} suggestion @param {number} at */
  #entry({ name, type, about, deprecated }, at) {
    return h('li', {
      role: 'option', id: `${this.#list.id}-${at}`, 'aria-selected': 'false', title: about,
      onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); this.#accept(at); },
    }, h('span', { class: deprecated ? 'old' : null, translate: 'no' }, name),
    type && h('span', { class: 'soft', translate: 'no' }, ` ${type}`));
  }

  /** @param {number} from */
  #place(from) {
    const box = this.#boxOf(from);
    const left = Math.min((box?.left ?? 0) - this.area.scrollLeft, this.area.clientWidth - this.#list.offsetWidth);
    this.#list.style.setProperty('left', `${Math.max(0, left)}px`);
    const below = (box ? box.top + box.height : 0) - this.area.scrollTop;
    this.#list.style.setProperty('top', `${Math.max(0, Math.min(below, this.area.clientHeight))}px`);
  }

  /** @param {number} at */
  #choose(at) {
    this.#list.children[this.#chosen]?.setAttribute('aria-selected', 'false');
    this.#chosen = at;
    const entry = this.#list.children[at];
    entry?.setAttribute('aria-selected', 'true');
    entry?.scrollIntoView({ block: 'nearest' });
    if (entry) this.area.setAttribute('aria-activedescendant', entry.id);
  }

  /** @param {number} at */
  #accept(at) {
    const offer = this.#offer;
    if (!offer) return;
    const { text } = offer.suggestions[at];
    this.#close();
    this.area.focus();
    this.area.setSelectionRange(offer.from, offer.to);
    this.#insert(text);
    this.#close();
    if (text.endsWith(': )')) this.area.setSelectionRange(this.cursor - 1, this.cursor - 1);
  }

  #close() {
    this.#offer = null;
    this.#list.hidden = true;
    this.#chosen = 0;
    this.area.removeAttribute('aria-activedescendant');
  }
}
