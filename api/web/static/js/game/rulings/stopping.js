/** Stopping a game, and letting it go on, for its arbiter. */

import { command, newId } from '../../api/commands.js';
import { openDialog } from '../../dialogs.js';
import { fill, freshId, h } from '../../dom.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { noteField } from './dialogs.js';

const STOP = `mutation Stop($game: ID!, $id: ID!, $until: DateTime, $note: String! = "") {
  stopGame(game: $game, commandId: $id, until: $until, note: $note) { ...Answer } }`;
const RESUME = 'mutation Resume($game: ID!, $id: ID!) { resumeGame(game: $game, commandId: $id) { ...Answer } }';
const MINUTE_MS = 60_000;

export class StopButton {
  element = h('span', { class: 'row' });
  #session;
  #done;

  /** @param {import('../session.js').Session} session @param {() => void} done */
  constructor(session, done) {
    this.#session = session;
    this.#done = done;
    const { stopped } = session.meta;
    const now = stopped && (stopped.until === null || Date.parse(stopped.until) > Date.now());
    fill(this.element, now ? button('Let the game go on', () => this.#send(RESUME, {}))
      : button('Stop the game …', () => this.#ask()));
  }

  #ask() {
    const minutes = h('input', { type: 'number', id: freshId('minutes'), min: 0, step: 1, value: 0 });
    const note = noteField('Why', 'The seats and arbiters read it.');
    const problems = h('div', { role: 'alert' });
    const dialog = openDialog('Stop the game', h('form', { class: 'stack',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const length = Number(minutes.value) * MINUTE_MS;
        const until = length > 0 ? new Date(Date.now() + length).toISOString() : null;
        const wrong = await this.#send(STOP, { until, note: note.area.value });
        if (wrong) fill(problems, wrong);
        else dialog.close();
      } },
    h('p', null, 'No command of the rules is taken, and no clock runs, until it goes on.'),
    h('div', { class: 'field' }, h('label', { for: minutes.id }, 'For how many minutes'), minutes,
      h('p', { class: 'hint' }, '0: until you let it go on.')), note.element, problems,
    h('button', { type: 'submit', class: 'primary' }, 'Stop the game')));
  }

  /** @param {string} text @param {Record<string, unknown>} variables @returns {Promise<Element | null>} */
  async #send(text, variables) {
    const answer = await command(text, { game: this.#session.meta.id, id: newId(), ...variables })
      .catch((problem) => ({ __typename: 'Problem', text: problem.message, rules: [] }));
    if (answer.__typename === 'CommandAccepted') { this.#done(); return null; }
    const wrong = trouble(answer.text, answer.rules);
    this.element.append(wrong);
    return wrong;
  }
}
