/**
 * How wide London's lettering is, and how a name is broken into lines. The board is set in Times, the newspaper's own
 * type, which has one set of widths on every system.
 */

import { translation } from '../../../language/language.js';
import { el } from '../../../drawing/tree.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */

export const TYPE = "'Liberation Serif','Times New Roman',Tinos,Times,'DejaVu Serif Condensed',serif";
/** The lettering of titles and large figures. */
export const DISPLAY = "'Playfair Display','Bodoni 72','Bodoni MT',Didot,'Liberation Serif','Times New Roman',"
  + "'DejaVu Serif Condensed',serif";

/** Hundredths of the size, for the letters from the space to the tilde. */
const REGULAR = (
  '25 33 41 50 50 83 78 18 33 33 50 56 25 33 25 28 50 50 50 50 50 50 50 50 50 50 28 28 56 56 56 44 92 72 67 67 72 61 '
  + '56 72 72 33 39 72 61 89 72 72 56 72 67 56 61 72 72 94 72 72 61 33 28 33 47 50 33 44 50 44 50 44 33 50 50 28 28 50 '
  + '28 78 50 50 50 50 33 39 28 50 50 72 50 50 44 48 20 48 54').split(' ').map(Number);
const BOLD = (
  '25 33 56 50 50 100 83 28 33 33 50 57 25 33 25 28 50 50 50 50 50 50 50 50 50 50 33 33 57 57 57 50 93 72 67 72 '
  + '72 67 61 78 78 39 50 78 67 94 72 78 61 78 72 56 67 72 72 100 72 72 67 33 28 33 58 50 33 50 56 44 56 44 33 50 '
  + '56 28 33 56 28 83 56 50 56 56 44 39 33 56 50 72 50 50 44 39 22 39 52').split(' ').map(Number);
const OTHER = 56;
/** The size of most lettering, which the root of a drawing sets, as it sets bold and centred. */
export const SIZE = 11;

/** The width of a text in px. @param {string} text @param {number} size @param {boolean} [bold] */
export function widthOf(text, size, bold = true) {
  const widths = bold ? BOLD : REGULAR;
  let sum = 0;
  for (const letter of text) sum += widths[letter.charCodeAt(0) - 32] ?? OTHER;
  return (sum * size) / 100;
}

/** Words of so many letters are set to their width; short figures are as wide as they come. */
const FITTED_MIN = 5;

/** Where long words break. */
const BREAKS = new Map(
  ('Alms-houses Billings-gate Bucking-ham Ceme-tery Embank-ment Exchange Exhi-bition Fish-mongers Furni-ture '
  + 'Gar-dens Haber-dashers High-gate Hugue-nots Immi-grants Indus-try Milb-ank Mill-bank Monu-ment Mu-seum Natu-ral '
  + 'Omni-bus Parlia-ment Ship-building Smith-field Steam-boats Under-ground Univer-sity Vaux-hall Vic-toria '
  + 'Water-works Watch-makers White-hall Wool-wich Work-house Work-ers’ Workers’ West-minster Hammer-smith Padding-ton '
  + 'Kensing-ton Camber-well Wands-worth Ber-mondsey South-wark Green-wich Isling-ton Newing-ton Lewi-sham '
  + 'Mary-lebone Hamp-stead').split(' ').filter((word) => word.includes('-'))
    .map((word) => [word.replace('-', ''), word.split('-')]));

/**
 * A name in as few lines as its box allows; a word too wide for the box is broken where English breaks it.
 * @param {string} name @param {number} width @param {number} size @param {boolean} [bold] @returns {string[]}
 */
export function linesOf(name, width, size, bold = true) {
  const words = name.split(' ').flatMap((word) => syllables(word, width, size, bold));
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    const joined = last && `${last} ${word}`;
    if (joined && !last.endsWith('-') && widthOf(joined, size, bold) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** @param {string} word @param {number} width @param {number} size @param {boolean} bold */
function syllables(word, width, size, bold) {
  const parts = BREAKS.get(word);
  if (!parts || widthOf(word, size, bold) <= width * 1.12) return [word];
  return [`${parts[0]}-`, parts[1]];
}

/**
 * A line of lettering that never leaves its box: what is too wide is set closer, and words are as wide as they were
 * measured where another type stands in.
 * @param {string} words @param {number} x @param {number} y the baseline @param {number} size
 * @param {{width?: number, bold?: boolean, anchor?: 'start' | 'middle' | 'end', fill?: string, key?: string,
 *   [attribute: string]: any}} [how]
 * @returns {Branch}
 */
export function write(words, x, y, size, { width = 0, bold = true, anchor = 'middle', ...rest } = {}) {
  const line = translation(words);
  const natural = widthOf(line, size, bold);
  const isTight = Boolean(width) && natural > width;
  const length = isTight ? width : line.length >= FITTED_MIN ? natural : 0;
  return el('text', { x: round(x), y: round(y), 'font-size': size === SIZE ? null : round(size),
    'font-weight': bold ? null : 400, 'text-anchor': anchor === 'middle' ? null : anchor,
    textLength: length ? round(length) : null, lengthAdjust: length ? 'spacingAndGlyphs' : null, ...rest }, line);
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;
