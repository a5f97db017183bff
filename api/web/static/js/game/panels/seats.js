/** The players' cards: colour and emblem, name, who is to act, points after the step on the screen, and key figures. */

import { fill, h, say, svg, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { heads, line as rowOf } from '../pieces.js';
import { seatName } from '../words.js';
import { t } from '../../language/language.js';

const COG = 'M12 8.6a3.4 3.4 0 1 0 .01 0ZM10.4 2h3.2l.5 2.6 1.8.8L18.1 4l2.2 2.2-1.4 2.2.7 1.8 2.6.5v3.2l-2.6.5-.7 1.8'
  + ' 1.4 2.2-2.2 2.2-2.2-1.4-1.8.8-.5 2.6h-3.2l-.5-2.6-1.8-.8-2.2 1.4-2.2-2.2 1.4-2.2-.7-1.8L2 13.9v-3.2l2.6-.5.7-1.8'
  + 'L3.9 6.2 6.1 4l2.2 1.4 1.8-.8Z';

/**
 * @typedef {object} SeatReads what a card is made of, besides the view
 * @property {(seat: number) => Point[] | null} points null: they are not known, so the last known ones stay
 * @property {(seat: number) => SeatFact[]} facts
 */

export class SeatList {
  element = h('ol', { class: 'seats' });
  /** Who stands how, on one line: the sheet of a phone has it in its grip, for the cards lie below. */
  strip = h('span', { class: 'seat-strip', 'aria-hidden': 'true' });
  /** @type {SeatRow[]} */
  #rows = [];
  /** @type {number | null} */
  #mine = null;

  /** @param {GameView} view @param {number | null} mine the reader's own seat @param {SeatReads} reads */
  update(view, mine, reads) {
    if (this.#rows.length !== view.seats.length || this.#mine !== mine) this.#layOut(view, mine);
    this.#rows.forEach((row, seat) => row.update(view, seat === mine, reads.points(seat), reads.facts(seat)));
  }

  /** @param {GameView} view @param {number | null} mine */
  #layOut(view, mine) {
    this.#mine = mine;
    this.#rows = view.seats.map((_, seat) => new SeatRow(seat));
    fill(this.element, this.#rows.map((row) => row.element));
    fill(this.strip, this.#rows.map((row) => row.brief));
  }
}

class SeatRow {
  #seat;
  #name = h('span', { class: 'seat-name', translate: 'no' });
  #badges = h('span', { class: 'seat-badges' });
  #facts = h('span', { class: 'seat-facts' });
  #score = h('span', { class: 'seat-score' });
  #total = h('b', null);
  #sources = h('tbody');
  #details;
  #key = '';
  #factsKey = '';
  /** @type {Point[]} */
  #points = [];

  /** @param {number} seat */
  constructor(seat) {
    this.#seat = seat;
    const summary = h('summary', { class: 'seat-line' }, h('span', { class: 'seat-mark' }, seatEmblem(seat, 18)),
      h('span', { class: 'seat-who' }, this.#name, this.#badges, this.#facts), this.#score);
    this.#details = h('details', { class: 'seat-more', ontoggle: () => this.#drawSources() }, summary,
      h('table', { class: 'seat-sources' }, heads('Points from', 'safe', 'if it ended now'), this.#sources));
    this.element = h('li', { class: `seat seat-${seat % 6}` }, this.#details);
    this.brief = h('span', { class: `seat-brief seat-${seat % 6}` }, seatEmblem(seat, 13, ''), this.#total);
  }

  /** @param {GameView} view @param {boolean} mine @param {Point[] | null} points @param {SeatFact[]} facts */
  update(view, mine, points, facts) {
    const { taken, bot, resigned, forfeited } = view.seats[this.#seat];
    const acts = view.to_act.includes(this.#seat);
    say(this.#name, taken || bot ? seatName(view.seats, this.#seat) : t`Seat ${this.#seat + 1}: free`);
    for (const each of [this.element, this.brief]) each.classList.toggle('seat-acts', acts);
    this.#drawBadges([bot && cog(bot), acts && badge('acts', 'to act'), mine && badge('mine', 'you'),
      resigned && badge('gone', forfeited ? 'lost the seat' : 'resigned')],
    [bot, acts, mine, resigned, forfeited].join());
    this.#drawFacts(facts);
    if (points) this.#points = points;
    this.#details.classList.toggle('seat-bare', this.#points.length === 0);
    if (points?.length) {
      const total = points.reduce((sum, point) => sum + point.ifOver, 0);
      for (const each of [this.#score, this.#total]) say(each, String(total).replace('-', '−'));
    }
    this.#drawSources();
  }

  /** @param {(Element | '' | false)[]} badges @param {string} key what they say */
  #drawBadges(badges, key) {
    if (key === this.#key) return;
    this.#key = key;
    fill(this.#badges, badges);
  }

  /** @param {SeatFact[]} facts */
  #drawFacts(facts) {
    const key = JSON.stringify(facts);
    if (key === this.#factsKey) return;
    this.#factsKey = key;
    fill(this.#facts, facts.map(({ label, value, icon }) => h('span', { class: 'seat-fact', title: label },
      icon ? svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: icon })) : null,
      h('b', null, value), h('span', { class: icon ? 'unseen' : '' }, ` ${label}`))));
  }

  #drawSources() {
    if (!this.#details.open) return;
    fill(this.#sources, this.#points.map((point) => rowOf(words(point.source), [point.banked, point.ifOver])));
  }
}

/** @param {string} kind @param {string} text */
const badge = (kind, text) => h('span', { class: `badge badge-${kind}` }, text);

/** The one sign of a bot. @param {string} bot its style */
const cog = (bot) => h('span', { class: 'seat-bot', role: 'img', 'aria-label': t`bot: ${words(bot).toLowerCase()}`,
  title: t`A bot of the service: ${words(bot).toLowerCase()}` },
svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: COG })));
