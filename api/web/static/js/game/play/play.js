/**
 * Playing a seat: whose turn it is, what is legal now as a list and on the board, the question before it counts, and
 * the answer.
 *
 * What may be played, and what a command would do, is what the API says; nothing is judged here.
 */

import { announce, clear, fill, h, plural, say } from '../../dom.js';
import { button, trouble } from '../pieces.js';
import { whoseTurn } from '../words.js';
import { deliver, newCommand, unanswered } from './deliver.js';
import { LegalReader } from './legal.js';
import { ChoiceList } from './list.js';
import { Offers } from './offers.js';
import { Question } from './question.js';
import { Resigning } from './resigning.js';

const SETTING = 'emberlog.play-at-once';

/** @returns {boolean} whether this reader plays without a question */
function storedSetting() {
  try { return localStorage.getItem(SETTING) === 'yes'; } catch { return false; }
}

/** @param {boolean} on */
function storeSetting(on) {
  try { localStorage.setItem(SETTING, on ? 'yes' : 'no'); } catch { /* It applies as long as the page lives. */ }
}

/**
 * @typedef {{signal: AbortSignal, board: () => Board | null, showPanel: (name: string) => void}} PlayContext
 * @typedef {{view: GameView, head: number, at: number, own: boolean}} PlayUpdate own: whether the viewer is the
 *   reader's own seat
 */

