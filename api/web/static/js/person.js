/**
 * Who the reader is: a name for newcomers, a token for those who have one, and forgetting it. Only the end of a token
 * is shown.
 */

import { ApiError, clearToken, me, query, setToken, token } from './api.js';
import { register } from './api/commands.js';
import { openDialog } from './dialogs.js';
import { fill, freshId, h, listed, say, toast } from './dom.js';
import { t } from './language/language.js';

const NEWCOMER = /^(?=.*\S).{1,40}$/u;
const FAULT = 'Something on this page went wrong.';
const WORDS = ['Amber', 'Cinder', 'Flint', 'Hazel', 'Rowan', 'Ash', 'Saffron', 'Sorrel'];

/** A name for a guest who gives none. */
export function guestName() {
  const [word, number] = crypto.getRandomValues(new Uint16Array(2));
  return `${WORDS[word % WORDS.length]} ${100 + (number % 900)}`;
}

/** Open the dialog about the person. */
export async function showPerson() {
  const body = h('div', null);
  const dialog = openDialog('Play as …', body);
  if (!token()) { fill(body, newcomer(dialog), owner(dialog)); return; }
  fill(body, h('p', { class: 'busy' }, 'Asking the service …'));
  try {
    const person = await me();
    fill(body, person ? known(person, dialog) : [newcomer(dialog), owner(dialog)]);
  } catch (error) {
    fill(body, h('p', { class: 'note note-bad', role: 'alert' }, messageOf(error)), forget(dialog), owner(dialog));
  }
}

/** @param {any} error */
function messageOf(error) {
  if (error.code === 'UNKNOWN_TOKEN')
    return 'The service does not know the token of this browser. It may have been revoked. '
      + 'Forget it, and take a new name or another token.';
  return error instanceof ApiError ? error.message : FAULT;
}

/** @param {Person} person @param {HTMLDialogElement} dialog */
function known(person, dialog) {
  const roles = person.roles?.length ? `, ${listed(person.roles)}` : '';
  const ending = token()?.slice(-4);
  return [
    h('p', null, 'You are ', h('strong', { translate: 'no' }, person.name),
      t`${roles}. This browser stores your token, which ends in `,
      h('code', null, ending), '. Anybody who has the token can play your seats, from any browser.'),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: copyToken }, 'Copy the token'), forget(dialog)),
    h('p', { class: 'hint' }, 'Your id, which is no secret: ', h('code', { translate: 'no' }, person.id)),
    tokens(),
  ];
}

/** The panel of the person's tokens; it is loaded when it is first opened. */
function tokens() {
  const body = h('div', null);
  const details = h('details', null, h('summary', null, 'Your tokens'), body);
  details.addEventListener('toggle', () => {
    import('./tokens.js').then(({ tokensPanel }) => fill(body, tokensPanel()));
  }, { once: true });
  return details;
}

async function copyToken() {
  try {
    await navigator.clipboard.writeText(token() ?? '');
    toast('The token is in the clipboard. Keep it where nobody else can read it.');
  } catch {
    toast('This browser does not let the page use the clipboard.');
  }
}

/** A button that forgets the token, after a question. @param {HTMLDialogElement} dialog */
function forget(dialog) {
  const button = h('button', { type: 'button' }, 'Forget it here');
  let sure = false;
  button.addEventListener('click', () => {
    if (!sure) {
      sure = true;
      say(button, 'Forget it: without a copy you lose your seats');
      return;
    }
    clearToken();
    dialog.close();
    toast('Forgotten. You are a spectator now.');
  });
  return button;
}

/**
 * A form with one field that says what went wrong beside it.
 * @param
 *   {{label: string, hint: string, input: HTMLInputElement, button: string, act: (value: string) => Promise<void>}}
 * parts
 */
function form({ label, hint, input, button, act }) {
  const [id, about] = [freshId('field'), freshId('about')];
  const trouble = h('p', { class: 'note note-bad', role: 'alert', hidden: true });
  Object.assign(input, { id });
  input.setAttribute('aria-describedby', about);
  const submit = h('button', { type: 'submit', class: 'primary' }, button);
  const element = h('form', { novalidate: true }, h('div', { class: 'field' }, h('label', { for: id }, label), input,
    h('p', { class: 'hint', id: about }, hint)), trouble, submit);
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    submit.disabled = true;
    await act(input.value.trim()).catch((error) => complain(trouble, error, input));
    submit.disabled = false;
  });
  return element;
}

/** @param {HTMLElement} trouble @param {Error} error @param {HTMLElement} input */
function complain(trouble, error, input) {
  trouble.textContent = error.message || FAULT;
  trouble.hidden = false;
  input.focus();
}

/** @param {HTMLDialogElement} dialog */
function newcomer(dialog) {
  return h('section', null, form({
    label: 'Your name',
    hint: 'The other players see it. You get a token of your own; it stays in this browser.',
    input: h('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: guestName() }),
    button: 'Take this name',
    async act(name) {
      if (!NEWCOMER.test(name)) throw new Error('A name has 1 to 40 characters.');
      const person = await register(name);
      dialog.close();
      toast(t`Welcome, ${person.name}.`);
    },
  }));
}

/** @param {HTMLDialogElement} dialog */
function owner(dialog) {
  return h('details', null, h('summary', null, 'I have a token'),
    h('p', { class: 'small' }, 'Without one, but with a recovery link: ',
      h('a', { href: '/recover', onclick: () => dialog.close() }, 'come back by it'), '.'), form({
    label: 'Token',
    hint: 'It is stored in this browser and sent to this service only.',
    input: h('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' }),
    button: 'Use this token',
    async act(value) {
      if (!value) throw new Error('Paste the token first.');
      const person = await signIn(value);
      dialog.close();
      toast(t`Welcome back, ${person.name}.`);
    },
  }));
}

/**
 * Use a token; the one before stays in use if the service does not know it.
 * @param {string} value @returns {Promise<Person>}
 */
async function signIn(value) {
  const before = token();
  setToken(value);
  try {
    const person = await me();
    if (!person) throw new Error('The service does not know this token.');
    return person;
  } catch (error) {
    if (before) setToken(before);
    else clearToken();
    throw error;
  }
}

/**
 * Somebody who can act: the person signed in, or a newcomer of this name.
 * @param {string} name @param {AbortSignal} [signal]
 */
export async function somebody(name, signal) {
  const person = token() ? await query('{ me { id name } }', {}, { signal }).then((data) => data.me) : null;
  return person ?? register(name, { signal });
}
