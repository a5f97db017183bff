/**
 * A plan: commands chosen one after another, each tried by the service on top of those before, and sent in one go.
 *
 * The service says what is legal after each and what the seat would know then. It goes no further than what is certain
 * (GAME-WHATIF-02).
 */

import { query } from '../../../api.js';
import { announce, fill, h } from '../../../dom.js';
import { button } from '../../pieces.js';
import { chips } from '../forecast.js';
import { TEXT, t } from '../../../language/language.js';

const TRY = `query Plan($game: ID!, $json: JSON!, $after: [JSON!]) { game(id: $game) { version seats { name }
  dryRun(commandJson: $json, afterJson: $after) { depth planEnd ends worlds refused { ${TEXT} rules { id } }
    events { certain } scores { seat source banked ifOver certain } legal { type json ${TEXT} } viewJson } } }`;

const WORDS = {
  name: 'Your plan',
  empty: 'Choose what to play first. Nothing is sent before you say so.',
  goesOn: 'You may go on. Nothing is sent yet.',
  ends: {
    CHANCE: 'The plan ends here: what comes now is drawn by chance. Send it, and go on from what comes.',
    NEWS: 'The plan ends here: you would learn something that you do not know yet. Send it, and go on from there.',
    OTHERS: 'The plan ends here: then it is for others to act.',
    OVER: 'The plan ends here: the game would be over.',
  },
  ended: 'The plan ends here.',
  trying: 'Looking ahead …',
  moved: 'The game has moved on. Your plan was tried once more.',
  cut: (/** @type {string} */ text) => t`From here on your plan would be refused: ${text}`,
  send: (/** @type {number} */ number) => (number === 1 ? 'Send 1 command' : t`Send ${number} commands`),
  takeBack: 'Take back the last',
  leave: 'Put the plan away',
  planned: (/** @type {string} */ text, /** @type {number} */ number) => t`Planned: ${text} ${number} in your plan.`,
  takenBack: 'The last was taken back.',
  stopped: (/** @type {number} */ played, /** @type {number} */ all, /** @type {string} */ left) =>
    t`${played} of ${all} were played. Not played: ${left}`,
};

/**
 * @typedef {{game: {version: number, seats: {name: string}[], dryRun: any}}} Tried
 * @typedef {{legal: LegalCommand, answer: Tried['game']}} PlannedCommand
 * @typedef {{game: string, mine: () => number | null, signal: AbortSignal, changed: () => void,
 *   send: () => void, leave: () => void}} PlanContext `changed`: another position is planned
 */

export class Plan {
  /** @type {PlannedCommand[]} */
  #planned = [];
  #context;
  #list = h('ol', { class: 'plan-list' });
  #note = h('p', { class: 'plan-note', role: 'status' }, WORDS.empty);
  #send = button('', () => this.#context.send(), { class: 'primary', hidden: true });
  #takeBack = button(WORDS.takeBack, () => this.takeBack(), { hidden: true });
  element;
  /** Whether the service is trying a command. */
  busy = false;

  /** @param {PlanContext} context */
  constructor(context) {
    this.#context = context;
    this.element = h('section', { class: 'play-plan', 'aria-label': WORDS.name,
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') context.leave(); } },
    h('h3', null, WORDS.name), this.#list, this.#note,
    h('div', { class: 'row' }, this.#send, this.#takeBack, button(WORDS.leave, context.leave, { class: 'quiet' })));
  }

  /** The commands in their order. */
  get commands() {
    return this.#planned.map(({ legal }) => legal);
  }

  /** The commands as the service takes them. */
  get before() {
    return this.#planned.map(({ legal }) => legal.json);
  }

  /** What the last one would bring; null while nothing is planned. */
  get #last() {
    return this.#planned.at(-1)?.answer.dryRun ?? null;
  }

  /** What could be planned next; null: what is legal in the game. @returns {LegalCommand[] | null} */
  get legal() {
    return this.#last ? this.#last.legal : null;
  }

  /** The view to be drawn; null: that of the game, or what comes is not certain. @returns {GameView | null} */
  get view() {
    return this.#planned.findLast(({ answer }) => answer.dryRun.viewJson)?.answer.dryRun.viewJson ?? null;
  }

  /** Whether nothing can follow. */
  get ended() {
    return Boolean(this.#last?.planEnd);
  }

  /** Try a command on top of the plan, and keep it if nothing forbids it. @param {LegalCommand} legal */
  async add(legal) {
    if (this.busy) return;
    if (await this.#try(legal)) announce(WORDS.planned(legal.text, this.#planned.length));
    this.#context.changed();
    if (this.ended) this.#send.focus({ preventScroll: true });
  }

  takeBack() {
    this.#planned.pop();
    this.#draw();
    announce(WORDS.takenBack);
    this.#context.changed();
  }

  /** The game moved on: try everything once more, and drop what would be refused. */
  async retry() {
    const commands = this.commands;
    this.#planned = [];
    for (const legal of commands) if (this.ended || !await this.#try(legal)) break;
    if (this.#planned.length === commands.length) this.say(WORDS.moved);
    this.#context.changed();
  }

  /** What was not played, in words. @param {number} played how many were */
  rest(played) {
    const left = this.commands.slice(played).map(({ text }) => text).join(' ');
    return WORDS.stopped(played, this.#planned.length, left);
  }

  /** @param {string} text */
  say(text) {
    fill(this.#note, text);
  }

  /** @param {LegalCommand} legal @returns {Promise<boolean>} whether it is planned now */
  async #try(legal) {
    const { game, signal } = this.#context;
    this.busy = true;
    this.say(WORDS.trying);
    let problem = '';
    try {
      const answer = await query(TRY, { game, json: legal.json, after: this.before }, { signal });
      const { refused, depth } = answer.game.dryRun;
      problem = refused || depth < this.#planned.length ? WORDS.cut(refused?.text ?? WORDS.ended) : '';
      if (!problem) this.#planned.push({ legal, answer: answer.game });
    } catch (error) {
      problem = error.message;
    }
    this.busy = false;
    this.#draw();
    if (problem) this.say(problem);
    return !problem;
  }

  #draw() {
    const number = this.#planned.length;
    fill(this.#list, this.#planned.map(({ legal, answer }) => h('li', null, legal.text, ' ',
      h('span', { class: 'plan-chips' }, chips(answer, this.#context.mine())))));
    fill(this.#send, WORDS.send(number));
    this.#send.hidden = number === 0;
    this.#takeBack.hidden = number === 0;
    const end = /** @type {Record<string, string>} */ (WORDS.ends)[this.#last?.planEnd];
    this.say(!number ? WORDS.empty : this.ended ? end ?? WORDS.ended : WORDS.goesOn);
  }
}

/** What stands over a board that shows a plan. */
export const BOARD_WORDS = 'Your plan: not played yet';
