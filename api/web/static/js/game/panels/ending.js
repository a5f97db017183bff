// What is shown when a game is over: the result by source, and how anybody can check the game. Decides no place and adds no points.

import { ruleButton } from '../../dialogs.js';
import { fill, h, words } from '../../dom.js';
import { seatMark } from '../../boards/kit.js';
import { heads, line } from '../pieces.js';
import { seatName } from '../words.js';

export function makeEnding() {
  const element = h('div', { class: 'ending' });
  let drawn = null;

  return {
    element,
    /** @param {object} view @param {string} game */
    update(view, game) {
      const over = view.phase === 'over' || view.phase === 'abandoned';
      if (!over || drawn === view.secret) return;
      drawn = view.secret;
      fill(element, view.result ? result(view) : h('p', null, 'The table was closed without a result.'), check(view, game));
    },
  };
}

function result({ result: { places, ending, rules }, seats }) {
  const sources = [...new Set(places.flatMap((place) => place.sources.map((source) => source.source)))];
  const order = [...places].sort((a, b) => a.place - b.place || b.points - a.points);
  const points = (place, name) => place.sources.find((source) => source.source === name)?.points ?? '';
  return [
    h('p', null, `${words(ending)}. `, rules.map((rule) => ruleButton(rule))),
    h('ol', { class: 'plain ending-places' }, order.map(({ seat, place, points: all }) => h('li', null,
      h('span', null, `${place}.`), seatMark(seat, 16, ''), h('b', null, seatName(seats, seat)), h('b', null, all)))),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'Result by source' }, h('table', { class: 'ending-table' },
      heads('Source', ...order.map(({ seat }) => seatMark(seat, 16, seatName(seats, seat)))),
      h('tbody', null, sources.map((name) => line(words(name), order.map((place) => points(place, name))))),
      h('tfoot', null, line('All', order.map((place) => place.points))))),
  ];
}

function check(view, game) {
  return h('details', { class: 'small' }, h('summary', null, 'Check this game yourself'),
    h('p', null, 'Before the first card was dealt, the chance was sealed under the commitment below; now the secret is open. SHA-256 of ',
      h('code', null, 'emberlog.commitment'), ' followed by the secret must give the commitment (', ruleButton('GAME-CHANCE-01'),
      '), and every draw can be computed again (', ruleButton('GAME-CHANCE-03'), ').'),
    h('dl', { class: 'ending-seal' },
      h('dt', null, 'Commitment'), h('dd', null, h('code', null, view.commitment)),
      h('dt', null, 'Secret'), h('dd', null, h('code', null, view.secret ?? 'not open'))),
    h('p', null, 'On a machine with the log: ', h('code', null, `emberlog verify ${game}`), '.'));
}
