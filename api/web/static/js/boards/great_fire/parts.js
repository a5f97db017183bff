/**
 * What everything beside the map of The Great Fire of London is made of: icons, small cards, parts that know when they
 * changed.
 */

import { h, svg } from '../../dom.js';
import { flagChanged } from '../kit.js';

/** A piece of the map in running text. @param {string} id @param {string} [label] */
export function icon(id, label = '') {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  return svg('svg', { class: 'gf-icon', viewBox: '-10 -11 20 21', ...spoken }, svg('use', { href: `#gf-${id}` }));
}

/**
 * Something drawn, with words for a screen reader.
 * @param {string} name @param {string} label @param {Children} children
 */
export const labelled = (name, label,
  ...children) => h('span', { class: name, role: 'img', 'aria-label': label }, ...children);

/** A fire card, small. @param {GreatFire.Printed} printed @param {string} card */
export const mini = (printed,
  card) => labelled('gf-mini', `${printed.direction.get(card).name} card`, icon(`arrow-${card}`), h('b', null, card));

/** Cards face down. @param {string} label @param {number} many */
export const backs = (label,
  many) => labelled('gf-backs', label, Array.from({ length: many }, () => h('i', { class: 'gf-back' })));

/** What is not there, or not known. @param {string} text */
export const soft = (text) => h('span', { class: 'gf-soft' }, text);

/**
 * A part beside the map that draws itself only when what it shows differs, and is flagged when what it stands for has
 * changed.
 * @param {string} part its name
 * @param {HTMLElement} element
 * @param {(context: GreatFire.Context) => unknown} shows what it draws
 * @param {(element: HTMLElement, context: GreatFire.Context) => void} draw
 * @param {(position: GreatFireView) => unknown} watched what of the view it stands for
 * @returns {GreatFire.Cell}
 */
export function cell(part, element, shows, draw, watched) {
  element.dataset.part = part;
  /** @type {string | null} */
  let drawn = null;
  return {
    element,
    show(context) {
      const wanted = JSON.stringify(shows(context));
      if (wanted !== drawn) draw(element, context);
      drawn = wanted;
      const { position, before } = context;
      if (before && JSON.stringify(watched(position)) !== JSON.stringify(watched(before))) flagChanged(element);
    },
  };
}
