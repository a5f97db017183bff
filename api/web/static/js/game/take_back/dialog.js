/** The dialog before a take-back: how far one may go freely, what lies behind that, and what would be learned. */

import { query } from '../../api.js';
import { command, newId } from '../../api/commands.js';
import { openDialog } from '../../dialogs.js';
import { fill, freshId, h, plural } from '../../dom.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { crossingList, crossingWords } from './crossings.js';
import { TEXT, t } from '../../language/language.js';

const CROSSING = `version kind seats line { ${TEXT} }`;
const FRONTIER = `query Frontier($game: ID!, $seat: Int!) { game(id: $game) { version
  frontier(seat: $seat) { to decisions crossings { ${CROSSING} } revealed { ${CROSSING} } policy freeLeft } } }`;
const PREVIEW = `query TakeBackPreview($game: ID!, $to: Int!) { game(id: $game) { version
  takeBackPreview(to: $to) { to steps crossings { ${CROSSING} } redealt
  refusal { ${TEXT} rules { id title text } } } } }`;
const TAKE_BACK = `mutation TakeBack($game: ID!, $id: ID!, $to: Int!, $version: Int!) {
  takeBack(game: $game, commandId: $id, to: $to, expectedVersion: $version) { ...Answer } }`;
const MOTION = `mutation AskToTakeBack($game: ID!, $id: ID!, $to: Int!, $version: Int!) {
  makeMotion(game: $game, commandId: $id, kind: TAKE_BACK, to: $to, expectedVersion: $version) { ...Answer } }`;
const LISTED_MAX = 6;
const SETTLE_MS = 250;

/**
 * @typedef {import('./crossings.js').Crossing} Crossing
 * @typedef {{to: number, decisions: number[], crossings: Crossing[], revealed: Crossing[], policy: string,
 *   freeLeft: number | null}} Frontier
 *
 * @typedef {object} Asking
 * @property {string} game @property {number} seat @property {{name: string}[]} seats @property {number} at
 * @property {string} policy @property {(version: number) => string} lineAt @property {AbortSignal} signal
 */

/** @param {Asking} asking */
export async function askTakeBack(asking) {
  const body = h('div', { class: 'stack take-back-dialog' }, h('p', { class: 'busy' }, 'Looking how far you may go'));
  const dialog = openDialog('Take back', body);
  try {
    const { game } = await query(FRONTIER, { game: asking.game, seat: asking.seat }, { signal: asking.signal });
    const sender = new Sender(asking.game, game.version, dialog);
    fill(body, freely(game.frontier, asking, sender),
      asking.policy === 'CONSENT' && further(asking, game, sender), sender.wrong);
  } catch (problem) {
    fill(body, trouble(problem.message));
  }
}

class Sender {
  wrong = h('div', { role: 'alert' });
  #game;
  #version;
  #dialog;

  /** @param {string} game @param {number} version @param {HTMLDialogElement} dialog */
  constructor(game, version, dialog) {
    this.#game = game;
    this.#version = version;
    this.#dialog = dialog;
  }

  /** @param {string} text @param {number} to */
  async send(text, to) {
    const answer = await command(text, { game: this.#game, id: newId(), to, version: this.#version })
      .catch((problem) => ({ __typename: 'Problem', text: problem.message, rules: [] }));
    if (answer.__typename === 'CommandAccepted') { this.#dialog.close(); return; }
    fill(this.wrong, trouble(answer.__typename === 'VersionConflict'
      ? 'Somebody has played meanwhile, so nothing was taken back. Close this, and look once more.' : answer.text,
    answer.rules));
  }
}

/** @param {Frontier} frontier @param {Asking} asking @param {Sender} sender */
function freely({ decisions, crossings, revealed, freeLeft }, { seats, seat, lineAt }, sender) {
  const limit = crossings.length > 0 && h('p', { class: 'small' }, h('b', null, 'No further: '),
    t`step ${crossings[0].version}: ${crossingWords(crossings[0], seats, seat)}`);
  if (decisions.length === 0) {
    return h('section', null, h('h3', null, 'By yourself'),
      h('p', null, 'You can take back nothing by yourself now.'), limit);
  }
  return h('section', null, h('h3', null, 'By yourself'),
    h('p', { class: 'note note-good' }, 'You have learned nothing since, and nothing was drawn.'),
    h('ul', { class: 'plain take-back-choices' }, decisions.slice(0, LISTED_MAX).map((to, at) => h('li', null,
      button([t`Before step ${to + 1}`, lineAt(to + 1) && h('span', { class: 'soft small' }, ` ${lineAt(to + 1)}`)],
        () => sender.send(TAKE_BACK, to), { class: at === 0 ? 'primary' : '' })))),
    revealed.length > 0 && [h('p', { class: 'small' }, freeLeft === null
      ? 'You have shown this since; the others keep what they saw.'
      : t`You have shown this since; the others keep what they saw. How often you still may: ${freeLeft}.`),
    crossingList(revealed, seats, seat)],
    limit);
}

/**
 * Further back, if all others agree; first to before what stops the seat.
 * @param {Asking} asking @param {{version: number, frontier: Frontier}} known @param {Sender} sender
 */
function further({ game, at, seats, seat, signal }, { version, frontier }, sender) {
  const first = Math.min(at, version - 1, (frontier.crossings[0]?.version ?? version) - 1);
  const to = h('input', { type: 'number', id: freshId('to'), min: 1, max: version - 1, step: 1,
    value: Math.max(1, first), oninput: () => later() });
  const prospect = h('div', { 'aria-live': 'polite' });
  let timer = 0;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  }
  async function look() {
    try {
      const { game: read } = await query(PREVIEW, { game, to: Number(to.value) }, { signal });
      fill(prospect, outlook(read.takeBackPreview, seats, seat, sender));
    } catch (problem) {
      if (!signal.aborted) fill(prospect, trouble(problem.message));
    }
  }
  later();
  return h('section', null, h('h3', null, 'Further, if all others agree'),
    h('div', { class: 'field inline' }, h('label', { for: to.id }, 'Go on after step'), to), prospect);
}

/**
 * @param {{to: number, steps: number, crossings: Crossing[], redealt: boolean,
 *   refusal: {text: string, rules: RuleRef[]} | null}} preview
 * @param {{name: string}[]} seats @param {number} seat @param {Sender} sender
 */
function outlook({ to, steps, crossings, redealt, refusal }, seats, seat, sender) {
  if (refusal) return trouble(refusal.text, refusal.rules);
  return [
    h('p', null, t`${plural(steps, 'step')} would be taken back, to after step ${to}.`),
    crossings.length > 0 ? [h('p', { class: 'small' }, h('b', null, 'What lies between:')),
      crossingList(crossings, seats, seat)] : h('p', { class: 'small' }, 'Nothing was drawn or learned in between.'),
    redealt && h('p', { class: 'note' }, 'All that no seat knew then is dealt again.', ' ',
      'It may fall the same, as likely as any other.', ' ',
      'Who saw a card goes on knowing that it is somewhere in the unknown part.'),
    h('p', null, button('Ask the others', () => sender.send(MOTION, to), { class: 'primary' })),
  ];
}
