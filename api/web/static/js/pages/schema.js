/**
 * The schema to look around in, and a console to ask. Works without the internet: it reads the service's own `/schema.graphql`. Knows no
 * type by name but the three doors.
 */

import { announce, fill, freshId, h, plural } from '../dom.js';
import { askingConsole } from '../console.js';
import { prose } from '../prose.js';
import { namedType, readSchema } from '../sdl.js';

const DOORS = ['Query', 'Mutation', 'Subscription'];
const KINDS = [
  ['type', 'Types'], ['interface', 'Interfaces'], ['union', 'Unions'], ['input', 'Inputs'], ['enum', 'Enums'], ['scalar', 'Scalars'],
];
const FOUND_MAX = 60;
const TYPING_MS = 120;

export default async function page(root, { hash }, signal) {
  const holder = h('div', null, h('p', { class: 'busy soft' }, 'Fetching the schema'));
  fill(root, h('h1', null, 'The API'),
    h('p', null, 'Everything goes through GraphQL at ', h('code', null, '/graphql'), ': queries and mutations by POST, live steps by ',
      h('code', null, 'graphql-transport-ws'), ' or server-sent events. These pages use nothing else. The whole schema as a text: ',
      h('a', { href: '/schema.graphql', target: '_blank', rel: 'noopener' }, '/schema.graphql'), '.'),
    askingConsole(signal), holder);
  const answer = await fetch('/schema.graphql', { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`the schema was answered with ${answer.status}`);
  const types = readSchema(await answer.text());
  fill(holder, explorer(types, decodeURIComponent(hash), signal));
}

// ------------------------------------------------------------------ the explorer

function explorer(types, first, signal) {
  const usedBy = uses(types);
  const detail = h('section', { class: 'panel schema-type', 'aria-label': 'The chosen type', tabindex: -1 });
  const found = h('ul', { class: 'plain schema-found' });
  const count = h('p', { class: 'hint', role: 'status' });
  const input = h('input', { type: 'search', id: freshId('find'), autocomplete: 'off', spellcheck: 'false', placeholder: 'game, steps, legal …' });
  const list = h('nav', { 'aria-label': 'All types' }, index(types));

  function show(name, move) {
    const type = types.get(name) ?? types.get(DOORS[0]);
    fill(detail, described(type, usedBy.get(type.name) ?? []));
    for (const link of list.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
    list.querySelector(`a[href="#${type.name}"]`)?.setAttribute('aria-current', 'true');
    if (!move) return;
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: 'nearest' });
    announce(type.name);
  }

  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const sought = input.value.trim().toLowerCase();
      const hits = sought ? search(types, sought) : [];
      fill(found, hits.slice(0, FOUND_MAX).map(({ type, field }) => h('li', null,
        h('a', { href: `#${type}` }, h('code', null, field ? `${type}.${field}` : type)))));
      found.hidden = !sought;
      list.hidden = Boolean(sought);
      count.textContent = sought ? plural(hits.length, 'hit') : plural(types.size, 'type');
    }, TYPING_MS);
  });
  window.addEventListener('hashchange', () => show(decodeURIComponent(location.hash.slice(1)), true), { signal });
  count.textContent = plural(types.size, 'type');
  found.hidden = true;
  show(first, false);
  if (types.has(first)) requestAnimationFrame(() => detail.scrollIntoView({ block: 'start' })); // a link to one type
  return [h('h2', { id: 'schema' }, 'Schema'), h('div', { class: 'schema' },
    h('div', { class: 'schema-index' }, h('form', { class: 'field', role: 'search', onsubmit: (event) => event.preventDefault() },
      h('label', { for: input.id }, 'Find types and fields'), input, count), found, list), detail)];
}

function index(types) {
  const links = (names) => h('ul', { class: 'plain' }, names.map((name) => h('li', null, h('a', { href: `#${name}` }, name))));
  const groups = KINDS.map(([kind, title]) => {
    const names = [...types.values()].filter((type) => type.kind === kind && !DOORS.includes(type.name)).map((type) => type.name).sort();
    return names.length > 0 && h('details', null, h('summary', null, `${title} (${names.length})`), links(names));
  });
  return [links(DOORS.filter((name) => types.has(name))), groups];
}

function search(types, sought) {
  const hits = [];
  for (const type of types.values()) {
    if (type.name.toLowerCase().includes(sought)) hits.push({ type: type.name, rank: type.name.toLowerCase() === sought ? 0 : 1 });
    for (const field of [...type.fields, ...type.values]) {
      const inName = field.name.toLowerCase().includes(sought);
      if (inName || field.description.toLowerCase().includes(sought)) hits.push({ type: type.name, field: field.name, rank: inName ? 2 : 4 });
    }
    if (type.description.toLowerCase().includes(sought)) hits.push({ type: type.name, rank: 3 });
  }
  const seen = new Set();
  return hits.sort((a, b) => a.rank - b.rank).filter(({ type, field }) => {
    const key = `${type}.${field ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Who names a type: type -> ["Game.seats", ...]. */
function uses(types) {
  const found = new Map();
  const note = (type, by) => found.set(type, [...(found.get(type) ?? []), by]);
  for (const type of types.values()) {
    for (const member of type.members) note(member, { type: type.name });
    for (const field of type.fields) {
      for (const named of new Set([field.type, ...field.args.map((arg) => arg.type)].map(namedType))) {
        note(named, { type: type.name, field: field.name });
      }
    }
  }
  return found;
}

// ------------------------------------------------------------------ one type

function described(type, users) {
  return [
    h('h3', null, h('span', { class: 'soft' }, `${type.kind} `), h('code', { class: 'bare' }, type.name),
      type.oneOf && h('span', { class: 'tag', title: 'Give exactly one of its fields.' }, 'one of')),
    type.description && h('p', null, prose(type.description)),
    type.fields.length > 0 && h('dl', { class: 'fields' }, type.fields.map(fieldEntry)),
    type.values.length > 0 && h('dl', { class: 'fields' }, type.values.map(fieldEntry)),
    type.members.length > 0 && [h('h4', null, 'One of'), h('ul', null, type.members.map((name) => h('li', null, typeLinks(name))))],
    users.length > 0 && h('details', null, h('summary', null, `Used by ${plural(users.length, 'place')}`), h('ul', null, users.map(({ type: by, field }) =>
      h('li', null, h('a', { href: `#${by}` }, h('code', null, field ? `${by}.${field}` : by)))))),
  ];
}

function fieldEntry(field) {
  const args = field.args.length > 0 && h('ul', { class: 'plain arguments' }, field.args.map((arg) => h('li', null,
    h('code', null, `${arg.name}: `, typeLinks(arg.type), arg.default !== null && ` = ${arg.default}`),
    arg.description && [' ', prose(arg.description)], arg.deprecated !== null && deprecatedNote(arg.deprecated))));
  return [
    h('dt', null, h('code', { class: field.deprecated === null ? 'bare' : 'bare old' }, h('strong', null, field.name),
      field.type && [': ', typeLinks(field.type)], field.default !== null && ` = ${field.default}`)),
    h('dd', null, field.deprecated !== null && deprecatedNote(field.deprecated), field.description && h('p', null, prose(field.description)), args),
  ];
}

const deprecatedNote = (reason) => h('p', { class: 'note small' }, h('strong', null, 'Deprecated. '), prose(reason));

/** `[Game!]!` with the name in it as a link. */
function typeLinks(type) {
  const name = namedType(type);
  const [before, after] = type.split(name);
  return [before, h('a', { href: `#${name}` }, name), after];
}
