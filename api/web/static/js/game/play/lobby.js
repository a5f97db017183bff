/**
 * The game before it begins: free seats, taking and leaving one, bots, and beginning. The service decides who may do
 * what.
 */

import { me } from '../../api.js';
import { command, newId, register } from '../../api/commands.js';
import { clear, fill, h } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { addressOf, seatName } from '../words.js';
import { t } from '../../language/language.js';

const TAKE = `mutation Take($game: ID!, $id: ID!, $seat: Int) {
  takeSeat(game: $game, commandId: $id, seat: $seat) { ...Answer } }`;
const LEAVE = `mutation Leave($game: ID!, $id: ID!, $seat: Int!) {
  leaveSeat(game: $game, commandId: $id, seat: $seat) { ...Answer } }`;
const BOT = `mutation Bot($game: ID!, $id: ID!, $seat: Int!, $bot: String! = "") {
  seatBot(game: $game, commandId: $id, seat: $seat, bot: $bot) { ...Answer } }`;
const BEGIN = 'mutation Begin($game: ID!, $id: ID!) { beginGame(game: $game, commandId: $id) { ...Answer } }';

/** @param {string} text */
const tag = (text) => h('span', { class: 'tag' }, text);

export class Lobby {
  #problems = h('div', { role: 'alert' });
  #body = h('div');
  element = h('div', { class: 'lobby', hidden: true }, this.#problems, this.#body);
  #key = '';
  #session;
  #wishes;
  #signal;

  /**
   * @param {import('../session.js').Session} session @param {import('../parts.js').Wishes} wishes
   * @param {AbortSignal} signal
   */
  constructor(session, wishes, signal) {
    this.#session = session;
    this.#wishes = wishes;
    this.#signal = signal;
  }

  /** @param {GameView} view @param {boolean} now false: an earlier step, where there is nothing to do any more */
  update(view, now) {
    this.element.hidden = view.phase !== 'open';
    const { seat, meta } = this.#session;
    const key = this.element.hidden ? '' : JSON.stringify([view.seats, seat, meta.isHost, meta.bots?.length, now]);
    if (key === this.#key) return;
    this.#key = key;
    if (!now) clear(this.#problems);
    if (this.element.hidden) { clear(this.#body); return; }
    fill(this.#body, h('ol', { class: 'plain lobby-seats' }, view.seats.map((_, each) => this.#row(view, each, now))),
      now ? this.#choices(view) : h('p', { class: 'soft small' },
        'The game as it stood at this step. Go to the last step to see it as it is now.'));
  }

  get #game() {
    return this.#session.meta.id;
  }

  /** @param {GameView} view @param {number} seat @param {boolean} now */
  #row(view, seat, now) {
    const { taken, bot } = view.seats[seat];
    const free = !taken && !bot;
    return h('li', { class: 'lobby-seat' }, seatEmblem(seat, 20, ''),
      h('span', { class: 'lobby-name' }, free ? t`Seat ${seat + 1} is free` : seatName(view.seats, seat),
        bot && tag(t`${bot} bot`), !free && seat === this.#session.seat && tag('you')),
      now && (free ? this.#freeSeat(seat) : this.#leaving(seat, Boolean(bot))));
  }

  /** What can be done with a free seat. @param {number} seat */
  #freeSeat(seat) {
    const { meta, seat: mine } = this.#session;
    const bots = h('select', { 'aria-label': t`Bot for seat ${seat + 1}` },
      [...(meta.bots ?? [])].reverse().map((bot) => h('option', { value: bot }, t`${bot} bot`)));
    return [
      mine === null && button('Sit here', () => this.#sit(seat), { class: 'primary' }),
      meta.isHost
        && h('span', { class: 'row' }, bots, button('Seat a bot', () => this.#send(BOT, { seat, bot: bots.value }))),
    ];
  }

  /** @param {number} seat @param {boolean} bot */
  #leaving(seat, bot) {
    const mine = seat === this.#session.seat;
    return (mine || (bot && this.#session.meta.isHost))
      && button(mine ? 'Leave the seat' : 'Remove', () => this.#send(LEAVE, { seat }));
  }

  /** What can be done with the game as a whole. @param {GameView} view */
  #choices(view) {
    const { isHost } = this.#session.meta;
    const free = view.seats.some((seat) => !seat.taken && !seat.bot);
    const full = isHost ? 'All seats are taken.' : 'All seats are taken; the host begins the game.';
    return [
      h('div', { class: 'row' },
        isHost && button('Begin the game', () => this.#send(BEGIN), { class: 'primary', disabled: free }),
        button('Copy the link to this game', () => this.#wishes.copyLink(addressOf(this.#game)))),
      h('p', { class: 'soft small' }, free ? 'The game can begin when every seat is taken.' : full)];
  }

  /** @param {string} mutation @param {Record<string, unknown>} [variables] */
  async #send(mutation, variables = {}) {
    clear(this.#problems);
    try {
      const answer = await command(mutation, { game: this.#game, id: newId(), ...variables }, { signal: this.#signal });
      if (answer.__typename === 'CommandAccepted') this.#wishes.refresh();
      else fill(this.#problems, trouble(answer.text, answer.rules));
    } catch (problem) {
      if (!this.#signal.aborted) fill(this.#problems, trouble(problem.message));
    }
  }

  /** A reader without a token gives a name first. @param {number} seat */
  async #sit(seat) {
    if (await me().catch(() => null)) { this.#send(TAKE, { seat }); return; }
    const name = h('input', { type: 'text', maxlength: 40, required: true, autocomplete: 'nickname' });
    const form = h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#sitAs(name.value.trim(), seat);
    } }, h('label', null, 'Your name: ', name),
    h('button', { type: 'submit', class: 'primary' }, t`Take seat ${seat + 1}`));
    fill(this.#problems, form);
    name.focus();
  }

  /** @param {string} name @param {number} seat */
  async #sitAs(name, seat) {
    try {
      // The page may be replaced for the new person meanwhile; the seat is taken all the same.
      await register(name);
      await command(TAKE, { game: this.#game, id: newId(), seat });
      this.#wishes.refresh();
    } catch (problem) {
      fill(this.#problems, trouble(problem.message));
    }
  }
}
