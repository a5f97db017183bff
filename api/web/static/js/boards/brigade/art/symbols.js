/** The small drawings of the board: signs, flames, water, pieces. Each is one symbol, drawn once and used often. */
import { el } from '../../../drawing/tree.js';
import { blocks } from './houses.js';
import { faces } from './portraits.js';
import { EMBER, GUILDS, NIGHT, WATER } from './palette.js';

/** Signs of one colour, of 24 by 24. @type {Record<string, string>} */
const SIGNS = {
  commons: 'M2.5 12 12 3.5l9.5 8.5H19v8.5h-5v-5.5h-4v5.5H5V12z',
  nobles: 'M3 7.5 8 12l4-8 4 8 5-4.5L19 20H5z',
  council: 'M12 2.5 22 8v2H2V8zM4 11.5h3V18H4zm6.5 0h3V18h-3zm6.5 0h3V18h-3zM2 19.2h20V22H2z',
  merchants:
    'M8.5 2.5h7l-2 4.5h-3zM10 8.2h4c4 3 6.2 6 6.2 9.2 0 3.2-3 4.6-8.2 4.6s-8.2-1.4-8.2-4.6C3.8 14.2 6 11.2 10 8.2z',
  university: 'M13.5 1.5 18.5 16h-13zM1.5 18.5c3-2.2 18-2.2 21 0 0 3.6-21 3.6-21 0z',
  none: 'M12 2.5a6.5 6.5 0 0 1 6.5 6.5v5l2.5 3.5H3L5.5 14V9A6.5 6.5 0 0 1 12 2.5zM9.5 19h5a2.5 2.5 0 0 1-5 0z',
  spark: 'M12.5 1.5c1 4.5 6.5 6.5 6.5 13a7 7 0 0 1-14 0c0-3.5 2.2-4.8 2.4-8 2 1 3 2.4 3.1 4.2 1.7-2.2 2.6-5.2 2-9.2z',
  drop: 'M12 2.5c4.5 5.5 7 8.5 7 12a7 7 0 0 1-14 0c0-3.5 2.5-6.5 7-12z',
  rubble: 'M2 21V10l3 3 2-7 3.5 6L13 8l3 7.5 2-3 4 3.5v5z',
  star: 'M12 1.5l3.2 6.9 7.3.9-5.4 5.1 1.4 7.4L12 18.2l-6.5 3.6 1.4-7.4L1.5 9.3l7.3-.9z',
  arrow: 'M12 2 20.5 11H15.5v11h-7V11H3.5z',
  bolt: 'M13.5 1 4 13.6h6L8.2 23 20 9.4h-7.2z',
  token: 'M5 2h14v20l-7-5.2L5 22z',
  person: 'M12 2.5a4.6 4.6 0 1 1 0 9.2a4.6 4.6 0 1 1 0-9.2zM3.5 22c0-6 3-9 8.5-9s8.5 3 8.5 9z',
  walk: 'M7 3.5c2.5 0 3.5 3 3 6.5l-1 3.5H5.5C4 10 3.5 3.5 7 3.5zM5.5 15H9c0 2.5-.5 4-1.8 4S5.5 17.5 5.5 15zM17 6'
    + 'c3.5 0 3 6.5 1.5 10H15l-1-3.5C13.5 9 14.5 6 17 6zM15 17.5h3.5c0 2.5-.5 4-1.7 4S15 20 15 17.5z',
  cart: 'M2 5.5h14.5V9H20l2.5 3.5v4h-2.3a3 3 0 0 1-6 0H9.8a3 3 0 0 1-6 0H2z',
  hose: 'M3 5h8v3h2.5c4 0 6.5 2.4 6.5 6.5V22h-3.5v-7.5c0-2-1-3-3-3H11v3H3zM5.5 2h3v2h-3z',
  pail: 'M3.5 8h17l-2.4 14H5.9zM6 7a6 6 0 0 1 12 0h-2a4 4 0 0 0-8 0z',
  swap: 'M7 3v4h12v3.4H7v4L1.5 8.7zM17 10.8v3.8H5V18h12v4l5.5-5.7z',
  up: 'M12 2l9 9.5h-5V15H8v-3.5H3zM8 17h8v5H8z',
  moon: 'M15 2.5a10 10 0 1 0 6.5 14.5A9 9 0 0 1 15 2.5z',
};

