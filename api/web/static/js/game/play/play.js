/**
 * Playing a seat: whose turn it is, what is legal now as a list and on the board, the question before it counts, and
 * the answer.
 *
 * What may be played, and what a command would do, is what the API says; nothing is judged here.
 */

import { announce, clear, fill, h, lessMotion, plural, say } from '../../dom.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { whoseTurn } from '../words.js';
import { AskBefore, speaksAgainst } from './asking.js';
import { Coach } from './coach.js';
import { deliver, newCommand, unanswered } from './deliver.js';
import { LegalReader } from './legal.js';
import { ChoiceList } from './list.js';
import { Objection } from './objection.js';
import { Offers } from './offers.js';
import { headOf, leftBehind, promptOf } from './prompt.js';
import { Question } from './question.js';
import { Resigning } from './resigning.js';
import { Shortcuts } from './places/shortcuts.js';
import { t } from '../../language/language.js';

const STOP_MS = 300;
const FORCED_MS = 1200;

/**
 * @typedef {{signal: AbortSignal, board: () => Board | null, showPanel: (name: string) => void}} PlayContext
 * @typedef {{view: GameView, head: number, at: number, own: boolean, following: boolean}} PlayUpdate own: whether the
 *   viewer is the reader's own seat; following: whether the page goes on to the last step by itself
 */

