/** The small signs of London's cards and tokens, each a shape of its own beside its colour. */

import { h, svg } from '../../dom.js';

const PATHS = {
  brown:
    'M8 1.2c3.9 0 6.5 1 6.5 2.4S11.9 6 8 6 1.5 5 1.5 3.6 4.1 1.2 8 1.2ZM1.5 5.6C2.7 6.8 5 7.4 8 7.4'
    + 's5.3-.6 6.5-1.8v2C14.5 9 11.9 10 8 10S1.5 9 1.5 7.6ZM1.5 9.6c1.2 1.2 3.5 1.8 6.5 1.8s5.3-.6 6.5-1.8v2.6'
    + 'c0 1.4-2.6 2.4-6.5 2.4s-6.5-1-6.5-2.4Z',
  blue:
    'M7.4 3.6C5.5 2.5 3.2 2.2 1 2.5v10.3c2.2-.3 4.5 0 6.4 1.2ZM8.6 3.6c1.9-1.1 4.2-1.4 6.4-1.1v10.3'
    + 'c-2.2-.3-4.5 0-6.4 1.2Z',
  pink: 'M2.6 12h10.8v2.5H2.6ZM2.5 10.8L.8 3.9l3.9 2.7L8 1.3l3.3 5.3 3.9-2.7-1.7 6.9Z',
  grey: 'M.8 7.5h14.4c0 3.3-2.2 5.6-4.6 6.5H5.4C3 13.1.8 10.8.8 7.5ZM5 2.2h1.5v3.6H5ZM9.5 2.2H11v3.6H9.5Z',
  vp: 'M8 .8l2.1 4.7 5.1.5-3.9 3.4 1.2 5L8 11.8l-4.5 2.6 1.2-5L.8 6l5.1-.5Z',
  poverty: 'M8 .8l6.3 3.3L8 7.4 1.7 4.1ZM1.2 5.2l6.1 3.2v6.8l-6.1-3.4ZM14.8 5.2v6.6l-6.1 3.4V8.4Z',
  card: 'M3.5 1h9c.6 0 1 .4 1 1v12c0 .6-.4 1-1 1h-9c-.6 0-1-.4-1-1V2c0-.6.4-1 1-1Zm.8 1.8v10.4h7.4V2.8Z',
  flip: 'M8 2.2a5.8 5.8 0 0 1 5 2.9l1.7-1v5h-5l1.7-1A3.7 3.7 0 1 0 11.3 10l2 .6A5.8 5.8 0 1 1 8 2.2Z',
  loan: 'M2 2h12v12H2Zm1.8 2.2v1.4h8.4V4.2Zm0 3v1.4h8.4V7.2Zm0 3v1.4h5v-1.4Z',
  building: 'M1.5 15V7L8 1.5 14.5 7v8h-4.3v-4.2H5.8V15Z',
  special: 'M8 .8l1.6 5.6L15.2 8l-5.6 1.6L8 15.2 6.4 9.6.8 8l5.6-1.6Z',
};

/** @param {keyof typeof PATHS} name @returns {SVGElement} decoration: words beside it say what it means */
export const icon = (name) =>
  svg('svg', { class: `lon-i lon-i-${name}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { d: PATHS[name] }));

/** A sign with its number. @param {keyof typeof PATHS} name @param {string | number} text */
export const sign = (name, text) => h('span', { class: `lon-sign lon-sign-${name}` }, icon(name), h('b', null, text));

/** Pounds as a coin. @param {number | string} pounds */
export const coin = (pounds) => h('span', { class: 'lon-coin' }, `£${pounds}`);

/** @param {keyof typeof PATHS} name @returns {string} */
export const pathOf = (name) => PATHS[name];
