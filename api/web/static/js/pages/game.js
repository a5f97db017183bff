// The address of the game page: /games/<id> follows a game live, /games/<id>/<step>?as=<viewer> shows one step. Draws nothing itself.
//
// `as` is `seat-1`, `seat-2`, ... (counted from one, as the lines do), `spectator` or `arbiter`. The address always names what is on the
// screen; a step that is not the last one stays on the screen whatever happens in the game, until its reader goes on.
//
// The first view and the board are asked for here, before the rest of the page has been loaded: they are what a reader waits for.

import { fill, h, stylesheet } from '../dom.js';
import { boardFor, firstLook } from '../game/bootstrap.js';
import { viewerOf } from '../game/words.js';

/** @param {HTMLElement} root @param {{id: string, step?: string, as?: string | null}} params @param {AbortSignal} signal */
export default async function page(root, params, signal) {
  fill(root, h('h1', { class: 'busy' }, 'Looking at the table'));
  const at = /^[1-9][0-9]{0,8}$/.test(params.step ?? '') ? Number(params.step) : null;
  const looked = firstLook(params.id, at, viewerOf(params.as), signal);
  const board = looked.then(({ meta, view }) => (meta ? boardFor(meta, view, signal) : null));
  const rest = Promise.all([import('../game/page.js'), stylesheet('/assets/css/game.css')]);
  board.catch(() => {}); // whoever waits for it below hears of it, too
  const [{ GamePage }] = await rest;
  const shown = new GamePage(root, params, signal);
  await shown.open(looked, board);
  return { moved: (next) => shown.moved(next) };
}
