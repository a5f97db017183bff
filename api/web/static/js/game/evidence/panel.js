/** The tab for organisers: what is known of the step on the screen, and the check of the whole game. */

import { fill, h } from '../../dom.js';
import { evidenceFile } from '../../proof/download.js';
import { button } from '../pieces.js';
import { addressOf, viewerName, wordOfSeat } from '../words.js';
import { Alternatives } from './alternatives.js';
import { Checking } from './checking.js';
import { momentOf, reading } from './reading.js';
import { causeOf, chanceOf, hashesOf, refusalsOf, rulesOf, section, stepsOf } from './sections.js';
import { t } from '../../language/language.js';

/**
 * @typedef {object} EvidenceContext
 * @property {import('../session.js').Session} session
 * @property {import('../viewpoint.js').Viewpoint} viewpoint
 * @property {import('../stage.js').Stage} stage
 * @property {import('../parts.js').Wishes} wishes
 * @property {() => boolean} isOpen
 * @property {AbortSignal} signal
 *
 * @typedef {import('./reading.js').Known} Known
 */

const SETTLE_MS = 150;

export class Evidence {
  #step = h('div', { class: 'evidence-step' });
  element = h('div', { class: 'evidence' }, this.#step);
  /** @type {Alternatives | null} */
  #alternatives = null;
  /** @type {HTMLElement | null} of the whole game, whatever step is on the screen */
  #file = null;
  #checking;
  #read;
  #context;
  #key = '';
  /** @type {HTMLDetailsElement[]} folded on the screen */
  #folded = [];
  #timer = 0;

  /** @param {EvidenceContext} context */
  constructor(context) {
    this.#context = context;
    const { session, signal } = context;
    this.#read = reading(session.meta.id, signal);
    this.#checking = new Checking(session.meta.id, () => session.over, this.#goTo, signal, () => this.#fresh());
    document.addEventListener('click', (event) => this.#pressed(event), { signal });
    window.addEventListener('beforeprint', () => this.#unfold(), { signal });
    window.addEventListener('afterprint', () => this.#refold(), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  #goTo = (/** @type {number} */ version) => this.#context.viewpoint.player.to(version);

  /** Paper cannot be unfolded. */
  #unfold() {
    this.#folded = [...this.element.querySelectorAll('details')].filter((each) => !each.open);
    for (const each of this.#folded) each.open = true;
  }

  #refold() {
    for (const each of this.#folded) each.open = false;
    this.#folded = [];
  }

  /** The step or the viewer may have changed. */
  show() {
    this.#checking.update();
    const { viewpoint, session } = this.#context;
    const key = `${viewpoint.at}/${viewpoint.word}/${session.over}`;
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(key), SETTLE_MS);
  }

  #fresh() {
    this.#key = '';
    this.show();
  }

  /** @param {string} key */
  async #load(key) {
    const { at, viewer } = this.#context.viewpoint;
    this.#step.setAttribute('aria-busy', 'true');
    try {
      const [known, refusals] = await Promise.all([this.#read.step(at, viewer), this.#read.refusals(at, viewer)]);
      if (key === this.#key) this.#draw(known, refusals);
    } catch (problem) {
      if (key === this.#key) this.#failed(problem);
    }
    this.#step.removeAttribute('aria-busy');
    await this.#alternatives?.listed;
    // The check of the whole game comes once nothing above it moves any more: its button stays under the finger.
    if (this.#step.firstChild && !this.#checking.element.parentElement) this.element.append(this.#checking.element);
  }

  /** @param {Error} problem */
  #failed(problem) {
    fill(this.#step, h('div', { class: 'note note-bad' }, h('p', null, problem.message),
      button('Try again', () => this.#fresh()),
      button('Go to the last step', () => this.#context.viewpoint.player.last(), { class: 'quiet' })));
  }

  /** @param {Known} known @param {import('./reading.js').RefusedOnce[]} refusals */
  #draw(known, refusals) {
    const { session } = this.#context;
    const how = { seats: this.#seats, goTo: this.#goTo, nameOf: this.#read.nameOf };
    this.#alternatives = this.#alternativesOf(known);
    fill(this.#step, this.#paper(),
      h('p', { class: 'evidence-head' }, h('b', null, t`Step ${known.step.version}. `),
        known.step.line?.text ?? 'Something happened that these eyes may not know.', ' ',
        h('span', { class: 'soft small' }, momentOf(known.step.time))),
      h('p', { class: 'row' }, button('Side by side', () => this.#pair()), button('Print', () => print()),
        h('a', { href: `/audit/games/${session.meta.id}?step=${known.step.version}` }, t`Audit desk`)),
      refusals.length > 0 && section(t`Refused at this step: ${refusals.length}`, refusalsOf(refusals, how)),
      causeOf(known, how), rulesOf(known), stepsOf(known, how),
      chanceOf(known, (draw) => this.#checking.judge(draw)), this.#alternatives?.element ?? this.#closed(known),
      hashesOf(known, session.over), refusals.length === 0 && this.#noRefusals(), session.over && this.#bundle());
  }

  /** Everything that proves the game, in one file. */
  #bundle() {
    const { session: { meta }, signal } = this.#context;
    return section('Evidence in one file', this.#file ??= evidenceFile(meta.id, signal));
  }

  /** What a printed record is about: the game, the eyes and the address. */
  #paper() {
    const { session: { meta, title, rulesetTitle }, viewpoint: { at, word } } = this.#context;
    const facts = [rulesetTitle, t`game ${meta.id}`, t`seen as ${viewerName(word, this.#seats)}`,
      location.origin + addressOf(meta.id, at, word)];
    return h('p', { class: 'evidence-paper' }, h('strong', null, title), facts.map((each) => ` · ${each}`));
  }

  get #seats() {
    return this.#context.stage.view?.seats ?? [];
  }

  get #viewers() {
    return this.#context.session.viewers(this.#seats.length);
  }

  /** @param {Known} known */
  #alternativesOf({ why }) {
    const seat = why.command?.seat ?? this.#context.viewpoint.viewer?.seat ?? null;
    const before = why.steps[0].version - 1;
    if (seat === null || before < 1 || !this.#viewers.includes(wordOfSeat(seat))) return null;
    const { stage } = this.#context;
    return new Alternatives({ before, seat, played: why.command?.seat === seat ? why.command?.json : null,
      seats: this.#seats, board: stage.board, read: this.#read });
  }

  /** @param {Known} known */
  #closed({ why }) {
    return section('What else was possible', h('p', null, why.command && why.command.seat === null
      ? 'No seat sent this command, so there was nothing to choose.'
      : 'These eyes may not know what a seat could choose here. Its own may, and everybody\'s once the game is over.'));
  }

  #noRefusals() {
    const { viewpoint, wishes } = this.#context;
    const all = viewpoint.word !== 'arbiter' && this.#viewers.includes('arbiter');
    return section('Refused at this step', h('p', null, viewpoint.word === 'spectator'
      ? 'A spectator knows of no refusals. ' : 'None that these eyes may know. ',
    all && button('Look with all cards open', () => wishes.viewAs('arbiter'), { class: 'quiet' })));
  }

  async #pair() {
    const { session, stage, viewpoint, signal } = this.#context;
    const { meta } = session;
    viewpoint.player.stop();
    const { openPair } = await import('./pair.js');
    openPair({ game: meta.id, at: viewpoint.at, viewers: this.#viewers, seats: this.#seats, signal,
      board: async (view) => (await import(`../../boards/${meta.ruleset}/board.js`)).default({
        ruleset: { id: meta.ruleset, title: session.rulesetTitle }, components: stage.setting?.components ?? {},
        seats: view.seats.map(({ seat, name, bot }) => ({ seat, name, bot })) }) });
  }

  /** @param {Event} event */
  #pressed({ target }) {
    if (!this.#alternatives || !this.#context.isOpen() || !(target instanceof Element)) return;
    const spot = target.closest('.game-board [data-spot]')?.getAttribute('data-spot');
    if (spot) this.#alternatives.pressed(spot);
  }
}
