/** Portraits of chiefs and crew, put together by seed: folk, skin, hair, beard, eyes, headgear. Boxes of 48 by 52. */
import { el, seeded } from '../../../drawing/tree.js';
import { NIGHT } from './palette.js';

/** @typedef {{dice: () => number, skin: string, dark: string, hair: string, cloth: string, elf: boolean,
 *   bearded: boolean}} Sitter */

const SKINS = [['#e8b48a', '#c98d63'], ['#c98a5c', '#a0683f'], ['#8d5a3a', '#6b3f26'], ['#f0c9a6', '#d09e78'],
  ['#8fae6a', '#6b8a4a'], ['#a9c0c4', '#7f979d'], ['#b79ad0', '#8f71ab']];
const HAIR = ['#5a2d14', '#a4501c', '#d8a13c', '#2b2226', '#b9b2ac', '#7a1f1a', '#e6ddd0'];

/** Folk that the cards name, by the place of their skin. @type {Record<string, number>} */
const FOLK = { ogre: 4, elemental: 5, golem: 5, priest: 3, mercenary: 1 };

/** @template T @param {T[]} list @param {() => number} dice */
const one = (list, dice) => list[Math.floor(dice() * list.length)];
/** @param {string} d @param {string} fill @param {Record<string, any>} [more] */
const path = (d, fill, more = {}) => el('path', { d, fill, ...more });
const RIM = { stroke: NIGHT, 'stroke-width': 1.2, 'stroke-linejoin': 'round' };

/** @param {Sitter} of */
const shoulders = ({ cloth }) => [path('M3 52c1-11 8-15 21-15s20 4 21 15z', cloth, RIM),
  path('M18 38l6 8l6-8l3 1l-9 12l-9-12z', '#f0e4c8', { opacity: 0.85 })];

/** @param {Sitter} of */
function head({ skin, dark, elf }) {
  const ears = elf ? path('M12 24L1 15l9 16zM36 24l11-9l-9 16z', skin, RIM)
    : path('M11 23a4 4 0 1 0 1 7zM37 23a4 4 0 1 1-1 7z', skin, RIM);
  return [ears, path('M12 20c0-9 5-13 12-13s12 4 12 13v8c0 8-6 13-12 13s-12-5-12-13z', skin, RIM),
    path('M22.5 24l-1.5 6.5h5z', dark)];
}

/** @param {Sitter} of */
function eyes({ dice, hair }) {
  const low = 23 + dice();
  const brow = dice() < 0.5 ? -1.4 : 1;
  return [19, 29].map((x) => [el('ellipse', { cx: x, cy: low, rx: 2.5, ry: 2.1, fill: '#fff' }),
    el('circle', { cx: x, cy: low, r: 1.4, fill: '#1b1210' }),
    path(`M${x - 3.4} ${low - 3.6 + (x < 24 ? -brow : brow)}l6.8 ${x < 24 ? 2 * brow : -2 * brow}`, 'none',
      { stroke: hair, 'stroke-width': 1.7, 'stroke-linecap': 'round' })]);
}

const BEARDS = [
  'M11.5 27c2 3 5 3.5 8 2.5c3-1.2 6-1.2 9 0c3 1 6 .5 8-2.5c1 11-3 21-12.5 22c-9.5-1-13.5-11-12.5-22z',
  'M12 28c3 3 6 3 12 1c6 2 9 2 12-1c0 8-3 13-6 15l-2 7l-4-4l-4 4l-2-7c-3-2-6-7-6-15z',
  'M13 31q5 1 11-1q6 2 11 1c-1 7-5 11-11 12c-6-1-10-5-11-12z',
];

/** @param {Sitter} of */
const chin = ({ dice, hair, bearded }) => (bearded
  ? [path(one(BEARDS, dice), hair, RIM), path('M20 33q4 2.6 8 0q-4 4.4-8 0z', '#5a1d14')]
  : [path('M19.5 34q4.5 3.5 9 0', 'none', { stroke: '#7a2f22', 'stroke-width': 1.8, 'stroke-linecap': 'round' })]);

/** What is worn over the brow. @type {((of: Sitter) => unknown[])[]} */
const HATS = [
  () => [path('M6 20c2-3 4-3 5-3C11 8 16 2 24 2s13 6 13 15c1 0 3 0 5 3z', '#e9b93f', RIM),
    path('M22 1.5h4l1 15h-6z', '#fff0b0'), path('M20 9h8v5l-4 3l-4-3z', '#7a1f1a', { stroke: '#5b3c0b' })],
  ({ cloth }) => [path('M8 19c3-3 29-3 32 0l-2-4c-1-8-6-13-14-13S11 7 10 15z', cloth, RIM),
    path('M9.5 16.5q14.5-4 29 0v3q-14.5-4-29 0z', '#f4cf6a')],
  ({ hair }) => [path('M10 22c-2-12 4-20 14-20s16 8 14 20c-2-5-4-8-8-9c-6 1-12 0-15-1c-3 3-4 6-5 10z', hair, RIM)],
  ({ hair, cloth }) => [path('M10 24c-2-14 5-21 14-21s16 7 14 21c-1-6-4-9-6-10H16c-2 1-5 4-6 10z', hair, RIM),
    path('M10 15q14-4 28 0v3q-14-4-28 0z', cloth)],
  ({ cloth }) => [path('M7 22C8 6 16 1 24 1s16 5 17 21c-3-6-6-9-9-10H16c-3 1-6 4-9 10z', cloth, RIM)],
];

/**
 * A portrait by the id of its card.
 * @param {string} id @param {string} cloth the colour of the coat @param {string} ground behind the head
 * @param {{folk?: string, wild?: boolean, hat?: number}} [more] `wild`: the werewolf's side
 */
export function portrait(id, cloth, ground, more = {}) {
  const name = `${id} ${cloth} ${ground} ${more.wild}`;
  const before = painted.get(name);
  if (before) return before;
  const made = el('g', null, face(id, cloth, ground, more));
  painted.set(name, made);
  return made;
}

/** @type {Map<string, import('../../../drawing/tree.js').Branch>} */
const painted = new Map();

/**
 * @param {string} id @param {string} cloth @param {string} ground
 * @param {{folk?: string, wild?: boolean, hat?: number}} more
 */
function face(id, cloth, ground, { folk = '', wild = false, hat }) {
  const dice = seeded(`face of ${id}`);
  const [skin, dark] = wild ? ['#7b7684', '#55505e']
    : SKINS[FOLK[folk] ?? Math.floor(dice() * 4 + (dice() < 0.25 ? 3 : 0))];
  /** @type {Sitter} */
  const sitter = { dice, skin, dark, hair: wild ? '#4a4552' : one(HAIR, dice), cloth, elf: wild || dice() < 0.35,
    bearded: wild || dice() < 0.6 };
  const cover = wild ? HATS[2] : HATS[hat ?? Math.floor(dice() * HATS.length)];
  return [el('rect', { width: 48, height: 52, rx: 5, fill: ground }),
    el('circle', { cx: 24, cy: 22, r: 20, fill: '#fff', opacity: 0.1 }), shoulders(sitter), head(sitter), eyes(sitter),
    chin(sitter), cover(sitter), wild && path('M20 34l1.5 4l1.5-4zM25 34l1.5 4l1.5-4z', '#fff')];
}
