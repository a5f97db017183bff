/** The parts of the game page. Parts that only some readers need are loaded when they are first used. */

import { namesOf } from '../boards/kit.js';
import { h, stylesheet } from '../dom.js';
import { Scrubber } from './replay/scrubber.js';
import { Later } from './panels/later.js';
import { Log } from './panels/log.js';
import { Notices } from './panels/notices.js';
import { Panels } from './panels/panels.js';
import { SeatList } from './panels/seats.js';
import { Signals } from './signals.js';
import { Folds } from './take_back/folds.js';

/**
 * @typedef {object} Wishes what the parts ask of the page
 * @property {(word: string) => void} viewAs
 * @property {(address?: string) => void} copyLink
 * @property {() => void} share
 * @property {() => void} showKeys
 * @property {() => void} fork
 * @property {() => void} load follow the game, and read what is missing
 * @property {() => void} refresh read the game's facts once more
 * @property {() => Promise<string>} resign
 * @property {(view: GameView | null, words?: string) => void} preview draw what a plan would lead to, under these
 *   words; null: what is
 * @property {() => void} backToGame look at the live step from the reader's own seat
 *
 * @typedef {object} PartsContext
 * @property {import('./stage.js').Stage} stage
 * @property {import('./replay/highlights.js').Highlights} highlights
 * @property {Wishes} wishes
 * @property {AbortSignal} signal
 */

/**
 * A module and what its part looks like. @template T @param {Promise<T>} module @param {string} sheet
 * @returns {Promise<T>}
 */
async function dressed(module, sheet) {
  const [loaded] = await Promise.all([module, stylesheet(`/assets/css/${sheet}.css`)]);
  return loaded;
}

export class Parts {
  /**
   * @param {import('./session.js').Session} session
   * @param {import('./viewpoint.js').Viewpoint} viewpoint
   * @param {PartsContext} context
   */
  constructor(session, viewpoint, { stage, highlights, wishes, signal }) {
    const game = session.meta.id;
    /** @param {number} version */
    const goTo = (version) => viewpoint.player.to(version);
    this.scrubber = new Scrubber(viewpoint.player, async (on) => {
      this.scrubber.say(await highlights.refusals(on, viewpoint.viewer));
    });
    this.log = new Log({
      goTo, replay: (first, last) => viewpoint.player.replay(first, last),
      explain: async (step) => (await import('./panels/why.js')).explained(game, step, viewpoint.viewer, signal),
      staging: () => viewpoint.player.staging,
      names: () => namesOf(stage.view?.seats ?? []), points: (version) => viewpoint.tracks.at(version),
    });
    this.seats = new SeatList();
    this.notices = new Notices(wishes.load);
    this.signals = new Signals(session, signal);
    this.graph = new Later(async () => new (await dressed(import('./panels/graph.js'), 'game/graph')).Graph(goTo,
      session.meta.sandbox?.origin, signal));
    /** @type {Promise<import('./panels/chances/chances.js').WinChances> | null} */
    let chances = null;
    const chancesOf = () => (
      chances ??= import('./panels/chances/chances.js').then(({ WinChances }) => new WinChances(game, signal)));
    /** @param {number} version */
    const textOf = (version) => viewpoint.store.stepAt(version)?.line?.text ?? '';
    this.chancesGraph = new Later(async () => (
      new (await dressed(import('./panels/chances/graph.js'), 'game/graph')).ChancesGraph(
        await chancesOf(), { goTo, textOf })));
    this.chancesBar = new Later(async () => (
      new (await import('./panels/chances/bar.js')).ChancesBar(await chancesOf())));
    this.ending = new Later(async () => new (await dressed(import('./panels/ending.js'), 'game/result')).Ending(
      { session, viewpoint, wishes, chancesOf, signal }));
    this.lobby = new Later(async () => new (await dressed(import('./play/lobby.js'), 'play')).Lobby(
      session, wishes, signal));
    this.play = new Later(async () => new (await dressed(import('./play/play.js'), 'play')).Play(session, wishes, {
      signal, board: () => (stage.choosing === stage.board ? stage.board : null),
      showPanel: (name) => this.panels.bring(name),
    }));
    /** @type {() => boolean} */
    const isOpen = () => this.panels.isOpen('evidence');
    this.evidence = new Later(async () => new (await dressed(import('./evidence/panel.js'), 'evidence')).Evidence(
      { session, viewpoint, stage, wishes, isOpen, signal }));
    this.rulings = new Later(async () => new (await dressed(import('./rulings/panel.js'), 'rulings')).Rulings(
      { session, viewpoint, stage, wishes, signal }));
    this.motion = h('div', { class: 'motion', role: 'status' });
    this.takeBacks = new Later(async () => (
      new (await dressed(import('./take_back/panel.js'), 'take_back')).TakeBackPanel(
        { session, viewpoint, stage, signal, motion: this.motion })));
    this.folds = new Folds();
    this.scrubber.track.append(this.folds.element);
    this.clocks = new Later(async () => new (await dressed(import('./clocks/strip.js'), 'clocks')).Clocks(
      { session, viewpoint, stage, signal }));
    this.stints = new Later(async () => new (await import('./clocks/stints.js')).Stints({ game, goTo, signal }));
    this.scrubber.element.addEventListener('refusal', () => this.panels.show('evidence'));
    /** @type {Panels} */
    this.panels = new Panels({
      lobby: { title: 'Before the game begins', body: this.lobby.element },
      play: { title: 'Play', body: h('div', null, this.play.element, this.takeBacks.element) },
      seats: { title: 'Players', body: h('div', null, this.chancesBar.element, this.seats.element) },
      result: { title: 'Result', body: this.ending.element }, log: { title: 'Story', body: this.log.element },
      scores: { title: 'Scores', body: h('div', null, this.graph.element, this.stints.element,
        this.chancesGraph.element) },
      rulings: { title: 'Rulings', body: this.rulings.element },
      evidence: { title: 'Evidence', body: this.evidence.element },
    }, this.seats.strip, signal);
  }
}
