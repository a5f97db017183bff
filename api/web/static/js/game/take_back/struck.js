/** Which steps were taken back, and by which later step, as the log tells it (GAME-BACK-05). */

import { plural } from '../../dom.js';
import { t, translation } from '../../language/language.js';

/**
 * @typedef {import('../replay/store.js').Store} Store
 * @typedef {{to: number, at: number, seat: number | null, steps: number, why: string, redealt: boolean}} Stretch
 *   the steps behind `to` were taken back by step `at`
 */

/** @type {WeakMap<Store, {upTo: number, stretches: Stretch[]}>} */
const known = new WeakMap();
const OWN = /^game\./;

/** The stretches that were taken back, in the order in which it was done. @param {Store} store @returns {Stretch[]} */
export function stretchesOf(store) {
  const state = known.get(store) ?? { upTo: 0, stretches: [] };
  for (; state.upTo < store.loaded; state.upTo += 1) {
    const { version, line } = store.steps[state.upTo];
    if (line?.type !== 'game.StepsTakenBack') continue;
    const { to, steps, why, redealt } = line.facts ?? {};
    state.stretches.push({ to, at: version, seat: line.seat, steps, why, redealt: redealt === true });
  }
  known.set(store, state);
  return state.stretches;
}

/** The step that took this one back; null while it stands. Calls, rulings and motions stand. @param {Store} store
 * @param {Step} step */
export function takenBackBy(store, { version, line }) {
  if (line && OWN.test(line.type)) return null;
  return stretchesOf(store).find(({ to, at }) => to < version && version < at)?.at ?? null;
}

/** "3 steps taken back by Ann; nothing learned". @param {Stretch} stretch @param {string[]} names by seat */
export function stretchWords({ seat, steps, why, redealt }, names) {
  const who = seat === null || why === 'ruling' ? translation('a ruling') : names[seat] ?? t`seat ${seat + 1}`;
  const rest = translation(redealt ? 'what no seat knew was dealt again' : 'nothing learned');
  return t`${plural(steps, 'step')} taken back by ${who}; ${rest}`;
}