/** The seats' shapes, for those who do not part the colours; of 24 by 24. */
const SHAPES = [
  'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z',
  'M4 4h16v16H4z',
  'M12 2.5 22.5 21h-21z',
  'M12 1.5 22.5 12 12 22.5 1.5 12z',
];

/** @param {string} id @param {string} viewBox @param {import('../../../drawing/tree.js').Twigs} twigs */
const symbol = (id, viewBox, ...twigs) => el('symbol', { id: `bri-${id}`, viewBox }, twigs);
/** @param {string} d @param {string} fill @param {Record<string, any>} [more] */
const path = (d, fill, more = {}) => el('path', { d, fill, ...more });
/** @param {string} d @param {string} stroke @param {number} width */
const stroke = (d, stroke, width) =>
  el('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round' });

const signs = () => Object.entries(SIGNS).map(([id, d]) => symbol(id, '0 0 24 24', path(d, 'currentColor')));
const shapes = () => SHAPES.map((d, seat) => symbol(`shape-${seat}`, '0 0 24 24', path(d, 'currentColor')));

/** One flame of four colours, of 40 by 60. */
const flame = () => symbol('flame', '0 0 40 60',
  path('M21 1c2 11 17 18 17 37c0 13-8 21-18 21S2 51 2 39c0-9 6-13 7-23c5 3 7 7 7 11c4-7 7-15 5-26z', '#d9481a'),
  path('M21 13c2 9 12 14 12 27c0 11-6 17-13 17S7 51 7 42c0-7 5-10 6-17c4 2 5 5 5 9c3-5 4-12 3-21z', '#ff8f26'),
  path('M21 28c1 6 7 9 7 17c0 8-4 12-8 12s-9-4-9-10c0-5 4-7 5-11c2 1 3 3 3 5c2-3 3-7 2-13z', '#ffc84a'),
  path('M20 42c1 3 4 5 4 9c0 4-2 6-4 6s-5-2-5-5s4-5 5-10z', '#fff3b8'));

/** A dwarf with a brass helmet, an axe and a coat in the seat's colour, of 48 by 60. */
const dwarf = () => symbol('brigade', '0 0 48 60',
  el('ellipse', { cx: 24, cy: 57, rx: 17, ry: 3, fill: '#000', opacity: 0.45 }),
  stroke('M40.5 56V22', '#6b4526', 3), path('M38 15c6-1 9 2 9 7s-3 7-8 6l-1-4z', '#c8ced6', { stroke: '#20242c' }),
  path('M15 50h8v7h-10zM25 50h8l2 7H25z', '#3a2415'),
  path('M9 50c-1-13 3-22 15-22s16 9 15 22z', 'currentColor', { stroke: NIGHT, 'stroke-width': 1.6 }),
  path('M9 41h30l.4 5H8.6z', '#2b1a10'), path('M21 40.4h6v6.2h-6z', '#f4cf6a'),
  path('M12 32l-5 12M36 32l4 8', 'none', { stroke: 'currentColor', 'stroke-width': 5, 'stroke-linecap': 'round' }),
  path('M14 21c0-8 4-11 10-11s10 3 10 11v5H14z', '#e2a77c'),
  path('M12.5 24c0 12 5 17 11.5 17s11.5-5 11.5-17c-3 3-6 3-8 1.6c-2-1.3-5-1.3-7 0c-2 1.4-5 1.4-8-1.6z', '#8c4a1c'),
  path('M19 29.5q5 2.6 10 0q-5 4.5-10 0z', '#5a1d14'),
  el('circle', { cx: 19.5, cy: 20.5, r: 1.5, fill: '#1b1210' }),
  el('circle', { cx: 28.5, cy: 20.5, r: 1.5, fill: '#1b1210' }),
  path('M22 22.5h4a2 2 0 0 1-4 0z', '#c98560'),
  path('M8 18.5c2-3 4-3.5 5-3.5c0-8 4-13 11-13s11 5 11 13c1 0 3 .5 5 3.5z', '#e9b93f',
    { stroke: '#5b3c0b', 'stroke-width': 1.4 }),
  path('M22 1h4l1 14h-6z', '#fff0b0', { stroke: '#5b3c0b', 'stroke-width': 0.8 }),
  path('M20.5 8h7v5.5l-3.5 2.5l-3.5-2.5z', 'currentColor', { stroke: '#5b3c0b' }));

