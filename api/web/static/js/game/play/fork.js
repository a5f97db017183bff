/**
 * "Play on from here": a game of the reader's own from the step on the screen, against bots. The service deals hidden
 * cards anew.
 */

import { me } from '../../api.js';
import { command, newId, register } from '../../api/commands.js';
import { openDialog } from '../../dialogs.js';
import { fill, go, h } from '../../dom.js';
import { trouble } from '../troubles.js';
import { seatName } from '../words.js';
import { t } from '../../language/language.js';

const FORK = `mutation Fork($game: ID!, $id: ID!, $at: Int!, $as: ViewerInput, $seat: Int, $title: String! = "") {
  fork(game: $game, commandId: $id, at: $at, as: $as, seat: $seat, title: $title) { ...Answer } }`;
const TITLE_MAX = 80;

/**
 * @typedef {{game: string, at: number, viewer: ViewerInput, view: GameView, mine: number | null, title: string}}
 * ForkSource
 */

/** Ask which seat to play, then go to the new game. @param {ForkSource} from */
export async function askFork(from) {
  const { view, viewer, mine, at } = from;
  const id = newId();
  const person = await me().catch(() => null);
  const seat = seatSelect(view.seats, viewer.seat ?? mine ?? view.to_act[0] ?? 0);
  const name = h('input', { type: 'text', id: 'fork-name', maxlength: 40, required: true, autocomplete: 'nickname' });
  const problems = h('div', { role: 'alert' });
  const play = h('button', { type: 'submit', class: 'primary' }, 'Play on');
  const form = h('form', { class: 'stack', onsubmit: fork },
    h('p', null,
      t`A game of your own starts at step ${at}. The original game does not change. `,
      'What this viewer cannot know, such as the cards of others, is dealt anew. Bots play the other seats.'),
    h('div', { class: 'field' }, h('label', { for: 'fork-seat' }, 'You play'), seat),
    !person && h('div', { class: 'field' }, h('label', { for: 'fork-name' }, 'Your name'), name),
    problems, play);
  const dialog = openDialog('Play on from here', form);

  /** @param {Event} event */
  async function fork(event) {
    event.preventDefault();
    play.disabled = true;
    try {
      if (!person) await register(name.value.trim());
      const game = await forked(from, id, Number(seat.value));
      dialog.close();
      go(`/games/${game}`);
    } catch (problem) {
      play.disabled = false;
      fill(problems, trouble(problem.message));
    }
  }
}

/** @param {GameSeatView[]} seats @param {number} value */
function seatSelect(seats, value) {
  return h('select', { id: 'fork-seat', value },
    seats.map((_, seat) => h('option', { value: seat }, t`${seatName(seats, seat)} (seat ${seat + 1})`)));
}

/** @param {ForkSource} from @param {string} id @param {number} seat @returns {Promise<string>} the new game */
async function forked({ game, at, viewer, title }, id, seat) {
  const called = t`${title}, from step ${at}`.slice(0, TITLE_MAX);
  const answer = await command(FORK, { game, id, at, as: viewer, seat, title: called });
  if (answer.__typename !== 'CommandAccepted') throw new Error(answer.text);
  return answer.gameId;
}
