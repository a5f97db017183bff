/**
 * The page of a recovery link: one button, by which somebody who lost their token is themselves again.
 *
 * The code stands behind `#`, which browsers send to nobody. It leaves the address bar, and so the history, at once.
 */

import { query, setToken } from '../api.js';
import { fill, freshId, go, h, toast } from '../dom.js';
import { t } from '../language/language.js';

const RECOVER = 'mutation Recover($code: String!) { recover(code: $code) { token me { name } } }';

/** @param {HTMLElement} root @param {any} params */
export default async function recoverPage(root, params) {
  if (params.hash) history.replaceState(history.state, '', location.pathname);
  const id = freshId('code');
  const code = h('input', { id, type: 'password', autocomplete: 'off', spellcheck: 'false', value: params.hash });
  const trouble = h('p', { class: 'note note-bad', role: 'alert', hidden: true });
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Use the link');
  const form = h('form', { novalidate: true, class: 'stack' },
    h('div', { class: 'field' }, h('label', { for: id }, 'Recovery code'), code), trouble, submit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    submit.disabled = true;
    await recover(code.value.trim()).catch((error) => { trouble.textContent = error.message; trouble.hidden = false; });
    submit.disabled = false;
  });
  fill(root, h('h1', null, 'Come back'),
    h('p', null, 'With a recovery link you are yourself again in this browser: with your name, games and seats. ',
      'A link works once. Make another one afterwards.'), form);
}

/** @param {string} code */
async function recover(code) {
  if (!code) throw new Error('Paste the code, which begins with emr_.');
  const { recover: back } = await query(RECOVER, { code });
  setToken(back.token);
  toast(t`Welcome back, ${back.me.name}.`);
  go('/');
}
