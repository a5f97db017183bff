/**
 * One tile of the city: a block of houses under its guild's sky, its fire, its ruin, who is loyal there and what
 * lies on it.
 */
import { el } from '../../../drawing/tree.js';
import { blockOf } from '../art/houses.js';
import { FIREHOUSES, GUILDS, NIGHT } from '../art/palette.js';
import { lines, moved, paragraph, rect, round, text, use } from '../art/text.js';
import { boxOf } from '../layout.js';

/** @typedef {import('../layout.js').Box} Box */
/** @typedef {Brigade.Scene} Scene */
/**
 * What a tile is drawn with: its measures in pixels.
 * @typedef {{t: number, plate: number, size: number, rows: string[]}} Measure
 */

/** Flames by level: the middle of each and its height, in parts of a tile. @type {[x: number, height: number][][]} */
const FLAMES = [
  [],
  [[0.47, 0.36]],
  [[0.35, 0.4], [0.62, 0.48]],
  [[0.25, 0.46], [0.74, 0.5], [0.5, 0.6]],
  [[0.16, 0.5], [0.84, 0.54], [0.33, 0.68], [0.67, 0.72], [0.5, 0.56]],
];
const HOT = 4;
/** A tile smaller than this has no room for its name. */
const NAMED_MIN = 72;
const SIGNED_MIN = 40;

/** The size of the names on tiles of a size. @param {number} t */
export const nameSize = (t) => Math.max(11, Math.round(t * 1.22) / 10);

/** How high the plate is, and what stands on it. @param {BrigadeTileView} tile @param {number} t @returns {Measure} */
export function measure(tile, t) {
  if (t < NAMED_MIN) return { t, plate: t < SIGNED_MIN ? 0 : t * 0.13, size: 0, rows: [] };
  const size = nameSize(t);
  const rows = lines(tile.name, t - 9, size, 2, true);
  return { t, plate: rows.length * size * 1.06 + t * 0.055, size, rows };
}

/** @param {Scene} scene @param {BrigadeTileView} tile */
export function drawTile(scene, tile) {
  const { x, y, w: t } = boxOf(scene.layout, tile.cell);
  const of = measure(tile, t);
  const small = t < SIGNED_MIN;
  return el('g', { key: `tile:${tile.cell}`, class: `bri-tile${tile.fire > 3 && !tile.destroyed ? ' bri-hot' : ''}`,
    transform: moved(x, y), 'data-spot': small ? null : `tile:${tile.cell}` },
  ground(scene, tile, of), tile.destroyed ? ruins(tile, of) : buildings(scene, tile, of),
  tile.destroyed ? null : fires(scene, tile, of), small ? null : signs(scene, tile, of),
  frame(scene, tile, of));
}

/** @param {Scene} scene @param {BrigadeTileView} tile @param {Measure} of */
function ground({ quiet }, tile, { t }) {
  const fill = quiet ? GUILDS[tile.guild].sign : `url(#bri-sky-${tile.guild})`;
  return [el('rect', { width: round(t), height: round(t), rx: round(t * 0.07), fill: tile.destroyed ? '#0d0a0e'
    : fill }),
    t < NAMED_MIN || quiet || tile.destroyed ? null : use(`stars-${tile.cell % 3}`, 0, 0, t)];
}

/** @param {Scene} scene @param {BrigadeTileView} tile @param {Measure} of */
function buildings({ components }, tile, { t, plate }) {
  const high = t * 0.76;
  if (tile.kind !== 'firehouse') {
    const lit = tile.fire < 2 ? '#ffdc85' : '#241f2a';
    const mirrored = tile.cell % 3 === 1;
    return use(blockOf(tile.guild, tile.cell), mirrored ? -t : 0, t - plate - high, t, high,
      { color: lit, transform: mirrored ? 'scale(-1 1)' : null });
  }
  const colour = components.tile.find(({ id }) => id === tile.tile)?.colour ?? '';
  return use('firehouse', 0, t - plate - high, t, high, { color: FIREHOUSES[colour] });
}

/** @param {BrigadeTileView} tile @param {Measure} of */
function ruins(tile, { t, plate }) {
  return [el('circle', { cx: round(t / 2), cy: round(t - plate), r: round(t * 0.5), fill: 'url(#bri-embers)' }),
    use(`ruin-${tile.cell % 2}`, 0, t - plate - t * 0.72, t, t * 0.72)];
}

/** @param {Scene} scene @param {BrigadeTileView} tile @param {Measure} of */
function fires({ quiet }, tile, { t, plate }) {
  const level = Math.min(tile.fire, HOT);
  if (!level) return null;
  const base = t - plate;
  const light = el('circle', { cx: round(t / 2), cy: round(base - t * 0.12), r: round(t * (0.24 + level * 0.085)),
    fill: 'url(#bri-near)', opacity: round(0.35 + level * 0.15) });
  const flames = FLAMES[level].map(([x, height]) => {
    const [w, h] = [height * t * 0.64, height * t];
    return use('flame', x * t - w / 2, base - h + 1, w, h);
  });
  return [quiet ? null : light, flames];
}

