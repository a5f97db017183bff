/**
 * The game page once its first view is known: the reader's moves, the game's news, and what of the page follows from
 * them.
 */

import { me } from '../api.js';
import { announce, fill, h, toast } from '../dom.js';
import { plainBoard } from './bootstrap.js';
import { keysOf, listen } from './keys.js';
import { Layout } from './layout.js';
import { Narrator } from './story/narrator.js';
import { Parts } from './parts.js';
import { Highlights } from './replay/highlights.js';
import { beginOf } from './replay/turns.js';
import { namesOf } from '../boards/kit.js';
import { thinned } from './replay/thinning.js';
import { Session } from './session.js';
import { Stage } from './stage.js';
import { viewerName, viewerOf, wordOfSeat } from './words.js';
import { Viewpoint } from './viewpoint.js';
import { t } from '../language/language.js';

const REFRESH_MS = 30_000;
const ANNOUNCE_MS = 300;
const LINK_MS = 15_000;
const CHANGES_FACTS = /^game\.(Seat|Bot|GameBegun|GameEnded|GameAbandoned|GameStopped|GameResumed)/;

/** @typedef {{id: string, step?: string, as?: string | null}} PageParams */

/**
 * Open the page of a game.
 * @param {HTMLElement} root @param {PageParams} params @param {AbortSignal} signal
 * @param {Promise<import('./bootstrap.js').FirstView>} first
 * @param {Promise<import('./bootstrap.js').Drawn | null>} board
 * @returns {Promise<GamePage | null>} null if there is no such game
 */
export async function openGamePage(root, params, signal, first, board) {
  const [{ meta, view, notice }, person] = await Promise.all([first, me().catch(() => null)]);
  if (!meta || !view) {
    fill(root, h('h1', null, 'There is no such game'),
      h('p', null, 'The link may be incomplete, or it leads to a sandbox that only its host may see. ',
        h('a', { href: '/games' }, 'All games')));
    return null;
  }
  const session = new Session(meta, person, signal);
  const own = notice || !viewerOf(params.as);
  const page = new GamePage(session, own ? wordOfSeat(session.seat) : params.as ?? '', signal);
  page.start(root, view, { notice, follow: !params.step || history.state?.follows === true });
  const drawn = await board;
  if (drawn) page.setBoard(drawn.board, drawn.setting);
  page.load();
  return page;
}

export class GamePage {
  #session;
  /** @type {Viewpoint} */
  #viewpoint;
  #stage;
  #highlights;
  #parts;
  #layout;
  #narrator;
  #signal;
  #announcing = 0;

