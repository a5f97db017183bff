/** The tab of calls, rulings and appeals: what everybody may read, what a seat may ask, and the arbiter's desk. */

import { announce, clear, fill, h, plural } from '../../dom.js';
import { button } from '../pieces.js';
import { appealCard, callCard, rulingCard, sightingRow } from './cards.js';
import { Desk, uphold } from './desk.js';
import { askAppeal, askCall, withdraw } from './dialogs.js';
import { recordOf } from './reading.js';
import { StopButton } from './stopping.js';
import { t } from '../../language/language.js';

/**
 * @typedef {object} RulingsContext
 * @property {import('../session.js').Session} session
 * @property {import('../viewpoint.js').Viewpoint} viewpoint
 * @property {import('../stage.js').Stage} stage
 * @property {import('../parts.js').Wishes} wishes
 * @property {AbortSignal} signal
 */

export class Rulings {
  #top = h('div', { class: 'rulings-top' });
  #desk = h('div');
  #list = h('div', { class: 'rulings-list' }, h('p', { class: 'busy' }, 'Reading'));
  #trouble = h('div', { role: 'alert' });
  element = h('div', { class: 'rulings' }, this.#top, this.#trouble, this.#desk, this.#list);
  #context;
  /** @type {import('./reading.js').RulingRecord | null} */
  #record = null;
  #key = '';

  /** @param {RulingsContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** The step on the screen, or the record, may have changed. @param {number} events how many the log has of them */
  show(events) {
    const { session, viewpoint } = this.#context;
    const key = `${events} ${session.seat} ${session.over}`;
    this.#drawTop();
    if (key === this.#key) return;
    this.#key = key;
    if (viewpoint.viewer) this.#read();
  }

  async #read() {
    const { session, signal } = this.#context;
    try {
      this.#record = await recordOf(session.meta.id, signal);
      this.#draw();
    } catch (problem) {
      if (signal.aborted) return;
      this.#key = '';
      fill(this.#list, h('div', { class: 'note note-bad' }, h('p', null, problem.message),
        button('Try again', () => this.#read())));
    }
  }

  #done = () => {
    clear(this.#desk);
    clear(this.#trouble);
    this.#read();
  };

  get #seats() {
    return this.#context.stage.view?.seats ?? [];
  }

  get #cards() {
    return { game: this.#context.session.meta.id, seats: this.#seats,
      goTo: (/** @type {number} */ version) => this.#context.viewpoint.player.to(version) };
  }

  // ---- what can be asked for

  #drawTop() {
    const { session, viewpoint, wishes } = this.#context;
    const { at } = viewpoint;
    const running = session.meta.phase === 'PLAYING';
    const stop = running && session.mayRule && new StopButton(session, wishes.refresh).element;
    fill(this.#top, running && session.seat !== null && button(t`Call an arbiter about step ${at}`, () => this.#call()),
      running && session.mayRule && this.#desk.childElementCount === 0
        && button('Make a ruling …', () => this.#rule({}), { class: 'primary' }), stop);
  }

  #call() {
    const { session, viewpoint } = this.#context;
    const { at, store } = viewpoint;
    askCall({ game: session.meta.id, done: () => { announce('An arbiter is called.'); this.#done(); } },
      { at, line: store.stepAt(at)?.line?.text ?? '', stops: this.#record?.terms.callStops ?? false });
  }

  /** @param {{call?: number, appeal?: import('./reading.js').Appeal}} about */
  #rule(about) {
    const { session, viewpoint, stage, wishes, signal } = this.#context;
    const { meta } = session;
    const desk = new Desk({
      game: meta.id, ruleset: meta.ruleset, seats: this.#seats, at: viewpoint.at, signal,
      clocks: Boolean(meta.clock),
      fix: { ruleset: meta.ruleset, seats: this.#seats, components: () => stage.setting?.components,
        position: () => stage.view?.position },
      lastView: () => ({ view: viewpoint.store.viewAt(viewpoint.store.head), seat: viewpoint.viewer?.seat ?? null,
        own: viewpoint.word !== 'arbiter' }),
      draw: (view, words) => wishes.preview(view, words), done: this.#done,
    }, { calls: this.#record?.calls.filter((call) => call.status === 'OPEN') ?? [], ...about });
    fill(this.#desk, desk.element);
    this.#drawTop();
    desk.element.scrollIntoView({ block: 'start' });
    desk.element.querySelector('select')?.focus();
  }

  /** @param {Promise<Element | null>} work */
  async #carryOut(work) {
    const wrong = await work;
    if (wrong) fill(this.#trouble, wrong);
    else this.#done();
  }

  // ---- the record

  #draw() {
    const record = this.#record;
    if (!record) return;
    this.#drawTop();
    const { calls, rulings, appeals, sightings } = record;
    const open = calls.filter((call) => call.status === 'OPEN');
    const pending = appeals.filter((appeal) => appeal.status === 'OPEN');
    const rest = calls.filter((call) => call.status !== 'OPEN');
    const decided = appeals.filter((appeal) => appeal.status !== 'OPEN');
    fill(this.#list,
      open.length > 0 && section(plural(open.length, 'open call'), open.map((call) => this.#callCard(call))),
      pending.length > 0 && section(plural(pending.length, 'open appeal'),
        pending.map((each) => this.#appealCard(each))),
      rulings.length > 0 && section('Rulings', [...rulings].reverse().map((ruling) => this.#rulingCard(ruling))),
      decided.length > 0 && section('Appeals', decided.map((each) => appealCard(this.#cards, each))),
      rest.length > 0 && section('Earlier calls', rest.map((call) => callCard(this.#cards, call))),
      sightings.length > 0 && section('Who looked as whom while it ran',
        sightings.map((each) => sightingRow(this.#cards, each))),
      calls.length + rulings.length + sightings.length === 0
        && h('p', { class: 'soft' }, 'Nobody has called an arbiter, and nobody has ruled.'));
  }

  /** @param {import('./reading.js').Call} call */
  #callCard(call) {
    const { session, viewpoint } = this.#context;
    return callCard(this.#cards, call, [
      session.mayRule && button('Rule on it', () => {
        viewpoint.player.to(call.step);
        this.#rule({ call: call.number });
      }, { class: 'primary' }),
      session.seat === call.seat && button('Withdraw it',
        () => this.#carryOut(withdraw(session.meta.id, call.number)))].filter(Boolean));
  }

  /** @param {import('./reading.js').Appeal} appeal */
  #appealCard(appeal) {
    const { session } = this.#context;
    return appealCard(this.#cards, appeal, session.mayRule ? [
      button('Uphold the ruling', () => this.#carryOut(
        uphold(session.meta.id, this.#context.viewpoint.store.head, appeal.number))),
      button('Replace it …', () => this.#rule({ appeal }))] : []);
  }

  /** @param {import('./reading.js').Ruling} ruling */
  #rulingCard(ruling) {
    const { session } = this.#context;
    return rulingCard(this.#cards, ruling, ruling.mayAppeal && !session.over
      ? [button('Appeal …', () => askAppeal({ game: session.meta.id, done: this.#done }, ruling))] : []);
  }
}

/** @param {string} title @param {Element[]} items */
const section = (title, items) => h('section', { class: 'rulings-part' }, h('h3', null, title),
  h('ul', { class: 'plain' }, items));
