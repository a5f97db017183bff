// The game page when its first view is known: puts the parts of js/game together. Its addresses are told in pages/game.js.

import { command, me, newId } from '../api.js';
import { showKeys, toast } from '../dialogs.js';
import { announce, day, fill, h, lessMotion, say, words } from '../dom.js';
import { addressBar } from './address.js';
import { keysOf, listen } from './keys.js';
import { Later } from './panels/later.js';
import { makeLog } from './panels/log.js';
import { allMarks } from './replay/highlights.js';
import { Notices } from './panels/notices.js';
import { makePanels } from './panels/panels.js';
import { Player } from './replay/player.js';
import { makeScrubber } from './replay/scrubber.js';
import { makeSeats } from './panels/seats.js';
import { Store } from './replay/store.js';
import { plainBoard, tableOf } from './bootstrap.js';
import { Tracks } from './replay/tracks.js';
import { addressOf, viewerName, viewerOf, viewpoints, whoseTurn, wordOfSeat } from './words.js';

const AGAIN_MS = 30_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const OF_THE_TABLE = /^game\.(Seat|Bot|GameBegun|GameEnded|GameAbandoned)/;
const RESIGN = 'mutation Resign($game: ID!, $id: ID!) { resign(game: $game, commandId: $id) { ...Answer } }';

export class GamePage {
  #stores = new Map();
  #view = null;
  #drawn = 0;

  constructor(root, params, signal) {
    Object.assign(this, { root, params, signal, id: params.id, word: params.as ?? '', mine: null, board: null, meta: null, tracks: null });
  }

  /** @param {Promise<object>} looked the first look @param {Promise<object>} board what comes of it */
  async open(looked, board) {
    const [{ meta, view, notice }, person] = await Promise.all([looked, me().catch(() => null)]);
    if (!meta) {
      fill(this.root, h('h1', null, 'There is no such game'),
        h('p', null, 'A part of the link may be missing, or it leads to a sandbox that only its host may see. ', h('a', { href: '/games' }, 'All games')));
      return;
    }
    Object.assign(this, { meta, person, mine: meta.mySeat });
    if (notice || !viewerOf(this.word)) this.word = wordOfSeat(this.mine);
    this.build();
    this.use(this.word, view);
    this.player.at = view.version;
    this.player.seen = meta.version;
    this.player.following = view.version === meta.version || !this.params.step || history.state?.follows === true;
    if (notice) this.notices.say(notice);
    this.asking = setInterval(() => { if (this.store.state === 'live' && !document.hidden) this.again(); }, AGAIN_MS);
    this.signal.addEventListener('abort', () => this.close());
    this.set(await board);
    this.load();
  }

  build() {
    const { id, signal } = this;
    this.player = new Player(() => this.store, {
      moved: (why) => this.draw(why), played: () => this.scrubber.played(), paused: (text) => this.scrubber.say(text),
    }, () => this.marks.known.map((mark) => mark.version));
    this.address = addressBar(signal);
    this.marks = allMarks(id, signal, () => this.drawMarks());
    this.scrubber = makeScrubber(this.player, {
      refusals: async (on) => this.scrubber.say(await this.marks.refusals(on, viewerOf(this.word))),
    });
    this.log = makeLog({
      goTo: (version) => this.player.to(version),
      why: async (step) => (await import('./panels/why.js')).explained(id, step, viewerOf(this.word), signal),
    });
    this.graph = new Later(async () => (await import('./panels/graph.js')).makeGraph({ goTo: (version) => this.player.to(version) }));
    this.seats = makeSeats();
    this.play = new Later(async () => (await import('./play/play.js')).makePlay({
      game: id, signal, board: () => this.board, mine: () => this.mine, live: () => this.live(), resign: () => this.resign(),
      asking: () => this.panels.bring('play'), accepted: () => { this.panels.bring('board'); this.load(); },
    }));
    this.lobby = new Later(async () => (await import('./play/lobby.js')).makeLobby({
      game: id, signal, bots: () => this.meta.bots ?? [], mine: () => this.mine, host: () => this.meta.isHost,
      changed: () => this.again(), copy: () => this.copy(addressOf(id)),
    }));
    this.ending = new Later(async () => (await import('./panels/ending.js')).makeEnding());
    this.notices = new Notices(() => this.load());
    this.place = h('section', { class: 'game-board', 'aria-label': 'Board' }, h('p', { class: 'busy' }, 'The board is being set up'));
    this.panels = makePanels(this.place, {
      play: { title: 'Play', body: this.play.element }, result: { title: 'Result', body: this.ending.element },
      seats: { title: 'Seats', body: this.seats.element },
      log: { title: 'Log', body: this.log.element }, scores: { title: 'Scores', body: this.graph.element },
    }, signal);
    this.panels.element.addEventListener('panel', () => { this.drawGraph(); this.log.reveal(); });
    listen(this, signal);
    this.frame();
  }

