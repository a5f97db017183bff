/** The board on the game page: draws the view of a step, and what that step changed. */

import { fill, h, lessMotion } from '../dom.js';
import { STEP_MS } from './replay/director.js';

export class Stage {
  element = h('section', { class: 'game-board', 'aria-label': 'Board' },
    h('p', { class: 'busy' }, 'The board is being set up'));
  /** @type {Board | null} */
  board = null;
  /** @type {Board | null} the board, once it can offer what may be chosen */
  choosing = null;
  /** @type {Setting | null} what the board's ruleset gives besides the board */
  setting = null;
  /** @type {GameView | null} the view on the screen */
  view = null;
  #at = 0;
  #previewed = false;
  #ribbon = h('p', { class: 'plan-ribbon' });
  #failed;
  #caption;

  /**
   * @param {Element} caption @param {(view: GameView) => void} failed the board could not draw a view and was given
   *   up
   */
  constructor(caption, failed) {
    this.#caption = caption;
    this.#failed = failed;
  }

  /** @param {Board} board */
  set(board) {
    this.board = board;
    fill(this.element, board.element, this.#caption);
  }

  /** Load what a board needs only for those who choose. Returns whether it can offer from now on. */
  async arm() {
    const { board } = this;
    if (!board || board === this.choosing) return false;
    await board.ready?.();
    this.choosing = board;
    return true;
  }

  /** What is on the screen is not the step before any more. */
  forget() {
    this.view = null;
  }

  /**
   * Draw a step. Returns false if the store does not have its view yet.
   * @param {import('./replay/store.js').Store} store @param {number} at @param {ViewerInput | null} viewer
   * @param {import('./replay/director.js').Beat | null} [beat] set if the director shows it
   */
  draw(store, at, viewer, beat = null) {
    const view = store.viewAt(at);
    if (!view) return false;
    if (this.#previewed) this.#unplan();
    // The director leads over bookkeeping, and by turns: what is on the screen is then some steps before.
    const isNext = this.view !== null && (beat ? at > this.#at : at === this.#at + 1);
    // What this step changed is flagged however the step was reached, so that a link shows everybody the same screen.
    const before = isNext ? this.view : at > 1 ? store.viewAt(at - 1) : null;
    if (!isNext && before) this.#show(before, { before: null, viewer, animate: false });
    const step = beat ? beat.step?.line : store.stepAt(at)?.line;
    const ms = beat?.ms ?? STEP_MS;
    this.#show(view, { before, viewer, animate: isNext && !lessMotion(), step: step ?? null, ms });
    this.view = view;
    this.#at = at;
    return true;
  }

  #unplan() {
    this.#previewed = false;
    this.element.classList.remove('game-board-planned');
    this.#ribbon.remove();
    this.forget();
  }

  /**
   * Draw what is planned over what is; `draw` shows what is once more.
   * @param {GameView | null} view null: nothing is planned @param {ViewerInput | null} viewer
   * @param {string} words what stands over it @returns {boolean} false: what is must be drawn
   */
  preview(view, viewer, words) {
    if (!view) return !this.#previewed;
    this.element.classList.add('game-board-planned');
    fill(this.#ribbon, words);
    this.element.append(this.#ribbon);
    this.#show(view, { before: this.view, viewer, animate: false });
    this.#previewed = true;
    return true;
  }

  /** @param {GameView} view @param {Showing<GameView>} showing */
  #show(view, showing) {
    try {
      this.board?.show(view, showing);
    } catch (problem) {
      console.error(problem);
      this.board = null;
      this.#failed(view);
    }
  }
}
