/**
 * Dialogs for every page: one rule, the keys, any content. Dialogs are native: Escape closes, focus returns.
 */

import { query } from './api.js';
import { fill, freshId, h, svg } from './dom.js';
import { also } from './language/language.js';
import { RULE_FIELDS, chapterName, errataOf, inEnglish, prose, reconstructedTag } from './prose.js';

const RULE = `query Rule($id: ID!) { rule(id: $id) { ${RULE_FIELDS} } }`;

/**
 * Open a dialog. It is removed when it is closed.
 * @param {string} title @param {Children} content @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const id = freshId('dialog');
  const cross = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: 'M5 5L19 19M19 5L5 19' }));
  const dialog = h('dialog', { 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title),
      h('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close', onclick: () => dialog.close() },
        cross)),
    h('div', { class: 'dialog-body' }, ...content));
  dialog.addEventListener('click',
    (event) => { if (event.target === dialog && isOutside(dialog, event)) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  window.addEventListener('popstate', () => dialog.close(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} dialog @param {MouseEvent} event */
function isOutside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** @type {Map<string, Promise<Rule | null>>} */
const rules = new Map();

/** A rule, requested once. @param {string} id @returns {Promise<Rule | null>} */
export function ruleOf(id) {
  const cached = rules.get(id);
  if (cached) return cached;
  const reading = query(RULE, { id }).then((data) => data.rule, (error) => { rules.delete(id); throw error; });
  rules.set(id, reading);
  return reading;
}

/** The address of a rule. @param {{id: string, ruleset: string}} rule */
export const ruleAddress = (rule) => `/rules/${encodeURIComponent(rule.ruleset)}#${encodeURIComponent(rule.id)}`;

/** A button that opens a rule. @param {string} id */
export const ruleButton = (id) => h('button', { type: 'button', class: 'rule-link', onclick: () => showRule(id) }, id);

/** Show one rule, with a link to its page. @param {string} id */
export async function showRule(id) {
  const body = h('div', { class: 'stack' }, h('p', { class: 'busy' }, 'Looking it up'));
  const dialog = openDialog(id, body);
  try {
    const [rule] = await Promise.all([ruleOf(id), also('lessons')]);
    fill(body, rule ? ruleText(rule, dialog) : h('p', null, 'No page states this rule.'));
  } catch (error) {
    fill(body, h('p', { class: 'note note-bad', role: 'alert' }, error.message));
  }
}

/** @param {Rule} rule @param {HTMLDialogElement} dialog */
function ruleText(rule, dialog) {
  /** @param {string} id */
  const other = (id) =>
    h('button', { type: 'button', class: 'rule-link', onclick: () => { dialog.close(); showRule(id); } }, id);
  return [
    h('p', { class: 'row' }, h('strong', null, chapterName(rule.title)), rule.reconstructed && reconstructedTag()),
    h('p', null, inEnglish(prose(rule.text, other))),
    ...errataOf(rule, other),
    rule.source && h('p', { class: 'small soft' }, 'Source: ', inEnglish(rule.source)),
    h('p', null, h('a', { href: ruleAddress(rule), onclick: () => dialog.close() }, 'This rule on its page')),
  ];
}

/** Show what keys do. @param {[names: string[], does: string][]} keys */
export function showKeys(keys) {
  const rows = keys.map(([names, does]) => h('tr', null,
    h('td', null, names.flatMap((name, at) => [at > 0 && ' ', h('kbd', null, name)])), h('td', null, does)));
  const head = h('tr', null, h('th', null, 'Key'), h('th', null, 'What it does'));
  openDialog('Keys', h('table', null, h('thead', { class: 'unseen' }, head), h('tbody', null, rows)));
}
