/** Small pieces of markup that several parts of the game page share. */

import { h } from '../dom.js';

/**
 * @param {unknown} text @param {(event: Event) => void} onclick @param {Record<string, any>} [more] further attributes
 */
export const button = (text, onclick, more = {}) => h('button', { type: 'button', onclick, ...more }, text);

/** The head of a table. @param {unknown[]} names of its columns */
export const heads = (...names) =>
  h('thead', null, h('tr', null, names.map((name) => h('th', { scope: 'col' }, name))));

/** A row of a table. @param {unknown} name @param {unknown[]} cells */
export const line = (name,
  cells) => h('tr', null, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', null, cell)));
