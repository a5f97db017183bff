/**
 * Making and filling elements, speaking through the page's live region, and words for numbers and times.
 *
 * Nothing here ever parses markup: text stays text.
 */

import { WRITING, locale, translation, t } from './language/language.js';

const SVG = 'http://www.w3.org/2000/svg';
const PAUSE_MS = 60;

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props] `onclick` and the like are listeners; `dataset` and `style` take objects; `value` and
 *   `checked` are set as
 *   properties; `null`, `undefined` and `false` leave an attribute out; `true` writes it without a value; all others
 * are attributes
 * @param {Children} children elements, texts, numbers or lists of them; `null`, `undefined` and `false` are left out
 * Texts are written in the reader's language; with `translate: 'no'`, as for names of people, they stay as they are.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  return made(document.createElement(tag), props ?? null, children);
}

/**
 * The same in the namespace of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} [props] @param {Children} children @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, props, ...children) {
  return made(document.createElementNS(SVG, tag), props ?? null, children);
}

/**
 * Put other children into an element.
 * @template {Element} T
 * @param {T} element @param {Children} children @returns {T}
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children, element));
  return element;
}

/** @template {Element} T @param {T} element @returns {T} the element, empty */
export function clear(element) {
  element.replaceChildren();
  return element;
}

/**
 * Set, change or (with null or false) remove attributes. Touches only what differs.
 * @param {Element} element @param {Record<string, unknown>} props
 */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    const text = worded(name, value);
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Change the text of a node only if it differs. @param {Node} node @param {unknown} text */
export function say(node, text) {
  const wanted = isVerbatim(node) ? String(text) : translation(String(text));
  if (node.textContent !== wanted) node.textContent = wanted;
}

/**
 * @template {HTMLElement | SVGElement} T @param {T} element @param {Props} props @param {Children} children
 * @returns {T}
 */
function made(element, props, children) {
  /** @type {Record<string, unknown>} */
  const late = {};
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'style') styled(element, value);
    else if (name === 'value' || name === 'checked') late[name] = value;
    else element.setAttribute(name, worded(name, value));
  }
  element.append(...nodes(children, element));
  return Object.assign(element, late); // a select has its value only once it has its options
}

/**
 * A style attribute in markup is forbidden by the page's security policy; single properties are not.
 * @param {HTMLElement | SVGElement} element @param {Record<string, unknown>} properties
 */
function styled(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null && value !== undefined) element.style.setProperty(name, String(value));
  }
}

/** The attributes that people read or hear. */
const WORDED = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);

/** What an attribute becomes in the reader's language. @param {string} name @param {unknown} value */
function worded(name, value) {
  const text = value === true ? '' : String(value);
  return WORDED.has(name) ? translation(text) : text;
}

/** Whether an element's text stays as it is: names of people, and all code. @param {any} node */
const isVerbatim = (node) => node.getAttribute?.('translate') === 'no' || node.tagName === 'CODE';

/** @param {Children} children @param {Element} element whose children they become @returns {Node[]} */
function nodes(children, element) {
  const verbatim = isVerbatim(element);
  /** @type {Node[]} */
  const flat = [];
  for (const child of /** @type {Children} */ (children.flat(Infinity))) {
    if (child === null || child === undefined || child === false || child === true) continue;
    if (child instanceof Node) flat.push(child);
    else flat.push(document.createTextNode(verbatim ? String(child) : translation(String(child))));
  }
  return flat;
}

/** @type {string[]} */
let unannounced = [];

/** Speak through the page's live region. Texts of one moment are spoken together. @param {string} text */
export function announce(text) {
  const region = document.getElementById('live');
  if (!region || !text) return;
  unannounced.push(translation(text));
  if (unannounced.length > 1) return;
  region.textContent = ''; // so that the same words are spoken a second time
  setTimeout(() => {
    region.textContent = unannounced.join(' ');
    unannounced = [];
  }, PAUSE_MS);
}

/**
 * Go to another page of this site without a full load.
 * @param {string} address path, optionally with query and fragment
 * @param {{replace?: boolean}} [how] replace: take the place of the current page in the history
 */
export function go(address, how = {}) {
  window.dispatchEvent(new CustomEvent('emberlog:go', { detail: { address, replace: how.replace === true } }));
}

const TOAST_MS = 6000;

/** A short notice that disappears by itself; it is also spoken. @param {string} text @param {number} [ms] */
export function toast(text, ms = TOAST_MS) {
  const notice = h('div', { class: 'toast' }, text);
  document.getElementById('toasts')?.append(notice);
  announce(text);
  setTimeout(() => notice.remove(), ms);
}

/** @returns {boolean} whether this person asked for less motion */
export const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

let ids = 0;

/** An id that no other element has. @param {string} word */
export const freshId = (word) => {
  ids += 1;
  return `${word}-${ids}`;
};

/** "1 game", "3 games". @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${translation(count === 1 ? one : many)}`;

/** "a", "a and b", "a, b and c". @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join('') : t`${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** "hidden_colours" -> "Hidden colours". @param {string} name */
export function words(name) {
  const text = name.replaceAll(/[_-]+/g, ' ').trim();
  return translation(text.charAt(0).toUpperCase() + text.slice(1));
}

/** @type {[below: number, name: Intl.RelativeTimeFormatUnit, seconds: number][]} */
const SPANS = [[60, 'second', 1], [3600, 'minute', 60], [86400, 'hour', 3600], [86400 * 30, 'day', 86400]];

/**
 * How long ago, roughly: "just now", "5 minutes ago", or the day.
 * @param {string | null} time @param {number} [nowMs]
 */
export function ago(time, nowMs = Date.now()) {
  if (!time) return '';
  const seconds = Math.max(0, (nowMs - Date.parse(time)) / 1000);
  if (seconds < 10) return translation('just now');
  for (const [below, name, each] of SPANS) {
    if (seconds < below) {
      return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-Math.floor(seconds / each), name);
    }
  }
  return day(time);
}

/** @param {string} time @returns {string} the day in the reader's own way of writing it */
export const day = (time) => new Date(time).toLocaleDateString(WRITING, { dateStyle: 'medium' });

/** @param {string} time @returns {string} day and time of day in the reader's own way of writing them */
export const moment = (time) => new Date(time).toLocaleString(WRITING, { dateStyle: 'medium', timeStyle: 'medium' });

/** A `<time>` that says how long ago; its title says exactly when. @param {string} time */
export const timeAgo = (time) => h('time', { datetime: time, title: moment(time) }, ago(time));

const BASE = 'css/base.css';

/** Where the files of this release are: where the first stylesheet came from. */
const release = () =>
  document.querySelector(`link[href$="${BASE}"]`)?.getAttribute('href')?.replace(BASE, '') ?? '/assets/';

/** The sheet before which another one goes: by name behind the page's own, whichever was asked for first, because the
 * later rule wins. @param {string} href */
const after = (href) => [...document.querySelectorAll('link[data-loaded]')]
  .find((link) => (link.getAttribute('href') ?? '') > href) ?? null;

/** Load a stylesheet once; resolves once it applies. @param {string} path from `/assets/` @returns {Promise<void>} */
export function stylesheet(path) {
  const href = path.replace('/assets/', release());
  if (document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) return Promise.resolve();
  const link = h('link', { rel: 'stylesheet', href, 'data-loaded': '' });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve()); // a page without its looks is still a page
    document.head.insertBefore(link, after(href));
  });
}
