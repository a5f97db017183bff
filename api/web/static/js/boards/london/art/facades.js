/**
 * The building on a card: a landmark of its own, or a façade of the card's family, put together from the card's name.
 *
 * A drawing stands on the line y = 0 between x = -50 and 50, and is as high as its family.
 */

import { el, seeded } from '../../../drawing/tree.js';
import { LANDMARKS } from './landmarks.js';
import { kindOf } from './signs.js';
import { round } from './type.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */
/** @typedef {{wall: string, roof: string, dark: string, glass: string, door: string}} Tones */

const LIT = '#ffd76e';

/**
 * A building in a box, on its ground, before its sky.
 * @param {{id: string, colour: string}} face what is printed @param {string} seed which of the houses of its family
 * @param {{x: number, y: number, w: number, h: number, lit?: boolean}} box
 * @returns {Branch[]}
 */
export function facade(face, seed, { x, y, w, h, lit = false }) {
  const kind = kindOf(face.colour);
  const tones = { wall: kind.wall, roof: kind.deep, dark: kind.dark, glass: lit ? LIT : '#fff3cd', door: kind.dark };
  const sky = el('rect', { x: round(x), y: round(y), width: round(w), height: round(h),
    fill: lit ? '#f7c667' : kind.pale });
  if (h < 12) return [sky];
  const clouds = h > w * 0.82 ? cloudsOf(seed, x, y, w, h - w * 0.6) : [];
  const landmark = LANDMARKS[face.id];
  const tall = landmark ? 60 : 56;
  const scale = Math.min(w / 98, h / (tall + 2));
  const parts = landmark ? landmark.map(([tone, d]) => part(d, toneOf(tones, tone))) : familyOf(face.colour, seed,
    tones, w / scale);
  return [sky, ...clouds,
    el('g', { transform: `translate(${round(x + w / 2)} ${round(y + h)}) scale(${Math.round(scale * 1000) / 1000})`,
    stroke: '#3a2a1c', 'stroke-width': 1.1 }, parts)];
}

/** Smoke and cloud over a low building. @param {string} seed @param {number} x @param {number} y @param {number} w
 * @param {number} h the sky's height */
function cloudsOf(seed, x, y, w, h) {
  const dice = seeded(`${seed} sky`);
  const d = Array.from({ length: 2 }, (_, each) => {
    const [left, top, long] = [x + w * (0.1 + dice() * 0.3), y + h * (0.35 + each * 0.3 + dice() * 0.2),
      w * (0.22 + dice() * 0.22)];
    return `M${round(left)} ${round(top)}h${round(long)}m${round(-long * 0.6)} 4h${round(long * 0.9)}`;
  });
  return [el('path', { d: d.join(''), stroke: '#ffffff', 'stroke-width': 3, opacity: 0.6, 'stroke-linecap': 'round' })];
}

/** @param {Tones} tones @param {string} tone @returns {string} */
function toneOf({ wall, roof, dark, glass }, tone) {
  /** @type {Record<string, string>} */
  const tones = { w: wall, r: roof, d: dark, g: glass };
  return tones[tone] ?? tone;
}

/** @param {string} d @param {string} fill */
const part = (d, fill) => el('path', { d, fill });

/** @param {string} colour @param {string} seed @param {Tones} tones @param {number} wide @returns {Branch[]} */
function familyOf(colour, seed, tones, wide) {
  const dice = seeded(seed);
  switch (colour) {
    case 'blue': return temple(dice, tones);
    case 'pink': return tower(dice, tones);
    case 'grey': return crowd(dice);
    default: return houses(dice, tones, wide);
  }
}

/** @param {number} x @param {number} y @param {number} w @param {number} h */
const box = (x, y, w, h) => `M${whole(x)} ${whole(-y)}h${whole(w)}v${whole(h)}h${whole(-w)}Z`;

/** @param {number} value */
const whole = (value) => Math.round(value);

/** Rows of windows within a wall. @param {number} x @param {number} w @param {number} top @param {number} rows
 * @param {number} columns */
function windows(x, w, top, rows, columns) {
  let d = '';
  const step = w / columns;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      d += box(x + step * (column + 0.5) - 2.4, top - row * 10.5, 4.8, 6.4);
  return d;
}

/** Warehouses and shops: gabled houses side by side, each with its own height. @param {() => number} dice
 * @param {Tones} tones @param {number} wide */
function houses(dice, tones, wide) {
  const count = dice() < 0.5 ? 3 : 2;
  const whole = Math.min(112, Math.max(90, wide));
  let x = -whole / 2;
  let walls = '';
  let roofs = '';
  let glass = '';
  let doors = '';
  let smoke = '';
  for (let house = 0; house < count; house += 1) {
    const w = house === count - 1 ? whole / 2 - x : (whole / count) * (0.86 + dice() * 0.28);
    const storeys = 2 + Math.floor(dice() * 2);
    const h = storeys * 10.5 + 8;
    walls += box(x, h, w, h);
    roofs += roofOf(dice(), x, w, h);
    glass += windows(x + 1.5, w - 3, h - 3, storeys - 1, w > 38 ? 3 : 2);
    doors += box(x + w / 2 - 3.4, 9, 6.8, 9);
    if (dice() < 0.5) {
      const at = x + w * 0.72;
      roofs += box(at, h + 16, 4, 12);
      smoke += `M${round(at + 2)} ${round(-h - 17)}q-5 -5 1 -9q6 -4 0 -9`;
    }
    x += w;
  }
  return [...(smoke ? [el('path', { d: smoke, fill: 'none', stroke: '#8d857a', 'stroke-width': 2.6, opacity: 0.5 })]
    : []), part(roofs, tones.roof), part(walls, tones.wall), part(glass, tones.glass),
  part(doors, tones.door)];
}

