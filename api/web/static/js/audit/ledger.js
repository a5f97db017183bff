/** The ledger: every command that reached the rules, a page at a time. */

import { query } from '../api.js';
import { fill, freshId, h, moment } from '../dom.js';
import { figures } from '../game/clocks/time.js';
import { PHRASE, t } from '../language/language.js';
import { trouble } from './trouble.js';

const LEDGER = `query Ledger($game: ID!, $seat: Int, $outcome: CommandOutcome, $principal: ID, $after: Cursor,
  $from: DateTime, $clocks: Boolean!) {
  game(id: $game) { ledger(seat: $seat, outcome: $outcome, principal: $principal, from: $from,
  first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { ordinal commandId receivedAt time principalId seat outcome type ${PHRASE}
    firstVersion lastVersion takenBackAt clocks @include(if: $clocks) { seat left }
      place token { id label kind } refusal { code text rules { id } } } } } } }`;
const HEADS = ['No.', 'Received', 'Who', 'Command', 'Answer', 'Steps', 'Clock', 'Token', 'Place', 'Report'];

/**
 * @param {import('../pages/audit.js').Audited} game @param {(facts: import('./cases.js').Facts, about: string) => void}
 *   use what fills in the forms of the complaints
 * @param {AbortSignal} signal
 */
export function ledger(game, use, signal) {
  const body = h('tbody');
  const more = h('button', { type: 'button', hidden: true }, 'Show more');
  const answer = h('div', { 'aria-live': 'polite' });
  /** @type {string | null} */
  let after = null;
  const form = filters(game);

  /** @param {boolean} anew */
  async function load(anew) {
    if (anew) after = null;
    fill(answer);
    try {
      const variables = { game: game.id, after, clocks: game.clock !== null, ...chosen(form) };
      const { edges, pageInfo } = (await query(LEDGER, variables, { signal })).game.ledger;
      const rows = edges.map((/** @type {{node: any}} */ edge) => row(game, edge.node, use));
      if (anew) fill(body, rows);
      else body.append(...rows);
      after = pageInfo.endCursor;
      more.hidden = !pageInfo.hasNextPage;
    } catch (problem) {
      if (signal.aborted) return;
      fill(body);
      fill(answer, trouble(problem));
    }
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); load(true); });
  more.addEventListener('click', () => load(false));
  load(true);
  return h('section', { class: 'audit-part', id: 'ledger' }, h('h2', null, 'Ledger'),
    h('p', null, 'Every command that reached the rules, carried out or refused. “Use in a report” puts one into the '
      + 'forms of the complaints.'),
    form, answer, h('div', { class: 'audit-table' }, h('table', null,
      h('thead', null, h('tr', null, HEADS.filter((each) => each !== 'Clock' || game.clock).map(
        (each) => h('th', { scope: 'col' }, each)))), body)), more);
}

/** @param {import('../pages/audit.js').Audited} game */
function filters(game) {
  const seat = freshId('seat');
  const outcome = freshId('outcome');
  const [principal, from] = ['principal', 'from'].map(freshId);
  return h('form', { class: 'audit-form' },
    h('label', { for: seat }, 'Seat'), h('select', { id: seat, name: 'seat' }, h('option', { value: '' }, 'all'),
      game.seats.map((each) => h('option', { value: String(each.seat), translate: 'no' },
        `${each.seat} ${each.name}`))),
    h('label', { for: outcome }, 'Answer'), h('select', { id: outcome, name: 'outcome' },
      h('option', { value: '' }, 'all'), h('option', { value: 'ACCEPTED' }, 'carried out'),
      h('option', { value: 'REFUSED' }, 'refused')),
    h('label', { for: principal }, 'Principal'),
    h('input', { id: principal, name: 'principal', type: 'text', placeholder: 'p_…', autocomplete: 'off' }),
    h('label', { for: from }, 'From'),
    h('input', { id: from, name: 'from', type: 'datetime-local', step: '1' }), 'UTC',
    h('button', { type: 'submit' }, 'Show'));
}

