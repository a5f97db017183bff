/** The cover of The Great Fire of London: the city by night from across the Thames, Old St Paul's over the flames. */

import { el, seeded } from '../../drawing/tree.js';
import { HIGH, WIDE, fall, flame, glow, lettering, roofs, scene, sparks } from '../../drawing/skyline.js';

const SHORE = 300;

/** @param {import('../../drawing/skyline.js').CoverBox} box */
export const cover = (box) => scene(box,
  el('defs', null,
    fall('gf-sky', [[0, '#140b10'], [0.4, '#4a1712'], [0.72, '#b8421a'], [1, '#ffb04a']]),
    fall('gf-water', [[0, '#a5481c'], [0.3, '#4d2018'], [1, '#120b10']]),
    glow('gf-glow', [[0, '#ffe08a', 0.95], [0.4, '#ff8a2a', 0.5], [1, '#e4611f', 0]])),
  el('rect', { width: WIDE, height: SHORE, fill: 'url(#gf-sky)' }),
  sparks('embers', 70, '#ffc66a', [40, 280]),
  smoke(),
  el('ellipse', { cx: 330, cy: 285, rx: 300, ry: 120, fill: 'url(#gf-glow)' }),
  roofs({ seed: 'far', from: -10, to: WIDE, ground: SHORE, low: 26, high: 60, front: '#5a2415', roof: '#3c160f',
    lit: '#ffb950', share: 0.18 }),
  cathedral(),
  fires('back', 14, 268, 46),
  roofs({ seed: 'near', from: -20, to: WIDE, ground: SHORE + 4, low: 8, high: 34, front: '#2a110d', roof: '#160a09',
    lit: '#ffcf70', share: 0.3 }),
  fires('front', 9, 290, 30),
  water(),
  lettering('LONDON · SEPTEMBER 1666', 'The Great Fire', '#fff0cd', 112));

function cathedral() {
  const tower = 'M190 300V214H206V176H214V160L220 150L226 160V176H234V214H250V226H330L338 214L346 226V300Z';
  return el('g', { fill: '#1d0d0b' }, el('path', { d: tower }),
    [262, 282, 302, 322].map((x) => el('path', { d: `M${x} 262V246a5 5 0 0 1 10 0V262Z`, fill: '#ffb14d' })),
    [197, 216, 235].map((x) => el('path', { d: `M${x} 250V234a4 4 0 0 1 8 0V250Z`, fill: '#ff9238' })));
}

/** @param {string} seed @param {number} count @param {number} ground @param {number} size */
function fires(seed, count, ground, size) {
  const chance = seeded(`fires ${seed}`);
  return Array.from({ length: count }, (_, at) => flame((at + 0.2 + chance() * 0.6) * (WIDE / count),
    ground + chance() * 14, size * (0.55 + chance() * 0.75)));
}

const smoke = () => [[120, 180, 90], [250, 120, 120], [400, 150, 110], [520, 110, 100]].map(([x, y, r]) => (
  el('ellipse', { cx: x, cy: y, rx: r * 1.5, ry: r * 0.55, fill: '#1a0d0d', opacity: 0.34,
    transform: `rotate(-14 ${x} ${y})` })));

function water() {
  const chance = seeded('thames');
  const waves = Array.from({ length: 46 }, () => {
    const y = SHORE + 8 + chance() * (HIGH - SHORE);
    return el('rect', { x: chance() * WIDE, y, width: 14 + chance() * 46, height: 1.6, rx: 0.8,
      fill: y < 350 ? '#ffc061' : '#c75a25', opacity: 0.2 + chance() * 0.45 });
  });
  return [el('rect', { y: SHORE, width: WIDE, height: HIGH - SHORE, fill: 'url(#gf-water)' }), waves,
    el('path', { d: 'M430 352l34 0l-6 9h-22Zm15-1v-26l14 20h-14', fill: '#150b0b' })];
}
