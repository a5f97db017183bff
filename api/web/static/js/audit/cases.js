/** The five complaints: each says what to find out first, asks for that, and ends in a report. */

import { query } from '../api.js';
import { fill, freshId, h, moment } from '../dom.js';
import { TEXT, t } from '../language/language.js';
import { reportView } from './report.js';
import { trouble } from './trouble.js';

const REPORT = `query Report($game: ID!, $case: AuditCase!, $seat: Int, $step: Int, $since: Int, $command: ID,
  $from: DateTime, $to: DateTime, $by: Int) { game(id: $game) { auditReport(case: $case, seat: $seat, step: $step,
  since: $since, commandId: $command, from: $from, to: $to, byVersion: $by) { document sha256 } } }`;
const TAKE_BACKS = `query TakeBacks($game: ID!) { game(id: $game) { highlights(first: 500) { edges { node {
  version kind aboutSeat ${TEXT} } } } } }`;
const OUTAGES = `query Outages($from: DateTime!, $to: DateTime!) { outages(from: $from, to: $to) {
  process startedAt endedAt } }`;
const OFFERED_MAX = 20;

/**
 * @typedef {'seat' | 'step' | 'since' | 'command' | 'from' | 'to' | 'by'} Wanted
 * @typedef {Partial<Record<Wanted, string>>} Facts what is known of a complaint, as the fields have it
 * @typedef {object} Complaint
 * @property {string} case the value of the schema
 * @property {string} title
 * @property {string[]} ways what to do, in order
 * @property {[Wanted, string, boolean][]} wants a field, what it is called, and whether it must be there
 * @property {(game: import('../pages/audit.js').Audited, signal: AbortSignal) => Promise<Offer[]>} [offers]
 * @typedef {{text: string, facts: Facts}} Offer something in the game that the complaint may be about
 */

/** @type {Complaint[]} */
const COMPLAINTS = [
  { case: 'UNDONE', title: 'Undone after seeing a card',
    ways: ['Choose the take-back below. Where nothing was taken back, name the step at which the decision was made '
      + 'anew: the ledger has it.',
      'Leave the step that it went back to empty: a take-back says it. Else the step before is compared.',
      'The report says what the seat was told in between, and which of it nobody else was told.',
      'It has the policy of the game, how far the seat could go by itself, what was crossed, and what was dealt again.',
      'Last come the rulings on these steps.'],
    wants: [['seat', 'Seat that took back', true], ['step', 'Step where it was taken back', true],
      ['since', 'Step that it went back to', false]], offers: takeBacks },
  { case: 'NOT_ME', title: 'It was not me',
    ways: ['Find the command in the ledger below, and press “Use in a report” there.',
      'The report says by which token it came, what else came within five minutes, and what became of the tokens.',
      'Compare the label and the day of the token with what the person tells you. Nobody can say who held a device.'],
    wants: [['command', 'Id of the command', true]] },
  { case: 'SITE_DOWN', title: 'The site was down',
    ways: ['Ask for the seat and the hours, in UTC. What is filled in is the whole game until now.',
      'The report lays the time in which the seat was to act over the outages of the service.',
      'Look at what the connections of the seat took: a single lost connection is no outage.',
      'In a game with clocks it says what the clock of the seat lost, and the command that gives it back.'],
    wants: [['seat', 'Seat', true], ['from', 'From', true], ['to', 'Until', true]], offers: outages },
  { case: 'ENGINE', title: 'The engine paid two coins too few',
    ways: ['Find the step at which the points or coins changed: on the page of the game, or in the ledger below.',
      'The report decides the command once more, by the rules of this game and by another version of them.',
      'It has the rules in the words of this version, and known errata.',
      'It shows what that version makes of this very command: a fix brings what differs.',
      'A fix is a ruling; the preview of a ruling shows what each seat would see. For other games it has words for a '
      + 'ruling to play on.'],
    wants: [['step', 'Step', true], ['by', 'Version to compare with', false]] },
  { case: 'SHUFFLE', title: 'The shuffle was rigged',
    ways: ['The game must be over: until then the secret of its chance is nobody’s.',
      'The report draws everything again from the secret and the shares of the seats.',
      'The place of the first step in the signed order shows that the secret was fixed before anybody sat down.'],
    wants: [] },
];

/**
 * @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal
 * @returns {{element: HTMLElement, use: (facts: Facts, about: string, arriving?: boolean) => void}}
 *   use: fill in all forms, and lead there unless the reader is just arriving
 */
export function cases(game, signal) {
  const note = h('p', { class: 'note', role: 'status', hidden: true });
  const forms = COMPLAINTS.map((each) => complaint(game, each, signal));
  const heading = h('h2', { tabindex: '-1' }, 'Five complaints');
  return {
    element: h('section', { class: 'audit-part audit-cases', id: 'complaints' }, heading, note,
      forms.map((each) => each.element)),
    use(facts, about, arriving = false) {
      for (const each of forms) each.use(facts);
      note.hidden = false;
      fill(note, about, ' ', 'Choose the complaint: its form is filled in.');
      if (arriving) return;
      heading.focus({ preventScroll: true });
      heading.scrollIntoView();
    },
  };
}