/** @param {HTMLFormElement} form */
function chosen(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  return { seat: text('seat') ? Number(text('seat')) : null, outcome: text('outcome') || null,
    principal: text('principal') || null, from: text('from') ? `${text('from').padEnd(19, ':00')}Z` : null };
}

/**
 * @param {import('../pages/audit.js').Audited} game @param {any} entry
 * @param {(facts: import('./cases.js').Facts, about: string) => void} use
 */
function row(game, entry, use) {
  const { refusal, token } = entry;
  const steps = entry.firstVersion === entry.lastVersion ? `${entry.firstVersion}`
    : `${entry.firstVersion}–${entry.lastVersion}`;
  const step = refusal ? '' : String(entry.takenBackAt ?? entry.firstVersion); // a refused one led to no step
  const facts = { command: entry.commandId, step, since: '',
    ...(entry.seat === null ? {} : { seat: String(entry.seat) }) };
  const cells = [
    [String(entry.ordinal), ' ', h('code', { title: entry.commandId }, entry.commandId.slice(0, 8))],
    times(entry), who(game, entry),
    [entry.phrase && [h('span', { translate: 'no' }, entry.phrase), ' '], h('span', { class: 'soft' }, entry.type)],
    refusal ? [t`Refused: ${refusal.text}`, ' ', h('span', { class: 'soft' }, refusal.rules.map(
      (/** @type {any} */ each) =>
      each.id).join(', '))] : entry.takenBackAt === null ? 'carried out' : ['carried out; taken back at step ',
      h('a', { href: `/games/${game.id}/${entry.takenBackAt}` }, String(entry.takenBackAt))],
    h('a', { class: 'short', href: `/games/${game.id}/${Math.max(1, entry.firstVersion)}` }, steps),
    ...(game.clock ? [clockOf(entry)] : []),
    token ? [h('span', { translate: 'no' }, token.label || ''), token.label ? ' ' : h('span', null, TOKENS[token.kind]),
      ' ', h('code', { title: token.id, class: 'soft' }, token.id.slice(0, 6))] : '',
    entry.place === null ? '' : String(entry.place),
    h('button', { type: 'button', class: 'quiet small', onclick: () =>
      use(facts, refusal ? t`Command ${entry.ordinal} of the ledger, refused after step ${steps}.`
        : t`Command ${entry.ordinal} of the ledger, steps ${steps}.`) }, 'Use in a report')];
  return h('tr', { class: refusal ? 'audit-refused' : null }, cells.map((cell) => h('td', null, cell)));
}

/** What the clock of its seat showed right after it. @param {any} entry */
function clockOf(entry) {
  const own = entry.clocks.find((/** @type {{seat: number}} */ each) => each.seat === entry.seat);
  return own ? figures(own.left) : '';
}

/** How a token came to be, for one without a label. @type {Record<string, string>} */
const TOKENS = { registered: 'from the pages', issued: 'from an operator', recovered: 'from a recovery code',
  personal: 'without a label' };

/** When it was received, and when it was decided if that is not the same. @param {any} entry */
function times(entry) {
  const laterMs = Date.parse(entry.time) - Date.parse(entry.receivedAt);
  return [h('time', { datetime: entry.receivedAt, title: entry.receivedAt }, moment(entry.receivedAt)),
    laterMs > 0 && [' ', h('span', { class: 'soft' }, t`decided ${laterMs / 1000} s later`)]];
}

/** @param {import('../pages/audit.js').Audited} game @param {any} entry */
function who(game, entry) {
  const seat = entry.seat === null ? '' : `${entry.seat} ${game.seats[entry.seat]?.name ?? ''}`;
  return [seat && [h('b', { translate: 'no' }, seat), ' '], h('code', { class: 'soft' }, entry.principalId)];
}
