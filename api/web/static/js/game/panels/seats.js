// Who sits where: mark, name, bot, resigned, to act, and the score after the step that is shown. Decides nothing.

import { fill, h, say, words } from '../../dom.js';
import { seatMark } from '../../boards/kit.js';
import { heads, line as tableLine } from '../pieces.js';
import { seatName } from '../words.js';

/** @param {number | null} mine the caller's own seat */
export function makeSeats() {
  const element = h('ol', { class: 'seats' });
  let rows = [];
  let mine = null;

  function row(seat) {
    const name = h('span', { class: 'seat-name' });
    const badges = h('span', { class: 'seat-badges' });
    const score = h('span', { class: 'seat-score' });
    const body = h('tbody');
    const line = h('summary', { class: 'seat-line' }, seatMark(seat, 20), name, badges, score);
    const more = h('details', { class: 'seat-more', ontoggle: () => sources(made) }, line,
      h('table', { class: 'seat-sources' }, heads('Points from', 'safe', 'if it ended now'), body));
    const item = h('li', { class: 'seat' }, more);
    const made = { seat, item, name, badges, score, more, body, shown: '', points: [] };
    return made;
  }

  function sources(made) {
    if (!made.more.open) return;
    fill(made.body, made.points.map((point) => tableLine(words(point.source), [point.banked, point.ifOver])));
  }

  return {
    element,
    /** @param {object} view @param {{points: (seat: number) => object[] | null, mine: number | null}} known */
    update(view, known) {
      if (rows.length !== view.seats.length || mine !== known.mine) {
        mine = known.mine;
        rows = view.seats.map((_, seat) => row(seat));
        fill(element, rows.map((each) => each.item));
      }
      for (const made of rows) {
        const { seat } = made;
        const it = view.seats[seat];
        say(made.name, it.taken || it.bot ? seatName(view.seats, seat) : `Seat ${seat + 1}: free`);
        const acts = view.to_act.includes(seat);
        const badges = [
          acts && ['acts', 'to act'], seat === mine && ['mine', 'you'], it.bot && ['bot', `${it.bot} bot`],
          it.resigned && ['gone', 'resigned'],
        ].filter(Boolean);
        const shown = badges.join();
        if (shown !== made.shown) {
          made.shown = shown;
          made.item.classList.toggle('seat-acts', acts);
          fill(made.badges, badges.map(([kind, text]) => h('span', { class: `badge badge-${kind}` }, text)));
        }
        made.points = known.points(seat) ?? [];
        made.more.classList.toggle('seat-bare', made.points.length === 0);
        say(made.score, made.points.length ? made.points.reduce((all, point) => all + point.ifOver, 0) : '');
        sources(made);
      }
    },
  };
}