  /** @param {Session} session @param {string} word the first viewer @param {AbortSignal} signal */
  constructor(session, word, signal) {
    this.#session = session;
    this.#signal = signal;
    this.#highlights = new Highlights(session.meta.id, signal, () => this.#drawHighlights());
    this.#narrator = new Narrator(session, () => this.#viewpoint);
    this.#viewpoint = new Viewpoint(session.meta.id, word, {
      signal, events: this.#events(), highlights: () => this.#placedHighlights().map((each) => each.version),
      staging: this.#narrator.staging,
    });
    this.#stage = new Stage(this.#narrator.over,
      (view) => plainBoard(session.meta, view).then((board) => this.setBoard(board)));
    const wishes = this.#wishes();
    this.#parts = new Parts(session, this.#viewpoint,
      { stage: this.#stage, highlights: this.#highlights, wishes, signal });
    this.#narrator.over.append(this.#parts.log.recapElement);
    this.#parts.scrubber.menu.append(this.#narrator.sounds.element);
    this.#layout = new Layout(session, this.#viewpoint, this.#stage, this.#parts, wishes);
  }

  #scored() {
    const { graph, ending, log } = this.#parts;
    graph.part?.grown();
    ending.part?.grown(this.#stage.view);
    this.#layout.drawSeats();
    log.scored();
    this.#drawHighlights();
  }

  /** @returns {import('./viewpoint.js').ViewpointEvents} */
  #events() {
    return {
      steps: (from, to, live) => this.#arrived(from, to, live),
      connection: (state, problem) => this.#connection(state, problem),
      scores: () => this.#scored(),
      moved: (why, beat) => this.#draw(why, beat),
      played: () => this.#parts.scrubber.played(),
      paused: (text) => this.#parts.scrubber.say(text),
      jumped: (from) => this.#parts.log.recap(from, 'What happened meanwhile'),
    };
  }

  /** @returns {import('./parts.js').Wishes} */
  #wishes() {
    return {
      viewAs: (word) => this.#viewAs(word),
      copyLink: (address) => this.#copyLink(address),
      share: () => this.#share(),
      showKeys: () => this.#showKeys(),
      fork: () => this.#fork(),
      load: () => this.load(),
      refresh: () => this.#refresh(),
      resign: () => this.#resign(),
      preview: (view, text = '') => {
        if (!this.#stage.preview(view, this.#viewpoint.viewer, text)) this.#draw('plan');
      },
      backToGame: () => {
        this.#viewAs(wordOfSeat(this.#session.seat));
        this.#viewpoint.player.last();
      },
    };
  }

  /**
   * Put the page into the document and show its first view.
   * @param {HTMLElement} root @param {GameView} view @param {{notice: string, follow: boolean}} how follow: even if the
   *   step is old
   */
  start(root, view, { notice, follow }) {
    const { player, store } = this.#viewpoint;
    const { version } = this.#session.meta;
    store.know(view, version);
    player.at = view.version;
    player.followedTo = version;
    player.following = view.version === version || follow;
    listen(this.#keyTarget(), this.#signal);
    fill(root, this.#layout.element);
    this.#parts.panels.fit();
    if (notice) this.#parts.notices.say(notice);
    const timer = setInterval(() => {
      if (this.#viewpoint.store.state === 'live' && !document.hidden) this.#refresh();
    }, REFRESH_MS);
    this.#signal.addEventListener('abort', () => { clearInterval(timer); this.#close(); });
  }

  #close() {
    clearTimeout(this.#announcing);
    this.#viewpoint.close();
  }

  /** @param {Board} board @param {Setting} [setting] what its ruleset gives besides */
  setBoard(board, setting) {
    this.#stage.set(board);
    if (setting) this.#stage.setting = setting;
    if (this.#session.meta.story) this.#parts.log.story(this.#session.meta.story);
    this.#layout.title();
    this.#draw('board');
    this.#parts.play.part?.offer();
  }

  /**
   * Another address of this game: Back, Forward or a link. Returns false if this page cannot show it.
   * @param {PageParams} next
   */
  moved(next) {
    if (next.id !== this.#session.meta.id || !this.#stage.board) return false;
    if (next.as) this.#viewAs(next.as);
    this.#viewpoint.player.to(next.step ? Number(next.step) : this.#viewpoint.store.head);
    return true;
  }

  async load() {
    try {
      await this.#viewpoint.store.load();
    } catch (problem) {
      if (!this.#signal.aborted) this.#parts.notices.say(problem.message);
    }
  }

  // ---- the viewer

  /** Show the same step through another viewer. @param {string} word */
  async #viewAs(word) {
    if (word === this.#viewpoint.word || !viewerOf(word)) return;
    if (!await this.#switchTo(word)) return;
    const { store } = this.#viewpoint;
    this.#parts.log.use(store);
    this.#highlights.forget();
    this.#highlights.arrived(store.steps);
    this.#drawHighlights();
    this.#draw('viewer');
    const seats = this.#stage.view?.seats ?? [];
    announce(t`View as ${viewerName(this.#viewpoint.word, seats, this.#session.seat)}.`);
    this.load();
  }

  /** Returns false if the page was left meanwhile. @param {string} word */
  async #switchTo(word) {
    const viewpoint = this.#viewpoint;
    const before = viewpoint.word;
    viewpoint.use(word);
    this.#layout.drawViewers();
    this.#stage.forget();
    try {
      await viewpoint.store.want(viewpoint.at);
    } catch (problem) {
      if (this.#signal.aborted) return false;
      // A viewer with a delay does not know the last steps yet.
      if (problem.code === 'NO_SUCH_STEP') viewpoint.player.at = problem.extensions.version ?? 1;
      else viewpoint.use(before);
      toast(problem.message);
    }
    return true;
  }

  #nextViewer() {
    const { viewers } = this.#layout;
    this.#viewAs(viewers[(viewers.indexOf(this.#viewpoint.word) + 1) % viewers.length]);
  }

  // ---- news of the game

  /** @param {string} state @param {any} [problem] */
  #connection(state, problem) {
    // A player who resigned, or whose game has just ended, may use other viewers than before.
    if (problem?.code === 'VIEWER_NOT_ALLOWED') this.#refresh();
    else this.#parts.notices.connection(state, problem);
  }

  /** @param {number} from @param {number} to @param {boolean} live */
  #arrived(from, to, live) {
    const { store, player, tracks, viewer } = this.#viewpoint;
    const steps = store.steps.slice(from - 1, to);
    this.#parts.log.use(store);
    this.#highlights.arrived(steps);
    if (live) this.#parts.notices.arrived(steps);
    player.grown();
    this.#layout.draw();
    if (live) this.#showAddress();
    if (player.at >= from && player.at <= to && !live) this.#draw('loaded');
    if (store.loaded === store.head) {
      tracks.upTo(store.head);
      this.#highlights.upTo(store.head, viewer, live);
    }
    if (live && steps.some((step) => CHANGES_FACTS.test(step.line?.type ?? ''))) this.#refresh();
  }

  /** Read once more who sits where, and how far behind the viewer is. */
  async #refresh() {
    const before = this.#session.seat;
    if (!await this.#session.refresh()) return;
    const { seat } = this.#session;
    if (before !== seat) await this.#viewAs(wordOfSeat(seat));
    this.#layout.draw();
    this.load();
  }

  // ---- drawing

  /**
   * Show the step the player is at.
   * @param {string} why @param {import('./replay/director.js').Beat | null} [beat] set if the director shows it
   */
  #draw(why, beat = null) {
    const { store, at, viewer } = this.#viewpoint;
    if (!this.#stage.draw(store, at, viewer, beat)) {
      this.#fetch(at);
      return;
    }
    this.#layout.draw();
    this.#narrator.tell(beat, this.#parts.log);
    const { atHead } = this.#viewpoint;
    if (atHead || beat) this.#parts.log.turnOf(this.#narrator.seatToAct(this.#stage.view), atHead);
    this.#announceStep(why);
    this.#showAddress();
  }

  #showAddress() {
    const { signals } = this.#parts;
    signals.update(this.#viewpoint.newest);
    this.#viewpoint.showAddress((title) => signals.titled(title), this.#session.title);
  }

  /** @param {number} at */
  async #fetch(at) {
    const { scrubber } = this.#parts;
    scrubber.say(t`Step ${at} is being read …`);
    try {
      await this.#viewpoint.store.want(at);
      scrubber.say('');
      if (this.#viewpoint.at === at) this.#draw('fetched');
    } catch (problem) {
      if (!this.#signal.aborted) scrubber.say(problem.message);
    }
  }

  #drawHighlights() {
    this.#parts.scrubber.highlights(this.#placedHighlights(), this.#viewpoint.store.head);
  }

  /** The highlights that deserve a mark, each turn at the first step that belongs to it. */
  #placedHighlights() {
    const { store: { steps }, tracks } = this.#viewpoint;
    const seats = this.#stage.view?.seats ?? [];
    const placed = this.#highlights.all.map((each) => (
      each.kind === 'TURN' ? { ...each, version: beginOf(steps, each.version) } : each));
    return thinned(placed, {
      steps, seats: seats.length, total: (version, seat) => tracks.total(version, seat),
      milestone: (step) => this.#session.meta.story?.isMilestone(step) ?? false,
    }, namesOf(seats));
  }

  /** Announce the step to a reader who moved; live steps are announced by the notices. @param {string} why */
  #announceStep(why) {
    if (why !== 'reader' && why !== 'viewer') return;
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => this.#sayStep(), ANNOUNCE_MS);
  }

  #sayStep() {
    const { store, at } = this.#viewpoint;
    announce(t`Step ${at}. ${store.stepAt(at)?.line?.text ?? ''}`);
  }

  // ---- what the reader asks for

  #keyTarget() {
    return {
      player: this.#viewpoint.player, nextViewer: () => this.#nextViewer(),
      copyLink: () => this.#copyLink(), showKeys: () => this.#showKeys(),
    };
  }

  async #showKeys() {
    const { showKeys } = await import('../dialogs.js');
    showKeys(keysOf(this.#keyTarget()).map(({ names, does }) => [names, does]));
  }

  /** @param {string} [address] by default that of what is on the screen */
  async #copyLink(address = this.#viewpoint.address()) {
    const whole = new URL(address, location.href).href;
    try {
      await navigator.clipboard.writeText(whole);
      toast('The link is copied.');
    } catch {
      toast(t`The link: ${whole}`, LINK_MS);
    }
  }

  async #share() {
    const { player, at, store, viewer } = this.#viewpoint;
    player.stop();
    const { id, isDelayed, sandbox, delay } = this.#session.meta;
    const [{ openShare }, { record }, { turnOf }] = await Promise.all(
      [import('../share/dialog.js'), import('../share/clip.js'), import('../share/turn.js')]);
    const { setting, view } = this.#stage;
    openShare({
      game: id, at, address: this.#viewpoint.address(), title: this.#session.title,
      isPublic: !sandbox?.origin && (!delay || isDelayed || this.#session.over),
      clip: async () => record({ ruleset: this.#session.meta.ruleset, components: setting?.components,
        views: await turnOf(store, at, viewer ? view : null),
        lookOf: (each, seat) => setting?.looks?.seatLook?.(setting.components, each.position, seat) ?? null }),
    });
  }

  async #fork() {
    const { player, at, viewer } = this.#viewpoint;
    const { view } = this.#stage;
    player.stop();
    const { askFork } = await import('./play/fork.js');
    if (!view || !viewer) return;
    askFork({ game: this.#session.meta.id, at, viewer, view, mine: this.#session.seat, title: this.#session.title });
  }

  /** @returns {Promise<string>} what became of it */
  async #resign() {
    const refusal = await this.#session.resign();
    if (refusal) return refusal;
    this.#refresh();
    return 'You have resigned.';
  }
}
