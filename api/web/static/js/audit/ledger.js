/** The ledger: every command that reached the rules, a page at a time. */

import { query } from '../api.js';
import { fill, freshId, h, moment } from '../dom.js';
import { t } from '../language/language.js';

const LEDGER = `query Ledger($game: ID!, $seat: Int, $outcome: CommandOutcome, $principal: ID, $after: Cursor) {
  game(id: $game) { ledger(seat: $seat, outcome: $outcome, principal: $principal, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { ordinal commandId receivedAt time principalId seat outcome type firstVersion lastVersion takenBackAt
      place token { id label kind } refusal { code text rules { id } } } } } } }`;
const HEADS = ['No.', 'Received', 'Decided', 'Who', 'Seat', 'Token', 'Command', 'Answer', 'Steps', 'Place'];

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function ledger(game, signal) {
  const body = h('tbody');
  const more = h('button', { type: 'button', hidden: true }, 'Show more');
  const trouble = h('p', { class: 'note note-bad', role: 'alert', hidden: true });
  /** @type {string | null} */
  let after = null;
  const form = filters(game);

  /** @param {boolean} anew */
  async function load(anew) {
    if (anew) after = null;
    trouble.hidden = true;
    try {
      const variables = { game: game.id, after, ...chosen(form) };
      const { edges, pageInfo } = (await query(LEDGER, variables, { signal })).game.ledger;
      const rows = edges.map((/** @type {{node: any}} */ edge) => row(game, edge.node));
      if (anew) fill(body, rows);
      else body.append(...rows);
      after = pageInfo.endCursor;
      more.hidden = !pageInfo.hasNextPage;
    } catch (problem) {
      if (signal.aborted) return;
      fill(body);
      trouble.textContent = problem.message;
      trouble.hidden = false;
    }
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); load(true); });
  more.addEventListener('click', () => load(false));
  load(true);
  return h('section', { class: 'audit-part', id: 'ledger' }, h('h2', null, 'Ledger'),
    h('p', null, 'Every command that reached the rules, carried out or refused. The number of a command, and its id ',
      'behind it, are what a report asks for.'),
    form, trouble, h('div', { class: 'audit-table' }, h('table', null,
      h('thead', null, h('tr', null, HEADS.map((each) => h('th', { scope: 'col' }, each)))), body)), more);
}

/** @param {import('../pages/audit.js').Audited} game */
function filters(game) {
  const seat = freshId('seat');
  const outcome = freshId('outcome');
  const principal = freshId('principal');
  return h('form', { class: 'audit-form' },
    h('label', { for: seat }, 'Seat'), h('select', { id: seat, name: 'seat' }, h('option', { value: '' }, 'all'),
      game.seats.map((each) => h('option', { value: String(each.seat), translate: 'no' },
        `${each.seat} ${each.name}`))),
    h('label', { for: outcome }, 'Answer'), h('select', { id: outcome, name: 'outcome' },
      h('option', { value: '' }, 'all'), h('option', { value: 'ACCEPTED' }, 'carried out'),
      h('option', { value: 'REFUSED' }, 'refused')),
    h('label', { for: principal }, 'Principal'),
    h('input', { id: principal, name: 'principal', type: 'text', placeholder: 'p_…', autocomplete: 'off' }),
    h('button', { type: 'submit' }, 'Show'));
}

/** @param {HTMLFormElement} form */
function chosen(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  return { seat: text('seat') ? Number(text('seat')) : null, outcome: text('outcome') || null,
    principal: text('principal') || null };
}

/** @param {import('../pages/audit.js').Audited} game @param {any} entry */
function row(game, entry) {
  const { refusal, token } = entry;
  const steps = entry.firstVersion === entry.lastVersion ? `${entry.firstVersion}`
    : `${entry.firstVersion}–${entry.lastVersion}`;
  const cells = [
    [String(entry.ordinal), ' ', h('code', null, entry.commandId)],
    h('time', { datetime: entry.receivedAt }, moment(entry.receivedAt)),
    h('time', { datetime: entry.time }, moment(entry.time)),
    h('code', null, entry.principalId), entry.seat === null ? '' : String(entry.seat),
    token ? [h('code', null, token.id), ` ${token.label || token.kind}`] : '', entry.type,
    refusal ? [t`Refused: ${refusal.text}`, ' ', h('span', { class: 'soft' }, refusal.rules.map(
      (/** @type {any} */ each) =>
      each.id).join(', '))] : entry.takenBackAt === null ? 'carried out' : ['carried out; taken back at step ',
      h('a', { href: `/games/${game.id}/${entry.takenBackAt}` }, String(entry.takenBackAt))],
    h('a', { href: `/games/${game.id}/${Math.max(1, entry.firstVersion)}` }, steps),
    entry.place === null ? '' : String(entry.place)];
  return h('tr', { class: refusal ? 'audit-refused' : null }, cells.map((cell) => h('td', null, cell)));
}
