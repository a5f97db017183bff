/** The blocks of timbered houses: five guilds and a firehouse, drawn by seed, as symbols of 100 by 76. */
import { el, seeded } from '../../../drawing/tree.js';
import { GUILDS } from './palette.js';

/** Where the houses stand. */
const BASE = 76;
/** How many blocks a guild has; each may be mirrored. */
const VARIANTS = 2;

/**
 * Shapes of one fill each, gathered over all houses of a block: one path a colour is short and quick.
 * @typedef {{wall: string, side: string, roof: string, eave: string, beam: string, pane: string, dark: string,
 *   gold: string, tiles: string}} Sheet
 */

/** @param {number} n */
const r = (n) => Math.round(n * 2) / 2;
/** @param {number} x @param {number} y @param {number} w @param {number} h */
const box = (x, y, w, h) => `M${r(x)} ${r(y)}h${r(w)}v${r(h)}h${r(-w)}z`;
/** @param {number[]} points x and y by turns */
const poly = (...points) => `M${points.map(r).join(' ')}z`;
/** From one point to another, in as few letters as may be. @param {number[]} points x and y by turns */
function line(...points) {
  const [x, y, right, low] = points.map(r);
  const way = x === right ? `V${low}` : y === low ? `H${right}` : `L${right} ${low}`;
  return `M${x} ${y}${way}`;
}

/** @param {Sheet} s @param {number} x @param {number} y @param {number} w @param {number} h */
function pane(s, x, y, w, h) {
  s.pane += box(x, y, w, h);
  s.beam += line(x + w / 2, y, x + w / 2, y + h) + line(x, y + h / 2, x + w, y + h / 2);
}

/** An arched window. @param {Sheet} s @param {number} x @param {number} y @param {number} w @param {number} h */
function arch(s, x, y, w, h) {
  s.pane += `M${r(x)} ${r(y + h)}v${r(-h + w / 2)}a${r(w / 2)} ${r(w / 2)} 0 0 1 ${r(w)} 0v${r(h - w / 2)}z`;
}

/** @param {Sheet} s @param {number} x @param {number} w @param {number} h @param {number} sill of the upper windows */
function timbers(s, x, w, h, sill) {
  const top = BASE - h;
  s.beam += line(x, top, x, BASE) + line(x + w, top, x + w, BASE) + line(x, BASE - h * 0.5, x + w, BASE - h * 0.5);
  s.beam += line(x, BASE - h * 0.5, x + w * 0.24, top) + line(x + w, BASE - h * 0.5, x + w * 0.76, top);
  const size = Math.min(5.6, w * 0.22);
  pane(s, x + w * 0.28 - size / 2 + 1, top + sill, size, size * 1.15);
  pane(s, x + w * 0.72 - size / 2 - 1, top + sill, size, size * 1.15);
}

/**
 * A door and a window beside it. @param {Sheet} s @param {number} x @param {number} w @param {number} h
 * @param {boolean} left
 */
function ground(s, x, w, h, left) {
  const at = left ? x + w * 0.18 : x + w * 0.58;
  arch(s, left ? x + w * 0.6 : x + w * 0.16, BASE - h * 0.36, w * 0.22, h * 0.2);
  s.dark += `M${r(at)} ${BASE}v${r(-h * 0.28)}a${r(w * 0.12)} ${r(w * 0.12)} 0 0 1 ${r(w * 0.24)} 0v${r(h * 0.28)}z`;
}

/**
 * The gable towards the street. @param {Sheet} s @param {number} x @param {number} w @param {number} h
 * @param {number} rise
 */
function gable(s, x, w, h, rise) {
  const top = BASE - h;
  s.wall += poly(x, top + 1, x + w / 2, top - rise + 3, x + w, top + 1);
  s.roof += `M${r(x - 2.6)} ${r(top + 2)}L${r(x + w / 2)} ${r(top - rise)}L${r(x + w + 2.6)} ${r(top + 2)}`
    + `l-3 2.4L${r(x + w / 2)} ${r(top - rise + 6)}L${r(x + 0.4)} ${r(top + 4.4)}z`;
  s.beam += line(x + w / 2, top - rise + 6, x + w / 2, top);
  arch(s, x + w / 2 - 1.9, top - rise * 0.5, 3.8, 5);
}

