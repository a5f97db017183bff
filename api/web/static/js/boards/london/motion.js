/**
 * What moves on London's board: cards fly from place to place, gains rise from the purse, poverty falls on its tray.
 * Everything is drawn in a layer of its own over the board, within the time of a step.
 */

import { lessMotion, svg } from '../../dom.js';
import { appear } from '../kit.js';

const FLIGHT_MS = 620;
const FLIGHTS_MAX = 12;
const PATHS_MAX = 6;
/** The part of a step's time that a motion takes. */
const SHARE = 0.75;

/** @typedef {{x: number, y: number, w: number, h: number}} Box in px of the board */
/** @typedef {{card: string, place: string, from: Box}} Move */

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
  if (!before) return () => {};
  const stage = new Stage(board, layer);
  const moves = movesOf(stage, before, now);
  const cubes = before.seats.map((seat) => stage.cubesOf(seat.seat).length);
  if (moves.length > FLIGHTS_MAX) return () => {};
  return ({ ms = 0, moving }) => {
    const time = ms ? Math.min(1100, ms * SHARE) : FLIGHT_MS;
    stage.measure();
    for (const move of moves.slice(0, PATHS_MAX)) stage.path(move);
    if (!moving || lessMotion()) return;
    for (const move of moves) stage.fly(move, time);
    for (const seat of hiddenDraws(before, now, moves)) stage.draw(seat, time);
    gains(stage, before, now, time);
    now.seats.forEach(({ seat }) => stage.drop(seat, cubes[seat], time));
    for (const place of now.boroughs) marker(stage, before, place, time);
    for (const glow of board.querySelectorAll('.lon-stack.is-now .lon-glow')) appear(glow, time);
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

/**
 * Seats that took a card of the deck that these eyes cannot know.
 * @param {LondonView} before @param {LondonView} now @param {Move[]} moves
 */
function hiddenDraws(before, now, moves) {
  if (now.deck_count >= before.deck_count) return [];
  return now.seats.filter(({ seat, hand_count: count }) => count > before.seats[seat].hand_count
    && !moves.some(({ place }) => place === `hand:${seat}`)).map(({ seat }) => seat);
}

/** What a seat gained or lost rises from its purse. @param {Stage} stage @param {LondonView} before
 * @param {LondonView} now @param {number} time */
function gains(stage, before, now, time) {
  now.seats.forEach((seat) => gainsOf(stage, before.seats[seat.seat], seat, time));
}

/**
 * @param {Stage} stage @param {LondonView['seats'][number]} was @param {LondonView['seats'][number]} seat
 * @param {number} time
 */
function gainsOf(stage, was, seat, time) {
  stage.rise(`money:${seat.seat}`, seat.money - was.money, '£', time);
  stage.rise(`vp:${seat.seat}`, seat.vp - was.vp, '★', time);
  stage.rise(`poverty:${seat.seat}`, seat.poverty - was.poverty, '■', time);
}

/** A building or an Underground marker comes to its borough. @param {Stage} stage @param {LondonView} before
 * @param {LondonBoroughView} place @param {number} time */
function marker(stage, before, place, time) {
  const was = before.boroughs.find(({ borough }) => borough === place.borough);
  if (!was) return;
  if (was.owner !== place.owner && place.owner !== null) stage.bring(`markers_left:${place.owner}`, place.borough,
    time);
  else if (was.underground !== place.underground) stage.bring('underground', place.borough, time);
}

/** The board and the layer over it, measured in px of the board. */
class Stage {
  #board;
  #layer;
  #origin;

  /** @param {Element} board @param {SVGElement} layer */
  constructor(board, layer) {
    this.#board = board;
    this.#layer = layer;
    this.#origin = layer.getBoundingClientRect();
  }

  measure() {
    this.#origin = this.#layer.getBoundingClientRect();
  }

  /** @param {string} selector @returns {Box | null} */
  boxOf(selector) {
    const element = this.#board.querySelector(selector);
    return element ? this.#box(element) : null;
  }

  /** @param {Element} element @returns {Box | null} */
  #box(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width ? { x: left - this.#origin.left, y: top - this.#origin.top, w: width, h: height } : null;
  }

  /** @param {number} seat */
  cubesOf(seat) {
    return [...this.#board.querySelectorAll(`[data-part="poverty:${seat}"] .lon-cube`)];
  }

  /** Where a card lies now: itself, or the pile that covers it. @param {Move} move */
  #target({ card, place }) {
    return this.#board.querySelector(`[data-card="${card}"]`) ?? this.#board.querySelector(`[data-part="${place}"]`);
  }

  /** The way of a card, which stays until the next step. @param {Move} move */
  path(move) {
    const target = this.#target(move);
    const to = target && this.#box(target);
    if (!to) return;
    const [x1, y1] = middle(move.from);
    const [x2, y2] = middle(to);
    if (Math.hypot(x2 - x1, y2 - y1) < 40) return;
    const bend = Math.min(60, Math.abs(x2 - x1) * 0.18 + 14);
    const d = `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`;
    this.#layer.append(svg('path', { class: 'lon-way-halo', d }), svg('path', { class: 'lon-way', d }),
      svg('circle', { class: 'lon-way-end', cx: x2, cy: y2, r: 5 }));
  }

  /** @param {Move} move @param {number} time */
  fly(move, time) {
    const target = this.#target(move);
    const to = target && this.#box(target);
    if (!target || !to) return;
    const copy = /** @type {SVGElement} */ (target.cloneNode(true));
    for (const each of [copy, ...copy.querySelectorAll('*')]) for (const name of ['data-spot', 'data-part',
      'data-card', 'tabindex', 'role', 'aria-label', 'transform']) if (each === copy
        || name !== 'transform') each.removeAttribute(name);
    copy.removeAttribute('class');
    const scale = Math.max(0.2, Math.min(3, move.from.w / to.w));
    this.#travel(copy, `translate(${move.from.x}px, ${move.from.y}px) scale(${scale})`,
      `translate(${to.x}px, ${to.y}px)`, time);
    target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
  }

  /** The back of a card comes from the deck to a hand. @param {number} seat @param {number} time */
  draw(seat, time) {
    this.#carry('[data-part="deck"]', `[data-part="hand:${seat}"]`,
      svg('rect', { class: 'lon-flying', width: 30, height: 42, rx: 3 }), time);
  }

  /** @param {string} part @param {string} borough @param {number} time */
  bring(part, borough, time) {
    this.#carry(`[data-part="${part}"]`, `[data-part="borough:${borough}"]`,
      svg('circle', { class: 'lon-marker', r: 11 }), time);
  }

  /** @param {string} whence @param {string} where @param {SVGElement} piece @param {number} time */
  #carry(whence, where, piece, time) {
    const [from, to] = [this.boxOf(whence), this.boxOf(where)];
    if (!from || !to) return;
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    this.#travel(piece, `translate(${x1}px, ${y1}px)`, `translate(${x2}px, ${y2}px)`, time);
  }

  /** @param {SVGElement} piece @param {string} from @param {string} to @param {number} time */
  #travel(piece, from, to, time) {
    this.#layer.append(piece);
    const flight = piece.animate([{ transform: from }, { transform: to }],
      { duration: time, easing: 'cubic-bezier(.4,0,.2,1)' });
    flight.onfinish = flight.oncancel = () => piece.remove();
  }

  /**
   * A figure that rises and fades. @param {string} part @param {number} change @param {string} unit
   * @param {number} time
   */
  rise(part, change, unit, time) {
    const box = change ? this.boxOf(`[data-part="${part}"]`) : null;
    if (!box) return;
    const [x, y] = middle(box);
    const text = svg('text', { class: `lon-gain${(change > 0) === (unit === '■') ? ' is-loss' : ''}`, x, y },
      `${change > 0 ? '+' : '−'}${unit === '£' ? '£' : ''}${Math.abs(change)}${unit === '£' ? '' : ' ' + unit}`);
    this.#layer.append(text);
    const rising = text.animate([{ translate: '0 4px', opacity: 0 },
      { translate: '0 16px', opacity: 1, offset: 0.25 }, { translate: '0 26px', opacity: 1, offset: 0.8 },
      { translate: '0 32px', opacity: 0 }], { duration: time * 1.25 });
    rising.onfinish = () => text.remove();
    rising.oncancel = () => text.remove();
  }

  /** New cubes fall on the tray one by one. @param {number} seat @param {number} before @param {number} time */
  drop(seat, before, time) {
    const cubes = this.cubesOf(seat).slice(before);
    const each = Math.min(260, time * 0.5);
    cubes.forEach((cube, at) => cube.animate([{ translate: '0 -46px', opacity: 0 },
      { translate: '0 -40px', opacity: 1, offset: 0.1 }, { translate: '0 0', opacity: 1 }],
      { duration: each, delay: (at * (time - each)) / cubes.length, easing: 'cubic-bezier(.5,0,1,.8)',
        fill: 'backwards' }));
  }
}

/** @param {Box} box @returns {[x: number, y: number]} */
const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
