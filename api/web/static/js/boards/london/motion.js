/**
 * What has moved on London's board, and the ways of cards, which stay until the next step. What flies is loaded with
 * the first step that moves. Everything is drawn in a layer of its own over the board, within the time of a step.
 */

import { lessMotion, svg } from '../../dom.js';

const FLIGHT_MS = 620;
const FLIGHTS_MAX = 12;
const PATHS_MAX = 6;
/** The part of a step's time that a motion takes. */
const SHARE = 0.75;

/** @typedef {{x: number, y: number, w: number, h: number}} Box in px of the board */
/** @typedef {{card: string, place: string, from: Box}} Move */

/** What a layer shows. @type {WeakMap<SVGElement, Stage>} */
const latest = new WeakMap();

/**
 * Where every card that these eyes know lies in a view.
 * @param {LondonView | null} position @returns {Map<string, string>} card -> a word for its place
 */
export function placesOf(position) {
  const places = new Map();
  if (!position) return places;
  for (const seat of position.seats) {
    for (const card of seat.hand) places.set(card, `hand:${seat.seat}`);
    for (const [at, { cards }] of seat.stacks.entries())
      for (const card of cards) places.set(card, `stack:${seat.seat}:${at}`);
  }
  for (const slot of position.display) if (slot.card) places.set(slot.card, `slot:${slot.row}:${slot.slot}`);
  for (const card of position.discard) places.set(card, 'discard');
  for (const card of position.turn.looked) places.set(card, 'looked');
  return places;
}

/**
 * Measure what is about to move; call what is returned when the board has been drawn anew.
 * @param {Element} board @param {SVGElement} layer @param {LondonView | null} before @param {LondonView} now
 * @returns {(how: {ms: number | undefined, moving: boolean}) => void}
 */
export function watchMoves(board, layer, before, now) {
  layer.replaceChildren();
  latest.delete(layer);
  if (!before) return () => {};
  const stage = new Stage(board, layer);
  latest.set(layer, stage);
  const moves = movesOf(stage, before, now);
  const cubes = before.seats.map((seat) => stage.cubesOf(seat.seat).length);
  if (moves.length > FLIGHTS_MAX) return () => {};
  return ({ ms = 0, moving }) => {
    const time = ms ? Math.min(1100, ms * SHARE) : FLIGHT_MS;
    stage.measure();
    for (const move of moves.slice(0, PATHS_MAX)) stage.path(move);
    if (!moving || lessMotion()) return;
    import('./flights.js').then(({ flown }) => {
      if (latest.get(layer) === stage) flown(stage, { before, now, moves, cubes, time });
    }, () => {}); // the ways are drawn without it
  };
}

/** @param {Stage} stage @param {LondonView} before @param {LondonView} now @returns {Move[]} */
function movesOf(stage, before, now) {
  const was = placesOf(before);
  /** @type {Move[]} */
  const moves = [];
  for (const [card, place] of placesOf(now)) {
    const from = was.get(card);
    if (place === from) continue;
    const box = from === undefined ? stage.boxOf('[data-part="deck"]') : stage.boxOf(`[data-card="${card}"]`);
    if (box) moves.push({ card, place, from: box });
  }
  return moves;
}

/** The board and the layer over it, measured in px of the board. */
export class Stage {
  board;
  layer;
  #origin;

  /** @param {Element} board @param {SVGElement} layer */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    this.#origin = layer.getBoundingClientRect();
  }

  measure() {
    this.#origin = this.layer.getBoundingClientRect();
  }

  /** @param {string} selector @returns {Box | null} */
  boxOf(selector) {
    const element = this.board.querySelector(selector);
    return element ? this.place(element) : null;
  }

  /** @param {Element} element @returns {Box | null} */
  place(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width ? { x: left - this.#origin.left, y: top - this.#origin.top, w: width, h: height } : null;
  }

  /** @param {number} seat */
  cubesOf(seat) {
    return [...this.board.querySelectorAll(`[data-part="poverty:${seat}"] .lon-cube`)];
  }

  /** Where a card lies now: itself, or the pile that covers it. @param {Move} move */
  target({ card, place }) {
    return this.board.querySelector(`[data-card="${card}"]`) ?? this.board.querySelector(`[data-part="${place}"]`);
  }

  /** The way of a card, which stays until the next step. @param {Move} move */
  path(move) {
    const target = this.target(move);
    const to = target && this.place(target);
    if (!to) return;
    const [x1, y1] = middle(move.from);
    const [x2, y2] = middle(to);
    if (Math.hypot(x2 - x1, y2 - y1) < 40) return;
    const bend = Math.min(60, Math.abs(x2 - x1) * 0.18 + 14);
    const d = `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`;
    this.layer.append(svg('path', { class: 'lon-way-halo', d }), svg('path', { class: 'lon-way', d }),
      svg('circle', { class: 'lon-way-end', cx: x2, cy: y2, r: 5 }));
  }

}

/** @param {Box} box @returns {[x: number, y: number]} */
export const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
