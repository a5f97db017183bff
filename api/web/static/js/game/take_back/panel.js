/** Taking back, for those who have a seat: the button, the open motion and its answers, and playing it once more. */

import { announce, clear, fill, h, plural } from '../../dom.js';
import { query } from '../../api.js';
import { command, newId } from '../../api/commands.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { seatName } from '../words.js';
import { crossingList } from './crossings.js';
import { TEXT, t, translation } from '../../language/language.js';

const MOTION = `query Motion($game: ID!) { game(id: $game) { motion { version seat kind to agreed waitingFor
  crossings { version kind seats line { ${TEXT} } } } redo { version json } } }`;
const ANSWER = `mutation Answer($game: ID!, $id: ID!, $motion: Int!, $yes: Boolean!) {
  answerMotion(game: $game, commandId: $id, motion: $motion, yes: $yes) { ...Answer } }`;
const WITHDRAW = `mutation WithdrawMotion($game: ID!, $id: ID!, $motion: Int!) {
  withdrawMotion(game: $game, commandId: $id, motion: $motion) { ...Answer } }`;
const SUBMIT = `mutation Redo($game: ID!, $id: ID!, $json: JSON!) {
  submit(game: $game, commandId: $id, commandJson: $json) { ...Answer } }`;
const MAKE = `mutation MakeMotion($game: ID!, $id: ID!, $kind: MotionKind!) {
  makeMotion(game: $game, commandId: $id, kind: $kind) { ...Answer } }`;
/** @type {Record<string, string>} */
const MOTIONS = { CLOSE: 'to close the game without a result', STOP: 'to stop the game',
  RESUME: 'to let the game go on' };
const SETTLE_MS = 150;

/**
 * @typedef {object} Motion
 * @property {number} version @property {number} seat @property {string} kind @property {number | null} to
 * @property {number[]} agreed @property {number[]} waitingFor
 * @property {import('./crossings.js').Crossing[]} crossings
 *
 * @typedef {{version: number, json: unknown}} Redo
 *
 * @typedef {object} TakeBackContext
 * @property {import('../session.js').Session} session @property {import('../viewpoint.js').Viewpoint} viewpoint
 * @property {import('../stage.js').Stage} stage @property {AbortSignal} signal
 * @property {HTMLElement} motion where the open motion is drawn: over the board, where nobody misses it
 */

export class TakeBackPanel {
  #redo = h('p', { class: 'row' });
  #wrong = h('div', { role: 'alert' });
  #button;
  #motions = h('span');
  element;
  #context;
  #motion;
  #head = 0;
  #timer = 0;
  #announced = 0;