/** A pumper: barrel, hose, two wheels; of 72 by 48. */
const pumper = () => symbol('wagon', '0 0 72 48',
  el('ellipse', { cx: 36, cy: 45, rx: 30, ry: 3, fill: '#000', opacity: 0.45 }),
  path('M6 30h58l4-5v8l-3 4H6z', 'currentColor', { stroke: NIGHT, 'stroke-width': 1.6 }),
  path('M54 17h9l5 9v6H54z', 'currentColor', { stroke: NIGHT, 'stroke-width': 1.6 }),
  path('M11 14c-3 5-3 11 0 16h34c3-5 3-11 0-16z', '#b57b3c', { stroke: '#3f2610', 'stroke-width': 1.6 }),
  stroke('M17 14c-2 5-2 11 0 16M39 14c2 5 2 11 0 16M28 14v16', '#5b3917', 1.5),
  path('M14.5 14.5c-2.5 5-2.5 10 0 15h3c-2-5-2-10 0-15zM38.5 14.5c2 5 2 10 0 15h3c2-5 2-10 0-15z', '#e9b93f'),
  stroke('M22 12L52 4M52 4l6 2M26 13V9', '#e8dcc0', 3.4), el('circle', { cx: 58, cy: 6, r: 2.8, fill: '#e9b93f' }),
  ['17', '53'].map((x) => [
    el('circle', { cx: x, cy: 36.5, r: 9, fill: '#2a1a10', stroke: '#e9b93f', 'stroke-width': 2.6 }),
    stroke(`M${x} 28v17M${Number(x) - 8} 36.5h16`, '#c79a45', 1.5),
    el('circle', { cx: x, cy: 36.5, r: 2.6, fill: '#f4cf6a' })]));

/** A cube of recognition, seen from a corner, of 24 by 24. */
const cube = () => symbol('cube', '0 0 24 24',
  path('M12 1.5 22 7v10.5L12 23 2 17.5V7z', 'currentColor', { stroke: '#0b0910', 'stroke-width': 1.4 }),
  path('M12 1.5 22 7l-10 5.5L2 7z', '#fff', { opacity: 0.38 }),
    path('M12 12.5 22 7v10.5L12 23z', '#000', { opacity: 0.28 }));

/** A banner of loyalty that hangs from the eaves, of 24 by 30. */
const banner = () => symbol('banner', '0 0 24 30',
  path('M1 1h22v3H1z', '#f4cf6a', { stroke: '#4a3410', 'stroke-width': 0.8 }),
  path('M3 4h18v24l-9-6-9 6z', 'currentColor', { stroke: NIGHT, 'stroke-width': 1.4 }),
  path('M3 4h4.5v21L3 28z', '#fff', { opacity: 0.22 }));

/** A shield for the value, of 20 by 24. */
const shield = () => symbol('shield', '0 0 20 24',
  path('M1 1h18v12c0 5-4 8-9 10c-5-2-9-5-9-10z', '#f3e2b8', { stroke: '#3a2813', 'stroke-width': 1.3 }));

const bucket = () => symbol('water', '0 0 24 24',
  path('M12 1.5c5 6 7.5 9 7.5 13a7.5 7.5 0 0 1-15 0c0-4 2.5-7 7.5-13z', WATER,
    { stroke: '#0c2b4a', 'stroke-width': 1.5 }),
  path('M8 13c-.8 3.5 1 6 3.5 6.4', 'none', { stroke: '#fff', 'stroke-width': 1.8, 'stroke-linecap': 'round' }));
const dry = () => symbol('dry', '0 0 24 24',
  path('M12 2.5c4.5 5.5 6.8 8.5 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3.5 2.3-6.5 6.8-12z', 'none',
    { stroke: '#7fa8cc', 'stroke-width': 1.9 }));
const helmet = () => symbol('helmet', '0 0 24 24',
  path('M2 18c1-2 2-2.5 3-2.5C5 8 8 3.5 12 3.5s7 4.5 7 12c1 0 2 .5 3 2.5z', '#e9b93f', { stroke: '#5b3c0b' }),
  path('M10.7 2.5h2.6l.7 13h-4z', '#fff0b0'));

