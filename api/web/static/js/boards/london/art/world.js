/** The world around London's board: night, fog, gaslight, and what all drawings refer to by id. */

import { el, seeded } from '../../../drawing/tree.js';
import { seatLook } from '../looks.js';
import { round } from './type.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */

const ANGLES = [45, -45, 0, 90];

/** @param {string} id @param {[offset: number, colour: string, opacity?: number][]} stops @param {object} [how] */
const shade = (id, stops, how = { x2: 0, y2: 1 }) => el('linearGradient', { id, ...how },
  stops.map(([offset, colour, opacity]) => el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })));

/**
 * Gradients, hatches and small shapes by id.
 * @param {import('./layout.js').Rect} map
 */
export function definitions(map) {
  return el('defs', { key: 'defs' },
    shade('lon-night', [[0, '#1d2229'], [0.55, '#343231'], [1, '#54462f']]),
    shade('lon-lot', [[0, '#232a33'], [0.6, '#3d3b39'], [1, '#5a4a34']]),
    shade('lon-dusk', [[0, '#6f86a0'], [0.42, '#d9b98a'], [0.8, '#f2c874'], [1, '#e2a24c']]),
    shade('lon-paper', [[0, '#f3e7c8'], [0.5, '#ecdcb6'], [1, '#e0cb9f']], { x2: 1, y2: 1 }),
    shade('lon-water', [[0, '#8fb4bb'], [1, '#6d98a3']]),
    shade('lon-gold', [[0, '#fbe08a'], [0.55, '#e6b23a'], [1, '#b87d17']]),
    shade('lon-wash', [[0, '#ffffff', 0.5], [0.45, '#ffffff', 0.05], [1, '#1d1208', 0.35]], { x2: 1, y2: 1 }),
    shade('lon-back', [[0, '#7a1f2e'], [1, '#470d18']]),
    el('radialGradient', { id: 'lon-fog' }, el('stop', { offset: 0, 'stop-color': '#d8cfae', 'stop-opacity': 0.9 }),
      el('stop', { offset: 1, 'stop-color': '#c9bd97', 'stop-opacity': 0 })),
    el('radialGradient', { id: 'lon-lamp' }, el('stop', { offset: 0, 'stop-color': '#ffe9a3', 'stop-opacity': 0.95 }),
      el('stop', { offset: 1, 'stop-color': '#ffd04f', 'stop-opacity': 0 })),
    el('pattern', { id: 'lon-shutter', width: 7, height: 7, patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)' },
      el('rect', { width: 7, height: 7, fill: '#5d1420' }), el('rect', { width: 2, height: 7, fill: '#7d2433' })),
    ANGLES.map((angle, seat) => el('pattern', { id: `lon-hatch-${seat}`, width: 13, height: 13,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${angle})` }, el('rect', { width: 2.2, height: 13, fill: '#14110d', opacity: 0.34 }))),
    el('clipPath', { id: 'lon-sheet' }, el('rect', { x: round(map.x + 6), y: round(map.y + 6),
      width: round(map.w - 12), height: round(map.h - 12) })),
    cubeSymbol(),
    el('symbol', { id: 'lon-house', viewBox: '-10.4 -10.8 20 20' },
      el('path', { d: 'M-8 8V-2L-4.6 -5.6L-1.2 -2V-8L2 -10L5.2 -8V-2L8 -1V8H2.6V3H-1V8Z', 'stroke-width': 1.3 })));
}

/** A black cube with the light on it. */
const cubeSymbol = () => el('symbol', { id: 'lon-cube', viewBox: '0 0 10 10' },
  el('path', { d: 'M0 3L3 0H10V7L7 10H0Z', fill: '#0d0e10' }), el('path', { d: 'M0 3L3 0H10L7 3Z', fill: '#7b838c' }),
  el('path', { d: 'M7 3L10 0V7L7 10Z', fill: '#3a3f45' }));

/** @param {number} width @param {number} height @param {boolean} quiet */
export const night = (width, height, quiet) => el('rect', { key: 'night', width, height,
  fill: quiet ? '#26292e' : 'url(#lon-night)' });

/**
 * The city behind a street: it grows with every card that was built.
 * @param {import('./layout.js').Rect} lot @param {number} seat @param {number} built @param {boolean} lit
 */
export function skyline({ x, y, w, h }, seat, built, lit) {
  const dice = seeded(`skyline ${seat}`);
  const reach = Math.min(1, 0.25 + built / 36);
  let d = '';
  let glass = '';
  let at = x;
  while (at < x + w) {
    const wide = Math.min(x + w - at, (12 + dice() * 26) * Math.max(1, w / 460));
    const tall = h * (0.16 + dice() * 0.52) * reach;
    const kind = dice();
    const top = y + h - tall;
    const ground = Math.round(y + h);
    d += `M${Math.round(at)} ${ground}V${Math.round(top)}${crown(kind, Math.round(wide), Math.round(tall))}V${ground}Z`;
    if (dice() < reach && tall > 24) glass += lights(at, top, wide, dice);
    at += Math.round(wide) + (dice() < 0.2 ? 5 : -1);
  }
  return el('g', { class: 'lon-skyline', 'pointer-events': 'none' },
    el('path', { d, fill: lit ? '#8a6a48' : '#15181d', opacity: lit ? 0.5 : 0.62 }),
    glass ? el('path', { d: glass, fill: lit ? '#fff0b0' : '#d9a441', opacity: lit ? 0.75 : 0.5 }) : null);
}

/** @param {number} kind @param {number} wide @param {number} tall */
function crown(kind, wide, tall) {
  if (kind < 0.16) return `q${round(wide / 2)} ${round(-wide * 0.9)} ${round(wide)} 0`;
  if (kind < 0.34) return `l${round(wide / 2)} ${round(-tall * 0.45)}l${round(wide / 2)} ${round(tall * 0.45)}`;
  if (kind < 0.62) return `l${round(wide / 2)} ${round(-wide * 0.35)}l${round(wide / 2)} ${round(wide * 0.35)}`;
  if (kind < 0.78) return `h${round(wide * 0.3)}v-9h4v9H`.slice(0, -1) + `h${round(wide * 0.7 - 4)}`;
  return `h${round(wide)}`;
}

/** @param {number} x @param {number} top @param {number} wide @param {() => number} dice */
function lights(x, top, wide, dice) {
  return Array.from({ length: 3 }, () => {
    const left = Math.round(x + 3 + dice() * Math.max(1, wide - 8));
    return `M${left} ${Math.round(top + 5 + dice() * 18)}h2v3h-2Z`;
  }).join('');
}

/** Fog over a street: the more poverty, the thicker. @param {import('./layout.js').Rect} lot @param {number} seat
 * @param {number} poverty */
export function fog({ x, y, w, h }, seat, poverty) {
  const dice = seeded(`fog ${seat}`);
  const strength = Math.min(0.6, poverty * 0.03);
  if (strength < 0.03) return null;
  return el('g', { class: 'lon-fog', opacity: round(strength * 10) / 10, 'pointer-events': 'none' },
    Array.from({ length: 3 }, (_, bank) => el('ellipse', { cx: round(x + w * (0.15 + bank * 0.33 + dice() * 0.1)),
      cy: round(y + h * (0.55 + dice() * 0.3)), rx: round(w * 0.3), ry: round(h * (0.14 + dice() * 0.16)),
        fill: 'url(#lon-fog)' })));
}

/** The stones that the houses stand on. @param {import('./layout.js').Rect} lot @param {boolean} lit */
export const pavement = ({ x, y, w }, lit) => el('g', null,
  el('rect', { x: round(x), y: round(y), width: round(w), height: 6, fill: lit ? '#b08d5e' : '#6b5a44' }),
  el('path', { d: `M${round(x)} ${round(y + 3)}h${round(w)}`, stroke: lit ? '#7a5c36' : '#2b2620', 'stroke-width': 5,
    'stroke-dasharray': '1 25' }));

/** The seat's own colour. @param {number} seat */
export const colourOf = (seat) => seatLook(/** @type {any} */ (null), null, seat) ?? { colour: '#777777',
  ink: '#ffffff', letter: '?', name: '' };
