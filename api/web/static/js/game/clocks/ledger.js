/** The time of one seat: every debit and credit with its step, and what its player or another seat may do about it. */

import { query } from '../../api.js';
import { command, newId } from '../../api/commands.js';
import { openDialog } from '../../dialogs.js';
import { fill, h, moment } from '../../dom.js';
import { button, heads } from '../pieces.js';
import { trouble } from '../troubles.js';
import { seatName } from '../words.js';
import { change, figures, spoken } from './time.js';
import { t, translation } from '../../language/language.js';

const LEDGER = `query Ledger($game: ID!, $seat: Int!, $after: Cursor) { game(id: $game) {
  clock { kind bankMs addMs capMs freeMs eachMs overtimeMs flag sleepMinutesMax restMs }
  timeLedger(seat: $seat, first: 100, after: $after) { pageInfo { hasNextPage endCursor }
    edges { node { version at kind ms left note } } } } }`;
const CLAIM = `mutation Claim($game: ID!, $id: ID!, $seat: Int!) {
  claimTime(game: $game, commandId: $id, seat: $seat) { ...Answer } }`;
const REST = `mutation Rest($game: ID!, $id: ID!, $ms: Milliseconds!) {
  takeRest(game: $game, commandId: $id, ms: $ms) { ...Answer } }`;
const SLEEP = `mutation Sleep($game: ID!, $id: ID!, $from: Int!, $minutes: Int!, $offset: Int!) {
  setSleep(game: $game, commandId: $id, fromMinute: $from, minutes: $minutes, offsetMinutes: $offset) { ...Answer } }`;
const HOUR_MS = 3_600_000;
/** @type {Record<string, string>} */
const KINDS = { BANK: 'at the beginning', SPENT: 'spent', CREDIT: 'credit', ADJUSTED: 'by an arbiter', REST: 'rest',
  FORGIVEN: 'not counted', FREE: 'free time' };

/**
 * @typedef {object} LedgerContext
 * @property {string} game @property {number} seat @property {{name: string}[]} seats @property {boolean} mine
 * @property {boolean} running @property {boolean} claims whether the reader may claim the flag
 * @property {import('./strip.js').SeatClock | null} clock
 * @property {(version: number) => void} goTo @property {() => void} done @property {AbortSignal} signal
 *
 * @typedef {{version: number, at: string, kind: string, ms: number, left: number, note: string | null}} Entry
 */

/** @param {LedgerContext} context */
export async function openLedger(context) {
  const { game, seat, seats, signal } = context;
  const body = h('div', { class: 'stack ledger' }, h('p', { class: 'busy' }, 'Reading'));
  const dialog = openDialog(t`The time of ${seatName(seats, seat)}`, body);
  try {
    const { terms, entries } = await read(game, seat, signal);
    fill(body, h('p', null, termsOf(terms)), ...deeds(context, terms, dialog), listEntries(context, entries, dialog));
  } catch (problem) {
    fill(body, trouble(problem.message));
  }
}

/** @param {string} game @param {number} seat @param {AbortSignal} signal */
async function read(game, seat, signal) {
  /** @type {Entry[]} */
  const entries = [];
  for (let after = null; ;) {
    const { game: page } = await query(LEDGER, { game, seat, after }, { signal });
    entries.push(...page.timeLedger.edges.map((/** @type {{node: Entry}} */ { node }) => node));
    if (!page.timeLedger.pageInfo.hasNextPage) return { terms: page.clock, entries };
    after = page.timeLedger.pageInfo.endCursor;
  }
}

/** What the clocks are, in a sentence. @param {any} terms */
export function termsOf({ kind, bankMs, addMs, capMs, freeMs, eachMs, flag }) {
  const time = kind === 'EACH' ? t`${spoken(eachMs)} for each stint`
    : kind === 'FREE' ? t`${spoken(freeMs)} free at each stint, then a bank of ${spoken(bankMs)}`
      : t`a bank of ${spoken(bankMs)}` + (addMs ? t`, ${spoken(addMs)} more for each turn` : '')
        + (capMs ? t`, never above ${spoken(capMs)}` : '');
  /** @type {Record<string, string>} */
  const falls = { RULES: 'the rules\' default is played', BOT: 'a bot plays on for good', FORFEIT: 'the seat is lost',
    CLAIM: 'another seat may claim it' };
  return t`Each seat has ${time}. When its flag falls, ${translation(falls[flag] ?? flag.toLowerCase())}.`;
}