/** @param {string} id @param {[at: number, colour: string, opacity: number][]} stops */
const glow = (id, stops) => el('radialGradient', { id: `bri-${id}` },
  stops.map(([offset, colour, opacity]) => el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })));
/** @param {string} id @param {[at: number, colour: string][]} stops from top to bottom */
const fall = (id, stops) => el('linearGradient', { id: `bri-${id}`, x1: 0, y1: 0, x2: 0, y2: 1 },
  stops.map(([offset, colour]) => el('stop', { offset, 'stop-color': colour })));

const skies = () => Object.entries(GUILDS).map(([guild, { sky }]) =>
  fall(`sky-${guild}`, [[0, '#191722'], [0.55, sky], [1, '#241d24']]));
const lights = () => [
  glow('far', [[0, EMBER, 0.1], [0.4, EMBER, 0.42], [0.62, '#ff6a1a', 0.17], [1, '#ff5a10', 0]]),
  glow('near', [[0, '#ffd066', 0.95], [0.45, '#ff8a26', 0.6], [1, '#c03a0c', 0]]),
  glow('embers', [[0, '#ff6a1a', 0.55], [0.6, '#a02c08', 0.3], [1, '#3a0d04', 0]]),
  fall('night', [[0, '#1c1827'], [0.6, '#171320'], [1, '#0f0d15']]),
  glow('city', [[0, '#ff9a4a', 0.16], [1, '#ff8a3a', 0]]),
  fall('plate', [[0, '#262030'], [1, '#15121c']]), fall('paper', [[0, '#f7e8c2'], [1, '#e6cf9a']]),
  fall('card', [[0, '#2d2739'], [1, '#201b2a']]),
];

/** @param {boolean} small */
const drawn = (small) => el('defs', null, skies(), lights(), blocks(), flame(), dwarf(), pumper(), cube(), banner(),
  small ? null : [signs(), marks(), faces(), shapes(), shield(), bucket(), dry(), helmet()]);

/** The lights on the edge of a plate: the level of the fire, of 88 by 18. @param {number} level */
const pips = (level) => symbol(`pips-${level}`, '0 0 88 18', el('rect', { width: 88, height: 18, rx: 9, fill: NIGHT }),
  [0, 1, 2, 3].map((at) => el('circle', { cx: 14 + at * 20, cy: 9, r: 6, fill: at < level ? '#ffb238' : '#3d3548',
    stroke: at < level ? '#c8451a' : '#6d6280', 'stroke-width': 2 })));

/**
 * A guild's sign: on its own ground, or faded over a ruin; of 24 by 24. @param {string} guild @param {boolean} faded
 */
const sign = (guild, faded) => symbol(`sign-${guild}${faded ? '-gone' : ''}`, '0 0 24 24',
  el('circle', { cx: 12, cy: 12, r: 11.3, fill: faded ? '#1c1820' : GUILDS[guild].sign, stroke: '#f3e2b8',
    'stroke-width': 1.3 }),
  el('path', { d: SIGNS[guild], fill: faded ? '#8d8494' : GUILDS[guild].bright,
    transform: 'translate(4.2 3.8) scale(.65)' }));

/** A few stars over the roofs, of 100 by 100. @param {number} at */
const stars = (at) => symbol(`stars-${at}`, '0 0 100 100', stroke([36, 48, 62, 70].map((x, star) =>
  `M${x + at * 3} ${6 + ((at * 7 + star * 5) % 9) * 1.7}h1`).join(''), '#b9b4c8', 1));

const marks = () => [[0, 1, 2].map(stars), [0, 1, 2, 3, 4].map(pips),
  Object.keys(GUILDS).flatMap((guild) => (guild === 'none' ? [] : [sign(guild, false), sign(guild, true)]))];

/** @type {Map<boolean, ReturnType<typeof drawn>>} */
const ready = new Map();

/** Everything that a drawing refers to by name; a miniature needs the half of it. @param {boolean} small */
export function defs(small) {
  const made = ready.get(small) ?? drawn(small);
  ready.set(small, made);
  return made;
}
