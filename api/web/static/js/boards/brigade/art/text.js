/** Texts of a drawing that never outgrow their place: they are measured by their letters, then fitted. */
import { translation } from '../../../language/language.js';
import { el } from '../../../drawing/tree.js';
import { INK } from './palette.js';

/** Widths in parts of the size: a little more than the widest of the faces that may stand in. */
const NARROW = 0.3;
const WIDE = 0.86;
const CAPITAL = 0.7;
const USUAL = 0.51;

/** @param {string} letter */
function advance(letter) {
  if ("iljI.,:;'’!|() []".includes(letter)) return NARROW;
  if ('mwMW—'.includes(letter)) return WIDE;
  if ('ftr-·'.includes(letter)) return 0.38;
  return letter >= 'A' && letter <= 'Z' ? CAPITAL : USUAL;
}

/** How wide a text is at most. @param {string} text @param {number} size @param {boolean} [bold] */
export const widthOf = (text, size, bold = false) => measured(text) * size * (bold ? 1.07 : 1);

/** @type {Map<string, number>} */
const widths = new Map();

/** @param {string} text */
function measured(text) {
  const before = widths.get(text);
  if (before !== undefined) return before;
  let sum = 0;
  for (const letter of text) sum += advance(letter);
  if (widths.size > 5000) widths.clear();
  widths.set(text, sum);
  return sum;
}

/**
 * @typedef {object} Style
 * @property {number} size
 * @property {number} [room] how wide it may be
 * @property {boolean} [bold]
 * @property {boolean} [italic]
 * @property {string} [fill]
 * @property {string} [anchor]
 * @property {string} [halo] the colour of a rim that parts it from what lies under it
 * @property {boolean | number} [inherits] anchor and weight, and the colour unless it has one, are those of the group
 *   around it; a number: the size too, if it is that
 */

/**
 * As much of a text as a room takes. @param {string} words @param {number} size @param {number} room
 * @param {boolean} [bold]
 */
function cut(words, size, room, bold) {
  let end = words.length;
  while (end > 2 && widthOf(words.slice(0, end), size, bold) > room * 1.32) end -= 1;
  return end < words.length ? `${words.slice(0, end - 1).trimEnd()}…` : words;
}

/**
 * One line of text. What is too long for its room is cut; what is a little too long is drawn closer.
 * @param {string | number} words @param {number} x @param {number} y of the baseline @param {Style} style
 */
export function text(words, x, y, { size, room = Infinity, bold, italic, fill = INK, anchor, halo, inherits }) {
  const line = cut(translation(String(words)), size, room, bold);
  const width = widthOf(line, size, bold);
  const rim = halo ? { stroke: halo, 'stroke-width': round(size * 0.24), 'stroke-linejoin': 'round',
    'paint-order': 'stroke' } : {};
  return el('text', { x: round(x), y: round(y), 'font-size': inherits === size ? null : round(size), fill: fill || null,
    'text-anchor': anchor, 'font-weight': bold && !inherits ? 700 : null, 'font-style': italic ? 'italic' : null,
    textLength: width > room * 0.94 ? round(Math.min(width, room)) : null,
    lengthAdjust: width > room * 0.94 ? 'spacingAndGlyphs' : null, ...rim }, line);
}

/**
 * Words in lines that fit a room, as even as they come; the last line ends in dots if there are too many.
 * @param {string} words @param {number} room @param {number} size @param {number} most @param {boolean} [bold]
 */
export function lines(words, room, size, most, bold = false) {
  /** @type {string[]} */
  const rows = [];
  for (const word of translation(words).split(' ')) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
    if (rows.length && widthOf(longer, size, bold) <= room * 1.02) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), rows.slice(most - 1).join(' ')];
}

/** A paragraph. @param {string[]} rows @param {number} x @param {number} y @param {number} step @param {Style} style */
export const paragraph = (rows, x, y, step, style) => rows.map((row, at) => text(row, x, y + at * step, style));

/** A number short enough for markup. @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/** @param {number} x @param {number} y @param {number} [scale] */
export const moved = (x, y, scale) =>
  `translate(${round(x)} ${round(y)})${scale === undefined ? '' : ' scale(' + Math.round(scale * 1000) / 1000 + ')'}`;

/**
 * A box with round corners.
 * @param {{x: number, y: number, w: number, h: number}} box @param {Record<string, any>} attrs
 */
export const rect = ({ x, y, w, h }, attrs) =>
  el('rect', { x: round(x) || null, y: round(y) || null, width: round(w), height: round(h), ...attrs });

/**
 * A symbol in its place. @param {string} name @param {number} x @param {number} y @param {number} w
 * @param {number} [h] @param {Record<string, any>} [more]
 */
export const use = (name, x, y, w, h = w, more = {}) =>
  el('use', { href: `#bri-${name}`, x: round(x) || null, y: round(y) || null, width: round(w), height: round(h),
    ...more });
