/** Who plays and how they stand, on one line below a board that plays by itself. */

import { query } from '../api.js';
import { fill, h } from '../dom.js';

const SCORES = `query Standing($game: ID!, $from: Int!, $at: Int!, $as: ViewerInput) { game(id: $game) {
  scoreTracks(from: $from, to: $at, as: $as) { points { seat ifOver } } } }`;
const EVERY_MS = 4000;
/** The tracks lag behind a live game by some steps: the points of the last of these that has any are shown. */
const BEFORE = 12;
const NEUTRAL = ['#4f8fd0', '#d9822b', '#4fa36a', '#b06fc0', '#c2485a', '#8a8f98'];

/** @typedef {(components: any, position: any, seat: number) => {colour: string, ink: string, letter: string} | null}
 *   SeatLook */

export class Standing {
  element = h('ol', { class: 'standing', 'aria-label': 'Seats' });
  /** @type {Map<number, number>} */
  #points = new Map();
  #readAt = 0;
  #key = '';
  /** @type {SeatLook | null} */
  #look = null;

  /** @param {import('./reel.js').Reel} reel */
  async show(reel) {
    const { view, game } = reel.film;
    if (!view || !game) return;
    this.#look ??= await import(`../boards/${game.ruleset}/looks.js`)
      .then((module) => module.seatLook, () => () => null);
    if (performance.now() - this.#readAt > EVERY_MS || view.phase === 'over') this.#read(game.id, view, reel);
    this.#draw(view, reel.components);
  }

  /** @param {string} game @param {GameView} view @param {import('./reel.js').Reel} reel */
  async #read(game, view, reel) {
    this.#readAt = performance.now();
    if (!view.position) return;
    const answer = await query(SCORES, { game, from: Math.max(1, view.version - BEFORE),
      at: view.version, as: { kind: 'SPECTATOR' } }).catch(() => null);
    const points = answer?.game?.scoreTracks?.at(-1)?.points;
    if (!points?.length) return; // the last known points stay
    this.#points = new Map(view.seats.map(({ seat }) => [seat, points
      .filter((/** @type {Point} */ each) => each.seat === seat)
      .reduce((/** @type {number} */ sum, /** @type {Point} */ each) => sum + each.ifOver, 0)]));
    this.#draw(view, reel.components);
  }

  /** @param {GameView} view @param {any} components */
  #draw(view, components) {
    const best = Math.max(...this.#points.values());
    const key = JSON.stringify([view.to_act, view.seats.map(({ name }) => name), [...this.#points]]);
    if (key === this.#key) return;
    this.#key = key;
    fill(this.element, view.seats.map(({ seat, name }) => {
      const look = this.#look?.(components, view.position, seat);
      const points = this.#points.get(seat);
      const classes = ['standing-seat', view.to_act.includes(seat) && 'acts', points === best && 'leads'];
      return h('li', { class: classes.filter(Boolean).join(' ') },
        h('span', { class: 'standing-disc', 'aria-hidden': 'true',
          style: { background: look?.colour ?? NEUTRAL[seat % NEUTRAL.length], color: look?.ink ?? '#fff' } },
        look?.letter ?? String(seat + 1)),
        h('span', { class: 'standing-name', translate: name ? 'no' : null }, name || 'free seat'),
        h('b', null, points ?? ''));
    }));
  }
}
