/**
 * The frame: which page an address means, and moving between pages with focus, title and history as readers expect
 * them.
 *
 * A page is `export default async function page(root, params, signal)`. It fills `root`, puts an `<h1>` there early,
 * and stops
 * everything it started when `signal` is aborted. It may return a handle (`PageHandle`).
 */

import { pause } from './api.js';
import { fill, h, stylesheet, toast } from './dom.js';
import { languageChoice, personButton, themeButton, whoAmI } from './frame.js';
import { locale, ready, t, unknownLanguage } from './language/language.js';

const SITE = 'Emberlog';
const PATIENCE_MS = 400;
const PAGES = '/assets/css/pages.css';

/**
 * @typedef {{as: string | null, query: URLSearchParams, hash: string, [name: string]: any}} Params what an address says
 *
 * @typedef {object} PageHandle
 * @property {(params: any) => boolean} [moved] the address changed within this page; true if the page handled it
 * @property {() => boolean} [person] somebody signed in or out; true if the page handled it, else it is opened afresh
 *
 * @typedef {(root: HTMLElement, params: any, signal: AbortSignal) => Promise<PageHandle | void>} Page
 *
 * @typedef {object} Route
 * @property {string} name
 * @property {RegExp} path
 * @property {() => Promise<{default: Page}>} load
 * @property {string} [looks] its stylesheet
 * @property {boolean} [wide]
 *
 * @typedef {object} Visit a page on the screen
 * @property {Route} route
 * @property {string} path
 * @property {string} address
 * @property {AbortController} control
 * @property {PageHandle | void} handle
 *
 * @typedef {{first?: boolean, scrollTo?: number}} How first: the document was just loaded, so focus stays where the
 *   browser put it
 */

/** @type {Route[]} */
const ROUTES = [
  { name: 'home', path: /^\/$/, load: () => import('./pages/home.js'), looks: PAGES },
  { name: 'learn', path: /^\/learn\/(?<ruleset>[^/]+)$/, load: () => import('./pages/learn.js'), wide: true },
  { name: 'wall', path: /^\/wall$/, load: () => import('./pages/wall.js'), wide: true },
  { name: 'games', path: /^\/games$/, load: () => import('./pages/games.js'), looks: PAGES },
  { name: 'ruling', path: /^\/games\/(?<id>[^/]+)\/rulings\/(?<number>[1-9]\d{0,5})$/,
    load: () => import('./pages/ruling.js'), looks: PAGES },
  { name: 'game', path: /^\/games\/(?<id>[^/]+)(?:\/(?<step>[^/]+))?$/, load: () => import('./pages/game.js'),
    wide: true },
  { name: 'new', path: /^\/new$/, load: () => import('./pages/new_game.js'), looks: PAGES },
  { name: 'rules', path: /^\/rules(?:\/(?<page>[^/]+))?$/, load: () => import('./pages/rules.js'), looks: PAGES },
  { name: 'recover', path: /^\/recover$/, load: () => import('./pages/recover.js'), looks: PAGES },
  { name: 'audit', path: /^\/audit\/games\/(?<id>[^/]+)$/, load: () => import('./pages/audit.js'), looks: PAGES,
    wide: true },
  { name: 'versions', path: /^\/audit\/versions(?:\/(?<id>[^/]+))?$/, load: () => import('./pages/versions.js'),
    looks: PAGES, wide: true },
  { name: 'schema', path: /^\/schema$/, load: () => import('./pages/schema.js'), looks: PAGES, wide: true },
];

/** What the service shows at an address that it does not know. @type {Route} */
const UNKNOWN = { name: 'unknown', path: /^/, load: () => import('./pages/unknown.js') };

const main = /** @type {HTMLElement} */ (document.getElementById('page'));

/** The board as the service drew it, until the page has one of its own. */
const picture = document.querySelector('.first-board');

/** @type {Visit | null} */
let current = null;

/** @param {URL} url @returns {{route: Route, params: Params} | null} */
function routeOf(url) {
  for (const route of ROUTES) {
    const match = route.path.exec(url.pathname);
    if (!match) continue;
    const { searchParams: query } = url;
    return { route, params: { ...match.groups, as: query.get('as'), query, hash: url.hash.slice(1) } };
  }
  return null;
}

/** @param {URL} url @returns {{route: Route, params: Params}} */
const unknownAt = ({ searchParams: query, hash }) => ({ route: UNKNOWN, params: { as: null, query, hash } });

/** @param {URL} url */
const addressOf = (url) => url.pathname + url.search;

/** Show the page that the address bar names. @param {How} [how] */
async function show(how = {}) {
  const url = new URL(location.href);
  const match = routeOf(url) ?? (how.first ? unknownAt(url) : null);
  if (!match) { location.reload(); return; }
  const { route, params } = match;
  const before = current;
  if (!how.first && before?.route === route && before.handle?.moved?.(params)) {
    Object.assign(before, { path: url.pathname, address: addressOf(url) });
    return;
  }
  // The same page with another query.
  const refined = before?.path === url.pathname && before.address !== addressOf(url);
  before?.control.abort(new DOMException('The reader has left this page.', 'AbortError'));
  const visit = { route, path: url.pathname, address: addressOf(url), control: new AbortController(),
    handle: undefined };
  current = visit;
  dressFrame(route, url);
  document.title = SITE;
  await enter(visit, params, how, refined);
  if (current === visit) settle(how, url);
}

/**
 * Fill the page and move focus to it.
 * @param {Visit} visit @param {Params} params @param {How} how @param {boolean} refined
 */
