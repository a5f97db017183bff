/**
 * The form of one change of a position: its kinds and fields come from the schema of the API, so that a new one of any
 * ruleset needs nothing here. What a text may be is offered from the printed components and from the position.
 */

import { query } from '../../api.js';
import { fill, freshId, h, words } from '../../dom.js';
import { seatName } from '../words.js';

const TYPE = 'kind name enumValues { name description }';
const RULESETS = 'query Fixes { __type(name: "AmendmentInput") { inputFields { name type { name } } } }';
const KINDS = `query FixKinds($name: String!) { __type(name: $name) { inputFields { name description
  type { inputFields { name description type { ${TYPE} ofType { ${TYPE} } } } } } } }`;
const OPTIONS_MAX = 300;

/**
 * @typedef {{kind: string, name: string | null, enumValues: {name: string, description: string}[] | null}} Named
 * @typedef {{name: string, description: string, type: Named & {ofType: Named | null}}} FixField
 * @typedef {{name: string, description: string, type: {inputFields: FixField[]}}} FixKind
 *
 * @typedef {object} FixContext what the form is filled from
 * @property {string} ruleset @property {{name: string}[]} seats
 * @property {() => any} components what is printed @property {() => unknown} position as the arbiter sees it
 */

/** The changes that a ruleset names. @param {string} ruleset @returns {Promise<FixKind[]>} */
async function kindsOf(ruleset) {
  const { __type: all } = await query(RULESETS);
  const own = all.inputFields.find((/** @type {{name: string}} */ each) => each.name === camel(ruleset));
  return own ? (await query(KINDS, { name: own.type.name })).__type.inputFields : [];
}

/** @param {string} name */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** @param {string} id */
const camel = (id) => id.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

export class FixForm {
  element = h('div', { class: 'fix' }, h('p', { class: 'busy' }, 'Reading what can be changed'));
  #context;
  #fields = h('div', { class: 'fix-fields' });
  /** @type {FixKind | null} */
  #kind = null;
  /** @type {Map<string, () => unknown>} the value of each field */
  #values = new Map();

  /** @param {FixContext} context */
  constructor(context) {
    this.#context = context;
    kindsOf(context.ruleset).then((kinds) => this.#known(kinds),
      (problem) => fill(this.element, h('p', { class: 'note note-bad' }, problem.message)));
  }

