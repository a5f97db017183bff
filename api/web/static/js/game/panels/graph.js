/**
 * The score over the steps: a line for each seat, or the sources of one seat in layers.
 *
 * Colour is never the only sign: each line has a dash and its seat's emblem, each layer a pattern. All of it can be
 * read as a table.
 */

import { clear, fill, h, say, svg, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { heads, line } from '../pieces.js';
import { sum } from '../replay/tracks.js';
import { seatName } from '../words.js';
import { query } from '../../api.js';
import { Tracks } from '../replay/tracks.js';
import { ahead } from './lines.js';
import { largest } from './moments.js';
import { BOTTOM, HEIGHT, TOP, axes, curvesOf, dash, drawCurves, drawEnds, drawLayers, drawMoments, drawOrigin,
  layersOf, scaleOf, swatch } from './curves.js';
import { t } from '../../language/language.js';

const WIDTH_MIN = 240;
const HEAD = 'query Head($game: ID!) { game(id: $game) { version } }';
const SPECTATOR = /** @type {ViewerInput} */ ({ kind: 'SPECTATOR' });

/**
 * @typedef {import('../replay/store.js').Store} Store
 */

export class Graph {
  #picture = svg('svg', { class: 'graph-picture', role: 'img', height: HEIGHT });
  #cursor = svg('line', { class: 'graph-cursor', y1: TOP, y2: HEIGHT - BOTTOM });
  #legend = h('ul', { class: 'graph-legend plain' });
  #split = h('select', { onchange: () => this.#draw() });
  #safe = h('input', { type: 'checkbox', onchange: () => this.#draw() });
  #ahead = h('input', { type: 'checkbox', onchange: () => this.#draw() });
  /** What happened at the step under the pointer; a screen reader has the log. */
  #says = h('p', { class: 'graph-says small soft', 'aria-hidden': 'true' });
  #origin = h('p', { class: 'small soft', hidden: true });
  #body = h('div', { class: 'graph-table' });
  #rows = h('details', { ontoggle: () => this.#tabulate() }, h('summary', null, 'As a table'), this.#body);
  #waiting = h('p', { class: 'soft' }, 'The score is being read …');
  element = h('div', { class: 'graph' }, this.#waiting, this.#picture, this.#says, this.#legend, this.#origin,
    h('div', { class: 'graph-choices' },
      h('label', null, 'Split by source: ', this.#split),
      h('label', { class: 'check' }, this.#safe, 'only points that cannot be lost'),
      h('label', { class: 'check' }, this.#ahead, 'ahead of the average')),
    this.#rows);
  /** @type {Tracks | null} */
  #tracks = null;
  /** @type {Store | null} */
  #store = null;
  /** @type {GameSeatView[]} */
  #seats = [];
  #at = 1;
  #stale = true;
  /** @type {import('./curves.js').Scale | null} */
  #scale = null;

  /** @type {Point[][]} the points after each step of the game that this one continues, from where it does */
  #before = [];

  /**
   * @param {(version: number) => void} goTo @param {{gameId: string, version: number} | null | undefined} origin
   * @param {AbortSignal} signal
   */
  constructor(goTo, origin, signal) {
    if (origin) this.#read(origin, signal).catch(() => {}); // without it the own lines stand alone
    this.#picture.addEventListener('pointermove', (event) => this.#hover(event));
    this.#picture.addEventListener('pointerleave', () => say(this.#says, ''));
    this.#picture.addEventListener('click', (event) => {
      if (!this.#scale) return;
      goTo(Math.round(this.#scale.step(event.clientX - this.#picture.getBoundingClientRect().left)));
    });
    new ResizeObserver(() => { this.#stale = true; this.#refresh(); }).observe(this.element);
  }

  /**
   * Show these tracks with the cursor at a step.
   * @param {Tracks} tracks @param {Store} store @param {GameSeatView[]} seats @param {number} version
   */
  show(tracks, store, seats, version) {
    this.#at = version;
    if (this.#tracks !== tracks || this.#seats.length !== seats.length) {
      [this.#tracks, this.#store, this.#seats, this.#stale] = [tracks, store, seats, true];
      fill(this.#split, h('option', { value: '' }, 'no, all seats'),
        seats.map((_, seat) => h('option', { value: seat }, seatName(seats, seat))));
    }
    this.#refresh();
    this.#point();
  }

  /** More of the score is known. */
  grown() {
    this.#stale = true;
    this.#refresh();
  }

  /** The points of the game that this one continues. @param {{gameId: string, version: number}} origin
   * @param {AbortSignal} signal */
  async #read({ gameId, version }, signal) {
    const { game } = await query(HEAD, { game: gameId }, { signal });
    const tracks = new Tracks(gameId, SPECTATOR, signal, () => {});
    await tracks.upTo(game.version);
    this.#before = tracks.rows.slice(version - 1);
    this.#origin.hidden = this.#before.length === 0;
    fill(this.#origin, t`Dotted: how the game went that this one continues, from its step ${version} on.`);
    this.grown();
  }

  /** Say what happened at the step under the pointer, and how the seats stood. @param {PointerEvent} event */
  #hover(event) {
    if (!this.#scale || !this.#tracks) return;
    const x = event.clientX - this.#picture.getBoundingClientRect().left;
    const at = Math.min(Math.max(Math.round(this.#scale.step(x)), 1), this.#tracks.rows.length);
    const points = this.#seats.map((_, seat) => (
      `${seatName(this.#seats, seat)} ${this.#tracks?.total(at, seat, this.#safe.checked) ?? 0}`));
    say(this.#says, t`Step ${at}. ${this.#store?.stepAt(at)?.line?.text ?? ''} ${points.join(', ')}`);
  }

  /** The seat whose sources are shown, or null for all seats. */
  get #one() {
    return this.#split.value === '' ? null : Number(this.#split.value);
  }

  #refresh() {
    if (this.#stale && this.#tracks && this.element.offsetParent !== null) this.#draw();
  }

  #draw() {
    const rows = this.#tracks?.rows ?? [];
    const width = Math.max(this.#picture.clientWidth, WIDTH_MIN);
    this.#stale = false;
    this.#waiting.hidden = rows.length > 0;
    this.#picture.toggleAttribute('hidden', rows.length === 0);
    if (!rows.length) return;
    this.#picture.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    if (this.#one === null) this.#drawSeats(rows, width);
    else this.#drawSources(rows, this.#one, width);
    this.#point();
    this.#tabulate();
  }

  /** @param {Point[][]} rows @param {number} width */
  #drawSeats(rows, width) {
    const seats = this.#seats;
    /** @param {Point[][]} points */
    const drawn = (points) => {
      const curves = curvesOf(points, seats.length, this.#safe.checked);
      return this.#ahead.checked ? ahead(curves) : curves;
    };
    const [curves, before] = [drawn(rows), drawn(this.#before)];
    const scale = scaleOf([...curves, ...before.map(({ tops }) => ({ tops: tops.slice(0, rows.length) }))],
      rows.length, width);
    this.#scale = scale;
    clear(this.#picture).append(axes(scale, width), ...drawOrigin(before, scale).filter((each) => each !== false),
      ...drawCurves(curves, scale), ...drawMoments(this.#moments(rows), curves, scale), drawEnds(curves, scale),
      this.#cursor);
    fill(this.#legend,
      seats.map((_, seat) => entry(seat, seatName(seats, seat), seatEmblem(seat, 14, ''), dash(seat))));
  }

  /** The largest changes of turns. @param {Point[][]} rows */
  #moments(rows) {
    /** @param {number} version @param {number} seat */
    const total = (version, seat) => this.#tracks?.total(version, seat, this.#safe.checked) ?? null;
    return largest(total, rows.length, this.#seats.length,
      (version) => Boolean(this.#store?.stepAt(version)?.turn));
  }

  /** @param {Point[][]} rows @param {number} seat @param {number} width */
  #drawSources(rows, seat, width) {
    const layers = layersOf(rows, seat, this.#tracks?.sources(seat) ?? [], this.#safe.checked);
    this.#scale = scaleOf(layers, rows.length, width);
    clear(this.#picture).append(axes(this.#scale, width), ...drawLayers(layers, this.#scale), this.#cursor);
    fill(this.#legend, layers.map((layer, index) => entry(index, words(layer.name), swatch(index))));
  }

  /** Move the cursor to the step, and give the numbers there. */
  #point() {
    if (!this.#scale || !this.#tracks?.rows.length) return;
    const x = String(this.#scale.x(this.#at));
    for (const name of ['x1', 'x2']) this.#cursor.setAttribute(name, x);
    const values = this.#values(this.#tracks);
    const entries = [...this.#legend.children];
    entries.forEach((item, index) => { if (item.lastChild) say(item.lastChild, values[index] ?? ''); });
    const texts = entries.map((item) => item.textContent?.replace(/(-?\d+)$/, ' $1'));
    this.#picture.setAttribute('aria-label', t`Score at step ${this.#at}: ${texts.join(', ')}`);
  }

  /** @param {Tracks} tracks */
  #values(tracks) {
    const points = tracks.at(this.#at) ?? [];
    const one = this.#one;
    const banked = this.#safe.checked;
    if (one === null) return this.#seats.map((_, seat) => sum(points.filter((point) => point.seat === seat), banked));
    return tracks.sources(one).map((source) => (
      sum(points.filter((point) => point.seat === one && point.source === source), banked)));
  }

  #tabulate() {
    const tracks = this.#tracks;
    if (!this.#rows.open || !tracks?.rows.length) return;
    const last = tracks.rows.length;
    /** @param {number} version */
    const turnAt = (version) => this.#store?.stepAt(version)?.turn ?? 0;
    const ends = tracks.rows.map((_, index) => index + 1)
      .filter((version) => version === last || turnAt(version) !== turnAt(version + 1));
    fill(this.#body, h('table', null,
      h('caption', { class: 'soft small' }, 'At the end of each turn, if the game had ended then'),
      heads('Turn', 'Step', ...this.#seats.map((_, seat) => seatName(this.#seats, seat))),
      h('tbody', null, ends.map((version) => line(turnAt(version),
        [version, ...this.#seats.map((_, seat) => tracks.total(version, seat, this.#safe.checked))])))));
  }
}

/**
 * An entry of the legend; its number is filled in later.
 * @param {number} index @param {string} name @param {Element[]} signs
 */
const entry = (index, name,
  ...signs) => h('li', { class: `seat-${index % 6}` }, signs, h('span', null, name), h('b', null));
