/** The reader's tokens: a list, a narrower one for a program, an end to others, and a link back if all are lost. */

import { day, fill, freshId, h, toast } from './dom.js';
import { query, setToken } from './api.js';
import { t } from './language/language.js';

/**
 * @typedef {{id: string, label: string, kind: string, scopes: string[], usedOn: string | null, expiresAt: string,
 *   isCurrent: boolean}} Token
 */

const TOKENS = `{ me { tokens { id label kind scopes usedOn expiresAt isCurrent } recoveryCode { expiresAt } } }`;
const MAKE = `mutation Make($label: String!, $scopes: [Scope!]!) {
  makeToken(label: $label, scopes: $scopes) { token details { expiresAt } } }`;
const REVOKE = 'mutation Revoke($id: ID!) { revokeToken(id: $id) { ids } }';
const OTHERS = 'mutation Others { revokeOtherTokens { ids } }';
const RENEW = 'mutation Renew { renewToken { token details { expiresAt } } }';
const RECOVERY = 'mutation Recovery { makeRecoveryCode { path details { expiresAt } } }';

/** What a new token may be for, in words. @type {[string, string[]][]} */
const USES = [['Play my seats', ['PLAY']], ['Look as I do', ['READ']], ['Play, and open games', ['PLAY', 'HOST']]];

/** @type {Record<string, string>} */
const KINDS = { REGISTERED: 'Your first token', ISSUED: 'From the organiser', RECOVERED: 'By a recovery link',
  PERSONAL: 'Without a name' };

/** The panel, which fills itself. @returns {HTMLElement} */
export function tokensPanel() {
  const list = h('ul', { class: 'plain' }, h('li', { class: 'busy' }, 'Asking the service …'));
  const trouble = h('p', { class: 'note note-bad', role: 'alert', hidden: true });
  const secret = h('div', { 'aria-live': 'polite' });
  const panel = { list, trouble, secret };
  refresh(panel);
  return h('div', { class: 'stack' }, trouble, list, maker(panel), h('div', { class: 'row' },
    button('Renew this one', panel, renew), button('End all others', panel, endOthers),
    button('Make a recovery link', panel, makeLink)), secret);
}

/** @typedef {{list: HTMLElement, trouble: HTMLElement, secret: HTMLElement}} Panel */

/** @param {Panel} panel */
function refresh(panel) {
  return attempt(panel, async () => {
    const { me } = await query(TOKENS);
    const until = me.recoveryCode && h('li', { class: 'soft' }, t`You have a recovery link, until ${day(
      me.recoveryCode.expiresAt)}.`);
    fill(panel.list, me.tokens.map((/** @type {Token} */ each) => row(each, panel)), until);
  });
}

/** @param {Token} each @param {Panel} panel */
function row(each, panel) {
  const used = each.usedOn ? t`used ${day(each.usedOn + 'T12:00:00Z')}` : 'never used';
  const end = () => attempt(panel, () => query(REVOKE, { id: each.id }).then(() => refresh(panel)));
  return h('li', { class: 'row' },
    h('span', null, h('strong', null, each.label || KINDS[each.kind]), ` ${each.scopes.join(', ').toLowerCase()}; `,
      t`until ${day(each.expiresAt)}, ${used}`),
    each.isCurrent ? h('span', { class: 'tag' }, 'this browser')
      : h('button', { type: 'button', class: 'quiet', onclick: end }, 'End it'));
}

/** A form for a narrower token. @param {Panel} panel */
function maker(panel) {
  const [named, chosen] = [freshId('label'), freshId('use')];
  const label = h('input', { id: named, type: 'text', maxlength: 80, placeholder: 'My bot' });
  const use = h('select', { id: chosen }, USES.map(([text], at) => h('option', { value: at }, text)));
  const form = h('form', null,
    h('div', { class: 'field' }, h('label', { for: named }, 'A token for a program, called'), label),
    h('div', { class: 'field' }, h('label', { for: chosen }, 'It may'), use),
    h('button', { type: 'submit' }, 'Make it'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(panel, async () => {
      const { makeToken: made } = await query(MAKE, { label: label.value, scopes: USES[Number(use.value)][1] });
      reveal(panel, 'The token is shown this once. It ends on ', made.details.expiresAt, made.token);
      form.reset();
      await refresh(panel);
    });
  });
  return form;
}

async function renew() {
  const { renewToken: renewed } = await query(RENEW);
  setToken(renewed.token);
  toast(t`This browser has a new token, until ${day(renewed.details.expiresAt)}. The old one has ended.`);
}

async function endOthers() {
  const { revokeOtherTokens: ended } = await query(OTHERS);
  toast(t`Ended: ${ended.ids.length}.`);
}

/** @param {Panel} panel */
async function makeLink(panel) {
  const { makeRecoveryCode: made } = await query(RECOVERY);
  const text = 'Keep this link where nobody else can read it. It makes you yourself in any browser, once, until ';
  reveal(panel, text, made.details.expiresAt, location.origin + made.path);
}

/** @param {Panel} panel @param {string} text @param {string} until @param {string} value */
function reveal({ secret }, text, until, value) {
  const copy = () => navigator.clipboard.writeText(value).then(() => toast('It is in the clipboard.'),
    () => toast('This browser does not let the page use the clipboard.'));
  fill(secret, h('div', { class: 'note' }, h('p', null, `${text}${day(until)}.`), h('code', { class: 'secret' }, value),
    h('button', { type: 'button', onclick: copy }, 'Copy it')));
}

/** @param {string} text @param {Panel} panel @param {(panel: Panel) => Promise<unknown>} act */
function button(text, panel, act) {
  const onclick = () => attempt(panel, async () => { await act(panel); await refresh(panel); });
  return h('button', { type: 'button', class: 'quiet', onclick }, text);
}

/** Do something; what goes wrong stands on the panel. @param {Panel} panel @param {() => Promise<unknown>} act */
async function attempt({ trouble }, act) {
  trouble.hidden = true;
  try {
    await act();
  } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
  }
}