  /** The input of the API; null: nothing is chosen. */
  get value() {
    if (!this.#kind) return null;
    const entries = [...this.#values].map(([name, read]) => [name, read()]);
    return { [camel(this.#context.ruleset)]: { [this.#kind.name]: Object.fromEntries(entries) } };
  }

  /** @param {FixKind[]} kinds */
  #known(kinds) {
    if (kinds.length === 0) {
      fill(this.element, h('p', null, 'This ruleset names no change of its position.'));
      return;
    }
    const name = freshId('fix');
    fill(this.element, h('fieldset', { class: 'fix-kinds' }, h('legend', null, 'What is changed'),
      kinds.map((kind, at) => h('label', { title: kind.description }, h('input', { type: 'radio', name,
        value: kind.name, checked: at === 0, onchange: () => this.#use(kind) }), ' ', titleOf(kind)))), this.#fields);
    this.#use(kinds[0]);
  }

  /** @param {FixKind} kind */
  #use(kind) {
    this.#kind = kind;
    this.#values.clear();
    fill(this.#fields, h('p', { class: 'hint', lang: 'en' }, hintOf(kind.description)),
      kind.type.inputFields.map((field) => this.#field(field)));
  }

  /** @param {FixField} field */
  #field(field) {
    const id = freshId('fix');
    const needed = field.type.kind === 'NON_NULL';
    const type = (needed && field.type.ofType) || field.type;
    const control = this.#control(field, type, id, needed);
    return h('div', { class: 'field' }, h('label', { for: id }, words(snake(field.name))), control,
      h('p', { class: 'hint', lang: 'en' }, hintOf(field.description)));
  }

  /** @param {FixField} field @param {Named} type @param {string} id @param {boolean} needed */
  #control(field, type, id, needed) {
    if (/seat$/i.test(field.name)) return this.#choice(field, id, needed, this.#seats(), Number);
    if (type.enumValues) {
      const some = type.enumValues.map(({ name }) => /** @type {[string, string]} */ ([name, words(name)]));
      return this.#choice(field, id, needed, some, String);
    }
    if (type.name === 'Boolean')
      return this.#choice(field, id, true, [['true', 'Yes'], ['false', 'No']], (text) => text === 'true');
    if (field.name === 'cell') return this.#choice(field, id, needed, CELLS, Number);
    if (type.name === 'Int') return this.#number(field, id, needed);
    return this.#text(field, id, needed);
  }

  /** @returns {[string, string][]} */
  #seats() {
    return this.#context.seats.map((_, seat) => [String(seat), seatName(this.#context.seats, seat)]);
  }

  /**
   * @param {FixField} field @param {string} id @param {boolean} needed @param {[string, string][]} options
   * @param {(text: string) => unknown} read
   */
  #choice(field, id, needed, options, read) {
    const select = h('select', { id }, !needed && h('option', { value: '' }, 'none'),
      options.map(([value, name]) => h('option', { value }, name)));
    this.#values.set(field.name, () => (select.value === '' ? null : read(select.value)));
    return select;
  }

  /** @param {FixField} field @param {string} id @param {boolean} needed */
  #number(field, id, needed) {
    const input = h('input',
      { id, type: 'number', step: 1, inputmode: 'numeric', required: needed, value: needed ? 1 : '' });
    this.#values.set(field.name, () => (input.value === '' ? null : Number(input.value)));
    return input;
  }

  /** @param {FixField} field @param {string} id @param {boolean} needed */
  #text(field, id, needed) {
    const list = freshId('fix-list');
    const input = h('input', { id, type: 'text', list, required: needed, autocomplete: 'off', spellcheck: 'false' });
    this.#values.set(field.name, () => input.value.trim() || (needed ? '' : null));
    return [input, h('datalist', { id: list }, idsFor(field.name, this.#context.components(), this.#context.position())
      .map(([value, label]) => h('option', { value, label })))];
  }
}

/** What the schema says, without what only a caller of the API needs. @param {string} description */
const hintOf = (description) => description.replace(/, counted (row by row )?from 0(?=[.;])/, '')
  .replace(/; null for/, '; none for');

/** @param {FixKind} kind */
const titleOf = (kind) => words(snake(kind.name.replace(/^fix/, '').replace(/^./, (letter) => letter.toLowerCase())));

/** The cells of The Brigade, as its board calls them. @type {[string, string][]} */
const CELLS = Array.from({ length: 36 }, (_, cell) => [String(cell),
  `${'ABCDEF'[cell % 6]}${Math.floor(cell / 6) + 1}`]);

/**
 * The ids that a field may name: printed things of its kind, and, of cards, those in the position.
 * @param {string} name @param {any} components @param {unknown} position @returns {[string, string][]}
 */
export function idsFor(name, components, position) {
  const kind = /district/i.test(name) ? 'area' : /borough/i.test(name) ? 'borough' : 'card';
  /** @type {Map<string, string>} */
  const ids = new Map();
  const printed = [...entriesOf(components?.[kind]), ...(kind === 'card' ? entriesOf(components?.crew) : [])];
  const named = new Map(printed.map((each) => [String(each.id), String(each.name ?? each.title ?? each.id)]));
  if (kind === 'card') for (const id of cardsIn(position, named)) ids.set(id, named.get(id.split('#')[0]) ?? id);
  else for (const [id, title] of named) ids.set(id, title);
  return [...ids].slice(0, OPTIONS_MAX);
}

/** @param {any} given @returns {{id?: string, name?: string, title?: string}[]} */
const entriesOf = (given) => (Array.isArray(given) ? given : []).filter((each) => typeof each?.id === 'string');

/** Every text in a position that names a card. @param {unknown} value @param {Map<string, string>} named
 * @returns {string[]} */
function cardsIn(value, named) {
  if (typeof value === 'string') return named.has(value.split('#')[0]) ? [value] : [];
  if (!value || typeof value !== 'object') return [];
  return Object.values(value).flatMap((each) => cardsIn(each, named));
}