export class Play {
  #status = h('p', { class: 'play-status', tabindex: '-1' });
  #problems = h('div', { class: 'play-trouble', role: 'alert' });
  #prompt = h('p', { class: 'play-prompt' });
  #askBefore = new AskBefore();
  #settings;
  #session;
  #wishes;
  #context;
  #offers;
  #legal;
  #list;
  #question;
  #resigning;
  #coach;
  #objection;
  #shortcuts;
  /** @type {Guide | null} how the ruleset leads its players */
  #guide = null;
  /** @type {GameView | null} */
  #view = null;
  /** @type {LegalCommand | null} the command in question */
  #chosen = null;
  /** What speaks against it, and why it is in question by itself. */
  #against = { warning: '', note: '' };
  #timer = 0;
  #sending = false;
  /** @type {Refused | null} */
  #refusal = null;
  #head = 0;
  #mayPlay = false;
  /** @type {import('./plan/planning.js').Planning | null} what is planned and not sent yet */
  #planning = null;
  #planPlace = h('div');
  #planButton = button('Plan several commands', () => this.#openPlan(), { class: 'quiet' });

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
    this.#list = new ChoiceList(this.#offers, {
      choose: (legal) => this.#choose(legal), pick: (id) => this.#pick(id),
      send: ({ first, times }) => this.#sendAll(Array(times).fill(first)),
      headOf: (type) => headOf(type, this.#guide),
    });
    this.#question = new Question(session.meta.id, () => session.seat, context.signal, {
      play: (legal) => this.#send(this.#sent(legal)), back: () => this.#back(),
    });
    this.#coach = new Coach(session.meta.ruleset, context.signal);
    this.#objection = new Objection(session.meta.id, this.#offers, context.signal, {
      isOpen: () => this.#choosing, prompt: () => this.#promptText,
      before: () => this.#planning?.before ?? [],
    });
    this.#shortcuts = new Shortcuts(this.#offers, context.signal,
      { isOpen: () => this.#choosing, pick: (id, careful) => this.#pick(id, careful) });
    this.#resigning = new Resigning(wishes.resign);
    this.#settings = h('div', { class: 'play-settings' },
      this.#planButton, this.#askBefore.element, this.#resigning.element);
    this.element = h('div',
      { class: 'play', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#list.move(event) },
      this.#status, this.#planPlace, this.#prompt, this.#problems, this.#question.element, this.#list.element,
      this.#settings, this.#coach.element, this.#objection.element, this.#shortcuts.element);
    this.#learn(session.meta.ruleset);
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer));
    const left = unanswered(session.meta.id);
    if (left) queueMicrotask(() => this.#send(left));
  }

  /** How this ruleset leads its players; it may have no such thing. @param {string} ruleset */
  async #learn(ruleset) {
    const module = await import(`../../boards/${ruleset}/guide.js`).catch(() => null);
    this.#guide = module?.default ?? null;
    this.#coach.teach(this.#guide?.bubbles ?? []);
    if (!this.#context.signal.aborted) this.#draw();
  }

  /** @param {PlayUpdate} update */
  update({ view, head, at, own, following }) {
    this.#view = view;
    const mine = this.#session.seat;
    const here = at === head && own;
    const mayPlay = mine !== null && view.to_act.includes(mine) && here;
    const away = mine !== null && !here && view.phase === 'playing';
    this.#drawStatus(view, away && !(own && following), mayPlay, away);
    const changed = mayPlay !== this.#mayPlay || head !== this.#head;
    this.#head = head;
    this.#mayPlay = mayPlay;
    if (!mayPlay) this.#withdraw();
    if (mayPlay && Math.max(this.#offers.version, this.#legal.awaited) < head) this.#read(head);
    if (changed || !mayPlay) this.#draw();
    if (mayPlay) this.#planning?.preview();
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
    this.#shortcuts.draw();
  }

  // ---- picking

  /** @param {string} id a spot of the board @param {boolean} [careful] ask before it is played */
  #pick(id, careful = false) {
    const added = this.#offers.pick(id);
    this.#refusal = null;
    clearTimeout(this.#timer);
    const { open, chosen: picked } = this.#offers;
    if (open.length === 1 && added) { this.#choose(open[0], careful); return; }
    this.#draw();
    if (added) this.#goOn();
    announce(picked.length ? t`${this.#offers.nameOf(id)}: ${plural(open.length, 'choice')} left.` : 'Nothing chosen.');
  }

  /** Pick by itself what is the only spot to go on with, after a short stop. */
  #goOn() {
    const { only } = this.#offers;
    if (!only || !this.#choosing || !this.#offers.chosen.length) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#choosing || this.#offers.only !== only) return;
      this.#offers.forced.add(only);
      this.#pick(only);
    }, lessMotion() ? 0 : STOP_MS);
  }

  /** @param {LegalCommand} legal @param {boolean} [careful] ask before it is played */
  async #choose(legal, careful = false) {
    clearTimeout(this.#timer);
    this.#chosen = legal;
    this.#refusal = null;
    if (this.#planning) { this.#chosen = null; this.#planning.choose(legal); return; }
    const { level } = this.#askBefore;
    if (level === 'never') { this.#send(this.#sent(legal)); return; }
    const position = this.#view?.position;
    this.#against = { warning: leftBehind(legal, this.#offers.legal, this.#guide, position), note: '' };
    if (!this.#against.warning && level === 'matters' && !careful) {
      this.#draw();
      const warning = await speaksAgainst(legal, this.#guide, this.#question, this.#session.seat);
      if (this.#chosen !== legal || this.#sending) return;
      if (!warning) { this.#send(this.#sent(legal)); return; }
      this.#against.warning = warning;
    }
    this.#inQuestion();
  }

  #inQuestion() {
    this.#draw();
    this.#question.ask({ chosen: /** @type {LegalCommand} */ (this.#chosen), spot: this.#spot, ...this.#against });
    this.#context.showPanel('play');
    this.#question.focus();
  }

  /** Where on the board the command in question was chosen; null if it was not. */
  get #spot() {
    return this.#offers.chosen.at(-1) ?? null;
  }

  /** The only command that may be played is put in question, and after a short stop it is played. */
  #forced() {
    const { legal } = this.#offers;
    if (legal.length !== 1 || this.#planning || !this.#choosing || this.#askBefore.level === 'always') return;
    const [only] = legal;
    this.#chosen = only;
    this.#against = { warning: '', note: 'There is no other choice. It is played in a moment.' };
    this.#inQuestion();
    this.#timer = setTimeout(() => {
      if (this.#chosen === only && !this.#sending && !document.hidden) this.#send(this.#sent(only));
    }, FORCED_MS);
  }

  #back() {
    clearTimeout(this.#timer);
    this.#chosen = null;
    this.#question.clear();
    this.#offers.takeBack();
    this.#draw();
    (this.#list.first ?? this.#status).focus({ preventScroll: true });
  }

  /** There is nothing to play now. */
  #withdraw() {
    clearTimeout(this.#timer);
    this.#offers.clear();
    if (!this.#sending) this.#chosen = null;
  }

  // ---- planning

  async #openPlan() {
    const { Planning } = await import('./plan/planning.js');
    if (this.#planning || !this.#choosing) return;
    const focus = () => (this.#list.first ?? this.#status).focus({ preventScroll: true });
    this.#planning = new Planning({
      game: this.#session.meta.id, mine: () => this.#session.seat, signal: this.#context.signal,
      place: this.#planPlace, offers: this.#offers, preview: this.#wishes.preview, focus,
      read: () => this.#read(this.#head), draw: () => this.#draw(), sendAll: (commands) => this.#sendAll(commands),
      listed: () => !this.element.contains(document.activeElement)
        || this.#list.element.contains(document.activeElement),
      closed: () => { this.#planning = null; },
      stopped: (text) => {
        this.#refusal = { ...this.#refusal, text: `${this.#refusal?.text ?? ''} ${text}`.trim() };
        this.#draw();
      },
    });
    this.#draw();
    focus();
  }

  // ---- sending

  /** @param {LegalCommand} legal */
  #sent(legal) {
    return newCommand(legal.json, legal.text, this.#offers.version);
  }

  /**
   * Several commands, each as soon as the one before has its answer.
   * @param {LegalCommand[]} commands @returns {Promise<number>} how many were carried out
   */
  async #sendAll(commands) {
    let { version } = this.#offers;
    for (const [played, { json, text }] of commands.entries()) {
      const answer = await this.#send(newCommand(json, text, version));
      if (answer?.__typename !== 'CommandAccepted') return played;
      version = answer.version;
    }
    return commands.length;
  }

  /** @param {SentCommand} sent @returns {Promise<CommandAnswer | null>} null: there was none */
  async #send(sent) {
    const { signal } = this.#context;
    clearTimeout(this.#timer);
    this.#sending = true;
    this.#refusal = null;
    this.#draw();
    try {
      const answer = await deliver(this.#session.meta.id, sent,
        { signal, waiting: () => this.#question.waiting(sent) });
      this.#settled();
      this.#answered(answer, sent);
      this.#draw();
      return answer;
    } catch (problem) {
      if (signal.aborted) return null;
      this.#settled();
      this.#refusal = { text: problem.message };
      this.#draw();
      return null;
    }
  }

  #settled() {
    this.#sending = false;
    this.#chosen = null;
    this.#offers.clear();
    this.#question.clear();
  }

  /** @param {CommandAnswer} answer @param {SentCommand} sent */
  #answered(answer, sent) {
    if (answer.__typename === 'CommandAccepted') this.#accepted(answer, sent);
    else if (answer.__typename === 'VersionConflict') {
      this.#refusal = { text: t`${answer.text} It was not played; look at the game before you try it once more.` };
      this.#read(answer.actual ?? 0);
    } else {
      this.#refusal = answer;
      if (answer.legal) this.#offers.legal = answer.legal;
    }
  }

  /** @param {CommandAnswer} answer @param {SentCommand} sent */
  #accepted(answer, sent) {
    this.#offers.replace([], 0);
    announce(t`Played: ${sent.text}`);
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
      if (this.#planning?.tryOnceMore()) return;
      if (this.#chosen && !this.#offers.has(this.#chosen)) this.#chosen = null;
    } catch (problem) {
      if (this.#context.signal.aborted) return;
      this.#refusal = { text: problem.message };
    }
    this.#draw();
    this.#forced();
  }

  // ---- drawing

  /**
   * @param {GameView} view @param {boolean} away @param {boolean} mayPlay
   * @param {boolean} behind whether steps are still to be drawn
   */
  #drawStatus(view, away, mayPlay, behind) {
    const text = behind ? 'The game goes on.' : whoseTurn(view, this.#session.seat);
    if (away) {
      fill(this.#status, 'You are looking at an earlier step, or as another viewer. ',
        button('Back to the game', this.#wishes.backToGame));
    } else say(this.#status, text);
    if (mayPlay && !this.#mayPlay) announce(text);
  }

  /** Whether the reader is to choose what to play. */
  get #choosing() {
    return this.#mayPlay && this.#offers.legal.length > 0 && !this.#sending && !this.#chosen;
  }

  get #promptText() {
    return promptOf(this.#offers.legal, this.#guide, this.#view?.position);
  }

  #draw() {
    this.#drawRefusal();
    if (this.#sending) this.#question.playing();
    else if (!this.#chosen) this.#question.clear();
    const choosing = this.#choosing;
    this.#prompt.hidden = !this.#mayPlay || this.#sending;
    say(this.#prompt, this.#promptText);
    this.#list.element.hidden = !choosing;
    const { legal } = this.#offers;
    if (choosing) this.#list.draw(this.#planning ? [] : this.#guide?.bundles?.(legal, this.#view?.position) ?? []);
    this.#planButton.hidden = !choosing || this.#planning !== null;
    this.#settings.hidden = this.#session.seat === null;
    this.#objection.clear();
    this.offer();
    this.#coach.update(choosing);
  }

  #drawRefusal() {
    const refusal = this.#refusal;
    const text = refusal?.code ? t`Refused: ${refusal.text}` : refusal?.text ?? '';
    if (refusal) fill(this.#problems, trouble(text, refusal.rules));
    else if (this.#problems.firstChild) clear(this.#problems);
  }
}