/** @param {LedgerContext} context @param {Entry[]} entries @param {HTMLDialogElement} dialog */
function listEntries({ goTo }, entries, dialog) {
  if (entries.length === 0) return h('p', { class: 'soft' }, 'Nothing was spent and nothing was given yet.');
  return h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'Debits and credits' },
    h('table', { class: 'ledger-table' }, heads('Step', 'When', 'What', 'Change', 'Time left'), h('tbody', null,
      entries.map(({ version, at, kind, ms, left, note }) => h('tr', null,
        h('th', { scope: 'row' }, button(String(version), () => { dialog.close(); goTo(version); },
          { class: 'quiet' })),
        h('td', null, h('time', { datetime: at }, moment(at))),
        h('td', null, KINDS[kind] ?? kind.toLowerCase(), note && h('q', { translate: 'no' }, note)),
        h('td', { class: ms < 0 ? 'ledger-less' : 'ledger-more' }, change(ms)),
        h('td', null, h('b', null, figures(left))))))));
}

// ---- what may be done

/** @param {LedgerContext} context @param {any} terms @param {HTMLDialogElement} dialog
 * @returns {(Element | false)[]} */
function deeds({ game, seat, mine, running, claims, clock, done }, terms, dialog) {
  const wrong = h('div', { role: 'alert' });
  /** @param {string} text @param {Record<string, unknown>} variables */
  const send = async (text, variables) => {
    const answer = await command(text, { game, id: newId(), ...variables })
      .catch((problem) => ({ __typename: 'Problem', text: problem.message, rules: [] }));
    if (answer.__typename !== 'CommandAccepted') { fill(wrong, trouble(answer.text, answer.rules)); return; }
    dialog.close();
    done();
  };
  return [
    claims && h('p', { class: 'row' }, button('Claim the fallen flag', () => send(CLAIM, { seat }))),
    mine && running && terms.restMs > 0 && restForm(clock, (ms) => send(REST, { ms })),
    mine && running && terms.sleepMinutesMax > 0 && sleepForm(terms.sleepMinutesMax,
      (variables) => send(SLEEP, variables)),
    wrong,
  ];
}

/** @param {import('./strip.js').SeatClock | null} clock @param {(ms: number) => void} send */
function restForm(clock, send) {
  const hours = h('input', { type: 'number', id: 'rest-hours', min: 1, step: 1, value: 24 });
  return h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    send(Number(hours.value) * HOUR_MS);
  } }, h('label', { for: 'rest-hours' }, 'Hours of rest'), hours, h('button', { type: 'submit' }, 'Take rest'),
  h('span', { class: 'hint' }, t`${spoken(clock?.restLeft ?? 0)} left. It counts from your next stint on.`));
}

/** @param {number} max in minutes @param {(variables: Record<string, unknown>) => void} send */
function sleepForm(max, send) {
  const from = h('input', { type: 'time', id: 'sleep-from', value: '23:00', required: true });
  const hours = h('input', { type: 'number', id: 'sleep-hours', min: 0, max: max / 60, step: 1,
    value: Math.min(8, max / 60) });
  return h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const [hour, minute] = from.value.split(':').map(Number);
    send({ from: hour * 60 + minute, minutes: Number(hours.value) * 60, offset: -new Date().getTimezoneOffset() });
  } }, h('label', { for: 'sleep-from' }, 'Sleep from'), from, h('label', { for: 'sleep-hours' }, 'hours'), hours,
  h('button', { type: 'submit' }, 'Set it'), h('span', { class: 'hint' }, 'It holds from your next stint on.'));
}
