/** What flies on London's board: cards from place to place, gains out of the purse, poverty onto its tray. */

import { svg } from '../../dom.js';
import { appear } from '../kit.js';
import { middle } from './motion.js';

/** @typedef {import('./motion.js').Move} Move */
/** @typedef {{before: LondonView, now: LondonView, moves: Move[], cubes: number[], time: number}} Moved */

/** Let everything fly that has moved. @param {import('./motion.js').Stage} stage @param {Moved} moved */
export function flown(stage, { before, now, moves, cubes, time }) {
  const flights = new Flights(stage);
  for (const move of moves) flights.fly(move, time);
  for (const seat of hiddenDraws(before, now, moves)) flights.draw(seat, time);
  gains(flights, before, now, time);
  now.seats.forEach(({ seat }) => flights.drop(seat, cubes[seat], time));
  for (const place of now.boroughs) marker(flights, before, place, time);
  for (const glow of stage.board.querySelectorAll('.lon-stack.is-now .lon-glow')) appear(glow, time);
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

/** What a seat gained or lost rises from its purse. @param {Flights} flights @param {LondonView} before
 * @param {LondonView} now @param {number} time */
function gains(flights, before, now, time) {
  now.seats.forEach((seat) => gainsOf(flights, before.seats[seat.seat], seat, time));
}

/**
 * @param {Flights} flights @param {LondonView['seats'][number]} was @param {LondonView['seats'][number]} seat
 * @param {number} time
 */
function gainsOf(flights, was, seat, time) {
  flights.rise(`money:${seat.seat}`, seat.money - was.money, '£', time);
  flights.rise(`vp:${seat.seat}`, seat.vp - was.vp, '★', time);
  flights.rise(`poverty:${seat.seat}`, seat.poverty - was.poverty, '■', time);
}

/** A building or an Underground marker comes to its borough. @param {Flights} flights @param {LondonView} before
 * @param {LondonBoroughView} place @param {number} time */
function marker(flights, before, place, time) {
  const was = before.boroughs.find(({ borough }) => borough === place.borough);
  if (!was) return;
  if (was.owner !== place.owner && place.owner !== null) flights.bring(`markers_left:${place.owner}`, place.borough,
    time);
  else if (was.underground !== place.underground) flights.bring('underground', place.borough, time);
}

class Flights {
  #stage;

  /** @param {import('./motion.js').Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** @param {Move} move @param {number} time */
  fly(move, time) {
    const target = this.#stage.target(move);
    const to = target && this.#stage.place(target);
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
    const [from, to] = [this.#stage.boxOf(whence), this.#stage.boxOf(where)];
    if (!from || !to) return;
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    this.#travel(piece, `translate(${x1}px, ${y1}px)`, `translate(${x2}px, ${y2}px)`, time);
  }

  /** @param {SVGElement} piece @param {string} from @param {string} to @param {number} time */
  #travel(piece, from, to, time) {
    this.#stage.layer.append(piece);
    const flight = piece.animate([{ transform: from }, { transform: to }],
      { duration: time, easing: 'cubic-bezier(.4,0,.2,1)' });
    flight.onfinish = flight.oncancel = () => piece.remove();
  }

  /**
   * A figure that rises and fades. @param {string} part @param {number} change @param {string} unit
   * @param {number} time
   */
  rise(part, change, unit, time) {
    const box = change ? this.#stage.boxOf(`[data-part="${part}"]`) : null;
    if (!box) return;
    const [x, y] = middle(box);
    const text = svg('text', { class: `lon-gain${(change > 0) === (unit === '■') ? ' is-loss' : ''}`, x, y },
      `${change > 0 ? '+' : '−'}${unit === '£' ? '£' : ''}${Math.abs(change)}${unit === '£' ? '' : ' ' + unit}`);
    this.#stage.layer.append(text);
    const rising = text.animate([{ translate: '0 4px', opacity: 0 },
      { translate: '0 16px', opacity: 1, offset: 0.25 }, { translate: '0 26px', opacity: 1, offset: 0.8 },
      { translate: '0 32px', opacity: 0 }], { duration: time * 1.25 });
    rising.onfinish = () => text.remove();
    rising.oncancel = () => text.remove();
  }

  /** New cubes fall on the tray one by one. @param {number} seat @param {number} before @param {number} time */
  drop(seat, before, time) {
    const cubes = this.#stage.cubesOf(seat).slice(before);
    const each = Math.min(260, time * 0.5);
    cubes.forEach((cube, at) => cube.animate([{ translate: '0 -46px', opacity: 0 },
      { translate: '0 -40px', opacity: 1, offset: 0.1 }, { translate: '0 0', opacity: 1 }],
      { duration: each, delay: (at * (time - each)) / cubes.length, easing: 'cubic-bezier(.5,0,1,.8)',
        fill: 'backwards' }));
  }
}
