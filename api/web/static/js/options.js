/** Fields for a ruleset's options, by their kind. Knows the kinds the API names, and no option by name. */

import { freshId, h, words } from './dom.js';

/**
 * @typedef {{name: string, kind: string, default: any, values: any[] | null}} Option
 */

/**
 * @param {Option[]} options
 * @returns {{element: HTMLElement, chosen: () => Record<string, unknown>}} chosen: those that differ from the printed default
 */
export function optionFields(options) {
  const fields = options.map((option) => ({ option, field: (KINDS[option.kind] ?? anything)(option) }));
  const element = h('div', { class: 'option-fields' }, fields.map(({ field }) => field.element));
  const chosen = () => Object.fromEntries(fields
    .map(({ option, field }) => [option, field.value()])
    .filter(([option, value]) => JSON.stringify(value) !== JSON.stringify(option.default))
    .map(([option, value]) => [option.name, value]));
  return { element, chosen };
}

const KINDS = { boolean: yesOrNo, integer: number, choice: oneOf, choices: someOf, string: text };

const shownValue = (value) => (typeof value === 'string' ? words(value) : String(value));

function yesOrNo({ name, default: usual }) {
  const input = h('input', { type: 'checkbox', checked: usual === true });
  return { element: h('label', { class: 'check' }, input, words(name)), value: () => input.checked };
}

function number({ name, default: usual }) {
  const id = freshId('option');
  const input = h('input', { type: 'number', id, step: 1, value: usual ?? '' });
  const value = () => (input.value === '' ? usual : Math.trunc(Number(input.value)));
  return { element: field(id, name, input, usual === null ? '' : `Printed: ${usual}`), value };
}

function oneOf({ name, default: usual, values }) {
  const id = freshId('option');
  const select = h('select', { id, value: String(values.indexOf(usual)) }, values.map((value, at) => h('option', { value: at },
    `${shownValue(value)}${value === usual ? ' (usual)' : ''}`)));
  return { element: field(id, name, select), value: () => values[Number(select.value)] };
}

function someOf({ name, default: usual, values }) {
  const boxes = (values ?? []).map((value) => ({ value, input: h('input', { type: 'checkbox', checked: (usual ?? []).includes(value) }) }));
  const element = h('fieldset', null, h('legend', null, words(name)),
    boxes.map(({ value, input }) => h('label', { class: 'check' }, input, shownValue(value))));
  return { element, value: () => boxes.filter(({ input }) => input.checked).map(({ value }) => value) };
}

function text({ name, default: usual }) {
  const id = freshId('option');
  const input = h('input', { type: 'text', id, value: usual ?? '' });
  return { element: field(id, name, input), value: () => input.value };
}

/** A kind of option this page does not know: JSON, as the API takes it. */
function anything({ name, default: usual }) {
  const id = freshId('option');
  const input = h('textarea', { id, rows: 2, value: JSON.stringify(usual) });
  const value = () => {
    try {
      return JSON.parse(input.value);
    } catch {
      return usual;
    }
  };
  return { element: field(id, name, input, 'As JSON.'), value };
}

const field = (id, name, input, hint = '') => h('div', { class: 'field' }, h('label', { for: id }, words(name)), input,
  hint && h('p', { class: 'hint' }, hint));
