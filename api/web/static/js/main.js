/**
 * The frame: which page an address means, and going from one to the other with focus, title and history as a reader expects them.
 * Knows nothing of what the pages show; each is loaded when it is first needed.
 *
 * A page is `export default async function page(root, params, signal)`. It fills `root`, puts an `<h1>` there early, and stops all it
 * started when `signal` is aborted. `params`: what the address says, `query` (URLSearchParams) and `hash`. It may return
 *   moved(params) -> boolean   the address changed within this page (Back, Forward, a link): true if the page took care of it by itself
 *   person() -> boolean        somebody signed in or out: true if the page took care of it; otherwise it is shown anew
 */

import { pause } from './api.js';
import { clear, fill, h, stylesheet } from './dom.js';
import { personButton, themeButton, whoAmI } from './frame.js';

const SITE = 'Emberlog';
const PATIENCE_MS = 400;
const PAGES = '/assets/css/pages.css';

const ROUTES = [
  { name: 'games', path: /^\/(?:games)?$/, load: () => import('./pages/games.js'), looks: PAGES },
  { name: 'game', path: /^\/games\/(?<id>[^/]+)(?:\/(?<step>[^/]+))?$/, load: () => import('./pages/game.js'), wide: true },
  { name: 'new', path: /^\/new$/, load: () => import('./pages/new_game.js'), looks: PAGES },
  { name: 'rules', path: /^\/rules(?:\/(?<page>[^/]+))?$/, load: () => import('./pages/rules.js'), looks: PAGES },
  { name: 'schema', path: /^\/schema$/, load: () => import('./pages/schema.js'), looks: PAGES },
];

const main = document.getElementById('page');

/** @type {{route: object, path: string, address: string, control: AbortController, handle: any} | null} */
let shown = null;

function routeOf(url) {
  for (const route of ROUTES) {
    const match = route.path.exec(url.pathname);
    if (match) return { route, params: { ...match.groups, as: url.searchParams.get('as'), query: url.searchParams, hash: url.hash.slice(1) } };
  }
  return null;
}

const addressOf = (url) => url.pathname + url.search;

/**
 * Show the page the address bar names.
 * @param {{first?: boolean, scrollTo?: number}} [how] first: the document has just been loaded, so focus stays where the browser put it
 */
async function show(how = {}) {
  const url = new URL(location.href);
  const found = routeOf(url);
  if (!found) return location.reload();
  const { route, params } = found;
  const sifted = shown?.path === url.pathname && shown.address !== addressOf(url); // the same page, asked otherwise
  if (!how.first && shown?.route === route && shown.handle?.moved?.(params)) {
    Object.assign(shown, { path: url.pathname, address: addressOf(url) });
    return;
  }
  shown?.control.abort(new DOMException('The reader has gone on.', 'AbortError'));
  const now = (shown = { route, path: url.pathname, address: addressOf(url), control: new AbortController(), handle: null });
  dressFrame(route, url);
  document.title = SITE;
  const root = h('div', { class: `page page-${route.name}` });
  if (!sifted) fill(main, root);
  const working = opened(now, root, params);
  let focused = null;
  if (sifted) {
    await Promise.race([working, pause(PATIENCE_MS)]); // the old page stays until the new one is there, so that nothing flickers
    if (shown !== now) return;
    focused = document.activeElement?.closest('main a[href]');
    fill(main, root);
  }
  const before = document.activeElement;
  const arrived = !how.first && arrive(root, focused);
  await working;
  if (shown !== now) return;
  if (document.title === SITE) document.title = titled(root);
  const unmoved = document.activeElement === before || document.activeElement === document.body;
  if (!how.first && unmoved && (!arrived || document.activeElement === document.body)) arrive(root, focused);
  settle(how, url);
}

async function opened(now, root, params) {
  try {
    const [page] = await Promise.all([now.route.load(), now.route.looks && stylesheet(now.route.looks)]);
    if (shown !== now) return;
    now.handle = await page.default(root, params, now.control.signal);
  } catch (error) {
    if (now.control.signal.aborted) return;
    if (error.name !== 'ApiError') console.error(error);
    trouble(root, error);
  }
}

function trouble(root, error) {
  const heading = root.querySelector('h1') ?? h('h1', null, 'This page could not be shown');
  const text = error.name === 'ApiError' ? error.message : 'Something in this page went wrong. Loading it again may help.';
  fill(root, heading, h('div', { class: 'note note-bad', role: 'alert' }, h('p', null, text),
    error.code === 'UNKNOWN_TOKEN'
      ? h('button', { type: 'button', onclick: whoAmI }, 'See what can be done')
      : h('button', { type: 'button', onclick: () => show() }, 'Try again')));
}

function titled(root) {
  const heading = root.querySelector('h1')?.textContent.trim();
  return heading && heading !== SITE ? `${heading} · ${SITE}` : SITE;
}

function dressFrame(route, url) {
  main.classList.toggle('wide', route.wide === true);
  for (const link of document.querySelectorAll('.top nav a')) {
    const here = link.dataset.page === route.name || (route.name === 'game' && link.dataset.page === 'games');
    if (!here) link.removeAttribute('aria-current');
    else link.setAttribute('aria-current', link.getAttribute('href') === url.pathname ? 'page' : 'true');
  }
}

/**
 * Put focus on the heading, or on the link that takes the place of the one that had it. Gives whether there was such a place.
 * @param {HTMLElement} root @param {HTMLAnchorElement | null} focused
 */
function arrive(root, focused) {
  const alike = focused && [...root.querySelectorAll('a[href]')].filter((link) => link.href === focused.href);
  const link = alike?.find((each) => each.textContent === focused.textContent) ?? alike?.[0];
  const heading = root.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (link ?? heading)?.focus({ preventScroll: true });
  return Boolean(link ?? heading);
}

function settle(how, url) {
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)));
  if (target && how.scrollTo === undefined) location.replace(url.hash); // makes it the browser's own :target, and goes there
  else if (how.scrollTo !== undefined) scrollTo(0, how.scrollTo);
}

/** Go to an address of this site. @param {string} address @param {{replace?: boolean}} [how] */
function go(address, how = {}) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !routeOf(url)) return location.assign(url);
  rememberScroll();
  if (how.replace || url.href === location.href) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  const samePath = shown?.path === url.pathname;
  if (!samePath) scrollTo(0, 0);
  return show();
}

function rememberScroll() {
  history.replaceState({ ...history.state, scrollY }, '');
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  const url = new URL(link.href);
  if (!routeOf(url)) return;
  if (url.hash && addressOf(url) === addressOf(new URL(location.href))) return; // the browser knows how to go to a place on this page
  event.preventDefault();
  go(link.href);
});

window.addEventListener('popstate', (event) => {
  if (shown && addressOf(new URL(location.href)) === shown.address) return; // only another place on the same page
  show({ scrollTo: event.state?.scrollY ?? 0 });
});
window.addEventListener('emberlog:go', (event) => go(event.detail.address, event.detail));
window.addEventListener('emberlog:person', () => {
  if (shown && !shown.handle?.person?.()) show();
});

history.scrollRestoration = 'manual';
themeButton(document.getElementById('theme'));
personButton(document.getElementById('person'));
clear(main);
show({ first: true });
