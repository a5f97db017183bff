/** The documentation of one type: its sentence, fields with arguments, values, members, and who uses it. */

import { ruleButton } from '../dialogs.js';
import { h, plural } from '../dom.js';
import { inEnglish, prose } from '../prose.js';
import { namedType } from '../sdl.js';
import { coordinateOf } from './find.js';
import { t } from '../language/language.js';

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('./find.js').Mention} Mention
 * @typedef {(field: Field) => void} Insert
 */

/** The id of the entry of a field. @param {string} coordinate */
export const entryId = (coordinate) => `field-${coordinate}`;

/** @param {Mention} mention */
export const mentionLink = (mention) =>
  h('a', { href: `#${coordinateOf(mention)}` }, h('code', null, coordinateOf(mention)));

/** @param {Type} type @param {Mention[]} users @param {Insert} insert writes a field into the editor */
export function described(type, users, insert) {
  const selectable = type.kind === 'type' || type.kind === 'interface';
  return [
    h('h3', null, h('span', { class: 'soft' }, `${type.kind} `), h('code', { class: 'bare' }, type.name),
      type.oneOf && h('span', { class: 'tag', title: 'Give exactly one of its fields.' }, 'one of')),
    type.implements.length > 0
      && h('p', { class: 'small' }, 'Implements ', type.implements.map((name) => [typeLinks(name), ' '])),
    type.description && paragraphs(type.description),
    type.fields.length > 0 && h('dl', { class: 'fields' },
      type.fields.map((field) => fieldEntry(type.name, field, selectable ? insert : null))),
    type.values.length > 0 && h('dl', { class: 'fields' },
      type.values.map((value) => fieldEntry(type.name, value, null))),
    type.members.length > 0
      && [h('h4', null, 'One of'), h('ul', null, type.members.map((name) => h('li', null, typeLinks(name))))],
    users.length > 0 && h('details', null, h('summary', null, t`Used by ${plural(users.length, 'place')}`),
      h('ul', null, users.map((user) => h('li', null, mentionLink(user))))),
    h('p', { class: 'small' }, h('a', { href: `/docs/schema/${type.name}` }, t`${type.name} in the documents`)),
  ];
}

/** A description: paragraphs, and examples between fences. @param {string} text */
function paragraphs(text) {
  return text.split(/\n{2,}|(?=```)|(?<=```)\n/).filter((part) => part.trim()).map((part) => {
    const code = /^```\w*\n([^]*?)\n?```\s*$/.exec(part);
    return code ? h('pre', { tabindex: 0 }, h('code', null, code[1]))
      : h('p', null, inEnglish(prose(part, ruleButton)));
  });
}

/** @param {string} type @param {Field} field @param {Insert | null} insert */
function fieldEntry(type, field, insert) {
  const { name, description, args, deprecated, default: usual } = field;
  return [
    h('dt', { id: entryId(`${type}.${name}`) },
      h('code', { class: deprecated === null ? 'bare' : 'bare old' }, h('strong', { translate: 'no' }, name),
        field.type && [': ', typeLinks(field.type)], tells(usual) && ` = ${usual}`),
      insert && h('button', { type: 'button', class: 'small', 'aria-label': t`Insert ${name}`,
        onclick: () => insert(field) }, 'Insert')),
    h('dd', null, deprecated !== null && deprecatedNote(deprecated), description && paragraphs(description),
      args.length > 0 && h('ul', { class: 'plain arguments' }, args.map(argumentEntry))),
  ];
}

/** Whether a default says anything: null is what is left out. @param {string | null} value */
const tells = (value) => value !== null && value !== 'null';

/** @param {Field} arg */
const argumentEntry = (arg) => h('li', null,
  h('code', null, `${arg.name}: `, typeLinks(arg.type), tells(arg.default) && ` = ${arg.default}`),
  arg.description && [' ', inEnglish(prose(arg.description, ruleButton))],
  arg.deprecated !== null && deprecatedNote(arg.deprecated));

/** @param {string} reason */
const deprecatedNote = (reason) => h('p', { class: 'note small' },
  h('strong', null, 'Deprecated. '), inEnglish(prose(reason)));

/** `[Game!]!` with the name in it as a link. @param {string} type */
function typeLinks(type) {
  const name = namedType(type);
  const [before, after] = type.split(name);
  return [before, h('a', { href: `#${name}`, translate: 'no' }, name), after];
}
