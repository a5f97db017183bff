/** What is drawn where on the game page, and which part is drawn when something changes. */

import { day, fill, h, say } from '../dom.js';
import { viewerName, whoseTurn, wordOfSeat } from './words.js';

const clock = new Intl.DateTimeFormat(undefined,
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

export class Layout {
  #session;
  #viewpoint;
  #stage;
  #parts;
  #status = h('p', { class: 'game-turn' });
  #about = h('p', { class: 'soft small' });
  #heading = h('h1', null);
  #fork;
  #viewer;

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
    this.#fork = h('button', { type: 'button', hidden: true, onclick: wishes.fork }, 'Play on from here');
    this.#viewer = h('select',
      { id: 'viewer', 'aria-label': 'View as', onchange: () => wishes.viewAs(this.#viewer.value) });
    this.element = h('div', { class: 'game' }, this.#head(wishes), parts.lobby.element, parts.panels.tabs,
      h('h2', { class: 'unseen' }, 'Board'), stage.element, parts.scrubber.element, parts.panels.element);
    parts.panels.element.addEventListener('panel', () => { this.drawGraph(); parts.log.reveal(); });
    this.title();
  }

  /** @param {import('./parts.js').Wishes} wishes */
  #head(wishes) {
    return h('header', { class: 'game-head' },
      h('div', { class: 'game-title' }, this.#heading, this.#about),
      this.#parts.notices.element,
      this.#status,
      h('div', { class: 'game-tools' },
        h('label', { for: 'viewer' }, 'View as'), this.#viewer,
        h('button', { type: 'button', onclick: () => wishes.copyLink() }, 'Copy link'),
        this.#fork,
        h('button', { type: 'button', 'aria-label': 'Keys', title: 'Keys (?)', onclick: wishes.showKeys }, '?')));
  }

  /** The title of the game; its ruleset and day once the ruleset is known. */
  title() {
    const { meta, title, rulesetTitle } = this.#session;
    say(this.#heading, title);
    if (meta.rulesetTitle) say(this.#about, `${meta.title ? `${rulesetTitle} · ` : ''}${day(meta.openedAt)}`);
  }

  /** The viewers the reader can choose, in their order. @returns {string[]} */
  get viewers() {
    return [...this.#viewer.options].map((option) => option.value);
  }

  /** Everything about the step on the screen except the board. */
  draw() {
    const { view } = this.#stage;
    if (!view) return;
    this.#drawReplay();
    say(this.#status, whoseTurn(view, this.#session.seat));
    this.#parts.log.at(this.#viewpoint.at);
    this.drawSeats();
    this.drawViewers();
    this.#parts.notices.update(this.#session.meta);
    this.#drawPhase(view);
    this.drawGraph();
  }

  #drawReplay() {
    const { at, store, player } = this.#viewpoint;
    const step = store.stepAt(at);
    const [turn, time] = step ? [step.turn ? `turn ${step.turn}` : '', clock.format(new Date(step.time))] : ['', ''];
    this.#parts.scrubber.update(at, store.head, { turn, time, text: step?.line?.text ?? '' });
    this.#parts.scrubber.news(player.following || player.playing ? 0 : store.head - player.followedTo);
  }

  /** What a game has only before, during or after play. @param {GameView} view */
  #drawPhase(view) {
    const { panels, ending, lobby, play } = this.#parts;
    const { seat, meta } = this.#session;
    const { phase } = view;
    const done = phase === 'over' || phase === 'abandoned';
    this.#fork.hidden = view.position === null;
    panels.offer('result', done);
    panels.offer('seats', phase !== 'open');
    panels.offer('play', seat !== null && phase === 'playing');
    if (done) ending.use((part) => part.update(view, meta.id));
    if (phase === 'open' || lobby.part) lobby.use((part) => part.update(view, this.#viewpoint.atHead));
    if (seat === null && !play.part) return;
    const { at, store, word } = this.#viewpoint;
    const own = seat !== null && word === wordOfSeat(seat);
    play.use((part) => part.update({ view, at, head: store.head, own }));
  }

  drawGraph() {
    const { view } = this.#stage;
    if (!view || !this.#parts.panels.isOpen('scores')) return;
    const { tracks, store, at } = this.#viewpoint;
    this.#parts.graph.use((graph) => graph.show(tracks, store, view.seats, at));
  }

  drawSeats() {
    const { view } = this.#stage;
    if (!view) return;
    const points = this.#viewpoint.tracks.at(this.#viewpoint.at);
    this.#parts.seats.update(view, this.#session.seat,
      (seat) => points?.filter((point) => point.seat === seat) ?? null);
  }

  drawViewers() {
    const { view } = this.#stage;
    if (!view) return;
    const { word } = this.#viewpoint;
    const viewers = this.#session.viewers(view.seats.length);
    if (!viewers.includes(word)) viewers.push(word);
    const options = viewers.map((each) => [each, viewerName(each, view.seats, this.#session.seat)]);
    const key = JSON.stringify(options);
    if (this.#viewer.dataset.key !== key) {
      this.#viewer.dataset.key = key;
      fill(this.#viewer, options.map(([value, name]) => h('option', { value }, name)));
    }
    if (this.#viewer.value !== word) this.#viewer.value = word;
  }
}