  /** @param {TakeBackContext} context */
  constructor(context) {
    this.#context = context;
    this.#motion = context.motion;
    this.#button = button('Take back …', () => this.#ask(), { class: 'quiet' });
    this.element = h('div', { class: 'take-back' }, this.#redo, this.#wrong,
      h('p', { class: 'row' }, this.#button, this.#motions));
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** The game may have moved. */
  show() {
    const { session, viewpoint } = this.#context;
    const { policy } = session.meta.takeBacks ?? { policy: 'NONE' };
    const running = session.meta.phase === 'PLAYING' && session.seat !== null;
    const stopped = session.meta.stopped !== null;
    this.#motions.hidden = !running;
    if (this.#motions.dataset.stopped !== String(stopped)) this.#drawMotions(stopped);
    this.#button.hidden = !running || policy === 'NONE' || policy === 'ARBITER';
    this.element.hidden = !running;
    if (!running) clear(this.#motion);
    const { head } = viewpoint.store;
    if (!running || head === this.#head) return;
    this.#head = head;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), SETTLE_MS);
  }

  async #read() {
    const { session, signal } = this.#context;
    const read = await query(MOTION, { game: session.meta.id }, { signal }).catch(() => null);
    if (!read?.game) return;
    clear(this.#wrong);
    this.#drawMotion(read.game.motion);
    this.#drawRedo(read.game.redo);
  }

  // ---- motions

  /** @param {Motion | null} motion */
  #drawMotion(motion) {
    if (!motion) { clear(this.#motion); return; }
    const { session, stage } = this.#context;
    const seats = stage.view?.seats ?? [];
    const mine = motion.seat === session.seat;
    const mayAnswer = session.seat !== null && motion.waitingFor.includes(session.seat);
    const what = motion.kind === 'TAKE_BACK' ? t`to go back to step ${motion.to}`
      : translation(MOTIONS[motion.kind] ?? motion.kind.toLowerCase());
    const asks = mine ? t`You ask ${what}.` : t`${seatName(seats, motion.seat)} asks ${what}.`;
    fill(this.#motion, h('p', null, h('strong', null, asks)),
      motion.crossings.length > 0 && crossingList(motion.crossings, seats, session.seat),
      mayAnswer && h('p', { class: 'row' }, button('Agree', () => this.#answer(motion, true), { class: 'primary' }),
        button('Say no', () => this.#answer(motion, false))),
      mine && h('p', { class: 'row' },
        t`Waiting for ${motion.waitingFor.map((seat) => seatName(seats, seat)).join(', ')}.`,
        button('Withdraw', () => this.#send(WITHDRAW, { motion: motion.version }), { class: 'quiet' })),
      mayAnswer && h('p', { class: 'hint' }, 'If anybody plays, it lapses.'));
    if (mayAnswer && this.#announced !== motion.version) announce(asks);
    this.#announced = motion.version;
  }

  /** @param {Motion} motion @param {boolean} yes */
  #answer(motion, yes) {
    this.#send(ANSWER, { motion: motion.version, yes });
  }

  /** What may be put to the others besides. @param {boolean} stopped */
  #drawMotions(stopped) {
    this.#motions.dataset.stopped = String(stopped);
    const select = h('select', { 'aria-label': 'Ask the others' },
      h('option', { value: '' }, 'Ask the others …'),
      stopped ? h('option', { value: 'RESUME' }, 'to go on') : h('option', { value: 'STOP' }, 'to stop the game'),
      h('option', { value: 'CLOSE' }, 'to close it without a result'));
    select.addEventListener('change', () => {
      if (select.value) this.#send(MAKE, { kind: select.value });
      select.value = '';
    });
    fill(this.#motions, select);
  }

  // ---- playing it once more

  /** @param {Redo[]} redo */
  #drawRedo(redo) {
    fill(this.#redo, redo.length > 0 && button(t`Play ${plural(redo.length, 'command')} once more`,
      () => this.#replay(redo), { class: 'quiet' }));
  }

  /** Each is a new command; the first that is refused ends it. @param {Redo[]} redo */
  async #replay(redo) {
    clear(this.#redo);
    for (const { json } of redo) if (!await this.#send(SUBMIT, { json })) return;
  }

  /** @param {string} text @param {Record<string, unknown>} variables @returns {Promise<boolean>} */
  async #send(text, variables) {
    const answer = await command(text, { game: this.#context.session.meta.id, id: newId(), ...variables })
      .catch((problem) => ({ __typename: 'Problem', text: problem.message, rules: [] }));
    if (answer.__typename === 'CommandAccepted') return true;
    fill(this.#wrong, trouble(answer.text, answer.rules));
    return false;
  }

  async #ask() {
    const { session, viewpoint, stage, signal } = this.#context;
    const { seat } = session;
    if (seat === null) return;
    const { askTakeBack } = await import('./dialog.js');
    askTakeBack({ game: session.meta.id, seat, seats: stage.view?.seats ?? [], signal,
      lineAt: (version) => viewpoint.store.stepAt(version)?.line?.text ?? '',
      at: viewpoint.at, policy: session.meta.takeBacks?.policy ?? 'NONE' });
  }
}
