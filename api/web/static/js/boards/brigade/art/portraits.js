/** Portraits of chiefs and crew, put together by seed: folk, skin, hair, beard, eyes, headgear. Boxes of 48 by 52. */
import { el, seeded } from '../../../drawing/tree.js';
import { NIGHT } from './palette.js';

const SKINS = [['#e8b48a', '#b97c52'], ['#c98a5c', '#8f5a32'], ['#8d5a3a', '#5d371f'], ['#f0c9a6', '#c48f6c'],
  ['#8fae6a', '#61803f'], ['#a9c0c4', '#718a91'], ['#b79ad0', '#81639e']];
const HAIR = ['#5a2d14', '#a4501c', '#d8a13c', '#2b2226', '#b9b2ac', '#7a1f1a', '#e6ddd0'];
/** Folk that the cards name, by the place of their skin. @type {Record<string, number>} */
const FOLK = { ogre: 4, elemental: 5, golem: 5, priest: 3, mercenary: 1 };
const WILD = { skin: ['#7b7684', '#55505e'], hair: '#4a4552', hat: 2 };

/** @param {string} d @param {string} [fill] @param {Record<string, any>} [more] */
const path = (d, fill = 'currentColor', more = {}) => el('path', { d, fill, ...more });
/** With a dark rim, as most parts of a face have. @param {string} d @param {string} [fill] */
const rimmed = (d, fill) => path(d, fill, { stroke: NIGHT, 'stroke-width': 1.2, 'stroke-linejoin': 'round' });
/** @param {string} d @param {string} stroke @param {number} width */
const stroke = (d, stroke, width) => path(d, 'none', { stroke, 'stroke-width': width, 'stroke-linecap': 'round' });

const BEARDS = [
  'M11.5 27c2 3 5 3.5 8 2.5c3-1.2 6-1.2 9 0c3 1 6 .5 8-2.5c1 11-3 21-12.5 22c-9.5-1-13.5-11-12.5-22z',
  'M12 28c3 3 6 3 12 1c6 2 9 2 12-1c0 8-3 13-6 15l-2 7l-4-4l-4 4l-2-7c-3-2-6-7-6-15z',
  'M13 31q5 1 11-1q6 2 11 1c-1 7-5 11-11 12c-6-1-10-5-11-12z',
];

/** What is worn over the brow. @type {(() => unknown[])[]} */
const HATS = [
  () => [rimmed('M6 20c2-3 4-3 5-3C11 8 16 2 24 2s13 6 13 15c1 0 3 0 5 3z', '#e9b93f'),
    path('M22 1.5h4l1 15h-6z', '#fff0b0'), path('M20 9h8v5l-4 3l-4-3z', '#7a1f1a', { stroke: '#5b3c0b' })],
  () => [rimmed('M8 19c3-3 29-3 32 0l-2-4c-1-8-6-13-14-13S11 7 10 15z'),
    path('M9.5 16.5q14.5-4 29 0v3q-14.5-4-29 0z', '#f4cf6a')],
  () => [rimmed('M10 22c-2-12 4-20 14-20s16 8 14 20c-2-5-4-8-8-9c-6 1-12 0-15-1c-3 3-4 6-5 10z')],
  () => [rimmed('M10 24c-2-14 5-21 14-21s16 7 14 21c-1-6-4-9-6-10H16c-2 1-5 4-6 10z'),
    path('M10 15q14-4 28 0v3q-14-4-28 0z', '#e8dcc0')],
  () => [rimmed('M7 22C8 6 16 1 24 1s16 5 17 21c-3-6-6-9-9-10H16c-3 1-6 4-9 10z')],
];
/** Whether headgear has the colour of the coat, and not of the hair. */
const OF_CLOTH = new Set([1, 4]);

const HEAD = 'M12 20c0-9 5-13 12-13s12 4 12 13v8c0 8-6 13-12 13s-12-5-12-13z';

