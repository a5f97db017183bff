/**
 * What the page tells while it moves: stage times by the ruleset's story, captions, and whose command a step came
 * from.
 */

import { h } from '../../dom.js';
import { Caption } from './caption.js';
import { Sounds } from './sounds.js';
import { STEP_MS } from '../replay/director.js';
import { wordOfSeat } from '../words.js';

const SETTING = 'emberlog.moves';
const AT_ONCE = 'at once';

/** Whether this reader wants live steps as they come. */
export function wantsAtOnce() {
  try { return localStorage.getItem(SETTING) === AT_ONCE; } catch { return false; }
}

/** @param {boolean} on */
export function setAtOnce(on) {
  try { localStorage.setItem(SETTING, on ? AT_ONCE : 'staged'); } catch { /* It applies as long as the page lives. */ }
}

export class Narrator {
  #session;
  #viewpoint;
  caption;
  sounds = new Sounds();
  /** What stands over the board. */
  over = h('div', { class: 'over-board' });

  /** @param {import('../session.js').Session} session @param {() => import('../viewpoint.js').Viewpoint} viewpoint */
  constructor(session, viewpoint) {
    this.#session = session;
    this.#viewpoint = viewpoint;
    this.caption = new Caption(() => viewpoint().player.skip());
    this.over.append(this.caption.element);
  }

  /** @returns {import('../replay/player.js').PlayerHow} */
  get staging() {
    return {
      stageOf: (step) => this.#session.meta.story?.stageOf(step) ?? (step.line ? STEP_MS : 0),
      atOnce: () => document.hidden || wantsAtOnce(), isOwn: (step) => this.#isOwn(step),
    };
  }

  /**
   * Say what the director shows.
   * @param {import('../replay/director.js').Beat | null} beat @param {{headlineAt: (version: number) => string}} log
   */
  tell(beat, log) {
    if (!beat) { this.caption.hide(); return; }
    const line = beat.step?.line;
    if (beat.step && !beat.byTurns) this.sounds.play(this.#session.meta.story?.soundOf(beat.step) ?? null);
    const text = beat.byTurns ? log.headlineAt(beat.at) : line?.text;
    if (text) this.caption.show(text, line?.seat ?? null, beat.ms, this.#viewpoint().player.staging);
  }

  /** The reader's own seat if it is to act in a view, or null. @param {GameView | null} view */
  seatToAct(view) {
    const { seat } = this.#session;
    const own = seat !== null && this.#viewpoint().word === wordOfSeat(seat);
    return own && view?.phase === 'playing' && view.to_act.includes(seat) ? seat : null;
  }

  /** Whether the reader's own command led to a step: the first seat that it names is theirs. @param {Step} step */
  #isOwn(step) {
    const { seat } = this.#session;
    const { store, word } = this.#viewpoint();
    if (seat === null || word !== wordOfSeat(seat)) return false;
    let first = step;
    for (let at = step.version - 1; at > 0; at -= 1) {
      const before = store.stepAt(at);
      if (!before || before.commandId !== step.commandId) break;
      if (before.line?.seat !== null && before.line) first = before;
    }
    return first.line?.seat === seat;
  }
}
