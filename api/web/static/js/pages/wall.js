/** Several games beside each other, each playing by itself: `/wall?games=ID,ID`; without ids the exhibition's. */

import { query } from '../api.js';
import { fill, h, stylesheet } from '../dom.js';
import { Reel } from '../reel/reel.js';
import { Standing } from '../reel/standing.js';

const GAMES_MAX = 9;
const EXHIBITION = '{ exhibition { id } }';

/** @param {HTMLElement} root @param {{query: URLSearchParams}} params @param {AbortSignal} signal */
export default async function page(root, { query: search }, signal) {
  const list = h('ul', { class: 'wall plain' });
  fill(root, h('h1', { class: 'unseen' }, 'A wall of games'), list);
  const named = (search.get('games') ?? '').split(',').filter(Boolean).slice(0, GAMES_MAX);
  const [games] = await Promise.all([named.length ? named : exhibition(signal), stylesheet('/assets/css/reel.css')]);
  if (games.length === 0) {
    fill(root, h('h1', null, 'A wall of games'), h('p', null, 'Name games in the address, as in ',
      h('code', null, '/wall?games=ID,ID'), '. ', h('a', { href: '/games' }, 'All games')));
    return;
  }
  list.dataset.games = String(games.length);
  fill(list, games.map((game) => screen(game, signal)));
}

/** @param {AbortSignal} signal @returns {Promise<string[]>} */
const exhibition = async (signal) => (await query(EXHIBITION, {}, { signal })).exhibition
  .map((/** @type {{id: string}} */ game) => game.id);

/** One game of the wall. @param {string} game @param {AbortSignal} signal */
function screen(game, signal) {
  const standing = new Standing();
  const reel = new Reel({ game, signal, onStep: (each) => { standing.show(each); },
    onEnd: async (each) => { await each.to(1); return true; } });
  reel.element.setAttribute('inert', '');
  const link = h('a', { class: 'wall-link', href: `/games/${game}` }, 'Open this game');
  const item = h('li', { class: 'wall-game' }, reel.element, h('div', { class: 'wall-foot' }, standing.element, link));
  reel.start().then((known) => { if (!known) fill(item, h('p', { class: 'note' }, 'There is no such game.')); },
    (problem) => { if (!signal.aborted) fill(item, h('p', { class: 'note' }, problem.message)); });
  return item;
}
