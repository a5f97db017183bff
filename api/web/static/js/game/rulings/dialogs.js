/** A player's dialogs: calling an arbiter about a step, and appealing against a ruling. */

import { command, newId } from '../../api/commands.js';
import { openDialog } from '../../dialogs.js';
import { fill, freshId, h } from '../../dom.js';
import { trouble } from '../troubles.js';
import { CATEGORIES, kindName } from './words.js';
import { t } from '../../language/language.js';

const CALL = `mutation Call($game: ID!, $id: ID!, $step: Int!, $category: CallCategory!, $note: String! = "") {
  callArbiter(game: $game, commandId: $id, step: $step, category: $category, note: $note) { ...Answer } }`;
const WITHDRAW = `mutation Withdraw($game: ID!, $id: ID!, $call: Int!) {
  withdrawCall(game: $game, commandId: $id, call: $call) { ...Answer } }`;
const APPEAL = `mutation Appeal($game: ID!, $id: ID!, $ruling: Int!, $note: String! = "") {
  lodgeAppeal(game: $game, commandId: $id, ruling: $ruling, note: $note) { ...Answer } }`;
export const NOTE_MAX = 2000;

/** @typedef {{game: string, done: () => void}} Asker */

/** A labelled text, for those who may read it. @param {string} label @param {string} hint */
export function noteField(label, hint) {
  const id = freshId('note');
  const area = h('textarea', { id, rows: 3, maxlength: NOTE_MAX });
  return { area, element: h('div', { class: 'field' }, h('label', { for: id }, label), area,
    h('p', { class: 'hint' }, hint)) };
}

/**
 * A form in a dialog that sends one command.
 * @param {string} title @param {Children} content @param {string} label of the button
 * @param {() => {text: string, variables: Record<string, unknown>}} request @param {() => void} done
 */
function askIn(title, content, label, request, done) {
  const id = newId();
  const problems = h('div', { role: 'alert' });
  const send = h('button', { type: 'submit', class: 'primary' }, label);
  const form = h('form', { class: 'stack', onsubmit: submit }, content, problems, send);
  const dialog = openDialog(title, form);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    send.disabled = true;
    const refusal = await sent(request, id);
    if (!refusal) { dialog.close(); done(); return; }
    send.disabled = false;
    fill(problems, refusal);
  }
}

/** @param {() => {text: string, variables: Record<string, unknown>}} request @param {string} id */
async function sent(request, id) {
  const { text, variables } = request();
  try {
    const answer = await command(text, { ...variables, id });
    return answer.__typename === 'CommandAccepted' ? null : trouble(answer.text, answer.rules);
  } catch (problem) {
    return trouble(problem.message);
  }
}

/**
 * Ask for an arbiter about a step.
 * @param {Asker} asker @param {{at: number, line: string, stops: boolean}} about
 */
export function askCall({ game, done }, { at, line, stops }) {
  const id = freshId('category');
  const category = h('select', { id }, Object.entries(CATEGORIES).map(([value, name]) => h('option', { value }, name)));
  const note = noteField('In your words',
    'Arbiters read it, and nobody else. Everybody sees that you called, and why.');
  askIn('Call an arbiter', [
    h('p', null, 'About ', h('strong', null, t`step ${at}`), line && [': ', h('q', { translate: 'no' }, line)]),
    h('div', { class: 'field' }, h('label', { for: id }, 'What is it about?'), category), note.element,
    h('p', { class: 'hint' }, stops ? 'The game stops until an arbiter lets it go on.'
      : 'The game goes on meanwhile. You can withdraw the call until it is answered.')],
  'Call an arbiter', () => ({ text: CALL, variables: { game, step: at, category: category.value,
    note: note.area.value } }), done);
}

/** Take a call back at once. @param {string} game @param {number} call
 * @returns {Promise<Element | null>} what is wrong */
export const withdraw = (game, call) => sent(() => ({ text: WITHDRAW, variables: { game, call } }), newId());

/** @param {Asker} asker @param {import('./reading.js').Ruling} ruling */
export function askAppeal({ game, done }, ruling) {
  const note = noteField('Why should it be decided otherwise?', 'Arbiters read it, and nobody else.');
  askIn(t`Appeal against ruling ${ruling.number}`, [
    h('p', null, kindName(ruling.kind), '. ', 'Another arbiter than the one who ruled upholds it or replaces it.'),
    h('p', { class: 'note' }, 'Your seat may appeal once against this ruling. It holds until the appeal is decided.'),
    note.element],
  'Appeal', () => ({ text: APPEAL, variables: { game, ruling: ruling.number, note: note.area.value } }), done);
}
