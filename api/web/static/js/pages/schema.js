/**
 * The API: a console, and beside it the schema as a tree with its documentation. It reads the service's own
 * `/schema.graphql`, so it works without the internet.
 */

import { Console } from '../console/console.js';
import { readFragment } from '../console/storage.js';
import { announce, fill, freshId, h, plural, stylesheet } from '../dom.js';
import { described, entryId, mentionLink } from '../schema/detail.js';
import { search, usesOf } from '../schema/find.js';
import { Tree } from '../schema/tree.js';
import { readSchema } from '../sdl.js';
import { locale, t } from '../language/language.js';

const LOOKS = '/assets/css/console.css';
const STACKED = '(max-width: 60rem)'; // as in console.css: the schema stands below the console
const HITS_MAX = 60;
const TYPING_MS = 120;

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../console/insert.js').Segment} Segment
 * @typedef {Map<string, Type>} Types
 */

/** @param {HTMLElement} root @param {{hash: string}} params @param {AbortSignal} signal */
export default async function page(root, { hash }, signal) {
  const desk = new Console(signal);
  const explorer = h('section', { class: 'explorer', 'aria-label': 'Schema' },
    h('p', { class: 'busy soft' }, 'Reading the schema'));
  await stylesheet(LOOKS);
  fill(root, h('h1', null, 'The API'),
    h('p', null, 'Everything goes through GraphQL at ', h('code', null, '/graphql'), '. These pages use nothing else. ',
      h('a', { href: '/docs/client-developers' }, 'For client developers'), ' · ',
      h('a', { href: '/docs/errors' }, 'Codes'), ' · ',
      h('a', { href: '/schema.graphql', target: '_blank', rel: 'noopener' }, 'The schema as text')),
    h('div', { class: 'api-desk' }, desk.element, explorer));
  openLinked(desk, hash);
  window.addEventListener('hashchange', () => openLinked(desk, location.hash), { signal });
  const answer = await fetch('/schema.graphql', { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(t`the schema was answered with ${answer.status}`);
  const types = readSchema(await answer.text());
  desk.know(types);
  fill(explorer, new Explorer(types, decoded(hash), (path) => desk.insert(path), signal).elements);
}

/** Open the operation that an address holds. It never runs by itself. @param {Console} desk @param {string} hash */
function openLinked(desk, hash) {
  const linked = readFragment(hash);
  if (linked) desk.open(linked, linked.name);
}

/** @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return '';
  }
}

class Explorer {
  #types;
  #uses;
  #insert;
  #tree;
  #detail = h('section', { class: 'schema-type', 'aria-label': 'The chosen type', tabindex: -1 });
  #hits = h('ul', { class: 'plain schema-hits', hidden: true });
  #count = h('p', { class: 'hint', role: 'status' });
  #input = h('input', { type: 'search', id: freshId('find'), autocomplete: 'off', spellcheck: 'false',
    placeholder: 'game, steps, legal …', oninput: () => this.#typed() });
  #timer = 0;

  /**
   * @param {Types} types @param {string} first what to show first @param {(path: Segment[]) => void} insert
   * @param {AbortSignal} signal
   */
  constructor(types, first, insert, signal) {
    this.#types = types;
    this.#uses = usesOf(types);
    this.#insert = insert;
    this.#tree = new Tree(types, (coordinate) => this.#show(coordinate), insert);
    this.#count.textContent = plural(types.size, 'type');
    window.addEventListener('hashchange', () => this.#arrive(decoded(location.hash), true), { signal });
    if (!this.#arrive(first, false)) this.#show('Query');
  }

  get elements() {
    const form = h('form',
      { class: 'field', role: 'search', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h('label', { for: this.#input.id }, 'Find types and fields'), this.#input, this.#count);
    const english = h('p', { class: 'hint', hidden: locale === 'en' },
      'Names and descriptions in the schema are in English.');
    return [h('h2', { id: 'schema' }, 'Schema'), english, form, this.#hits, this.#tree.element, this.#detail];
  }

  /** Show what an address names. Returns whether it names anything. @param {string} coordinate @param {boolean} move */
  #arrive(coordinate, move) {
    if (!this.#types.has(coordinate.split('.')[0])) return false;
    this.#show(coordinate);
    if (move) {
      this.#detail.focus({ preventScroll: true });
      announce(coordinate);
    }
    // A link to one type, from elsewhere.
    const block = move || !matchMedia(STACKED).matches ? 'nearest' : 'start';
    requestAnimationFrame(() => this.#detail.scrollIntoView({ block }));
    return true;
  }

  /** @param {string} coordinate a type, or a field of one */
  #show(coordinate) {
    const [name, field] = coordinate.split('.');
    const type = this.#types.get(name);
    if (!type) return;
    fill(this.#detail, described(type, this.#uses.get(name) ?? [],
      (chosen) => this.#insert([{ type: name, field: chosen }])));
    this.#detail.scrollTop = 0;
    const entry = field && [...this.#detail.querySelectorAll('dt')].find(({ id }) => id === entryId(coordinate));
    if (!entry) return;
    entry.setAttribute('aria-current', 'true');
    requestAnimationFrame(() => { this.#detail.scrollTop = entry.offsetTop - this.#detail.offsetTop - 8; });
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#find(this.#input.value.trim().toLowerCase()), TYPING_MS);
  }

  /** Show what has a text in it, or the tree without a text. @param {string} text */
  #find(text) {
    const hits = text ? search(this.#types, text) : [];
    fill(this.#hits, hits.slice(0, HITS_MAX).map((hit) => h('li', null, mentionLink(hit))));
    this.#hits.hidden = !text;
    this.#tree.element.hidden = Boolean(text);
    this.#count.textContent = text ? plural(hits.length, 'hit') : plural(this.#types.size, 'type');
  }
}