export class Play {
  #status = h('p', { class: 'play-status', tabindex: '-1' });
  #problems = h('div', { class: 'play-trouble', role: 'alert' });
  #atOnce = h('input',
    { type: 'checkbox', checked: storedSetting(), onchange: () => storeSetting(this.#atOnce.checked) });
  #settings;
  #session;
  #wishes;
  #context;
  #offers;
  #legal;
  #list;
  #question;
  #resigning;
  /** @type {LegalCommand | null} the command in question */
  #chosen = null;
  #sending = false;
  /** @type {Refused | null} */
  #refusal = null;
  #head = 0;
  #mayPlay = false;

  /**
   * @param {import('../session.js').Session} session @param {import('../parts.js').Wishes} wishes
   * @param {PlayContext} context
   */
  constructor(session, wishes, context) {
    this.#session = session;
    this.#wishes = wishes;
    this.#context = context;
    this.#offers = new Offers(context.board);
    this.#legal = new LegalReader(session.meta.id, context.signal);
    this.#list = new ChoiceList(this.#offers, { choose: (legal) => this.#choose(legal), pick: (id) => this.#pick(id) });
    this.#question = new Question(session.meta.id, context.signal, {
      play: (legal) => this.#send(this.#sent(legal)), back: () => this.#back(),
    });
    this.#resigning = new Resigning(wishes.resign);
    this.#settings = h('div', { class: 'play-settings' },
      h('label', { class: 'check' }, this.#atOnce, 'play at once, without asking'), this.#resigning.element);
    this.element = h('div',
      { class: 'play', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#list.move(event) },
      this.#status, this.#problems, this.#question.element, this.#list.element, this.#settings);
    const left = unanswered(session.meta.id);
    if (left) queueMicrotask(() => this.#send(left));
  }

  /** @param {PlayUpdate} update */
  update({ view, head, at, own }) {
    const mine = this.#session.seat;
    const here = at === head && own;
    const mayPlay = mine !== null && view.to_act.includes(mine) && here;
    this.#drawStatus(view, mine !== null && !here && view.phase === 'playing', mayPlay);
    const changed = mayPlay !== this.#mayPlay || head !== this.#head;
    this.#head = head;
    this.#mayPlay = mayPlay;
    if (!mayPlay) this.#withdraw();
    if (mayPlay && Math.max(this.#offers.version, this.#legal.awaited) < head) this.#read(head);
    if (changed || !mayPlay) this.#draw();
    this.#resigning.update(mine !== null && view.phase === 'playing' && !view.seats[mine]?.resigned);
  }

  /** Let the board offer what is open here. */
  offer() {
    const board = this.#context.board();
    if (!board) return;
    const { open, picked } = this.#offers;
    const chosen = this.#chosen;
    if (chosen) board.offer([chosen.json], this.#offers.spotsOf(chosen), () => this.#back());
    else if (this.#mayPlay && !this.#sending)
      board.offer(open.map((legal) => legal.json), picked, (id) => this.#pick(id));
    else board.offer([], [], null);
  }

  // ---- picking

  /** @param {string} id a spot of the board */
  #pick(id) {
    const added = this.#offers.pick(id);
    this.#refusal = null;
    const { open, picked } = this.#offers;
    if (open.length === 1 && added) { this.#choose(open[0]); return; }
    this.#draw();
    announce(picked.length ? `${this.#offers.nameOf(id)}: ${plural(open.length, 'choice')} left.` : 'Nothing chosen.');
  }

  /** @param {LegalCommand} legal */
  #choose(legal) {
    this.#chosen = legal;
    this.#refusal = null;
    if (this.#atOnce.checked) { this.#send(this.#sent(legal)); return; }
    this.#draw();
    this.#context.showPanel('play');
    this.#question.focus();
  }

  #back() {
    this.#chosen = null;
    this.#offers.takeBack();
    this.#draw();
    (this.#list.first ?? this.#status).focus({ preventScroll: true });
  }

  /** There is nothing to play now. */
  #withdraw() {
    this.#offers.picked = [];
    if (!this.#sending) this.#chosen = null;
  }

  // ---- sending

  /** @param {LegalCommand} legal */
  #sent(legal) {
    return newCommand(legal.json, legal.text, this.#offers.version);
  }

  /** @param {SentCommand} sent */
  async #send(sent) {
    const { signal } = this.#context;
    this.#sending = true;
    this.#refusal = null;
    this.#draw();
    try {
      const answer = await deliver(this.#session.meta.id, sent,
        { signal, waiting: () => this.#question.waiting(sent) });
      this.#sending = false;
      this.#chosen = null;
      this.#offers.picked = [];
      this.#answered(answer, sent);
    } catch (problem) {
      if (signal.aborted) return;
      this.#sending = false;
      this.#chosen = null;
      this.#refusal = { text: problem.message };
    }
    this.#draw();
  }

  /** @param {CommandAnswer} answer @param {SentCommand} sent */
  #answered(answer, sent) {
    if (answer.__typename === 'CommandAccepted') this.#accepted(answer, sent);
    else if (answer.__typename === 'VersionConflict') {
      this.#refusal = { text: `${answer.text} It was not played; look at the game before you try it once more.` };
      this.#read(answer.actual ?? 0);
    } else {
      this.#refusal = answer;
      if (answer.legal) this.#offers.legal = answer.legal;
    }
  }

  /** @param {CommandAnswer} answer @param {SentCommand} sent */
  #accepted(answer, sent) {
    this.#offers.replace([], 0);
    announce(`Played: ${sent.text}`);
    this.#status.focus({ preventScroll: true });
    // The steps may have arrived before their answer; then what is legal next must be read here.
    if (this.#head >= answer.version) this.#read(this.#head);
    else this.#mayPlay = false;
    this.#context.showPanel('board');
    this.#wishes.load();
  }

  /** Read what is legal. @param {number} version */
  async #read(version) {
    try {
      const answer = await this.#legal.read(version);
      if (!answer) return;
      this.#offers.replace(answer.legal, answer.version);
      if (this.#chosen && !this.#offers.has(this.#chosen)) this.#chosen = null;
    } catch (problem) {
      if (this.#context.signal.aborted) return;
      this.#refusal = { text: problem.message };
    }
    this.#draw();
  }

  // ---- drawing

  /** @param {GameView} view @param {boolean} away @param {boolean} mayPlay */
  #drawStatus(view, away, mayPlay) {
    const text = whoseTurn(view, this.#session.seat);
    if (away) {
      fill(this.#status, 'You are looking at an earlier step, or as another viewer. ',
        button('Back to the game', this.#wishes.backToGame));
    } else say(this.#status, text);
    if (mayPlay && !this.#mayPlay) announce(text);
  }

  #draw() {
    this.#drawRefusal();
    if (this.#sending) this.#question.playing();
    else this.#question.ask(this.#chosen);
    const choosing = this.#mayPlay && this.#offers.legal.length > 0 && !this.#sending && !this.#chosen;
    this.#list.element.hidden = !choosing;
    if (choosing) this.#list.draw();
    this.#settings.hidden = this.#session.seat === null;
    this.offer();
  }

  #drawRefusal() {
    const refusal = this.#refusal;
    if (refusal) fill(this.#problems, trouble(refusal.code ? `Refused: ${refusal.text}` : refusal.text, refusal.rules));
    else if (this.#problems.firstChild) clear(this.#problems);
  }
}