  frame() {
    const { meta } = this;
    this.status = h('p', { class: 'game-turn' });
    this.forking = h('button', { type: 'button', hidden: true, onclick: () => this.fork() }, 'Play on from here');
    this.about = h('p', { class: 'soft small' });
    this.heading = h('h1', null, meta.title || words(meta.ruleset));
    this.eyes = h('select', { id: 'eyes', 'aria-label': 'Seen by', onchange: () => this.look(this.eyes.value) });
    fill(this.root, h('div', { class: 'game' },
      h('header', { class: 'game-head' },
        h('div', { class: 'game-title' }, this.heading, this.about),
        this.notices.element,
        this.status,
        h('div', { class: 'game-tools' },
          h('label', { for: 'eyes' }, 'Seen by'), this.eyes,
          h('button', { type: 'button', onclick: () => this.copy() }, 'Copy link'),
          this.forking,
          h('button', { type: 'button', 'aria-label': 'Keys', title: 'Keys (?)', onclick: () => this.keys() }, '?'))),
      this.lobby.element,
      this.panels.tabs, h('h2', { class: 'unseen' }, 'Board'), this.place, this.scrubber.element, this.panels.element));
    this.panels.fit();
  }

  /** The store for a viewpoint; each is kept, so that coming back to it costs nothing. */
  use(word, view) {
    this.store?.rest();
    this.word = word;
    if (!this.#stores.has(word)) {
      const store = new Store(this.id, viewerOf(word), {
        steps: (from, to, live) => { if (this.store === store) this.grown(from, to, live); },
        state: (state, problem) => { if (this.store === store) this.connection(state, problem); },
      });
      store.tracks = new Tracks(this.id, viewerOf(word), this.signal, () => { if (this.store === store) this.scored(); });
      this.#stores.set(word, store);
    }
    this.store = this.#stores.get(word);
    this.tracks = this.store.tracks;
    if (view) this.store.know(view, this.meta.version);
  }

  /** Look through other eyes at the same step. */
  async look(word) {
    if (word === this.word || !viewerOf(word)) return;
    const before = this.word;
    this.use(word);
    this.eyes.value = word;
    this.#view = null;
    try {
      await this.store.want(this.player.at);
    } catch (problem) {
      if (this.signal.aborted) return;
      // Eyes that are behind the game do not know its last steps yet.
      if (problem.code === 'NO_SUCH_STEP') this.player.at = problem.extensions.version ?? 1;
      else this.use(before);
      toast(problem.message);
    }
    this.log.of(this.store);
    this.marks.forget();
    this.marks.heard(this.store.steps);
    this.drawMarks();
    this.draw('eyes');
    announce(`Seen by ${viewerName(this.word, this.#view?.seats ?? [], this.mine)}.`);
    this.load();
  }

  cycle() {
    const eyes = [...this.eyes.options].map((option) => option.value);
    this.look(eyes[(eyes.indexOf(this.word) + 1) % eyes.length]);
  }

  async load() {
    try {
      await this.store.load();
    } catch (problem) {
      if (!this.signal.aborted) this.notices.say(problem.message);
    }
  }

