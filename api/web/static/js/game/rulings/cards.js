/** Calls, rulings and appeals as cards. */

import { ruleButton } from '../../dialogs.js';
import { h, moment, timeAgo } from '../../dom.js';
import { button } from '../pieces.js';
import { appealWord, categoryIn, kindName, rulingAddress, seatTag, seatTags } from './words.js';
import { t } from '../../language/language.js';

/**
 * @typedef {import('./reading.js').Call} Call
 * @typedef {import('./reading.js').Ruling} Ruling
 * @typedef {import('./reading.js').Appeal} Appeal
 *
 * @typedef {object} CardContext
 * @property {string} game @property {{name: string}[]} seats
 * @property {(version: number) => void} goTo
 */

/** Words beside the log, as those who may read them see them. @param {string | null} note */
export const noteOf = (note) => note && h('blockquote', { class: 'ruling-note', translate: 'no' }, note);

/** @param {CardContext} context @param {number} version */
export const stepLink = ({ goTo }, version) => (
  button(t`step ${version}`, () => goTo(version), { class: 'ruling-step' }));

/** @param {CardContext} context @param {Call} call @param {unknown[]} [more] what can be done about it */
export function callCard(context, call, more = []) {
  const isOpen = call.status === 'OPEN';
  return h('li', { class: `ruling-card ${isOpen ? 'ruling-open' : ''}`, dataset: { call: call.number } },
    h('p', { class: 'ruling-head' }, h('strong', null, t`Call ${call.number}`), ' ',
      h('span', { class: `tag ${isOpen ? 'tag-warn' : ''}` }, isOpen ? 'open' : call.status.toLowerCase())),
    h('p', null, seatTag(context.seats, call.seat), ' about ', stepLink(context, call.step), ': ',
      categoryIn(call.category), '.'),
    noteOf(call.note),
    call.ruling !== null && h('p', { class: 'small' }, 'Answered by ',
      h('a', { href: rulingAddress(context.game, call.ruling) }, t`ruling ${call.ruling}`), '.'),
    more.length > 0 && h('p', { class: 'row' }, more));
}

/** @param {CardContext} context @param {Ruling} ruling @param {unknown[]} [more] */
export function rulingCard(context, ruling, more = []) {
  return h('li', { class: `ruling-card ${ruling.valid ? '' : 'ruling-replaced'}`, dataset: { ruling: ruling.number } },
    h('p', { class: 'ruling-head' },
      h('a', { href: rulingAddress(context.game, ruling.number) }, t`Ruling ${ruling.number}`), ' ',
      h('strong', null, kindName(ruling.kind)), ' ',
      !ruling.valid && h('span', { class: 'tag' }, 'replaced after an appeal')),
    h('p', null, ruling.by ? t`${ruling.by}, at ` : 'At ', stepLink(context, ruling.version),
      '. It touches ', seatTags(context.seats, ruling.seats), '.',
      ruling.points.length > 0 && [' ', pointsOf(context, ruling)]),
    ruling.rules.length > 0 && h('p', { class: 'ruling-rules' }, ruling.rules.map((rule) => ruleButton(rule.id))),
    noteOf(ruling.note),
    ruling.appealUntil && h('p', { class: 'small soft' }, 'Appeals until ',
      h('time', { datetime: ruling.appealUntil }, moment(ruling.appealUntil)), '.'),
    more.length > 0 && h('p', { class: 'row' }, more));
}

/** @param {CardContext} context @param {Ruling} ruling */
export const pointsOf = ({ seats }, ruling) => ruling.points.map(({ seat, points }) => h('span',
  { class: `ruling-points ${points < 0 ? 'ruling-less' : 'ruling-more'}` },
  seatTag(seats, seat), ` ${points < 0 ? '−' : '+'}${Math.abs(points)} `));

/** @param {CardContext} context @param {Appeal} appeal @param {unknown[]} [more] */
export function appealCard(context, appeal, more = []) {
  const isOpen = appeal.status === 'OPEN';
  return h('li', { class: `ruling-card ${isOpen ? 'ruling-open' : ''}`, dataset: { appeal: appeal.number } },
    h('p', { class: 'ruling-head' }, h('strong', null, t`Appeal ${appeal.number}`), ' ',
      h('span', { class: `tag ${isOpen ? 'tag-warn' : ''}` }, appealWord(appeal.status))),
    h('p', null, seatTag(context.seats, appeal.seat), ' against ',
      h('a', { href: rulingAddress(context.game, appeal.ruling) }, t`ruling ${appeal.ruling}`), ', at ',
      stepLink(context, appeal.version), '.', appeal.decidedBy && [' ', t`Decided by ${appeal.decidedBy}.`]),
    noteOf(appeal.note), noteOf(appeal.answer),
    more.length > 0 && h('p', { class: 'row' }, more));
}

/** Who looked as whom. @param {CardContext} context @param {import('./reading.js').Sighting} sighting */
export function sightingRow(context, { by, seat, firstVersion, lastVersion, at }) {
  const steps = firstVersion === lastVersion ? stepLink(context, lastVersion)
    : [stepLink(context, firstVersion), ' – ', stepLink(context, lastVersion)];
  return h('li', null, by ? h('span', { translate: 'no' }, by) : 'An arbiter',
    seat === null ? ' with all cards open, ' : [' as seen by ', seatTag(context.seats, seat), ', '],
    steps, ', ', timeAgo(at), '.');
}