/**
 * Sign, value, plate with the name, pips, cubes. @param {Scene} scene @param {BrigadeTileView} tile
 * @param {Measure} of
 */
function signs(scene, tile, of) {
  const { t, plate } = of;
  const isCity = tile.kind !== 'firehouse';
  return [namePlate(tile, of), heaps(scene, tile, of), isCity ? sign(tile, t) : null, isCity ? worth(tile, t) : null,
    isCity && !tile.destroyed ? pips(tile, t, plate) : null, tile.fire > HOT ? doom(t) : null];
}

/** @param {BrigadeTileView} tile @param {number} t */
const sign = (tile, t) => use(`sign-${tile.guild}${tile.destroyed ? '-gone' : ''}`, t * 0.03, t * 0.03, t * 0.22);

/** @param {BrigadeTileView} tile @param {number} t */
function worth(tile, t) {
  const w = Math.max(15, t * 0.2);
  const [x, y] = [t - w - t * 0.035, t * 0.035];
  return el('g', { opacity: tile.destroyed ? 0.6 : null }, use('shield', x, y, w, w * 1.2),
    text(tile.value, x + w / 2, y + w * 0.84, { size: Math.max(11, t * 0.155), inherits: true, fill: '#2a1a0c' }));
}

/** @param {BrigadeTileView} tile @param {Measure} of */
const namePlate = (tile, { t, plate, rows, size }) => [
  rect({ x: 0, y: t - plate, w: t, h: plate }, { fill: '#1b1724' }),
  rect({ x: 0, y: t - plate - 1, w: t, h: Math.max(1, t * 0.017) },
    { fill: tile.destroyed ? '#5b2a18' : GUILDS[tile.guild].roof }),
  paragraph(rows, t / 2, t - plate + size * 0.98 + t * 0.012, size * 1.06,
    { size, room: t - 7, bold: true, inherits: size, fill: tile.destroyed ? '#a79b94' : '' })];

/**
 * Four lights on the edge of the plate: the level of the fire. @param {BrigadeTileView} tile @param {number} t
 * @param {number} plate
 */
const pips = (tile, t, plate) => use(`pips-${Math.min(tile.fire, HOT)}`, t * 0.3, t - plate - t * 0.045, t * 0.4,
  t * 0.082);

/** The cross over a tile that falls at the end of the event. @param {number} t */
function doom(t) {
  const [near, far, top, low] = [0.3, 0.7, 0.22, 0.62].map((part) => round(t * part));
  return el('path', { d: `M${near} ${top}L${far} ${low}M${far} ${top}L${near} ${low}`, stroke: '#fff',
    'stroke-width': round(t * 0.06), 'stroke-linecap': 'round' });
}

/**
 * Cubes of each seat in the left corner over the plate. @param {Scene} scene @param {BrigadeTileView} tile
 * @param {Measure} of
 */
function heaps({ looks, layout }, tile, { t, plate }) {
  const all = [...tile.cubes, ...tile.roasts.map((seat) => ({ seat, cubes: 1 }))];
  const s = Math.max(12, t * 0.185);
  return all.map(({ seat, cubes }, at) => {
    const [x, y] = [t * 0.035 + Math.floor(at / 3) * s * 1.75, t - plate - s * 1.02 - (at % 3) * s * 0.92];
    return el('g', { 'data-heap': seat, color: looks[seat].colour }, use('cube', x, y, s, s),
      cubes > 1 ? text(cubes, x + s * 0.98, y + s * 0.82,
        { size: Math.max(11, 12 * layout.unit), bold: true, anchor: 'start', fill: '#fff', halo: NIGHT }) : null);
  });
}

/**
 * The rim; of a loyal tile in its owner's colour, with a banner. @param {Scene} scene @param {BrigadeTileView} tile
 * @param {Measure} of
 */
function frame({ looks, words }, tile, { t }) {
  const owner = tile.loyal ?? words.homes.get(tile.cell) ?? null;
  const width = tile.loyal === null ? Math.max(1, t * 0.016) : Math.max(2, t * 0.05);
  const rim = rect({ x: width / 2, y: width / 2, w: t - width, h: t - width },
    { rx: round(t * 0.07), fill: 'none', stroke: tile.loyal === null ? '#4a4258' : looks[tile.loyal].colour,
      'stroke-width': round(width), class: 'bri-rim' });
  if (owner === null) return rim;
  const w = t < SIGNED_MIN ? t * 0.3 : Math.max(13, t * 0.2);
  return [rim, el('g', { class: 'bri-banner', color: looks[owner].colour },
    use('banner', (t - w) / 2, -t * 0.012, w, w * 1.25),
    t < SIGNED_MIN ? null : use(`shape-${owner}`, (t - w * 0.5) / 2, w * 0.28, w * 0.5, w * 0.5,
      { color: looks[owner].ink }))];
}
