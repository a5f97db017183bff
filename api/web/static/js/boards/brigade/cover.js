/** The cover of The Brigade: Tinderbox by night, a firestorm over its roofs, and an arc of water that answers it. */

import { el, seeded } from '../../drawing/tree.js';
import { HIGH, WIDE, fall, flame, glow, lettering, roofs, scene, sparks } from '../../drawing/skyline.js';

const STREET = 336;
const GUILDS = ['#6f9a3c', '#8a62c4', '#4f8fd0', '#d3a03a', '#d0508c'];

/** @param {import('../../drawing/skyline.js').CoverBox} box */
export const cover = (box) => scene(box,
  el('defs', null,
    fall('br-sky', [[0, '#0e0b1c'], [0.55, '#2a1d45'], [0.85, '#5b2a4a'], [1, '#a2452f']]),
    glow('br-moon', [[0, '#f4ecd2', 1], [0.5, '#e8dcb4', 0.9], [0.56, '#c9bfe6', 0.28], [1, '#c9bfe6', 0]]),
    glow('br-fire', [[0, '#ffd36a', 0.9], [0.45, '#f0762a', 0.45], [1, '#f0762a', 0]])),
  el('rect', { width: WIDE, height: HIGH, fill: 'url(#br-sky)' }),
  sparks('stars', 60, '#e8e4ff', [8, 190]),
  el('circle', { cx: 84, cy: 192, r: 44, fill: 'url(#br-moon)' }),
  storm(),
  roofs({ seed: 'upper town', from: -10, to: WIDE, ground: STREET, low: 70, high: 128, front: '#2c2440',
    roof: '#1d1730', lit: '#ffcf6e', share: 0.34 }),
  el('ellipse', { cx: 452, cy: 262, rx: 150, ry: 96, fill: 'url(#br-fire)' }),
  [[400, 262, 40], [436, 250, 62], [474, 256, 54], [508, 270, 36]].map(([x, y, size]) => flame(x, y, size)),
  guilds(),
  water(),
  el('rect', { y: STREET, width: WIDE, height: HIGH - STREET, fill: '#17121f' }),
  cobbles(),
  crew(),
  lettering('CHIEFS OF TINDERBOX', 'The Brigade', '#fbeccb', 116, 66));

/** Blocks in the colours of the five guilds. */
const guilds = () => GUILDS.map((colour, at) => roofs({ seed: `guild ${at}`, from: at * 122 - 6, to: at * 122 + 104,
  ground: STREET, low: 24, high: 62, front: '#3a3246', roof: colour, lit: '#ffdc8a', share: at === 3 ? 0 : 0.4 }));

const storm = () => el('g', { fill: 'none', 'stroke-linejoin': 'round' },
  ['M540 0l-22 66l18 -4l-34 74l14 -3l-40 62', 'M518 66l34 40l-10 4l22 34'].map((d, at) => [
    el('path', { d, stroke: '#b79cff', 'stroke-width': 9 - at * 4, opacity: 0.28 }),
    el('path', { d, stroke: '#fff3c4', 'stroke-width': 2.6 - at })]));

function water() {
  const chance = seeded('hose');
  const way = 'M176 322C230 190 330 170 430 246';
  return [el('path', { d: way, fill: 'none', stroke: '#7fc6ff', 'stroke-width': 9, opacity: 0.35 }),
    el('path', { d: way, fill: 'none', stroke: '#d8f1ff', 'stroke-width': 3.5 }),
    Array.from({ length: 26 }, () => el('circle', { cx: 396 + chance() * 62, cy: 214 + chance() * 54,
      r: 1 + chance() * 2.4, fill: '#d8f1ff', opacity: 0.4 + chance() * 0.5 }))];
}

function cobbles() {
  const chance = seeded('cobbles');
  return el('g', { fill: '#3a3242' }, Array.from({ length: 120 }, () => el('ellipse', { cx: chance() * WIDE,
    cy: STREET + 8 + chance() * 58, rx: 8, ry: 3.4, opacity: 0.4 + chance() * 0.5 })));
}

/** A wagon, and two of the brigade with brass helmets. */
const crew = () => el('g', null,
  el('path', { d: 'M58 330h86l10 26H52Z', fill: '#8a2f23' }), el('ellipse', { cx: 100, cy: 328, rx: 38, ry: 16,
    fill: '#b98a3c' }), el('ellipse', { cx: 100, cy: 323, rx: 36, ry: 12, fill: '#6fb7ea' }),
  [72, 134].map((x) => el('g', null, el('circle', { cx: x, cy: 358, r: 16, fill: '#221a14', stroke: '#c89b52',
    'stroke-width': 4 }), el('circle', { cx: x, cy: 358, r: 4, fill: '#c89b52' }))),
  [[176, '#f0762a'], [208, '#3f8fe0']].map(([x, coat]) => el('g', { transform: `translate(${x} 366)` },
    el('path', { d: 'M-13 0C-14-26-8-34 0-34S14-26 13 0Z', fill: coat }),
    el('circle', { cx: 0, cy: -40, r: 9, fill: '#e0b48a' }), el('path', { d: 'M-12-41a12 13 0 0 1 24 0l4 3h-32Z',
      fill: '#ffcf5a' }), el('path', { d: 'M-1-55h3v8h-3Z', fill: '#ffe9a8' }))));
