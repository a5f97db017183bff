/** From where the reader looks at a game: the viewer, the step, and the address that names both. */

import { addressBar } from './address.js';
import { Player } from './replay/player.js';
import { Store } from './replay/store.js';
import { Tracks } from './replay/tracks.js';
import { addressOf, viewerOf } from './words.js';
import { t } from '../language/language.js';

/**
 * @typedef {object} ViewpointEvents what the viewpoint in use reports
 * @property {(from: number, to: number, live: boolean) => void} steps steps have arrived
 * @property {(state: string, problem?: any) => void} connection
 * @property {() => void} scores
 * @property {(why: string, beat: import('./replay/director.js').Beat | null) => void} moved
 * @property {() => void} played
 * @property {(text: string) => void} paused
 * @property {(from: number) => void} jumped
 *
 * @typedef {{store: Store, tracks: Tracks}} Source what is known of the game through one viewer
 */

export class Viewpoint {
  #game;
  #signal;
  #events;
  #address;
  /** @type {Map<string, Source>} by viewer; each is cached, so that a switch back needs no request */
  #sources = new Map();
  /** @type {Source} */
  #source;

  /**
   * @param {string} game @param {string} word the viewer as a word of an address
   * @param {{signal: AbortSignal, events: ViewpointEvents, highlights: () => number[],
   *   staging: import('./replay/player.js').PlayerHow}} how
   */
  constructor(game, word, { signal, events, highlights, staging }) {
    this.#game = game;
    this.#signal = signal;
    this.#events = events;
    this.#address = addressBar(signal);
    this.word = word;
    this.#source = this.#sourceOf(word);
    this.player = new Player(() => this.store, events, highlights, staging);
  }

  /** @returns {ViewerInput | null} the viewer as the API takes it */
  get viewer() {
    return viewerOf(this.word);
  }

  get store() {
    return this.#source.store;
  }

  get tracks() {
    return this.#source.tracks;
  }

  get at() {
    return this.player.at;
  }

  get atHead() {
    return this.at === this.store.head;
  }

  /** Switch to another viewer at the same step. @param {string} word */
  use(word) {
    this.store.rest();
    this.word = word;
    this.#source = this.#sourceOf(word);
  }

  /** @param {number} [at] @returns {string} the address of a step through this viewer */
  address(at = this.at) {
    return addressOf(this.#game, at, this.word);
  }

  /** The newest view that is here, whichever step is on the screen. */
  get newest() {
    return this.store.viewAt(this.store.loaded || this.at);
  }

  /** Let the address bar name what is on the screen. @param {(title: string) => string} titled @param {string} title */
  showAddress(titled, title) {
    const step = this.player.following ? title : t`${title}, step ${this.at}`;
    this.#address.show(this.address(), titled(step), this.player.following);
  }

  close() {
    this.player.stop();
    for (const { store } of this.#sources.values()) store.close();
  }

  /** @param {string} word @returns {Source} */
  #sourceOf(word) {
    const cached = this.#sources.get(word);
    if (cached) return cached;
    const viewer = viewerOf(word);
    const inUse = () => this.#source === source;
    const store = new Store(this.#game, viewer, {
      steps: (from, to, live) => { if (inUse()) this.#events.steps(from, to, live); },
      state: (state, problem) => { if (inUse()) this.#events.connection(state, problem); },
    });
    const tracks = new Tracks(this.#game, viewer, this.#signal, () => { if (inUse()) this.#events.scores(); });
    const source = { store, tracks };
    this.#sources.set(word, source);
    return source;
  }
}
