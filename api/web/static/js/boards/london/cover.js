/** The cover of London: the city that rises in the fog, from the bridge to the dome, with its chimneys. */

import { el, seeded } from '../../drawing/tree.js';
import { HIGH, WIDE, fall, glow, lettering, roofs, scene } from '../../drawing/skyline.js';

const QUAY = 318;

/** @param {import('../../drawing/skyline.js').CoverBox} box */
export const cover = (box) => scene(box,
  el('defs', null,
    fall('lo-sky', [[0, '#2a3038'], [0.45, '#6b6455'], [0.8, '#c2a56b'], [1, '#e6cc8f']]),
    fall('lo-water', [[0, '#8c7a52'], [1, '#23272b']]),
    glow('lo-sun', [[0, '#fff1c4', 0.95], [0.35, '#f4d58c', 0.55], [1, '#d7b56a', 0]])),
  el('rect', { width: WIDE, height: HIGH, fill: 'url(#lo-sky)' }),
  el('circle', { cx: 420, cy: 190, r: 150, fill: 'url(#lo-sun)' }),
  roofs({ seed: 'west end', from: -10, to: WIDE, ground: QUAY, low: 60, high: 96, front: '#8d8166', roof: '#7d725b',
    lit: '#f6dc98', share: 0 }),
  haze(258),
  dome(),
  clock(),
  chimneys(),
  roofs({ seed: 'city', from: -14, to: WIDE, ground: QUAY, low: 20, high: 58, front: '#4d463b', roof: '#39332c',
    lit: '#f0c86a', share: 0.3 }),
  haze(300),
  river(),
  lettering('RISEN FROM THE ASHES', 'London', '#fbeecb', 118, 84));

const dome = () => el('g', { fill: '#5d5546' },
  el('path', { d: 'M268 300V232H352V300Z' }),
  el('path', { d: 'M272 232a38 44 0 0 1 76 0Z' }),
  el('path', { d: 'M304 190h12v-14l-6-16l-6 16Z' }),
  [278, 292, 306, 320, 334].map((x) => el('rect', { x, y: 240, width: 6, height: 34, fill: '#463f34' })));

const clock = () => el('g', null,
  el('path', { d: 'M470 300V172l4-4v-10l12-30l12 30v10l4 4V300Z', fill: '#4a4338' }),
  el('circle', { cx: 486, cy: 190, r: 11, fill: '#f8e3a4', stroke: '#2c2823', 'stroke-width': 1.5 }),
  el('path', { d: 'M486 190v-7M486 190l5 3', stroke: '#2c2823', 'stroke-width': 1.8, 'stroke-linecap': 'round' }));

const chimneys = () => [[92, 168], [132, 186], [196, 178]].map(([x, top], at) => [
  el('path', { d: `M${x} 310L${x + 3} ${top}h10l3 ${310 - top}Z`, fill: '#574b3e' }),
  [0, 1, 2, 3].map((puff) => el('ellipse', { cx: x + 8 + puff * 20, cy: top - 8 - puff * 13, rx: 12 + puff * 9,
    ry: 7 + puff * 4, fill: '#3d3b38', opacity: 0.34 - puff * 0.06 + at * 0.02 }))]);

/** @param {number} y */
const haze = (y) => el('rect', { y: y - 34, width: WIDE, height: 60, fill: '#e8d3a0', opacity: 0.16 });

function river() {
  const chance = seeded('fog on the river');
  const arches = [0, 1, 2, 3, 4].map((at) => el('path', { d: `M${24 + at * 118} 366v-14a45 34 0 0 1 90 0v14Z`,
    fill: '#5d5440' }));
  const waves = Array.from({ length: 26 }, () => el('rect', { x: chance() * WIDE, y: 366 + chance() * 32,
    width: 20 + chance() * 50, height: 1.5, fill: '#e9d297', opacity: 0.15 + chance() * 0.3 }));
  return [el('rect', { y: QUAY, width: WIDE, height: HIGH - QUAY, fill: 'url(#lo-water)' }),
    el('rect', { y: 306, width: WIDE, height: 60, fill: '#3a342b' }), arches, waves,
    [40, 158, 276, 394, 512].map((x) => lamp(x + 28))];
}

/** @param {number} x */
const lamp = (x) => el('g', null, el('rect', { x: x - 1, y: 284, width: 2, height: 24, fill: '#221f1b' }),
  el('circle', { cx: x, cy: 282, r: 9, fill: '#ffe6a0', opacity: 0.25 }), el('circle', { cx: x, cy: 282, r: 3.4,
    fill: '#fff0bd' }));