/** @param {import('../pages/audit.js').Audited} game @param {Complaint} each @param {AbortSignal} signal */
function complaint(game, each, signal) {
  const answer = h('div', { 'aria-live': 'polite' });
  const offered = h('div', { class: 'audit-offers' });
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Write the report');
  const form = h('form', { class: 'audit-form' }, each.wants.map((wanted) => entry(game, wanted)), submit);
  const use = (/** @type {Facts} */ facts) => each.wants.forEach(([name]) => {
    const field = form.elements.namedItem(name);
    const value = facts[name];
    if (value !== undefined && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement))
      field.value = value;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const { auditReport } = (await query(REPORT, variables(game, each, form), { signal })).game;
      fill(answer, reportView(game, each.title, auditReport));
    } catch (problem) {
      if (!signal.aborted) fill(answer, trouble(problem));
    }
    submit.disabled = false;
  });
  const element = h('details', { class: 'audit-case' }, h('summary', null, each.title),
    h('ol', null, each.ways.map((way) => h('li', null, way))), offered, form, answer);
  if (each.offers) {
    element.addEventListener('toggle', async () => {
      const offers = await each.offers?.(game, signal).catch(() => []) ?? [];
      fill(offered, offers.slice(0, OFFERED_MAX).map(({ text, facts }) =>
        h('button', { type: 'button', onclick: () => use(facts), translate: 'no' }, text)));
    }, { once: true });
  }
  return { element, use };
}

/** The take-backs of the game. @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
async function takeBacks(game, signal) {
  const { edges } = (await query(TAKE_BACKS, { game: game.id }, { signal })).game.highlights;
  return edges.map((/** @type {any} */ edge) => edge.node)
    .filter((/** @type {any} */ each) => each.kind === 'TAKEN_BACK')
    .map((/** @type {any} */ each) => ({ text: t`Step ${each.version}: ${each.text}`, facts: { since: '',
      step: String(each.version), ...(each.aboutSeat === null ? {} : { seat: String(each.aboutSeat) }) } }));
}

/** The outages of the game's time. @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
async function outages(game, signal) {
  const { from, to } = hours(game);
  const rows = (await query(OUTAGES, { from: `${from}Z`, to: `${to}Z` }, { signal })).outages;
  return rows.filter((/** @type {any} */ each) => each.process === 'api').map((/** @type {any} */ each) => {
    const seconds = Math.round((Date.parse(each.endedAt) - Date.parse(each.startedAt)) / 1000);
    const around = { from: field(Date.parse(each.startedAt) - HOUR_MS), to: field(Date.parse(each.endedAt) + HOUR_MS) };
    return { text: t`Outage of ${seconds} s from ${moment(each.startedAt)}`, facts: { ...around } };
  });
}

const HOUR_MS = 3_600_000;

/** A time as a field for dates has it, in UTC. @param {number} timeMs */
const field = (timeMs) => new Date(Math.min(timeMs, Date.now())).toISOString().slice(0, 19);

/** The whole game until now, at most a month of it. @param {import('../pages/audit.js').Audited} game */
const hours = (game) => ({ from: field(Math.max(Date.parse(game.openedAt) - 1000, Date.now() - 30 * 24 * HOUR_MS)),
  to: field(Date.now()) });

/** @param {import('../pages/audit.js').Audited} game @param {[Wanted, string, boolean]} wanted */
function entry(game, [name, label, required]) {
  const id = freshId(name);
  return h('span', { class: 'audit-field' }, h('label', { for: id }, label), input(game, name, { id, name, required }),
    (name === 'from' || name === 'to') && 'UTC');
}

/**
 * @param {import('../pages/audit.js').Audited} game @param {Wanted} name
 * @param {{id: string, name: string, required: boolean}} props
 */
function input(game, name, props) {
  const option = (/** @type {[string, string]} */ [value, text]) => h('option', { value, translate: 'no' }, text);
  if (name === 'seat')
    return h('select', props, game.seats.map((each) => option([String(each.seat), `${each.seat} ${each.name}`])));
  if (name === 'by')
    return h('select', props, h('option', { value: '' }, 'the newest other one'), game.versions
      .filter((each) => each !== game.rulesetVersion).map((each) => option([String(each), String(each)])));
  if (name === 'command') return h('input', { ...props, autocomplete: 'off', size: '36', type: 'text' });
  if (name === 'from' || name === 'to')
    return h('input', { ...props, type: 'datetime-local', step: '1', value: hours(game)[name] });
  return h('input', { ...props, type: 'number', min: '1', max: String(game.version) });
}

/** @param {import('../pages/audit.js').Audited} game @param {Complaint} each @param {HTMLFormElement} form */
function variables(game, each, form) {
  const data = new FormData(form);
  /** @type {Record<string, unknown>} */
  const values = { game: game.id, case: each.case };
  for (const [name] of each.wants) {
    const text = String(data.get(name) ?? '').trim();
    if (text === '') continue;
    if (name === 'command') values[name] = text;
    else if (name === 'from' || name === 'to') values[name] = `${text.length === 16 ? `${text}:00` : text}Z`;
    else values[name] = Number(text);
  }
  return values;
}
