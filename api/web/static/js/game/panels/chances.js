/** Win chances over the steps: a line for each seat within its uncertainty, and the moments that changed most. */

import { query } from '../../api.js';
import { clear, fill, h, listed, svg } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { button } from '../pieces.js';
import { seatName } from '../words.js';
import { BOTTOM, HEIGHT, LEFT, RIGHT, TOP } from './curves.js';

const WIDTH = 360;
const PAGE = 500;
const BAND_ERRORS = 2;
const ABOUT = 'What spectators can know decides: bots play on from here many times, and hidden cards are dealt anew.';
const OWN_GAME = 'Win chances appear here when the game is over. They rest on what spectators know, and you know more.';
const CHANCES = `query Chances($game: ID!, $first: Int!) { game(id: $game) {
  winChances(first: $first) { edges { node { version playouts costMs seats { seat share standardError } } } }
  keyMoments(first: 5) { after seat change step { version line { text } } } } }`;

/**
 * @typedef {{seat: number, share: number, standardError: number}} Chance
 * @typedef {{version: number, playouts: number, costMs: number, seats: Chance[]}} Row
 * @typedef {{after: number, seat: number, change: number, step: {version: number, line: {text: string} | null}}} Moment
 * @typedef {{x: (version: number) => number, y: (share: number) => number}} Scale
 */

export class Chances {
  #picture = svg('svg', { class: 'graph-picture', role: 'img', viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  #now = h('p', { class: 'small' });
  #moments = h('ol', { class: 'plain' });
  #about = h('p', { class: 'soft small' });
  element = h('section', { class: 'graph', 'aria-label': 'Win chances', hidden: true },
    h('h3', null, 'Win chances'), this.#picture, this.#now, this.#moments, this.#about);
  /** @type {Row[]} */
  #rows = [];
  #turn = -1;
  #game;
  #goTo;
  #signal;

  /** @param {string} game @param {(version: number) => void} goTo @param {AbortSignal} signal */
  constructor(game, goTo, signal) {
    this.#game = game;
    this.#goTo = goTo;
    this.#signal = signal;
  }

  /** @param {GameView} view @param {number} at @param {boolean} plays whether the reader plays now */
  async show(view, at, plays) {
    if (plays) { this.#explain(); return; }
    if (this.#turn !== view.turn || view.result) await this.#load(view).catch(() => {});
    this.#point(view, at);
  }

  #explain() {
    this.element.hidden = false;
    this.#picture.toggleAttribute('hidden', true);
    fill(this.#about, OWN_GAME);
  }

  /** @param {GameView} view */
  async #load(view) {
    const settled = this.#rows.length > 0 && this.#rows[this.#rows.length - 1].playouts === 0;
    if (settled) return;
    this.#turn = view.turn;
    const { game } = await query(CHANCES, { game: this.#game, first: PAGE }, { signal: this.#signal });
    this.#rows = game.winChances.edges.map((/** @type {{node: Row}} */ edge) => edge.node);
    this.#draw(view, game.keyMoments);
  }

  /** @param {GameView} view @param {Moment[]} moments */
  #draw(view, moments) {
    const rows = this.#rows;
    this.element.hidden = rows.length < 2;
    if (rows.length < 2) return;
    this.#picture.toggleAttribute('hidden', false);
    const scale = scaleOf(rows);
    clear(this.#picture).append(...view.seats.map((_, seat) => lineOf(rows, seat, scale)),
      ...rows.map((row) => this.#dot(row, scale, view)), ...grid(scale));
    fill(this.#moments, moments.map((moment) => this.#moment(moment, view)));
    const playouts = Math.max(...rows.map((row) => row.playouts));
    const seconds = rows.reduce((total, row) => total + row.costMs, 0) / 1000;
    fill(this.#about, `${ABOUT} ${playouts} playouts a step, ${seconds.toFixed(1)} s of processor time in all. `
      + 'Bands: two standard errors.');
  }

  /** A strip that answers to the pointer. @param {Row} row @param {Scale} scale @param {GameView} view */
  #dot(row, scale, view) {
    const strip = svg('rect', { x: scale.x(row.version) - 4, y: TOP, width: 8, height: HEIGHT - TOP - BOTTOM,
      class: 'chances-strip' }, svg('title', null, `Step ${row.version}: ${inWords(row, view)}`));
    strip.addEventListener('click', () => this.#goTo(row.version));
    return strip;
  }

  /** @param {Moment} moment @param {GameView} view */
  #moment({ seat, change, step }, view) {
    const percent = Math.round(Math.abs(change) * 100);
    return h('li', null, button([seatEmblem(seat, 16, seatName(view.seats, seat)),
      h('b', { class: change < 0 ? 'moment-loss' : 'moment-gain' }, `${change < 0 ? '−' : '+'}${percent} %`),
      h('span', null, step.line?.text ?? `Step ${step.version}`)], () => this.#goTo(step.version),
    { class: 'moment', title: `Go to step ${step.version}` }));
  }

  /** @param {GameView} view @param {number} at */
  #point(view, at) {
    const row = this.#rows.filter((each) => each.version <= at).at(-1) ?? this.#rows[0];
    if (!row) return;
    fill(this.#now, `After step ${row.version}: ${inWords(row, view)}`);
    this.#picture.setAttribute('aria-label', `Win chances after step ${row.version}: ${inWords(row, view)}`);
  }
}

/** @param {Row} row @param {GameView} view */
const inWords = (row, view) => listed(row.seats.map(({ seat, share, standardError }) => (
  `${seatName(view.seats, seat)} ${Math.round(share * 100)} % ± ${Math.round(standardError * BAND_ERRORS * 100)}`)));

/** @param {Row[]} rows @returns {Scale} */
function scaleOf(rows) {
  const [first, last] = [rows[0].version, rows[rows.length - 1].version];
  return {
    x: (version) => LEFT + ((version - first) * (WIDTH - LEFT - RIGHT)) / Math.max(last - first, 1),
    y: (share) => TOP + (1 - Math.min(Math.max(share, 0), 1)) * (HEIGHT - TOP - BOTTOM),
  };
}

/** @param {Row[]} rows @param {number} seat @param {Scale} scale */
function lineOf(rows, seat, { x, y }) {
  /** @param {Row} row @param {number} errors */
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

/** @param {Scale} scale */
const grid = ({ y }) => [0, 0.5, 1].map((share) => svg('text',
  { x: LEFT - 5, y: y(share) + 4, 'text-anchor': 'end', class: 'chances-percent' }, `${share * 100}%`));
