/** What is shown when a game is over: the result by source, and how anybody can check the game. */

import { ruleButton } from '../../dialogs.js';
import { fill, h, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { heads, line } from '../pieces.js';
import { CLOSED, seatName } from '../words.js';

export class Ending {
  element = h('div', { class: 'ending' });
  /** @type {string | null} */
  #secret = null;

  /** @param {GameView} view @param {string} game */
  update(view, game) {
    const over = view.phase === 'over' || view.phase === 'abandoned';
    if (!over || this.#secret === view.secret) return;
    this.#secret = view.secret;
    fill(this.element, view.result ? resultOf(view.result, view.seats) : h('p', null, CLOSED), check(view, game));
  }
}

/** @param {GameOutcome} result @param {GameSeatView[]} seats */
function resultOf({ places, ending, rules }, seats) {
  const order = [...places].sort((a, b) => a.place - b.place || b.points - a.points);
  return [
    h('p', null, `${words(ending)}. `, rules.map((rule) => ruleButton(rule))),
    h('ol', { class: 'plain ending-places' }, order.map(({ seat, place, points }) => h('li', null,
      h('span', null, `${place}.`), seatEmblem(seat, 16, ''), h('b', null, seatName(seats, seat)),
      h('b', null, points)))),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'Result by source' },
      bySource(order, seats)),
  ];
}

/** @param {GamePlace[]} order @param {GameSeatView[]} seats */
function bySource(order, seats) {
  const sources = [...new Set(order.flatMap((place) => place.sources.map((source) => source.source)))];
  /** @param {GamePlace} place @param {string} name */
  const points = (place, name) => place.sources.find((source) => source.source === name)?.points ?? '';
  return h('table', { class: 'ending-table' },
    heads('Source', ...order.map(({ seat }) => seatEmblem(seat, 16, seatName(seats, seat)))),
    h('tbody', null, sources.map((name) => line(words(name), order.map((place) => points(place, name))))),
    h('tfoot', null, line('All', order.map((place) => place.points))));
}

/** @param {GameView} view @param {string} game */
function check(view, game) {
  return h('details', { class: 'small' }, h('summary', null, 'Check this game yourself'),
    h('p', null,
      'Before the first card was dealt, the service published the commitment below. Now it publishes the secret. ',
      'The SHA-256 of ',
      h('code', null, 'emberlog.commitment'), ' followed by the secret must equal the commitment (',
      ruleButton('GAME-CHANCE-01'),
      '), and every draw can be computed from it (', ruleButton('GAME-CHANCE-03'), ').'),
    h('dl', { class: 'ending-seal' },
      h('dt', null, 'Commitment'), h('dd', null, h('code', null, view.commitment)),
      h('dt', null, 'Secret'), h('dd', null, h('code', null, view.secret ?? 'not published'))),
    h('p', null, 'On a machine with the log: ', h('code', null, `emberlog verify ${game}`), '.'));
}