/** @type {Record<string, () => unknown[]>} */
const PARTS = {
  coat: () => [el('circle', { cx: 24, cy: 22, r: 20, fill: '#fff', opacity: 0.1 }),
    rimmed('M3 52c1-11 8-15 21-15s20 4 21 15z'),
    path('M18 38l6 8l6-8l3 1l-9 12l-9-12z', '#f0e4c8', { opacity: 0.85 })],
  round: () => [rimmed('M11 23a4 4 0 1 0 1 7zM37 23a4 4 0 1 1-1 7z'), rimmed(HEAD)],
  elf: () => [rimmed('M12 24L1 15l9 16zM36 24l11-9l-9 16z'), rimmed(HEAD)],
  nose: () => [path('M22.5 24l-1.5 6.5h5z')],
  eyes: () => [path('M16.5 23.5a2.5 2.1 0 1 0 5 0a2.5 2.1 0 1 0-5 0zm10 0a2.5 2.1 0 1 0 5 0a2.5 2.1 0 1 0-5 0z',
    '#fff'),
    stroke('M19 23.5v0M29 23.5v0', '#1b1210', 2.9)],
  stern: () => [path('M15.5 19l7 2M25.5 21l7-2', 'none', { stroke: 'currentColor', 'stroke-width': 1.8 })],
  kind: () => [path('M15.5 20.5l7-2M25.5 18.5l7 2', 'none', { stroke: 'currentColor', 'stroke-width': 1.8 })],
  smile: () => [stroke('M19.5 34q4.5 3.5 9 0', '#7a2f22', 1.8)],
  lips: () => [path('M20 33q4 2.6 8 0q-4 4.4-8 0z', '#5a1d14')],
  fangs: () => [path('M20 34l1.5 4l1.5-4zM25 34l1.5 4l1.5-4z', '#fff')],
};

/** The parts of all faces, each drawn once. */
export const faces = () => [...Object.entries(PARTS).map(([id, drawn]) => el('g', { id: `bri-f-${id}` }, drawn())),
  BEARDS.map((d, at) => el('g', { id: `bri-f-beard-${at}` }, rimmed(d))),
  HATS.map((drawn, at) => el('g', { id: `bri-f-hat-${at}` }, drawn()))];

/** @param {string} name @param {string} [color] */
const part = (name, color) => el('use', { href: `#bri-f-${name}`, color });

/** @type {Map<string, import('../../../drawing/tree.js').Branch>} */
const painted = new Map();

/**
 * A portrait by the id of its card.
 * @param {string} id @param {string} cloth the colour of the coat @param {string} ground behind the head
 * @param {{folk?: string, wild?: boolean, hat?: number}} [more] `wild`: the werewolf's side
 */
export function portrait(id, cloth, ground, more = {}) {
  const name = [id, cloth, ground, more.wild, more.hat].join();
  const before = painted.get(name);
  if (before) return before;
  const made = el('g', null, el('rect', { width: 48, height: 52, rx: 5, fill: ground }), face(id, cloth, more));
  painted.set(name, made);
  return made;
}

/** @param {string} id @param {string} cloth @param {{folk?: string, wild?: boolean, hat?: number}} more */
function face(id, cloth, { folk = '', wild = false, hat }) {
  const dice = seeded(`face of ${id}`);
  /** @param {number} count */
  const roll = (count) => Math.floor(dice() * count);
  const usual = SKINS[FOLK[folk] ?? roll(4) + (roll(4) === 0 ? 3 : 0)];
  const [skin, dark] = wild ? WILD.skin : usual;
  const [colour, isElf, beard, brow, rolled] = [HAIR[roll(HAIR.length)], roll(3) === 0, roll(5), roll(2),
    roll(HATS.length)];
  const hair = wild ? WILD.hair : colour;
  const cover = wild ? WILD.hat : hat ?? rolled;
  const chin = wild || beard < 3 ? [part(`beard-${beard % 3}`, hair), part('lips')] : [part('smile')];
  return [part('coat', cloth), part(wild || isElf ? 'elf' : 'round', skin), part('nose', dark), part('eyes'),
    part(brow ? 'stern' : 'kind', hair), chin, part(`hat-${cover}`, OF_CLOTH.has(cover) ? cloth : hair),
    wild && part('fangs')];
}
