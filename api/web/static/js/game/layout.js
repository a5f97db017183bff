/** What is drawn where on the game page, and which part is drawn when something changes. */

import { namesOf } from '../boards/kit.js';
import { h } from '../dom.js';
import { Head } from './head.js';
import { Now } from './story/now.js';
import { countRulings } from './rulings/count.js';
import { frameViewer } from './viewing.js';
import { Looks } from './looks.js';
import { swiped } from './panels/sheet.js';
import { wordOfSeat } from './words.js';
import { t } from '../language/language.js';

const clock = new Intl.DateTimeFormat(undefined,
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** @param {Point[] | null} points @param {number} seat */
function totalOf(points, seat) {
  const own = points?.filter((point) => point.seat === seat) ?? [];
  return own.length ? own.reduce((sum, point) => sum + point.ifOver, 0) : null;
}

export class Layout {
  #session;
  #viewpoint;
  #stage;
  #parts;
  #head;
  #looks;
  #now = new Now();

  /**
   * @param {import('./session.js').Session} session
   * @param {import('./viewpoint.js').Viewpoint} viewpoint
   * @param {import('./stage.js').Stage} stage
   * @param {import('./parts.js').Parts} parts
   * @param {import('./parts.js').Wishes} wishes
   */
  constructor(session, viewpoint, stage, parts, wishes) {
    this.#session = session;
    this.#viewpoint = viewpoint;
    this.#stage = stage;
    this.#parts = parts;
    this.#head = new Head(session, parts, wishes);
    const notice = h('div', { class: 'game-notice' }, parts.clocks.element, parts.motion,
      parts.notices.words);
    this.element = h('div', { class: 'game' }, this.#head.element, notice,
      h('h2', { class: 'unseen' }, 'Board'), stage.element, parts.scrubber.element, parts.panels.element);
    this.#looks = new Looks(this.element);
    parts.scrubber.element.append(this.#now.element);
    swiped(stage.element, (direction) => viewpoint.player.turn(direction));
    parts.panels.element.addEventListener('panel', () => {
      if (stage.view) this.#drawChances(stage.view);
      this.drawGraph();
      this.#drawEvidence();
      this.#drawRulings();
      parts.log.reveal();
    });
    this.title();
  }

  /** The title of the game; its ruleset and day once the ruleset is known. */
  title() {
    this.#head.title();
  }

  /** The viewers the reader can choose, in their order. @returns {string[]} */
  get viewers() {
    return this.#head.viewers;
  }

  /** Everything about the step on the screen except the board. */
  draw() {
    const { view } = this.#stage;
    if (!view) return;
    this.#looks.draw(this.#stage.setting, view);
    this.#drawReplay();
    this.#head.update(view, this.#viewpoint.atHead);
    this.#parts.log.at(this.#viewpoint.at);
    this.drawSeats();
    this.drawViewers();
    this.#parts.notices.update(this.#session.meta);
    this.#drawPhase(view);
    this.#drawChances(view);
    this.drawGraph();
    this.#drawEvidence();
    this.#drawRulings();
    this.#drawClocks();
    this.#drawTakeBacks();
  }

  #drawReplay() {
    const { at, store, player } = this.#viewpoint;
    const step = store.stepAt(at);
    const [turn, time] = step ? [step.turn ? t`turn ${step.turn}` : '', clock.format(new Date(step.time))] : ['', ''];
    this.#parts.scrubber.update(at, store.head, { turn, time, text: step?.line?.text ?? '' });
    const rests = player.following && !player.playing && !this.#session.over;
    this.#parts.scrubber.rest(rests);
    this.#now.tell(this.#parts.log.lastLineAt(at), rests);
    this.#parts.scrubber.news(player.following || player.playing ? 0 : store.head - player.followedTo);
  }

  /** What a game has only before, during or after play. @param {GameView} view */
  #drawPhase(view) {
    const { panels, ending, lobby, play } = this.#parts;
    const { seat, meta } = this.#session;
    const { phase } = view;
    const done = phase === 'over' || phase === 'abandoned';
    panels.offer('lobby', phase === 'open');
    panels.offer('result', done);
    panels.offer('seats', phase !== 'open');
    panels.offer('play', seat !== null && phase === 'playing');
    panels.element.classList.toggle('side-acting', seat !== null && view.to_act.includes(seat));
    if (done) ending.use((part) => part.update(view, meta.id));
    if (phase === 'open' || lobby.part) lobby.use((part) => part.update(view, this.#viewpoint.atHead));
    if (seat === null && !play.part) return;
    const { at, store, word, player } = this.#viewpoint;
    const own = seat !== null && word === wordOfSeat(seat);
    play.use((part) => part.update({ view, at, head: store.head, own, following: player.following }));
    this.#stage.arm().then((armed) => { if (armed) play.part?.offer(); }, () => {}); // the list of choices remains
  }

  drawGraph() {
    const { view } = this.#stage;
    if (!view || !this.#parts.panels.isOpen('scores')) return;
    const { tracks, store, at } = this.#viewpoint;
    this.#parts.graph.use((graph) => graph.show(tracks, store, view.seats, at));
    if (this.#session.meta.clock) this.#parts.stints.use((part) => part.show(view.seats, store.head, at));
    this.#parts.chancesGraph.use((graph) => graph.show(view, at, this.#plays));
  }

  /** Whether the reader is a player of a running game, who knows more than the win chances rest on. */
  get #plays() {
    return this.#session.seat !== null && !this.#session.over;
  }

  /** The bar of win chances comes after all else, where players are shown. @param {GameView} view */
  #drawChances(view) {
    const { panels, chancesBar } = this.#parts;
    const { store, at } = this.#viewpoint;
    if (this.#plays || view.phase === 'open') chancesBar.part?.hide();
    else if (store.loaded === store.head && panels.isOpen('seats')) chancesBar.use((bar) => bar.show(view, at));
  }

  #drawEvidence() {
    if (!this.#stage.view || !this.#parts.panels.isOpen('evidence')) return;
    this.#parts.evidence.use((part) => part.show());
  }

  /** What was taken back, and for seats how to take back. */
  #drawTakeBacks() {
    const { phase } = this.#session.meta;
    const { view } = this.#stage;
    if (view) this.#parts.folds.show(this.#viewpoint.store, namesOf(view.seats));
    const may = this.#session.seat !== null && phase === 'PLAYING';
    if (may || this.#parts.takeBacks.part) this.#parts.takeBacks.use((part) => part.show());
  }

  /** Where the game has clocks, or is stopped. */
  #drawClocks() {
    const { clock, stopped } = this.#session.meta;
    if (clock || stopped || this.#parts.clocks.part) this.#parts.clocks.use((part) => part.show());
  }

  /** Calls and rulings, where there are some, and for those who may call or rule. */
  #drawRulings() {
    const { view } = this.#stage;
    if (!view) return;
    const { panels, rulings } = this.#parts;
    const { seat, mayRule } = this.#session;
    const events = countRulings(this.#viewpoint.store);
    panels.offer('rulings', events > 0 || (view.phase === 'playing' && (seat !== null || mayRule)));
    if (panels.isOpen('rulings')) rulings.use((part) => part.show(events));
  }

  drawSeats() {
    const { view } = this.#stage;
    if (!view) return;
    const points = this.#viewpoint.tracks.near(this.#viewpoint.at);
    const totals = view.seats.map((_, seat) => totalOf(points, seat));
    this.#now.lead(totals, namesOf(view.seats));
    this.#parts.seats.update(view, this.#session.seat, {
      points: (seat) => points?.filter((point) => point.seat === seat) ?? null,
      facts: (seat) => this.#looks.facts(seat),
    });
  }

  drawViewers() {
    const { view } = this.#stage;
    if (!view) return;
    const { word } = this.#viewpoint;
    this.#head.drawViewers(view, word);
    frameViewer(this.#stage.element, word, this.#session.seat, view.seats);
  }
}
