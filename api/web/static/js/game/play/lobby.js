// The table before the game begins: free seats, taking and leaving one, bots, and beginning. The service decides who may do what.

import { command, me, newId, register } from '../../api.js';
import { clear, fill, h } from '../../dom.js';
import { seatMark } from '../../boards/kit.js';
import { button, trouble } from '../pieces.js';
import { seatName } from '../words.js';

const TEXTS = {
  take: 'mutation Take($game: ID!, $id: ID!, $seat: Int) { takeSeat(game: $game, commandId: $id, seat: $seat) { ...Answer } }',
  leave: 'mutation Leave($game: ID!, $id: ID!, $seat: Int!) { leaveSeat(game: $game, commandId: $id, seat: $seat) { ...Answer } }',
  bot: `mutation Bot($game: ID!, $id: ID!, $seat: Int!, $bot: String! = "") {
    seatBot(game: $game, commandId: $id, seat: $seat, bot: $bot) { ...Answer } }`,
  begin: 'mutation Begin($game: ID!, $id: ID!) { beginGame(game: $game, commandId: $id) { ...Answer } }',
};

/**
 * @param {{game: string, bots: () => string[], mine: () => number | null, host: () => boolean, signal: AbortSignal, changed: () => void,
 *   copy: () => void}} table
 */
export function makeLobby(table) {
  const problems = h('div', { role: 'alert' });
  const body = h('div');
  const element = h('section', { class: 'lobby panel', hidden: true, 'aria-label': 'Before the game begins' },
    h('h2', null, 'Before the game begins'), problems, body);
  let drawn = '';

  async function ask(kind, variables = {}) {
    clear(problems);
    try {
      const answer = await command(TEXTS[kind], { game: table.game, id: newId(), ...variables }, { signal: table.signal });
      if (answer.__typename === 'CommandAccepted') table.changed();
      else fill(problems, trouble(answer.text, answer.rules));
    } catch (problem) {
      if (!table.signal.aborted) fill(problems, trouble(problem.message));
    }
  }

  /** Somebody without a token becomes somebody first. */
  async function sit(seat) {
    if (await me().catch(() => null)) { ask('take', { seat }); return; }
    const name = h('input', { type: 'text', maxlength: 40, required: true, autocomplete: 'nickname' });
    const form = h('form', { class: 'row', onsubmit: async (event) => {
      event.preventDefault();
      try {
        // The page may be shown anew for the new person meanwhile; the seat is asked for all the same.
        await register(name.value.trim());
        await command(TEXTS.take, { game: table.game, id: newId(), seat });
        table.changed();
      } catch (problem) {
        fill(problems, trouble(problem.message));
      }
    } }, h('label', null, 'Your name: ', name), h('button', { type: 'submit', class: 'primary' }, `Sit down on seat ${seat + 1}`));
    fill(problems, form);
    name.focus();
  }

  /** A seat; `now`: it is as it stands, not as it stood at an earlier step. */
  function row(view, seat, now) {
    const it = view.seats[seat];
    const [mine, host] = [table.mine(), table.host()];
    const free = !it.taken && !it.bot;
    const bots = h('select', { 'aria-label': `Bot for seat ${seat + 1}` },
      [...table.bots()].reverse().map((bot) => h('option', { value: bot }, `${bot} bot`)));
    const tag = (text) => h('span', { class: 'tag' }, text);
    return h('li', { class: 'lobby-seat' }, seatMark(seat, 20, ''),
      h('span', { class: 'lobby-name' }, free ? `Seat ${seat + 1} is free` : seatName(view.seats, seat),
        it.bot && tag(`${it.bot} bot`), !free && seat === mine && tag('you')),
      now && [
        free && mine === null && button('Sit here', () => sit(seat), { class: 'primary' }),
        free && host && h('span', { class: 'row' }, bots, button('Seat a bot', () => ask('bot', { seat, bot: bots.value }))),
        (seat === mine || (it.bot && host)) && button(seat === mine ? 'Stand up' : 'Remove', () => ask('leave', { seat }))]);
  }

  /** What can be done at the table as a whole. */
  function choices(view) {
    const free = view.seats.filter((seat) => !seat.taken && !seat.bot).length;
    return [
      h('div', { class: 'row' },
        table.host() && button('Begin the game', () => ask('begin'), { class: 'primary', disabled: free > 0 }),
        button('Copy the link to this table', () => table.copy())),
      h('p', { class: 'soft small' }, free > 0 ? 'The game can begin when no seat is free.'
        : `All seats are taken${table.host() ? '.' : '; the host begins the game.'}`)];
  }

  function past() {
    return h('p', { class: 'soft small' }, 'The table as it stood at this step. The last step shows it as it stands.');
  }

  return {
    element,
    /** @param {object} view  @param {boolean} now whether it is the table as it stands: at an earlier step there is nothing to do any more */
    update(view, now) {
      element.hidden = view.phase !== 'open';
      const key = element.hidden ? '' : JSON.stringify([view.seats, table.mine(), table.host(), table.bots().length, now]);
      if (key === drawn) return;
      drawn = key;
      if (!now) clear(problems);
      if (element.hidden) { clear(body); return; }
      fill(body, h('ol', { class: 'plain lobby-seats' }, view.seats.map((_, seat) => row(view, seat, now))), now ? choices(view) : past());
    },
  };
}
