/** What a ruling would bring, before it is made: its steps, the points, the choices, and what each viewer would see. */

import { query } from '../../api.js';
import { h, words } from '../../dom.js';
import { PatchError, patched } from '../replay/patch.js';
import { trouble } from '../troubles.js';
import { amendmentWords, seatTag } from './words.js';
import { TEXT, t } from '../../language/language.js';

const TRY = `query TryRuling($game: ID!, $ruling: RulingInput!, $call: Int, $steps: [Int!], $rules: [ID!]) {
  game(id: $game) { version dryRuling(ruling: $ruling, call: $call, steps: $steps, rules: $rules) {
    refusal { code ${TEXT} rules { id title text } } lines { ${TEXT} facts }
    views { seat patch } scores { seat source before after }
    legal { seat lostCount wonCount lost { ${TEXT} } won { ${TEXT} } }
  } } }`;
/** Changes of a view that the lines of a preview tell better, or that tell nothing. */
const UNTOLD = ['/version', '/result', '/secret'];
const LISTED_MAX = 8;

/**
 * @typedef {{op: string, path: string, value?: unknown}} PatchStep
 * @typedef {object} Outlook
 * @property {{code: string, text: string, rules: RuleRef[]} | null} refusal
 * @property {{text: string, facts: any}[]} lines @property {{seat: number | null, patch: PatchStep[]}[]} views
 * @property {{seat: number, source: string, before: number, after: number}[]} scores
 * @property {LegalShift[]} legal
 *
 * @typedef {object} LegalShift
 * @property {number} seat @property {number} lostCount @property {number} wonCount
 * @property {{text: string}[]} lost @property {{text: string}[]} won
 */

/**
 * @param {string} game @param {Record<string, unknown>} variables @param {AbortSignal} signal
 * @returns {Promise<{version: number, outlook: Outlook}>} version: on which it would be made
 */
export async function tryRuling(game, variables, signal) {
  const { game: read } = await query(TRY, { game, ...variables }, { signal });
  return { version: read.version, outlook: read.dryRuling };
}

/** @param {Outlook} outlook @param {{name: string}[]} seats */
export function previewOf(outlook, seats) {
  if (outlook.refusal) return trouble(outlook.refusal.text, outlook.refusal.rules);
  return h('div', { class: 'ruling-preview' },
    h('h4', null, 'What would happen'),
    h('ol', { class: 'ruling-lines' }, outlook.lines.map(({ text, facts }) => (
      h('li', null, text, ' ', amendmentWords(facts, seats))))),
    scoresOf(outlook, seats), choicesOf(outlook, seats), viewsOf(outlook, seats));
}

/** @param {Outlook} outlook @param {{name: string}[]} seats */
function scoresOf({ scores }, seats) {
  if (scores.length === 0) return h('p', { class: 'small soft' }, 'No points would change.');
  return [h('h4', null, 'Points, if the game ended now'), h('ul', { class: 'plain small' },
    scores.map(({ seat, source, before, after }) => h('li', null, seatTag(seats, seat), ` ${words(source)}: `,
      `${before} → `, h('b', null, after))))];
}

/** @param {Outlook} outlook @param {{name: string}[]} seats */
function choicesOf({ legal }, seats) {
  if (legal.length === 0) return h('p', { class: 'small soft' }, 'Nobody\'s choices would change.');
  return [h('h4', null, 'Choices'), legal.map(({ seat, lostCount, wonCount, lost, won }) => h('details',
    { class: 'small' },
    h('summary', null, seatTag(seats, seat), ` ${wonCount ? `+${wonCount}` : ''} ${lostCount ? `−${lostCount}` : ''}`,
      ' legal commands'),
    listOf('Newly possible', won, wonCount), listOf('No longer possible', lost, lostCount)))];
}

/** @param {string} title @param {{text: string}[]} some @param {number} count */
const listOf = (title, some, count) => count > 0 && h('div', null, h('b', null, title),
  h('ul', null, some.slice(0, LISTED_MAX).map(({ text }) => h('li', null, text))),
  count > LISTED_MAX && h('p', { class: 'soft' }, t`and ${count - LISTED_MAX} more`));

/** Viewers who would see the same changes stand together. @param {Outlook} outlook @param {{name: string}[]} seats */
function viewsOf({ views }, seats) {
  /** @type {Map<string, {who: (number | null)[], patch: PatchStep[]}>} */
  const groups = new Map();
  for (const { seat, patch } of views) {
    const changes = patch.filter(({ path }) => !UNTOLD.includes(path));
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { who: [], patch: changes };
    group.who.push(seat);
    groups.set(key, group);
  }
  return [h('h4', null, 'Who would see what'), [...groups.values()].map(({ who, patch }) => h('div', { class: 'small' },
    h('p', { class: 'ruling-who' }, who.length === views.length ? 'Everybody, spectators too'
      : who.map((seat, at) => [at > 0 && ', ', seat === null ? 'spectators' : seatTag(seats, seat)])),
    patch.length === 0 ? h('p', { class: 'soft' }, 'nothing new')
      : h('ul', { class: 'plain ruling-changes' }, patch.slice(0, LISTED_MAX * 2).map((each) => changeOf(each, seats))),
    patch.length > LISTED_MAX * 2 && h('p', { class: 'soft' }, t`and ${patch.length - LISTED_MAX * 2} more`)))];
}

/** @param {PatchStep} change @param {{name: string}[]} seats */
function changeOf({ op, path, value }, seats) {
  const parts = path.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const place = parts.map((part, at) => (parts[at - 1] === 'seats' && seats[Number(part)]?.name) || words(part));
  return h('li', null, h('span', { class: 'soft' }, place.join(' › ')), op === 'remove' ? ' is gone'
    : [': ', h('code', null, JSON.stringify(value))]);
}

/** The view after a ruling, for the board; null if it cannot be drawn. @param {GameView} view @param {Outlook} outlook
 * @param {number | null} seat whose view it is; null: a spectator's */
export function viewAfter(view, { views }, seat) {
  const own = views.find((each) => each.seat === seat);
  if (!own) return null;
  try {
    return /** @type {GameView} */ (patched(view, /** @type {any} */ (own.patch)));
  } catch (problem) {
    if (problem instanceof PatchError) return null;
    throw problem;
  }
}
