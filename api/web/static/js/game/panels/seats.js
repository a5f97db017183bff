/** The seats: emblem, name, bot, resigned, to act, and the score after the step on the screen. */

import { fill, h, say, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { heads, line as rowOf } from '../pieces.js';
import { seatName } from '../words.js';

export class SeatList {
  element = h('ol', { class: 'seats' });
  /** @type {SeatRow[]} */
  #rows = [];
  /** @type {number | null} */
  #mine = null;

  /**
   * @param {GameView} view @param {number | null} mine the reader's own seat
   * @param {(seat: number) => Point[] | null} pointsOf
   */
  update(view, mine, pointsOf) {
    if (this.#rows.length !== view.seats.length || this.#mine !== mine) {
      this.#mine = mine;
      this.#rows = view.seats.map((_, seat) => new SeatRow(seat));
      fill(this.element, this.#rows.map((row) => row.element));
    }
    this.#rows.forEach((row, seat) => row.update(view, seat === mine, pointsOf(seat) ?? []));
  }
}

class SeatRow {
  #seat;
  #name = h('span', { class: 'seat-name' });
  #badges = h('span', { class: 'seat-badges' });
  #score = h('span', { class: 'seat-score' });
  #sources = h('tbody');
  #details;
  #key = '';
  /** @type {Point[]} */
  #points = [];

  /** @param {number} seat */
  constructor(seat) {
    this.#seat = seat;
    const summary = h('summary', { class: 'seat-line' }, seatEmblem(seat, 20), this.#name, this.#badges, this.#score);
    this.#details = h('details', { class: 'seat-more', ontoggle: () => this.#drawSources() }, summary,
      h('table', { class: 'seat-sources' }, heads('Points from', 'safe', 'if it ended now'), this.#sources));
    this.element = h('li', { class: 'seat' }, this.#details);
  }

  /** @param {GameView} view @param {boolean} mine @param {Point[]} points */
  update(view, mine, points) {
    const { taken, bot, resigned } = view.seats[this.#seat];
    const acts = view.to_act.includes(this.#seat);
    say(this.#name, taken || bot ? seatName(view.seats, this.#seat) : `Seat ${this.#seat + 1}: free`);
    this.element.classList.toggle('seat-acts', acts);
    this.#drawBadges([acts && ['acts', 'to act'], mine && ['mine', 'you'], bot && ['bot', `${bot} bot`],
      resigned && ['gone', 'resigned']]);
    this.#points = points;
    this.#details.classList.toggle('seat-bare', points.length === 0);
    say(this.#score, points.length ? points.reduce((total, point) => total + point.ifOver, 0) : '');
    this.#drawSources();
  }

  /** @param {any[]} badges each a kind and a text; those that are not truthy are left out */
  #drawBadges(badges) {
    const key = badges.join();
    if (key === this.#key) return;
    this.#key = key;
    fill(this.#badges,
      badges.filter(Boolean).map(([kind, text]) => h('span', { class: `badge badge-${kind}` }, text)));
  }

  #drawSources() {
    if (!this.#details.open) return;
    fill(this.#sources, this.#points.map((point) => rowOf(words(point.source), [point.banked, point.ifOver])));
  }
}