/**
 * A roof with its ridge along the street. @param {Sheet} s @param {number} x @param {number} w @param {number} h
 * @param {number} rise
 */
function ridge(s, x, w, h, rise) {
  const top = BASE - h;
  s.roof += poly(x - 2.4, top + 2, x + 3, top - rise, x + w - 3, top - rise, x + w + 2.4, top + 2);
  for (const part of [0.34, 0.67])
    s.tiles += line(x - 2.4 + 5.4 * part, top + 2 - (rise + 2) * part, x + w + 2.4 - 5.4 * part,
      top + 2 - (rise + 2) * part);
  s.eave += poly(x - 2.4, top + 2, x + w + 2.4, top + 2, x + w + 1.6, top + 3.8, x - 1.6, top + 3.8);
  const c = x + w / 2;
  s.wall += poly(c - 4, top + 1, c, top - rise * 0.72, c + 4, top + 1);
  s.eave += `M${r(c - 5.4)} ${r(top + 1)}L${r(c)} ${r(top - rise * 0.82)}L${r(c + 5.4)} ${r(top + 1)}h-2.6`
    + `L${r(c)} ${r(top - rise * 0.5)}L${r(c - 2.8)} ${r(top + 1)}z`;
  s.pane += box(c - 1.6, top - rise * 0.3, 3.2, 3.6);
}

/** A chimney. @param {Sheet} s @param {number} x @param {number} y */
function chimney(s, x, y) {
  s.side += box(x, y, 4, 9);
  s.dark += box(x - 0.6, y - 1.4, 5.2, 1.9);
}

/**
 * One timbered house. @param {Sheet} s @param {number} x @param {number} w @param {number} h
 * @param {() => number} dice
 */
function timbered(s, x, w, h, dice) {
  s.wall += box(x, BASE - h, w, h);
  s.side += box(x + w * 0.74, BASE - h, w * 0.26, h);
  const rise = w * (0.5 + dice() * 0.2);
  if (dice() < 0.5) chimney(s, x + w * 0.16, BASE - h - rise * 0.78);
  if (w < 23 || dice() < 0.45) gable(s, x, w, h, rise);
  else ridge(s, x, w, h, rise * 0.72);
  timbers(s, x, w, h, h * 0.14);
  ground(s, x, w, h, dice() < 0.5);
}

/**
 * A round tower with a cap. @param {Sheet} s @param {number} x @param {number} w @param {number} h
 * @param {number} cap
 */
function tower(s, x, w, h, cap) {
  const top = BASE - h;
  s.wall += box(x, top, w, h);
  s.side += box(x + w * 0.6, top, w * 0.4, h);
  s.roof += poly(x - 2, top + 1, x + w / 2, top - cap, x + w + 2, top + 1);
  s.eave += poly(x + w * 0.6, top + 1, x + w / 2, top - cap, x + w + 2, top + 1);
  s.gold += `M${r(x + w / 2 - 1.5)} ${r(top - cap)}a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z`;
  for (const part of [0.16, 0.46]) arch(s, x + w / 2 - 1.8, top + h * part, 3.6, 6);
}