  connection(state, problem) {
    // Whoever resigned, or whose game has just ended, has other eyes than before.
    if (problem?.code === 'VIEWER_NOT_ALLOWED') this.again();
    else this.notices.connection(state, problem);
  }

  /** Steps have come. */
  grown(from, to, live) {
    this.log.of(this.store);
    this.marks.heard(this.store.steps.slice(from - 1, to));
    if (live) this.notices.heard(this.store.steps.slice(from - 1, to));
    this.player.grown();
    this.drawAround();
    if (this.player.at >= from && this.player.at <= to && !live) this.draw('loaded');
    if (this.store.loaded === this.store.head) {
      this.tracks.upTo(this.store.head);
      this.marks.upTo(this.store.head, viewerOf(this.word), live);
    }
    if (live && this.store.steps.slice(from - 1).some((step) => OF_THE_TABLE.test(step.line?.type ?? ''))) this.again();
  }

  /** Ask again who sits where, and how far behind these eyes are. */
  async again() {
    const { meta } = await tableOf(this.id, this.signal).catch(() => ({ meta: null }));
    if (!meta) return;
    const had = this.mine;
    Object.assign(this.meta, meta);
    this.mine = meta.mySeat;
    if (had !== this.mine) await this.look(wordOfSeat(this.mine));
    this.drawAround();
    this.load();
  }

  scored() {
    this.graph.here?.grown();
    this.drawSeats();
  }

  /** Show the step at which the player stands. */
  draw(why) {
    const { at } = this.player;
    const view = this.store.viewAt(at);
    if (!view) { this.fetch(at); return; }
    const on = why !== 'eyes' && this.#view !== null && at === this.#drawn + 1;
    // However a step was reached, what is marked is what this step has changed: so a link shows the very same screen to everybody.
    const before = on ? this.#view : at > 1 ? this.store.viewAt(at - 1) : null;
    if (!on && before) this.show(before, null, false);
    this.show(view, before, on && !lessMotion());
    this.#view = view;
    this.#drawn = at;
    this.drawAround();
    this.tell(why);
    this.address.show(addressOf(this.id, at, this.word), `${this.meta.title || this.meta.house}, step ${at}`, this.player.following);
  }

  show(view, before, animate) {
    try {
      this.board?.show(view, { before, viewer: viewerOf(this.word), animate });
    } catch (problem) {
      // A fault in one board must not take the game away from its watchers: the plain board shows every view.
      console.error(problem);
      this.board = null;
      plainBoard(this.meta, view).then((board) => this.set(board));
    }
  }

  set(board) {
    this.board = board;
    fill(this.place, board.element);
    say(this.heading, this.meta.title || this.meta.house);
    say(this.about, `${this.meta.title ? `${this.meta.house} · ` : ''}${day(this.meta.openedAt)}`);
    this.draw('board');
    this.play.here?.offer();
  }

  async fetch(at) {
    this.scrubber.say(`Step ${at} is being read …`);
    try {
      await this.store.want(at);
      this.scrubber.say('');
      if (this.player.at === at) this.draw('fetched');
    } catch (problem) {
      if (!this.signal.aborted) this.scrubber.say(problem.message);
    }
  }

  /** Everything about the step but the board. */
  drawAround() {
    const view = this.#view;
    if (!view) return;
    const { head } = this.store;
    const { at } = this.player;
    const step = this.store.stepAt(at);
    const [turn, time] = step ? [step.turn ? `turn ${step.turn}` : '', clock.format(new Date(step.time))] : ['', ''];
    this.scrubber.update(at, head, { turn, time, text: step?.line?.text ?? '' });
    this.scrubber.news(this.player.following || this.player.playing ? 0 : head - this.player.seen);
    say(this.status, whoseTurn(view, this.mine));
    this.log.at(at);
    this.drawSeats();
    this.drawEyes(view);
    this.notices.update(this.meta);
    this.drawPhase(view);
    this.drawGraph();
  }

