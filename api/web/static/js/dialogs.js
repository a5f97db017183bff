/**
 * Dialogs and short notices for every page: one rule, the keys, anything in a frame. Native dialogs: Escape closes, focus comes back.
 */

import { query } from './api.js';
import { announce, fill, freshId, h, svg } from './dom.js';
import { prose, reconstructedMark } from './prose.js';

const TOAST_MS = 6000;
const RULE = 'query Rule($id: ID!) { rule(id: $id) { id page title text source reconstructed } }';

/**
 * Open a dialog. It is removed when it is closed.
 * @param {string} title
 * @param {...unknown} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const id = freshId('dialog');
  const heading = h('h2', { id }, title);
  const dialog = h('dialog', { 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, heading,
      h('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close', onclick: () => dialog.close() },
        svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: 'M5 5L19 19M19 5L5 19' })))),
    h('div', { class: 'dialog-body' }, ...content));
  dialog.addEventListener('click', (event) => { if (event.target === dialog && outside(dialog, event)) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  window.addEventListener('popstate', () => dialog.close(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** @type {Map<string, Promise<any>>} */
const rules = new Map();

/** A rule, asked once. @param {string} id @returns {Promise<any>} */
export function ruleOf(id) {
  if (!rules.has(id)) rules.set(id, query(RULE, { id }).then((data) => data.rule, (error) => { rules.delete(id); throw error; }));
  return rules.get(id);
}

/** The address of a rule. @param {{id: string, page: string}} rule */
export const ruleAddress = (rule) => `/rules/${encodeURIComponent(rule.page)}#${encodeURIComponent(rule.id)}`;

/** A button that opens a rule. @param {string} id */
export const ruleButton = (id) => h('button', { type: 'button', class: 'rule-link', onclick: () => showRule(id) }, id);

/**
 * Show one rule, with a link to the page it stands on.
 * @param {string} id
 */
export async function showRule(id) {
  const body = h('div', { class: 'stack' }, h('p', { class: 'busy' }, 'Looking it up'));
  const dialog = openDialog(id, body);
  try {
    const rule = await ruleOf(id);
    fill(body, rule ? ruleText(rule, dialog) : h('p', null, 'No page states this rule.'));
  } catch (error) {
    fill(body, h('p', { class: 'note note-bad', role: 'alert' }, error.message));
  }
}

function ruleText(rule, dialog) {
  const other = (id) => h('button', { type: 'button', class: 'rule-link', onclick: () => { dialog.close(); showRule(id); } }, id);
  return [
    h('p', { class: 'row' }, h('strong', null, rule.title), rule.reconstructed && reconstructedMark()),
    h('p', null, prose(rule.text, other)),
    rule.source && h('p', { class: 'small soft' }, 'Source: ', rule.source),
    h('p', null, h('a', { href: ruleAddress(rule), onclick: () => dialog.close() }, 'This rule among the others')),
  ];
}

/**
 * Show what keys do.
 * @param {[string | string[], string][]} keys a key or several, and what it does
 */
export function showKeys(keys) {
  const rows = keys.map(([names, does]) => h('tr', null,
    h('td', null, [names].flat().flatMap((name, at) => [at > 0 && ' ', h('kbd', null, name)])), h('td', null, does)));
  openDialog('Keys', h('table', null, h('thead', { class: 'unseen' }, h('tr', null, h('th', null, 'Key'), h('th', null, 'What it does'))),
    h('tbody', null, rows)));
}

/** A short notice that goes by itself; it is spoken, too. @param {string} text @param {number} [ms] */
export function toast(text, ms = TOAST_MS) {
  const shown = h('div', { class: 'toast' }, text);
  document.getElementById('toasts').append(shown);
  announce(text);
  setTimeout(() => shown.remove(), ms);
}
