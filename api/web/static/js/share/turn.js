/** What a clip shows: the views of a turn. */

/**
 * The views of the turn that a step belongs to, up to that step.
 * @param {import('../game/replay/store.js').Store} store @param {number} at @param {GameView | null} view
 * @returns {Promise<GameView[]>}
 */
export async function turnOf(store, at, view) {
  const turn = store.stepAt(at)?.turn;
  let first = at;
  while (first > 1 && store.stepAt(first - 1)?.turn === turn) first -= 1;
  const views = Array.from({ length: at - first + 1 }, (_, index) => store.viewAt(first + index));
  const known = /** @type {GameView[]} */ (views.filter(Boolean));
  return known.length > 0 || !view ? known : [view];
}
