// "Play on from here": a game of one's own from the step that is shown, against bots. What may be known is dealt again by the service.

import { command, me, newId, register } from '../../api.js';
import { openDialog } from '../../dialogs.js';
import { fill, go, h } from '../../dom.js';
import { trouble } from '../pieces.js';
import { seatName } from '../words.js';

const FORK = `mutation Fork($game: ID!, $id: ID!, $at: Int!, $as: ViewerInput, $seat: Int, $title: String! = "") {
  fork(game: $game, commandId: $id, at: $at, as: $as, seat: $seat, title: $title) { ...Answer } }`;

/**
 * Ask which seat to play, then go to the new game.
 * @param {{game: string, at: number, viewer: object, view: object, mine: number | null, title: string}} from
 */
export async function askFork({ game, at, viewer, view, mine, title }) {
  const id = newId();
  const someone = await me().catch(() => null);
  const seat = h('select', { id: 'fork-seat' },
    view.seats.map((_, each) => h('option', { value: each }, `${seatName(view.seats, each)} (seat ${each + 1})`)));
  seat.value = viewer.seat ?? mine ?? view.to_act[0] ?? 0;
  const name = h('input', { type: 'text', id: 'fork-name', maxlength: 40, required: true, autocomplete: 'nickname' });
  const problems = h('div', { role: 'alert' });
  const play = h('button', { type: 'submit', class: 'primary' }, 'Play on');
  const form = h('form', { class: 'stack', onsubmit: fork },
    h('p', null, `A game of your own begins at step ${at}; this one is not touched. What these eyes cannot know, such as the cards `,
      'of others, is dealt again. Bots play the other seats.'),
    h('div', { class: 'field' }, h('label', { for: 'fork-seat' }, 'You play'), seat),
    !someone && h('div', { class: 'field' }, h('label', { for: 'fork-name' }, 'Your name'), name),
    problems, play);
  const dialog = openDialog('Play on from here', form);

  async function fork(event) {
    event.preventDefault();
    play.disabled = true;
    try {
      if (!someone) await register(name.value.trim());
      const called = `${title}, from step ${at}`.slice(0, 80);
      const answer = await command(FORK, { game, id, at, as: viewer, seat: Number(seat.value), title: called });
      if (answer.__typename !== 'CommandAccepted') throw new Error(answer.text);
      dialog.close();
      go(`/games/${answer.game}`);
    } catch (problem) {
      play.disabled = false;
      fill(problems, trouble(problem.message));
    }
  }
}