/** What a guild builds in the midst of its houses. @type {Record<string, (s: Sheet, dice: () => number) => void>} */
const LANDMARKS = {
  commons(s, dice) {
    timbered(s, 37 + dice() * 4, 24, 25, dice);
    s.eave += 'M12 76v-7a6 6 0 1 1 3 0v7zM86 76v-6a5 5 0 1 1 2.6 0v6z';
  },
  nobles(s, dice) {
    tower(s, 30, 11, 44, 20);
    tower(s, 61, 10, 36, 17);
    timbered(s, 40, 22, 32, dice);
  },
  council(s) {
    s.wall += box(35, 44, 32, 32);
    s.side += box(60, 44, 7, 32) + box(35, 50, 32, 1.8);
    s.roof += 'M31 45L51 33L71 45zM40 35a11 11.5 0 0 1 22 0z';
    s.eave += 'M51 23.5a11 11.5 0 0 1 11 11.5h-8zM31 45h40v3h-40z';
    s.gold += 'M50.3 12h1.4v12h-1.4zM51.7 12.5l8 2.6l-8 2.6z';
    for (const x of [38, 45.4, 52.8, 60.2]) s.beam += line(x, 51, x, BASE) + line(x + 2.6, 51, x + 2.6, BASE);
    for (const x of [41, 56]) arch(s, x, 56, 4, 11);
    s.dark += 'M48 76v-14a3 3 0 0 1 6 0v14z';
  },
  merchants(s) {
    s.wall += 'M36 76V44h4v-6h4v-6h4v-6h6v6h4v6h4v6h4v32z';
    s.side += box(57, 44, 9, 32);
    s.roof += 'M35 44h6v-6h4v-6h4v-7.5h4V32h4v6h4v6h6v2.4H35z';
    s.beam += line(36, 58, 66, 58);
    for (const [x, y] of [[41, 48], [55, 48], [48, 38]]) pane(s, x, y, 5.6, 6.4);
    s.gold += 'M33 61h36l2 6.4H31zM50.4 27h1.2v5h-1.2z';
    s.eave += 'M38 61h5l-.8 6.4h-5.6zM49 61h5v6.4h-5.2zM60 61h5l1 6.4h-5.4z';
    s.dark += box(40, 67.4, 8, 8.6);
    for (const x of [52, 59]) s.pane += box(x, 68.6, 5, 5.4);
  },
  university(s, dice) {
    tower(s, 24, 11, 42, 22);
    tower(s, 66, 11, 38, 20);
    s.wall += 'M37 76V40L51 26L65 40v36z';
    s.side += poly(56, 31, 65, 40, 65, BASE, 56, BASE);
    s.roof += 'M34.6 41L51 23L67.4 41l-3 1.6L51 28.4L37.6 42.6z';
    s.roof += 'M46 26L51 2L56 26z';
    s.eave += 'M51 2L56 26h-5z';
    s.gold += `M${r(49 + dice())} 2a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z`;
    s.pane += 'M47 50a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z';
    for (const x of [40.5, 57.5]) arch(s, x, 55, 4, 12);
    s.dark += 'M47.4 76v-10a3.6 3.6 0 0 1 7.2 0v10z';
  },
};

/** Far roofs before the sky, by seed. @param {() => number} dice */
function skyline(dice) {
  let path = `M0 ${BASE}V50`;
  for (let x = 0; x < 100; x += 20) {
    const up = 26 + dice() * 16;
    path += dice() < 0.6 ? `L${r(x + 10)} ${r(up)}L${r(x + 20)} ${r(up + 14)}` : `V${r(up + 8)}h14V${r(up)}h2v8h4`;
  }
  return `${path}V${BASE}z`;
}

/** @param {string} guild @param {number} variant */
function sheetOf(guild, variant) {
  const dice = seeded(`block ${guild} ${variant}`);
  /** @type {Sheet} */
  const s = { wall: '', side: '', roof: '', eave: '', beam: '', pane: '', dark: '', gold: '', tiles: '' };
  const far = skyline(dice);
  const spread = guild === 'commons' ? 0.8 : 1;
  timbered(s, 5 + dice() * 2, 25, (27 + dice() * 8) * spread, dice);
  timbered(s, 70 + dice() * 2, 24, (24 + dice() * 9) * spread, dice);
  LANDMARKS[guild](s, dice);
  return { s, far };
}

/** @param {Sheet} s @param {string} guild */
function filled(s, guild) {
  const { roof, shade } = GUILDS[guild];
  return [
    el('path', { d: s.wall, fill: '#dcc59a' }), el('path', { d: s.side, fill: '#a88d67' }),
    el('path', { d: s.beam, fill: 'none', stroke: '#4b3121', 'stroke-width': 1.3 }),
    el('path', { d: s.roof, fill: roof }), el('path', { d: s.eave, fill: shade }),
    s.tiles && el('path', { d: s.tiles, fill: 'none', stroke: shade, 'stroke-width': 1 }),
    el('path', { d: s.dark, fill: '#2c1c14' }), el('path', { d: s.pane, fill: 'currentColor' }),
    el('path', { d: s.gold, fill: '#f4cf6a' }),
  ];
}

