/** A report as a page that prints on A4, and as the file that everybody else gets. */

import { h } from '../dom.js';
import { locale, t } from '../language/language.js';
import { prose } from '../prose.js';

const ROWS_FIRST = 20;

/**
 * @typedef {{heading: string, text: string[], facts: [string, string][], columns: string[], rows: string[][]}} Section
 */

/**
 * @param {import('../pages/audit.js').Audited} game @param {string} complaint
 * @param {{document: string, sha256: string}} made
 */
export function reportView(game, complaint, { document: text, sha256 }) {
  const report = JSON.parse(text);
  const file = `${report.case}-${game.id}.json`;
  const print_ = h('button', { type: 'button', onclick: () => printAlone(element) }, 'Print');
  const element = h('article', { class: 'audit-report' },
    h('p', { class: 'audit-tools' }, print_, ' ', h('a', { href: URL.createObjectURL(
      new Blob([text], { type: 'application/json' })), download: file }, 'Save as JSON')),
    h('h3', null, complaint), h('p', null, report.title),
    facts([['game', report.game], ['ruleset', t`${game.rulesetTitle} version ${report.ruleset_version}`],
      ['steps', String(report.steps)], ['hash of the last step', report.head],
      ['hash of the rules of this build', report.rules], ['SHA-256 of this report', sha256]]),
    h('p', { class: 'soft' }, 'The seats are: ', game.seats.map((each) => `${each.seat} ${each.name || '–'}`)
      .join(', '), '. The report itself has numbers and ids only.'),
    locale !== 'en' && h('p', { class: 'note small' },
      'The report is in English, the same bytes for everybody: its hash is of them.'),
    h('div', { lang: 'en', translate: 'no' }, report.sections.map(section)));
  return element;
}

/** Print one report and no other. @param {HTMLElement} report */
function printAlone(report) {
  report.classList.add('audit-alone');
  print();
  report.classList.remove('audit-alone');
}

/** @param {Section} each */
function section(each) {
  return h('section', null, h('h4', null, each.heading), each.text.map((text) => h('p', null, prose(text))),
    each.facts.length > 0 && facts(each.facts),
    each.rows.length > 0 && rowsOf(each));
}

/** A long table shows its first rows on the screen, and all of them on paper. @param {Section} each */
function rowsOf({ columns, rows }) {
  const long = rows.length > ROWS_FIRST + 5;
  const grid = h('table', { class: long && 'audit-long' },
    h('thead', null, h('tr', null, columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', null, rows.map((row, at) => h('tr', { class: long && at >= ROWS_FIRST && 'audit-rest' },
      row.map(cellOf)))));
  const more = h('button', { type: 'button', class: 'quiet audit-all', lang: locale, translate: 'yes', onclick: () => {
    grid.classList.remove('audit-long');
    more.hidden = true;
  } }, t`Show all ${rows.length} rows`);
  return [h('div', { class: 'audit-table' }, grid), long && more];
}

/** An id of a rule, a number or a seat is not broken. @param {string} text */
const cellOf = (text) => h('td', { class: text.length < (text.includes(' ') ? 10 : 24) && 'short' },
  text.startsWith('{') ? text : prose(text));

/** @param {[string, string][]} pairs */
const facts = (pairs) => h('dl', { class: 'audit-facts' },
  pairs.filter(([, value]) => value !== '').map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));