  /** What a table has only before, during or after the game. */
  drawPhase({ phase }) {
    const done = phase === 'over' || phase === 'abandoned';
    this.forking.hidden = this.#view.position === null;
    this.panels.offer('result', done);
    this.panels.offer('seats', phase !== 'open');
    this.panels.offer('play', this.mine !== null && phase === 'playing');
    if (done) this.ending.use((ending) => ending.update(this.#view, this.id));
    if (phase === 'open' || this.lobby.here) this.lobby.use((lobby) => lobby.update(this.#view, this.player.at === this.store.head));
    if (this.mine === null && !this.play.here) return;
    this.play.use((play) => play.update({
      view: this.#view, at: this.player.at, head: this.store.head, own: this.mine !== null && this.word === wordOfSeat(this.mine),
    }));
  }

  drawGraph() {
    if (!this.#view || !this.panels.shown('scores')) return;
    this.graph.use((graph) => graph.show(this.tracks, this.store, this.#view.seats, this.player.at));
  }

  drawSeats() {
    if (!this.#view) return;
    const points = this.tracks.at(this.player.at);
    this.seats.update(this.#view, { mine: this.mine, points: (seat) => points?.filter((point) => point.seat === seat) ?? null });
  }

  drawEyes(view) {
    const arbiter = this.person?.roles.includes('arbiter') && !this.meta.isHost;
    const eyes = viewpoints({ over: this.over && !this.private, seats: view.seats.length, mine: this.mine, arbiter });
    if (!eyes.includes(this.word)) eyes.push(this.word);
    const now = eyes.map((word) => `${word}=${viewerName(word, view.seats, this.mine)}`).join('|');
    if (this.eyes.dataset.now !== now) {
      this.eyes.dataset.now = now;
      fill(this.eyes, eyes.map((word) => h('option', { value: word }, viewerName(word, view.seats, this.mine))));
    }
    if (this.eyes.value !== this.word) this.eyes.value = this.word;
  }

  drawMarks() {
    this.scrubber.marks(this.marks.known, this.store.head);
  }

  /** Whether the game has ended, whatever step is on the screen. */
  get over() {
    return this.meta.phase === 'OVER' || this.meta.phase === 'ABANDONED';
  }

  /** A sandbox made of what one seat knew stays closed to others than its host (GAME-FORK-03). */
  get private() {
    const origin = this.meta.sandbox?.origin;
    return Boolean(origin) && origin.kind !== 'SPECTATOR' && !this.meta.isHost;
  }

  /** A reader who moves by himself hears where he is; what happens live is told by the notices. */
  tell(why) {
    if (!['asked', 'eyes'].includes(why)) return;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const step = this.store.stepAt(this.player.at);
      announce(`Step ${this.player.at}. ${step?.line?.text ?? ''}`);
    }, 300);
  }

  /** Another address of this game: Back, Forward or a link. */
  moved(next) {
    if (next.id !== this.id || !this.board) return false;
    if (next.as) this.look(next.as);
    this.player.to(next.step ? Number(next.step) : this.store.head);
    return true;
  }

  live() {
    this.look(wordOfSeat(this.mine));
    this.player.last();
  }

  async copy(address = addressOf(this.id, this.player.at, this.word)) {
    const whole = new URL(address, location.href).href;
    try {
      await navigator.clipboard.writeText(whole);
      toast('The link is copied.');
    } catch {
      toast(`The link: ${whole}`, 15_000);
    }
  }

  keys() {
    showKeys(keysOf(this).map(({ names, says }) => [names, says]));
  }

  async fork() {
    this.player.stop();
    const { askFork } = await import('./play/fork.js');
    const { id, mine, meta } = this;
    askFork({ game: id, at: this.player.at, viewer: viewerOf(this.word), view: this.#view, mine, title: meta.title || meta.house });
  }

  /** @returns {Promise<string>} what became of it */
  async resign() {
    const answer = await command(RESIGN, { game: this.id, id: newId() }, { signal: this.signal });
    if (answer.__typename !== 'CommandAccepted') return answer.text;
    this.again();
    return 'You have resigned.';
  }

  close() {
    this.player.stop();
    clearTimeout(this.telling);
    clearInterval(this.asking);
    for (const store of this.#stores.values()) store.close();
  }
}