async function enter(visit, params, how, refined) {
  const root = h('div', { class: `page page-${visit.route.name}` }, how.first && picture);
  if (!refined) fill(main, root);
  const opening = opened(visit, root, params);
  /** @type {HTMLAnchorElement | null} */
  let focused = null;
  if (refined) {
    // The old page stays until the new one is ready, so nothing flickers.
    await Promise.race([opening, pause(PATIENCE_MS)]);
    if (current !== visit) return;
    focused = document.activeElement?.closest('main a[href]') ?? null;
    fill(main, root);
  }
  const before = document.activeElement;
  const arrived = !how.first && arrive(root, focused);
  await opening;
  if (current !== visit) return;
  if (document.title === SITE) document.title = titled(root);
  const lost = document.activeElement === document.body;
  const unmoved = document.activeElement === before || lost;
  if (!how.first && unmoved && (!arrived || lost)) arrive(root, focused);
}

/** @param {Visit} visit @param {HTMLElement} root @param {Params} params */
async function opened(visit, root, params) {
  const { route, control } = visit;
  try {
    const [page] = await Promise.all([route.load(), route.looks && stylesheet(route.looks)]);
    if (current !== visit) return;
    visit.handle = await page.default(root, params, control.signal);
  } catch (error) {
    if (control.signal.aborted) return;
    if (error.name !== 'ApiError') console.error(error);
    trouble(root, error);
  }
}

/** @param {HTMLElement} root @param {any} error */
function trouble(root, error) {
  const heading = root.querySelector('h1') ?? h('h1', null, 'This page could not be shown');
  const text = error.name === 'ApiError' ? error.message
    : 'Something on this page went wrong. Loading it again may help.';
  fill(root, heading, h('div', { class: 'note note-bad', role: 'alert' }, h('p', null, text),
    error.code === 'UNKNOWN_TOKEN'
      ? h('button', { type: 'button', onclick: whoAmI }, 'What you can do')
      : h('button', { type: 'button', onclick: () => show() }, 'Try again')));
}

/** @param {HTMLElement} root */
function titled(root) {
  const heading = root.querySelector('h1')?.textContent?.trim();
  return heading && heading !== SITE ? `${heading} · ${SITE}` : SITE;
}

/** @param {Route} route @param {URL} url */
function dressFrame(route, url) {
  main.classList.toggle('wide', route.wide === true);
  document.documentElement.dataset.page = route.name;
  for (const link of document.querySelectorAll('.top nav a')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const here = link.dataset.page === route.name || (route.name === 'game' && link.dataset.page === 'games');
    if (!here) link.removeAttribute('aria-current');
    else link.setAttribute('aria-current', link.getAttribute('href') === url.pathname ? 'page' : 'true');
  }
}

/**
 * Put focus on the heading, or on the link that takes the place of the one that had it. Returns whether there was one.
 * @param {HTMLElement} root @param {HTMLAnchorElement | null} focused
 */
function arrive(root, focused) {
  /** @type {HTMLAnchorElement[]} */
  const links = focused ? [...root.querySelectorAll('a')].filter((link) => link.href === focused.href) : [];
  const link = links.find((each) => each.textContent === focused?.textContent) ?? links[0];
  const heading = root.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (link ?? heading)?.focus({ preventScroll: true });
  return Boolean(link ?? heading);
}

/** @param {How} how @param {URL} url */
function settle(how, url) {
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)));
  if (target && how.scrollTo === undefined) location.replace(url.hash); // it becomes the browser's :target
  else if (how.scrollTo !== undefined) scrollTo(0, how.scrollTo);
}

/** Go to an address of this site. @param {string} address @param {{replace?: boolean}} [how] */
function go(address, how = {}) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !routeOf(url)) { location.assign(url); return; }
  rememberScroll();
  if (how.replace || url.href === location.href) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  if (current?.path !== url.pathname) scrollTo(0, 0);
  show();
}

function rememberScroll() {
  history.replaceState({ ...history.state, scrollY }, '');
}

/** The link of this site that a plain click follows. @param {MouseEvent} event */
function followed(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('href') || link.target || link.hasAttribute('download')) return null;
  return link.origin === location.origin ? link : null;
}

document.addEventListener('click', (event) => {
  const link = followed(event);
  if (!link) return;
  const url = new URL(link.href);
  if (!routeOf(url)) return;
  // The browser goes to a place on this page.
  if (url.hash && addressOf(url) === addressOf(new URL(location.href))) return;
  event.preventDefault();
  go(link.href);
});

window.addEventListener('popstate', (event) => {
  if (current && addressOf(new URL(location.href)) === current.address) return; // only another place on the same page
  show({ scrollTo: event.state?.scrollY ?? 0 });
});
window.addEventListener('emberlog:go', (event) => {
  if (event instanceof CustomEvent) go(event.detail.address, event.detail);
});
window.addEventListener('emberlog:person', () => {
  if (current && !current.handle?.person?.()) show();
});

history.scrollRestoration = 'manual';
/** Begin once texts can be written in the reader's language; in English at once. */
async function begin() {
  if (locale !== 'en') await ready();
  languageChoice(/** @type {HTMLSelectElement} */ (document.getElementById('language')));
  themeButton(/** @type {HTMLButtonElement} */ (document.getElementById('theme')));
  personButton(/** @type {HTMLButtonElement} */ (document.getElementById('person')));
  if (unknownLanguage) {
    toast(t`These pages are not there in the language “${unknownLanguage}”. Choose another one at the top.`);
  }
  await show({ first: true });
}

begin();
