/**
 * The address of the game page: /games/<id> follows a game live, /games/<id>/<step>?as=<viewer> shows one step.
 *
 * `as` is `seat-1`, `seat-2`, ... (counted from one, as in the lines), `spectator` or `arbiter`. The address always
 * names what is on
 * the screen. A step other than the last one stays on the screen until the reader moves on.
 *
 * The first view and the board are requested before the rest of the page is loaded, because readers wait for them.
 */

import { pause } from '../api.js';
import { fill, h, stylesheet } from '../dom.js';
import { boardFor, firstView, readyFor } from '../game/bootstrap.js';
import { stepOf, viewerOf } from '../early.js';

/** @typedef {import('../game/page.js').PageParams} PageParams */

/** How long the rest of the page waits for the parts of the board at most. */
const BOARD_FIRST_MS = 2_000;

/** The ruleset that the service has named for the page it sent; other pages of this visit have another. */
function rulesetOfShell() {
  const named = document.querySelector('meta[name="ruleset"]');
  named?.remove();
  return named?.getAttribute('content') ?? null;
}

/**
 * On a slow line the board is here before what is round it.
 * @param {HTMLElement} root @param {GameView} view @param {Board} board @param {ViewerInput | null} viewer
 */
function showAlone(root, view, board, viewer) {
  fill(root, h('div', { class: 'game' }, h('h1', { class: 'unseen busy' }, 'Loading the game'),
    h('section', { class: 'game-board', 'aria-label': 'Board' }, board.element)));
  board.show(view, { viewer, animate: false });
}

/** @param {HTMLElement} root @param {PageParams} params @param {AbortSignal} signal */
export default async function page(root, params, signal) {
  if (!root.querySelector('.first-board')) fill(root, h('h1', { class: 'busy' }, 'Loading the game'));
  const known = rulesetOfShell();
  const looks = known ? readyFor(known, signal) : null;
  looks?.catch(() => {}); // it is awaited below, where its failure is handled
  const first = firstView(params.id, stepOf(params.step), viewerOf(params.as), signal);
  const board = first.then(({ meta, view }) => {
    if (!meta || !view) return null;
    return boardFor(meta, view, (meta.ruleset === known && looks) || readyFor(meta.ruleset, signal));
  });
  board.catch(() => {}); // it is awaited below, where its failure is handled
  let arrived = false;
  Promise.all([first, board]).then(([{ view }, drawn]) => {
    if (!arrived && view && drawn && !signal.aborted) showAlone(root, view, drawn.board, viewerOf(params.as));
  }).catch(() => {});
  // On a slow line what is round the board would share it with the board itself, which readers wait for.
  await Promise.race([looks?.catch(() => {}), looks && pause(BOARD_FIRST_MS, signal).catch(() => {})]);
  const [{ openGamePage }] = await Promise.all([
    import('../game/page.js'), stylesheet('/assets/css/game.css'), stylesheet('/assets/css/story.css')]);
  arrived = true;
  const opened = await openGamePage(root, params, signal, first, board);
  return { moved: (/** @type {PageParams} */ next) => opened?.moved(next) ?? false };
}