/** @param {string} guild @param {number} variant */
function block(guild, variant) {
  const { s, far } = sheetOf(guild, variant);
  return el('symbol', { id: `bri-block-${guild}-${variant}`, viewBox: '0 0 100 76' },
    el('path', { d: far, fill: '#0d0b14', opacity: 0.42 }), filled(s, guild));
}

/** A firehouse: brick, a wide gate, a bell. Its roof has the colour of its board. */
function firehouse() {
  return el('symbol', { id: 'bri-firehouse', viewBox: '0 0 100 76' },
    el('path', { d: 'M0 76V52l8-8 8 8V44h10v8l10-12 8 12h14l8-10 9 10h10V42h7v34z', fill: '#0d0b14', opacity: 0.42 }),
    el('path', { d: 'M22 76V46h58v30z', fill: '#c9b48c' }), el('path', { d: 'M66 46h14v30H66z', fill: '#9b8663' }),
    el('path', { d: 'M42 34V17h18v17z', fill: '#d8c49c' }), el('path', { d: 'M53 17h7v17h-7z', fill: '#9b8663' }),
    el('path', { d: 'M17 48L28 32h46l11 16zM38 19L51 5l13 14z', fill: 'currentColor' }),
    el('path', { d: 'M17 48h68v3.4H17zM51 5l13 14H53z', fill: '#0b0910', opacity: 0.32 }),
    el('path', { d: 'M46 34v-8a5 5 0 0 1 10 0v8z', fill: '#2a2430' }),
    el('path', { d: 'M47.4 32q1.6-1.6 1.6-4.6a2 2 0 0 1 4 0q0 3 1.6 4.6z', fill: '#f6c64f' }),
    el('path', { d: 'M39 76V60a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v16z', fill: '#6e1f16' }),
    el('path', { d: 'M51 54v22M39 65h24', stroke: '#34100b', 'stroke-width': 1.6, fill: 'none' }),
    el('path', { d: 'M26 56h8v8h-8zM68 56h8v8h-8z', fill: '#ffd977' }));
}

/** A ruin: what is left against the glow. @param {number} variant */
function ruin(variant) {
  const dice = seeded(`ruin ${variant}`);
  const sparks = Array.from({ length: 16 }, () => {
    const [x, y, size] = [8 + dice() * 84, 34 + dice() * 40, 0.7 + dice() * 1.5];
    return `M${r(x)} ${r(y)}l${size.toFixed(1)} ${size.toFixed(1)}l-${size.toFixed(1)} ${size.toFixed(1)}l-${
      size.toFixed(1)} -${size.toFixed(1)}z`;
  }).join('');
  const edge = variant
    ? 'M4 76V50l5-4 3 9 7-21 6 18 5-3 3 14 7-5 4-30 5 22 4-3 5 18 6-8 5-19 6 12 4-4 4 14 3-2v18z'
    : 'M3 76V58l6 4 6-26 4 12 6-5 3 20 8-3 3-12 4 3 3-27 7 17 2 16 7-3 5 9 5-21 7 10 5-5 4 18 4-3v14z';
  return el('symbol', { id: `bri-ruin-${variant}`, viewBox: '0 0 100 76' },
    el('path', { d: edge, fill: '#060508', stroke: '#c4441a', 'stroke-width': 1.1, 'stroke-linejoin': 'round' }),
    el('path', { d: 'M17 66h5v8h-5zM46 60h5v7h-5zM73 64h5v8h-5z', fill: '#e4611f', opacity: 0.7 }),
    el('path', { d: sparks, fill: '#ff9a3c' }));
}

/** All blocks that a city needs. */
export function blocks() {
  const all = Object.keys(LANDMARKS).flatMap((guild) =>
    Array.from({ length: VARIANTS }, (_, variant) => block(guild, variant)));
  return [...all, firehouse(), ruin(0), ruin(1)];
}

/** The symbol of a tile's houses. @param {string} guild @param {number} cell */
export const blockOf = (guild, cell) =>
  `block-${guild}-${(cell + Math.floor(cell / 6)) % (VARIANTS)}`;
