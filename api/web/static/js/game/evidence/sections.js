/** The evidence of a step, section by section, out of what the API knows. */

import { ruleButton } from '../../dialogs.js';
import { h, plural, say } from '../../dom.js';
import { inEnglish, prose, titled } from '../../prose.js';
import { button, heads } from '../pieces.js';
import { seatName } from '../words.js';
import { momentOf } from './reading.js';
import { t } from '../../language/language.js';

/**
 * @typedef {import('./reading.js').Known} Known
 * @typedef {import('./reading.js').RefusedOnce} RefusedOnce
 * @typedef {{seats: {name: string}[], goTo: (version: number) => void, nameOf: (id: string) => Promise<string>}} How
 */

/** @param {string} title @param {Children} content */
export const section = (title, ...content) =>
  h('section', { class: 'evidence-part' }, h('h3', null, title), ...content);

/** @param {[name: string, value: Children | Node | string][]} rows */
export const facts = (rows) => h('dl', { class: 'evidence-facts' },
  rows.map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));

/** @param {string} hash */
const code = (hash) => h('code', null, hash);

/** @param {{id: string, text: string}[]} rules */
export const citations = (rules) => h('ul', { class: 'plain evidence-rules' },
  rules.map(({ id, text }) => h('li', null, ruleButton(id), ' ', inEnglish(prose(titled(text)[0])))));

/** A principal by name, as soon as that is known, and by id. @param {string} id @param {How} how */
function principal(id, { nameOf }) {
  const name = h('span', { translate: 'no' }, '');
  nameOf(id).then((known) => { if (known) name.textContent = `${known} `; });
  return [name, code(id)];
}

/** @param {any} json */
export const exact = (json) => h('details', { class: 'evidence-exact' }, h('summary', null, 'Exactly'),
  h('pre', null, JSON.stringify(json, null, 1)));

/** @param {number | null} seat @param {How} how */
const sat = (seat, { seats }) => (seat === null ? 'for no seat' : t`${seatName(seats, seat)}, seat ${seat + 1}`);

/** Who asked, when, and what was answered. @param {Known} known @param {How} how */
export function causeOf({ why, step }, how) {
  const { command, commandId } = why;
  if (!command) return section('Who asked', h('p', { class: 'note' },
    'These eyes may not know the command yet. When the game is over, everybody may.'),
  facts([['Command id', code(commandId)], ['Decided', momentOf(step.time)]]));
  return section('Who asked', facts([
    ['Asked by', principal(command.principalId, how)], ['Seat', sat(command.seat, how)],
    ['Command', command.phrase ?? command.json.type], ['Command id', code(commandId)],
    ['Received', momentOf(command.receivedAt)], ['Decided', momentOf(command.decidedAt)],
    ['Answer', t`carried out, ${plural(why.steps.length, 'step')}`],
  ]), exact(command.json));
}

/** All steps of the command. @param {Known} known @param {How} how */
export function stepsOf({ why, step }, { goTo }) {
  return section('Steps of this command', h('ol', { class: 'plain evidence-steps' }, why.steps.map((each) => h('li',
    null,
    button(each.version, () => goTo(each.version), { class: 'quiet',
      'aria-label': t`Go to step ${each.version}`, 'aria-current': each.version === step.version ? 'step' : null }),
    h('span', null, each.line?.text ?? 'Something happened that these eyes may not know.')))));
}

/** @param {Known} known @param {(draw: import('./reading.js').Draw) => Promise<string>} judge */
export function chanceOf({ why: { draws } }, judge) {
  if (!draws) return section('Chance', h('p', null, 'The draws are published when the game is over.'));
  if (!draws.length) return section('Chance', h('p', null, 'This command drew nothing.'));
  return section('Chance', h('table', null, heads('Draw', 'Outcome', 'Derived here'), h('tbody', null,
    draws.map((draw) => {
      const verdict = h('td', null, '…');
      judge(draw).then((text) => { verdict.textContent = text; }, () => { say(verdict, 'not checked'); });
      return h('tr', null, h('th', { scope: 'row' }, `${draw.step}.${draw.index}`),
        h('td', null, t`${draw.outcome + 1} of ${draw.bound}`), verdict);
    }))));
}

/** @param {Known} known */
export const rulesOf = ({ why }) => why.rules.length > 0 && section('Rules', citations(why.rules));

/** @param {Known} known @param {boolean} over */
export const hashesOf = ({ step }, over) => section('Hashes', facts([
  ['This step', code(step.hash)], ['The step before', code(step.prevHash)],
  ['State', step.stateHash ? code(step.stateHash) : 'stands at the last step of the command'],
]), !over && h('p', { class: 'soft small' },
  'Note the hash of a step: later it shows that everything up to it is unchanged.'));

/** Every refusal at a step, in full. @param {RefusedOnce[]} refusals @param {How} how */
export const refusalsOf = (refusals, how) => refusals.map((each) => h('article', { class: 'evidence-refusal' },
  h('p', null, h('strong', null, each.text)), citations(each.rules),
  facts([['Asked by', principal(each.principalId, how)], ['Seat', sat(each.fromSeat, how)],
    ['Command', each.commandJson.type], ['Command id', code(each.commandId)], ['Code', code(each.code)],
    ['Received', momentOf(each.receivedAt)], ['Decided', momentOf(each.time)],
    ...factRows(each.facts)]), exact(each.commandJson)));

/** @param {Record<string, unknown>} all @returns {[string, string][]} */
const factRows = (all) => Object.entries(all).map(([name, value]) => [name.replaceAll('_', ' '),
  typeof value === 'string' ? value : JSON.stringify(value)]);
