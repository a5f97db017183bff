/** Win chances over the steps: a line for each seat within its uncertainty, and the moments that changed most. */

import { clear, fill, h, say, svg } from '../../../dom.js';
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP } from '../curves.js';
import { BAND_ERRORS, bandInWords, inWords, keyMomentItem } from './chances.js';
import { t, translation } from '../../../language/language.js';

const WIDTH = 360;
const ABOUT = 'What spectators can know decides: bots play on from here many times, and hidden cards are dealt anew.';
const OWN_GAME = 'Win chances appear here when the game is over. They rest on what spectators know, and you know more.';

/**
 * @typedef {import('./chances.js').ChanceRow} ChanceRow
 * @typedef {import('./chances.js').KeyMoment} KeyMoment
 * @typedef {{x: (version: number) => number, y: (share: number) => number}} Scale
 * @typedef {object} GraphReads
 * @property {(version: number) => void} goTo
 * @property {(version: number) => string} textOf the sentence of a step
 */

export class ChancesGraph {
  #picture = svg('svg', { class: 'graph-picture', role: 'slider', tabindex: 0, viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    'aria-label': 'Win chances by step', 'aria-valuemin': 0 });
  #cursor = svg('line', { class: 'graph-cursor', y1: TOP, y2: HEIGHT - BOTTOM });
  #now = h('p', { class: 'small chances-now' });
  #moments = h('ol', { class: 'plain' });
  #about = h('p', { class: 'soft small' });
  element = h('section', { class: 'graph', 'aria-label': 'Win chances', hidden: true },
    h('h3', null, 'Win chances'), this.#picture, this.#now, this.#moments, this.#about);
  /** @type {ChanceRow[]} the rows that are drawn */
  #rows = [];
  /** @type {GameView | null} */
  #view = null;
  #pointed = 0;
  #chances;
  #reads;

  /** @param {import('./chances.js').WinChances} chances @param {GraphReads} reads */
  constructor(chances, reads) {
    this.#chances = chances;
    this.#reads = reads;
    this.#picture.addEventListener('pointermove', (event) => this.#point(this.#nearest(event)));
    this.#picture.addEventListener('click', (event) => reads.goTo(this.#rows[this.#nearest(event)].version));
    this.#picture.addEventListener('keydown', (event) => this.#move(event));
  }

  /** @param {GameView} view @param {number} at @param {boolean} plays whether the reader plays now */
  async show(view, at, plays) {
    this.#view = view;
    if (plays) { this.#explain(); return; }
    await this.#chances.read();
    if (this.#rows !== this.#chances.rows) this.#draw(view);
    const row = this.#chances.at(at);
    this.#point(row ? this.#rows.indexOf(row) : 0);
  }

  #explain() {
    this.element.hidden = false;
    this.#picture.toggleAttribute('hidden', true);
    fill(this.#about, OWN_GAME);
  }

  /** @param {GameView} view */
  #draw(view) {
    const { rows, moments } = this.#chances;
    this.#rows = rows;
    this.element.hidden = rows.length < 2;
    if (rows.length < 2) return;
    this.#picture.toggleAttribute('hidden', false);
    this.#picture.setAttribute('aria-valuemax', String(rows.length - 1));
    const scale = scaleOf(rows);
    clear(this.#picture).append(...view.seats.map((_, seat) => lineOf(rows, seat, scale)),
      ...moments.map((moment) => this.#dot(moment, scale)), ...grid(scale), ...ends(rows, scale), this.#cursor);
    fill(this.#moments, moments.map((moment) => keyMomentItem(view, moment, this.#reads.goTo)));
    fill(this.#about, costOf(rows));
  }

  /** A key moment on the line of its seat. @param {KeyMoment} moment @param {Scale} scale */
  #dot({ seat, step }, scale) {
    const row = this.#rows.find(({ version }) => version >= step.version) ?? this.#rows[this.#rows.length - 1];
    return svg('circle', { cx: scale.x(row.version), cy: scale.y(row.seats[seat].share), r: 4.5,
      class: `chances-moment seat-${seat % 6}` });
  }

  /** The row that is nearest to the pointer. @param {MouseEvent} event */
  #nearest(event) {
    const matrix = this.#picture.getScreenCTM()?.inverse();
    const { x } = scaleOf(this.#rows);
    const pointer = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix).x;
    const distances = this.#rows.map(({ version }) => Math.abs(x(version) - pointer));
    return distances.indexOf(Math.min(...distances));
  }

  /** Left and right move from row to row, Enter goes to its step. @param {KeyboardEvent} event */
  #move(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (!by && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (by) this.#point(Math.min(Math.max(this.#pointed + by, 0), this.#rows.length - 1));
    else this.#reads.goTo(this.#rows[this.#pointed].version);
  }

  /** Show a row in words: the sentence of its step, the chances and their band. @param {number} index */
  #point(index) {
    const [row, view] = [this.#rows[index], this.#view];
    if (!row || !view) return;
    this.#pointed = index;
    const x = scaleOf(this.#rows).x(row.version).toFixed(1);
    this.#cursor.setAttribute('x1', x);
    this.#cursor.setAttribute('x2', x);
    const words = t`Step ${row.version}: ${this.#reads.textOf(row.version)} ${inWords(row, view)}.`;
    say(this.#now, `${words} ${bandInWords(row, view)}`);
    this.#picture.setAttribute('aria-valuenow', String(index));
    this.#picture.setAttribute('aria-valuetext', words);
  }
}

/** @param {ChanceRow[]} rows */
function costOf(rows) {
  const playouts = Math.max(...rows.map((row) => row.playouts));
  const seconds = rows.reduce((total, row) => total + row.costMs, 0) / 1000;
  const cost = t`${translation(ABOUT)} ${playouts} playouts a step, ${seconds.toFixed(1)} s of processor time in all.`;
  return `${cost} ${translation('Bands: two standard errors. Dots: key moments.')}`;
}

/** @param {ChanceRow[]} rows @returns {Scale} */
function scaleOf(rows) {
  const [first, last] = [rows[0].version, rows[rows.length - 1].version];
  return {
    x: (version) => LEFT + ((version - first) * (WIDTH - LEFT - RIGHT)) / Math.max(last - first, 1),
    y: (share) => TOP + (1 - Math.min(Math.max(share, 0), 1)) * (HEIGHT - TOP - BOTTOM),
  };
}

/** @param {ChanceRow[]} rows @param {number} seat @param {Scale} scale */
function lineOf(rows, seat, { x, y }) {
  /** @param {ChanceRow} row @param {number} errors */
  const at = (row, errors) => {
    const { share, standardError } = row.seats[seat];
    return `${x(row.version).toFixed(1)} ${y(share + errors * standardError).toFixed(1)}`;
  };
  const upper = rows.map((row) => at(row, BAND_ERRORS));
  const lower = rows.map((row) => at(row, -BAND_ERRORS)).reverse();
  return svg('g', { class: `seat-${seat % 6}` },
    svg('path', { d: `M${[...upper, ...lower].join('L')}z`, class: 'chances-band' }),
    svg('path', { d: `M${rows.map((row) => at(row, 0)).join('L')}`, class: 'graph-line' }));
}

/** Between which steps the chances are known. @param {ChanceRow[]} rows @param {Scale} scale */
const ends = (rows, { x }) => [rows[0], rows[rows.length - 1]].map(({ version }, at) => svg('text',
  { x: x(version), y: HEIGHT - 6, 'text-anchor': at ? 'end' : 'start', class: 'chances-percent' },
  t`step ${version}`));

/** @param {Scale} scale */
const grid = ({ y }) => [0, 0.5, 1].map((share) => svg('text',
  { x: LEFT - 5, y: y(share) + 4, 'text-anchor': 'end', class: 'chances-percent' }, `${share * 100}%`));
