/** The five complaints: each says what to find out first, asks for that, and ends in a report. */

import { query } from '../api.js';
import { fill, freshId, h } from '../dom.js';
import { reportView } from './report.js';

const REPORT = `query Report($game: ID!, $case: AuditCase!, $seat: Int, $step: Int, $since: Int, $command: ID,
  $from: DateTime, $to: DateTime, $by: Int) { game(id: $game) { auditReport(case: $case, seat: $seat, step: $step,
  since: $since, commandId: $command, from: $from, to: $to, byVersion: $by) { document sha256 } } }`;

/**
 * @typedef {'seat' | 'step' | 'since' | 'command' | 'from' | 'to' | 'by'} Wanted
 * @typedef {object} Complaint
 * @property {string} case the value of the schema
 * @property {string} title
 * @property {string[]} ways what to do, in order
 * @property {[Wanted, string, boolean][]} wants a field, what it is called, and whether it must be there
 */

/** @type {Complaint[]} */
const COMPLAINTS = [
  { case: 'UNDONE', title: 'Undone after seeing a card',
    ways: ['On the page of the game, find the step of the take-back. Where nothing was taken back, find the step at '
      + 'which the decision was made anew.',
      'Leave the step that it went back to empty: a take-back says it. Else the step before is compared.',
      'The report says what the seat was told in between, and which of it nobody else was told.',
      'It has the policy of the game, how far the seat could go by itself, what was crossed, and what was dealt again.',
      'Last come the rulings on these steps.'],
    wants: [['seat', 'Seat that took back', true], ['step', 'Step where it was taken back', true],
      ['since', 'Step that it went back to', false]] },
  { case: 'NOT_ME', title: 'It was not me',
    ways: ['Find the command in the ledger below, and copy its id.',
      'The report says by which token it came, what else came within five minutes, and what became of the tokens.',
      'Compare the label and the day of the token with what the person tells you. Nobody can say who held a device.'],
    wants: [['command', 'Id of the command', true]] },
  { case: 'SITE_DOWN', title: 'The site was down',
    ways: ['Ask for the seat and the hours, in UTC.',
      'The report lays the time in which the seat was to act over the outages of the service.',
      'Look at what the connections of the seat took: a single lost connection is no outage.',
      'In a game with clocks it says what the clock of the seat lost, and the command that gives it back.'],
    wants: [['seat', 'Seat', true], ['from', 'From', true], ['to', 'Until', true]] },
  { case: 'ENGINE', title: 'The engine paid two coins too few',
    ways: ['Find the step at which the points or coins changed.',
      'The report has the command, the rules in the words of this version, and known errata.',
      'It decides every command by another version of the ruleset, and says what would differ.',
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

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function cases(game, signal) {
  return h('section', { class: 'audit-part audit-cases', id: 'complaints' }, h('h2', null, 'Five complaints'),
    COMPLAINTS.map((each) => complaint(game, each, signal)));
}

/** @param {import('../pages/audit.js').Audited} game @param {Complaint} each @param {AbortSignal} signal */
function complaint(game, each, signal) {
  const answer = h('div', { 'aria-live': 'polite' });
  const submit = h('button', { type: 'submit', class: 'primary' }, 'Write the report');
  const form = h('form', { class: 'audit-form' }, each.wants.map((wanted) => entry(game, wanted)), submit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const { auditReport } = (await query(REPORT, variables(game, each, form), { signal })).game;
      fill(answer, reportView(game, each.title, auditReport));
    } catch (problem) {
      if (!signal.aborted) fill(answer, h('p', { class: 'note note-bad', role: 'alert' }, problem.message));
    }
    submit.disabled = false;
  });
  return h('details', { class: 'audit-case' }, h('summary', null, each.title),
    h('ol', null, each.ways.map((way) => h('li', null, way))), form, answer);
}

/** @param {import('../pages/audit.js').Audited} game @param {[Wanted, string, boolean]} wanted */
function entry(game, [name, label, required]) {
  const id = freshId(name);
  const label_ = h('label', { for: id }, label);
  if (name === 'seat') {
    return [label_, h('select', { id, name }, game.seats.map((each) =>
      h('option', { value: String(each.seat) }, `${each.seat} ${each.name}`)))];
  }
  if (name === 'command') return [label_, h('input', { id, name, required, autocomplete: 'off', size: '36' })];
  if (name === 'from' || name === 'to')
    return [label_, h('input', { id, name, required, type: 'datetime-local', step: '1' }), ' UTC'];
  return [label_, h('input', { id, name, required, type: 'number', min: '1', max: name === 'by' ? null
    : String(game.version) })];
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
