/**
 * The schema to explore, and a console to try it. It reads the service's own `/schema.graphql`, so it works without the
 * internet.
 */

import { announce, fill, freshId, h, plural } from '../dom.js';
import { apiConsole } from '../console.js';
import { prose } from '../prose.js';
import { namedType, readSchema } from '../sdl.js';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
const KINDS = [
  ['type', 'Types'], ['interface', 'Interfaces'], ['union', 'Unions'], ['input', 'Inputs'], ['enum', 'Enums'],
  ['scalar', 'Scalars'],
];
const HITS_MAX = 60;
const TYPING_MS = 120;

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {{type: string, field?: string}} Mention a type, or a field of it
 * @typedef {Map<string, Type>} Types
 */

/** @param {HTMLElement} root @param {{hash: string}} params @param {AbortSignal} signal */
export default async function page(root, { hash }, signal) {
  const holder = h('div', null, h('p', { class: 'busy soft' }, 'Reading the schema'));
  fill(root, h('h1', null, 'The API'),
    h('p', null, 'Everything goes through GraphQL at ', h('code', null, '/graphql'),
      ': queries and mutations by POST, live steps by ',
      h('code', null, 'graphql-transport-ws'),
      ' or server-sent events. These pages use nothing else. The whole schema as text: ',
      h('a', { href: '/schema.graphql', target: '_blank', rel: 'noopener' }, '/schema.graphql'), '.'),
    apiConsole(signal), holder);
  const answer = await fetch('/schema.graphql', { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`the schema was answered with ${answer.status}`);
  const types = readSchema(await answer.text());
  fill(holder, new Explorer(types, decodeURIComponent(hash), signal).elements);
}

// ---- the explorer

class Explorer {
  #types;
  #uses;
  #detail = h('section', { class: 'panel schema-type', 'aria-label': 'The chosen type', tabindex: -1 });
  #hits = h('ul', { class: 'plain schema-hits', hidden: true });
  #count = h('p', { class: 'hint', role: 'status' });
  #input = h('input', { type: 'search', id: freshId('find'), autocomplete: 'off', spellcheck: 'false',
    placeholder: 'game, steps, legal …', oninput: () => this.#typed() });
  #list;
  #timer = 0;

  /** @param {Types} types @param {string} first the type to show first @param {AbortSignal} signal */
  constructor(types, first, signal) {
    this.#types = types;
    this.#uses = usesOf(types);
    this.#list = h('nav', { 'aria-label': 'All types' }, indexOf(types));
    this.#count.textContent = plural(types.size, 'type');
    window.addEventListener('hashchange', () => this.#show(decodeURIComponent(location.hash.slice(1)), true),
      { signal });
    this.#show(first, false);
    // A link to one type.
    if (types.has(first)) requestAnimationFrame(() => this.#detail.scrollIntoView({ block: 'start' }));
  }

  get elements() {
    const form = h('form',
      { class: 'field', role: 'search', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h('label', { for: this.#input.id }, 'Find types and fields'), this.#input, this.#count);
    return [h('h2', { id: 'schema' }, 'Schema'), h('div', { class: 'schema' },
      h('div', { class: 'schema-index' }, form, this.#hits, this.#list), this.#detail)];
  }

  /** @param {string} name @param {boolean} move whether to move focus to it */
  #show(name, move) {
    const type = this.#types.get(name) ?? this.#types.get(ROOTS[0]);
    if (!type) return;
    fill(this.#detail, described(type, this.#uses.get(type.name) ?? []));
    this.#showCurrent(type.name);
    if (!move) return;
    this.#detail.focus({ preventScroll: true });
    this.#detail.scrollIntoView({ block: 'nearest' });
    announce(type.name);
  }

  /** @param {string} name */
  #showCurrent(name) {
    for (const link of this.#list.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
    this.#list.querySelector(`a[href="#${name}"]`)?.setAttribute('aria-current', 'true');
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#find(this.#input.value.trim().toLowerCase()), TYPING_MS);
  }

  /** Show what has a text in it, or all types without a text. @param {string} text */
  #find(text) {
    const hits = text ? search(this.#types, text) : [];
    fill(this.#hits, hits.slice(0, HITS_MAX).map((hit) => h('li', null, mentionLink(hit))));
    this.#hits.hidden = !text;
    this.#list.hidden = Boolean(text);
    this.#count.textContent = text ? plural(hits.length, 'hit') : plural(this.#types.size, 'type');
  }
}

/** @param {Mention} mention */
const mentionLink = ({ type, field }) =>
  h('a', { href: `#${type}` }, h('code', null, field ? `${type}.${field}` : type));

/** @param {string[]} names */
const links = (names) =>
  h('ul', { class: 'plain' }, names.map((name) => h('li', null, h('a', { href: `#${name}` }, name))));

/** @param {Types} types */
function indexOf(types) {
  const others = [...types.values()].filter((type) => !ROOTS.includes(type.name));
  const groups = KINDS.map(([kind, title]) => groupOf(title, others.filter((type) => type.kind === kind)));
  return [links(ROOTS.filter((name) => types.has(name))), groups];
}

/** The types of one kind under their title; nothing without any. @param {string} title @param {Type[]} types */
function groupOf(title, types) {
  const names = types.map((type) => type.name).sort();
  return names.length > 0 && h('details', null, h('summary', null, `${title} (${names.length})`), links(names));
}

/**
 * Types and fields that have a text in their name or description, the best hits first.
 * @param {Types} types @param {string} text
 */
function search(types, text) {
  const hits = [...types.values()].flatMap((type) => hitsIn(type, text)).sort((a, b) => a.rank - b.rank);
  const listed = new Set();
  return hits.filter(({ type, field }) => {
    const key = `${type}.${field ?? ''}`;
    return !listed.has(key) && listed.add(key);
  });
}

/** A hit in a name ranks before one in a description; null without a hit. @param {Field} field @param {string} text */
function fieldRank({ name, description }, text) {
  if (name.toLowerCase().includes(text)) return 2;
  return description.toLowerCase().includes(text) ? 4 : null;
}

/** @param {Type} type @param {string} text @returns {(Mention & {rank: number})[]} */
function hitsIn({ name, description, fields, values }, text) {
  /** @type {(Mention & {rank: number})[]} */
  const hits = [];
  const lower = name.toLowerCase();
  if (lower.includes(text)) hits.push({ type: name, rank: lower === text ? 0 : 1 });
  for (const field of [...fields, ...values]) {
    const rank = fieldRank(field, text);
    if (rank) hits.push({ type: name, field: field.name, rank });
  }
  if (description.toLowerCase().includes(text)) hits.push({ type: name, rank: 3 });
  return hits;
}

/** Which types and fields name a type. @param {Types} types @returns {Map<string, Mention[]>} */
function usesOf(types) {
  /** @type {Map<string, Mention[]>} */
  const uses = new Map();
  /** @param {string} type @param {Mention} by */
  const note = (type, by) => uses.set(type, [...(uses.get(type) ?? []), by]);
  for (const type of types.values()) {
    for (const member of type.members) note(member, { type: type.name });
    for (const field of type.fields) {
      const named = new Set([field.type, ...field.args.map((arg) => arg.type)].map(namedType));
      for (const each of named) note(each, { type: type.name, field: field.name });
    }
  }
  return uses;
}

// ---- one type

/** @param {Type} type @param {Mention[]} users */
function described(type, users) {
  return [
    h('h3', null, h('span', { class: 'soft' }, `${type.kind} `), h('code', { class: 'bare' }, type.name),
      type.oneOf && h('span', { class: 'tag', title: 'Give exactly one of its fields.' }, 'one of')),
    type.description && h('p', null, prose(type.description)),
    type.fields.length > 0 && h('dl', { class: 'fields' }, type.fields.map(fieldEntry)),
    type.values.length > 0 && h('dl', { class: 'fields' }, type.values.map(fieldEntry)),
    type.members.length > 0
      && [h('h4', null, 'One of'), h('ul', null, type.members.map((name) => h('li', null, typeLinks(name))))],
    users.length > 0 && h('details', null, h('summary', null, `Used by ${plural(users.length, 'place')}`),
      h('ul', null, users.map((user) => h('li', null, mentionLink(user))))),
  ];
}

/** @param {Field} field */
function fieldEntry({ name, type, description, args, deprecated, default: usual }) {
  return [
    h('dt', null, h('code', { class: deprecated === null ? 'bare' : 'bare old' }, h('strong', null, name),
      type && [': ', typeLinks(type)], usual !== null && ` = ${usual}`)),
    h('dd', null, deprecated !== null && deprecatedNote(deprecated), description && h('p', null, prose(description)),
      args.length > 0 && h('ul', { class: 'plain arguments' }, args.map(argumentEntry))),
  ];
}

/** @param {Field} arg */
const argumentEntry = (arg) => h('li', null,
  h('code', null, `${arg.name}: `, typeLinks(arg.type), arg.default !== null && ` = ${arg.default}`),
  arg.description && [' ', prose(arg.description)], arg.deprecated !== null && deprecatedNote(arg.deprecated));

/** @param {string} reason */
const deprecatedNote = (reason) => h('p', { class: 'note small' }, h('strong', null, 'Deprecated. '), prose(reason));

/** `[Game!]!` with the name in it as a link. @param {string} type */
function typeLinks(type) {
  const name = namedType(type);
  const [before, after] = type.split(name);
  return [before, h('a', { href: `#${name}` }, name), after];
}
