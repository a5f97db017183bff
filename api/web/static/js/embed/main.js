/**
 * The page in a frame of another site: one board, live or replaying, with a link back. It has no person and sends no
 * token.
 *
 * `?overlay=1`: without ground and frame, for streams. `?from=start`: replays the game. `?still=1`: stays at its step.
 */

import { stayAnonymous } from '../api.js';
import { fill, h } from '../dom.js';
import { Reel } from '../reel/reel.js';
import { Standing } from '../reel/standing.js';
import { ready } from '../language/language.js';

const ADDRESS = /^\/embed\/games\/([^/]+)(?:\/(\d+))?$/;

stayAnonymous();
await ready();
const root = /** @type {HTMLElement} */ (document.getElementById('page'));
const search = new URLSearchParams(location.search);
const [, id = '', step = ''] = ADDRESS.exec(location.pathname) ?? [];
document.documentElement.classList.toggle('overlay', search.get('overlay') === '1');

/** @param {string} text */
const words = (text) => fill(root, h('p', { class: 'embed-words' }, text, ' ',
  h('a', { href: '/', target: '_blank', rel: 'noopener' }, 'Emberlog')));

/** The step to start at. */
const from = search.get('from') === 'start' ? 1 : Number(step) || null;

const standing = new Standing();
const reel = new Reel({
  game: id, from, still: search.get('still') === '1' || (step !== '' && search.get('play') !== '1'),
  signal: new AbortController().signal,
  onStep: (each) => standing.show(each),
  onEnd: async (each) => { await each.to(1); return true; },
});

try {
  if (await reel.start()) {
    const back = h('a', { class: 'embed-back', href: `/games/${id}${step && '/' + step}`, target: '_blank',
      rel: 'noopener' }, 'Open on Emberlog');
    document.title = `${reel.film.game?.title || reel.title} · Emberlog`;
    fill(root, h('h1', { class: 'unseen' }, reel.film.game?.title || reel.title), reel.element,
      h('footer', { class: 'embed-foot' }, standing.element, back));
  } else words('There is no such game for spectators.');
} catch (problem) {
  words(problem.name === 'ApiError' ? problem.message : 'This game cannot be shown here.');
}
