/** Fields for a ruleset's options, by their kind, in the ruleset's own words. Knows the kinds the API names, and no option by name. */

import { ruleButton } from './dialogs.js';
import { freshId, h } from './dom.js';

/**
 * @typedef {{name: string, title: string, description: string, kind: string, default: any, values: any[] | null,
 *   valueTitles: string[] | null, rules: {id: string}[]}} Option
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

const titleOf = ({ values, valueTitles }, at) => valueTitles?.[at] ?? String(values[at]);

function yesOrNo(option) {
  const input = h('input', { type: 'checkbox', checked: option.default === true });
  const element = h('div', { class: 'field' }, h('label', { class: 'check' }, input, option.title), explained(option, input));
  return { element, value: () => input.checked };
}

function number(option) {
  const input = h('input', { type: 'number', step: 1, value: option.default ?? '' });
  const value = () => (input.value === '' ? option.default : Math.trunc(Number(input.value)));
  return { element: field(option, input, option.default === null ? '' : ` Printed: ${option.default}.`), value };
}

function oneOf(option) {
  const { values } = option;
  const select = h('select', { value: String(values.indexOf(option.default)) }, values.map((value, at) => h('option', { value: at },
    `${titleOf(option, at)}${value === option.default ? ' (usual)' : ''}`)));
  return { element: field(option, select), value: () => values[Number(select.value)] };
}

function someOf(option) {
  const boxes = (option.values ?? []).map((value) => ({
    value, input: h('input', { type: 'checkbox', checked: (option.default ?? []).includes(value) }),
  }));
  const element = h('fieldset', null);
  element.append(h('legend', null, option.title), explained(option, element),
    ...boxes.map(({ input }, at) => h('label', { class: 'check' }, input, titleOf(option, at))));
  return { element, value: () => boxes.filter(({ input }) => input.checked).map(({ value }) => value) };
}

function text(option) {
  const input = h('input', { type: 'text', value: option.default ?? '' });
  return { element: field(option, input), value: () => input.value };
}

/** A kind of option this page does not know: JSON, as the API takes it. */
function anything(option) {
  const input = h('textarea', { rows: 2 }, JSON.stringify(option.default));
  const value = () => {
    try {
      return JSON.parse(input.value);
    } catch {
      return option.default;
    }
  };
  return { element: field(option, input, ' As JSON.'), value };
}

function field(option, input, more = '') {
  input.id = freshId('option');
  return h('div', { class: 'field' }, h('label', { for: input.id }, option.title), input, explained(option, input, more));
}

/** What the option changes, and its rules; read out with the field. */
function explained({ description, rules }, described, more = '') {
  const id = freshId('about');
  described.setAttribute('aria-describedby', id);
  return h('p', { class: 'hint' }, h('span', { id }, description, more), rules.map((rule) => [' ', ruleButton(rule.id)]));
}
