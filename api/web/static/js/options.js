/** Fields for a ruleset's options, by their kind, in the ruleset's own words. No option is known here by name. */

import { ruleButton } from './dialogs.js';
import { freshId, h } from './dom.js';
import { t } from './language/language.js';

/** @typedef {{element: HTMLElement, value: () => any}} OptionField */

/**
 * @param {RulesetOption[]} options
 * @returns {{element: HTMLElement, chosen: () => Record<string, unknown>}} chosen: those that differ from the printed
 *   default
 */
export function optionFields(options) {
  const fields = options.map((option) => ({ option, field: (KINDS[option.kind] ?? anything)(option) }));
  const element = h('div', { class: 'option-fields' }, fields.map(({ field }) => field.element));
  const chosen = () => Object.fromEntries(fields
    .map(({ option, field }) => /** @type {const} */ ([option, field.value()]))
    .filter(([option, value]) => JSON.stringify(value) !== JSON.stringify(option.default))
    .map(([option, value]) => [option.name, value]));
  return { element, chosen };
}

/** @type {Record<string, (option: RulesetOption) => OptionField>} */
const KINDS = { BOOLEAN: yesOrNo, INTEGER: number, CHOICE: oneOf, CHOICES: someOf, STRING: text };

/** @param {RulesetOption} option @param {number} at */
const titleOf = ({ values, valueTitles }, at) => valueTitles?.[at] ?? String(values?.[at]);

/** @param {RulesetOption} option @returns {OptionField} */
function yesOrNo(option) {
  const input = h('input', { type: 'checkbox', checked: option.default === true });
  const element = h('div', { class: 'field' }, h('label', { class: 'check' }, input, option.title),
    explained(option, input));
  return { element, value: () => input.checked };
}

/** @param {RulesetOption} option @returns {OptionField} */
function number(option) {
  const input = h('input', { type: 'number', step: 1, value: option.default ?? '' });
  const value = () => (input.value === '' ? option.default : Math.trunc(Number(input.value)));
  return { element: field(option, input, option.default === null ? '' : t` Printed: ${option.default}.`), value };
}

/** @param {RulesetOption} option @returns {OptionField} */
function oneOf(option) {
  const values = option.values ?? [];
  const select = h('select', { value: String(values.indexOf(option.default)) },
    values.map((value, at) => h('option', { value: at }, titleOf(option, at),
      value === option.default && ' (usual)')));
  return { element: field(option, select), value: () => values[Number(select.value)] };
}

/** @param {RulesetOption} option @returns {OptionField} */
function someOf(option) {
  const boxes = (option.values ?? []).map((value) => ({
    value, input: h('input', { type: 'checkbox', checked: (option.default ?? []).includes(value) }),
  }));
  const element = h('fieldset', null);
  element.append(h('legend', null, option.title), explained(option, element),
    ...boxes.map(({ input }, at) => h('label', { class: 'check' }, input, titleOf(option, at))));
  return { element, value: () => boxes.filter(({ input }) => input.checked).map(({ value }) => value) };
}

/** @param {RulesetOption} option @returns {OptionField} */
function text(option) {
  const input = h('input', { type: 'text', value: option.default ?? '' });
  return { element: field(option, input), value: () => input.value };
}

/**
 * A kind of option this page does not know: JSON, as the API takes it.
 * @param {RulesetOption} option @returns {OptionField}
 */
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

/** @param {RulesetOption} option @param {HTMLElement} input @param {string} [more] */
function field(option, input, more = '') {
  input.id = freshId('option');
  return h('div', { class: 'field' }, h('label', { for: input.id }, option.title), input,
    explained(option, input, more));
}

/**
 * What the option changes, and its rules; read out with the field.
 * @param {RulesetOption} option @param {Element} described @param {string} [more]
 */
function explained({ description, rules }, described, more = '') {
  const id = freshId('about');
  described.setAttribute('aria-describedby', id);
  return h('p', { class: 'hint' }, h('span', { id }, description, more),
    rules.map((rule) => [' ', ruleButton(rule.id)]));
}