/** @param {number} kind @param {number} x @param {number} w @param {number} h */
function roofOf(kind, x, w, h) {
  const [left, top, step] = [whole(x), whole(-h), `h${round(w / 5)}`];
  if (kind < 0.4) return `M${left - 2} ${top}L${whole(x + w / 2)} ${top - 13}L${whole(x + w + 2)} ${top}Z`;
  if (kind < 0.7) return `M${left - 1} ${top}l5 -10h${whole(w - 8)}l5 10Z`;
  return `M${left} ${top}v-4${step}v-4${step}v-5${step}v5${step}v4${step}v4Z`;
}

/** Public works: columns under a pediment or a dome. @param {() => number} dice @param {Tones} tones */
function temple(dice, tones) {
  const columns = 4 + Math.floor(dice() * 3);
  const half = 40 + dice() * 6;
  const domed = dice() < 0.62;
  const step = (half * 2 - 8) / columns;
  let shafts = '';
  let gaps = '';
  for (let column = 0; column <= columns; column += 1) shafts += box(-half + 2 + column * step, 25, 4, 22);
  for (let column = 0; column < columns; column += 1) gaps += box(-half + 8 + column * step, 21,
    Math.max(3, step - 8), 17);
  const top = domed
    ? `M-17 -31V-36H17V-31ZM-15 -36C-15 -49 -7 -53 0 -53S15 -49 15 -36ZM-1.6 -53V-58H1.6V-53Z`
    : `M${round(-half)} -31L0 -46L${round(half)} -31Z`;
  return [part(top, tones.roof), part(box(-half, 31, half * 2, 6), tones.wall),
    part(box(-half + 3, 25, half * 2 - 6, 25), '#cfd6da'),
    part(gaps, tones.glass), part(shafts, '#fbfaf5'), part(`${box(-half - 3, 3, half * 2 + 6, 3)}`, tones.dark)];
}

/** What the crown builds: a clock tower over pointed arches. @param {() => number} dice @param {Tones} tones */
function tower(dice, tones) {
  const at = Math.round(-26 + dice() * 52);
  const tall = 33 + dice() * 5;
  const arches = 5 + Math.floor(dice() * 2);
  const step = 92 / arches;
  let doors = '';
  for (let arch = 0; arch < arches; arch += 1) {
    const x = -46 + arch * step + step * 0.22;
    const w = step * 0.56;
    doors += `M${round(x)} 0V-9Q${round(x)} -15 ${round(x + w / 2)} -17Q${round(x + w)} -15 ${round(x + w)} -9V0Z`;
  }
  const crown = 'v-3h4.2v3h4.2'.repeat(11);
  return [part(`M-46 -22${crown}V0H-46Z`, tones.wall), part(doors, tones.glass),
    part(box(at - 9, tall, 18, tall), tones.wall),
    part(`M${at - 11} ${round(-tall)}L${at} ${round(-tall - 20)}L${at + 11} ${round(-tall)}Z`, tones.roof),
    el('circle', { cx: at, cy: round(-tall + 9), r: 6.2, fill: '#fffaf0' }),
    el('path', { d: `M${at} ${round(-tall + 9)}v-4.4M${at} ${round(-tall + 9)}l3 2` })];
}

/** The poor, before a wall. @param {() => number} dice */
function crowd(dice) {
  const people = Array.from({ length: 5 }, (_, each) => {
    const x = -40 + each * 20 + (dice() - 0.5) * 6;
    const h = 30 + dice() * 12;
    const coat = dice() < 0.5 ? '#2b2d30' : '#3d4146';
    const hat = dice() < 0.6 ? `M${round(x - 7)} ${round(-h - 1)}q7 -9 14 0Z`
      : `M${round(x - 4)} ${round(-h - 2)}v-7h8v7h4v2h-16v-2Z`;
    return [el('path',
      { d: `M${round(x - 10)} 0V${round(-h * 0.5)}Q${round(x - 9)} ${round(-h * 0.78)} ${round(x)} ${round(-h * 0.8)}`
      + `Q${round(x + 9)} ${round(-h * 0.78)} ${round(x + 10)} ${round(-h * 0.5)}V0Z`, fill: coat }),
    el('circle', { cx: round(x), cy: round(-h + 3), r: 5.2, fill: '#d8c3a4' }),
    el('path', { d: hat, fill: '#1d1e20' })];
  });
  return [el('path', { d: 'M-49 -18h98M-49 -28h98M-49 -8h98M-30 -28v10M10 -28v10M-10 -18v10M34 -18v10',
    stroke: '#a9aca8',
    fill: 'none' }), ...people.flat()];
}
