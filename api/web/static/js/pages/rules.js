/**
 * The rules: the list of pages, and each page with every rule under its id, a filter, and the games where a rule fired.
 */

import { query } from '../api.js';
import { ruleButton } from '../dialogs.js';
import { announce, fill, freshId, h, plural } from '../dom.js';
import { RULE_FIELDS, chapterName, errataOf, inEnglish, prose, reconstructedTag } from '../prose.js';
import { allRulesets, playersOf } from '../rulesets.js';
import { also, locale, t } from '../language/language.js';

const COMMON = 'game';
const FIRED = 20;
const TYPING_MS = 150;
const WIDE = '(min-width: 72rem)'; // as in pages.css: the contents stand beside the rules

const RULES = `query Rules($page: String!) { rules(ruleset: $page, first: 500) { edges { node { ${RULE_FIELDS} } } } }`;
const GAMES = `query Fired($id: ID!, $first: Int!, $after: Cursor) {
  rule(id: $id) { games(first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { version times game { id title } } } } } }`;

/** @param {HTMLElement} root @param {{page?: string, query: URLSearchParams}} params @param {AbortSignal} signal */
export default async function page(root, { page: name, query: search }, signal) {
  fill(root, h('h1', null, 'Rules'));
  const rulesets = await allRulesets();
  if (!name) { root.append(...pagesOf(rulesets)); return; }
  const ruleset = rulesets.find((each) => each.id === name);
  const title = name === COMMON ? 'Rules of every game' : ruleset && t`Rules of ${ruleset.title}`;
  if (!title) {
    root.append(h('p', null, 'There is no such page of rules. ', h('a', { href: '/rules' }, 'All pages of rules')));
    return;
  }
  const [back, heading] = [h('p', { class: 'small' }, h('a', { href: '/rules' }, 'All rules')), h('h1', null, title)];
  fill(root, back, heading, h('p', { class: 'busy soft' }, 'Reading the rules'));
  const [{ rules }] = await Promise.all([query(RULES, { page: name }, { signal }), also('lessons')]);
  const all = rules.edges.map((/** @type {{node: Rule}} */ edge) => edge.node);
  fill(root, back, heading, locale !== 'en' && h('p', { class: 'note small' },
    'The texts of the rules are in English: they have no translation yet. Their ids are the same in every language.'),
  new Book(all, search.get('find') ?? '', signal).element);
  if (ruleset) illustrate(ruleset.id, signal);
}

/**
 * Put example pictures to the main rules, once the rules are there.
 * @param {string} ruleset @param {AbortSignal} signal
 */
async function illustrate(ruleset, signal) {
  const module = await import('./examples.js').catch(() => null);
  const examples = await module?.examplesOf(ruleset, signal);
  if (signal.aborted) return;
  for (const [rule, figure] of examples ?? []) document.getElementById(rule)?.querySelector('details')?.before(figure);
}

// ---- the list of pages

/** @param {Ruleset[]} rulesets */
function pagesOf(rulesets) {
  return [
    h('p', null, 'Every step of a game and every refusal cites the rules behind it by these ids.'),
    h('ul', { class: 'plain ruleset-cards' },
      rulesets.map((ruleset) => pageCard(`/rules/${ruleset.id}`, ruleset.title, playersOf(ruleset))),
      pageCard(`/rules/${COMMON}`, 'Every game',
        'Opening, taking a seat, bots, chance, what a viewer may see, the end')),
  ];
}

/** @param {string} href @param {string} title @param {string} about */
const pageCard = (href, title, about) => h('li', { class: 'panel card' },
  h('h2', null, h('a', { href }, title)), h('p', { class: 'soft' }, about));

// ---- one page

class Book {
  #total;
  #count = h('p', { class: 'hint', role: 'status' });
  #input;
  #only = h('input', { type: 'checkbox', onchange: () => this.#sift() });
  #chapters;
  #timer = 0;

  /** @param {Rule[]} rules @param {string} find @param {AbortSignal} signal */
  constructor(rules, find, signal) {
    const here = new Set(rules.map((rule) => rule.id));
    /** @param {string} id */
    const link = (id) => (here.has(id) ? h('a', { class: 'rule-link', href: `#${id}` }, id) : ruleButton(id));
    this.#total = rules.length;
    this.#chapters = chaptersOf(rules).map(([title, own]) => new Chapter(title, own, link, signal));
    this.#input = h('input',
      { type: 'search', id: freshId('find'), value: find, autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.#typed() });
    window.addEventListener('hashchange', () => this.#uncover(), { signal });
    this.element = this.#layout(rules.filter((rule) => rule.reconstructed).length);
    this.#sift();
  }

  /** @param {number} decided how many rules this project had to decide */
  #layout(decided) {
    const find = h('form',
      { class: 'panel rules-find', role: 'search', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h('div', { class: 'field' }, h('label', { for: this.#input.id }, 'Find rules'), this.#input),
      decided > 0 && h('label', { class: 'check' }, this.#only,
        t`Only rules that this project reconstructed (${decided})`), this.#count);
    return h('div', { class: 'book' }, find, contentsOf(this.#chapters),
      h('div', null, this.#chapters.map((each) => each.element)));
  }

  /** Show the rules that match the filter. */
  #sift() {
    const words = this.#input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = this.#only.checked;
    /** @param {Rule} rule @param {string} text */
    const matches = (rule, text) => (!only || rule.reconstructed) && words.every((word) => text.includes(word));
    const visible = this.#chapters.reduce((sum, chapter) => sum + chapter.sift(matches), 0);
    this.#count.textContent = words.length || only
      ? t`${plural(visible, 'rule')} of ${this.#total}` : plural(this.#total, 'rule');
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#sift(); linkTo(this.#input.value); }, TYPING_MS);
  }

  /** Clear the filter if the address leads to a rule that it hides. */
  #uncover() {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!wanted?.hidden) return;
    this.#input.value = '';
    this.#only.checked = false;
    this.#sift();
    wanted.scrollIntoView();
  }
}

/** @param {Chapter[]} chapters */
function contentsOf(chapters) {
  return h('details', { class: 'contents', open: matchMedia(WIDE).matches }, h('summary', null, 'Contents'),
    h('ul', null, chapters.map((each) => h('li', null, h('a', { href: `#${each.id}` }, chapterName(each.title))))));
}

/** Make the address a link to this search. @param {string} find */
function linkTo(find) {
  const address = new URL(location.href);
  if (find) address.searchParams.set('find', find);
  else address.searchParams.delete('find');
  history.replaceState(history.state, '', address);
}

/** Rules under their headings, in the page's order. @param {Rule[]} rules */
function chaptersOf(rules) {
  /** @type {Map<string, Rule[]>} */
  const chapters = new Map();
  for (const rule of rules) chapters.set(rule.title, [...(chapters.get(rule.title) ?? []), rule]);
  return [...chapters];
}

class Chapter {
  #entries;

  /** @param {string} title @param {Rule[]} rules @param {(id: string) => Node} link @param {AbortSignal} signal */
  constructor(title, rules, link, signal) {
    this.title = title;
    this.id = `about-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`; // links to it stay valid
    this.#entries = rules.map((rule) => ({
      rule, text: `${rule.id} ${rule.title} ${chapterName(rule.title)} ${rule.text}`.toLowerCase(),
      element: entry(rule, link, signal),
    }));
    this.element = h('section', { 'aria-labelledby': this.id },
      h('h2', { id: this.id, tabindex: -1 }, chapterName(title)),
      this.#entries.map((each) => each.element));
  }

  /** Show the rules that match. Returns how many do. @param {(rule: Rule, text: string) => boolean} matches */
  sift(matches) {
    let visible = 0;
    for (const { rule, text, element } of this.#entries) {
      element.hidden = !matches(rule, text);
      if (!element.hidden) visible += 1;
    }
    this.element.hidden = visible === 0;
    return visible;
  }
}

/** @param {Rule} rule @param {(id: string) => Node} link @param {AbortSignal} signal */
function entry(rule, link, signal) {
  const fired = h('div', { class: 'fired' });
  const games = h('details', null, h('summary', { class: 'small' }, 'Games where it fired',
    h('span', { class: 'unseen' }, `: ${rule.id}`)), fired);
  games.addEventListener('toggle', () => { if (games.open && !fired.firstChild) firedIn(rule.id, fired, signal); });
  return h('article', { class: 'rule panel', id: rule.id, tabindex: -1 },
    h('h3', { class: 'row' }, h('a', { href: `#${rule.id}`, class: 'rule-id' }, rule.id),
      rule.reconstructed && reconstructedTag()),
    h('p', null, inEnglish(prose(rule.text, (id) => (id === rule.id ? id : link(id))))),
    errataOf(rule, link),
    rule.source && h('p', { class: 'small soft' }, 'Source: ', inEnglish(prose(rule.source, link))), games);
}

// ---- where it fired

/**
 * @typedef {{version: number, times: number, game: {id: string, title: string}}} Firing
 * @typedef {{edges: {node: Firing}[], pageInfo: {hasNextPage: boolean, endCursor: string}, totalCount: number}} Firings
 */

/** @param {number} games */
const countOf = (games) => (
  games ? t`${plural(games, 'game')}, the latest first.` : 'In no game that you may see yet.');

/**
 * Append one page of games.
 * @param {string} id @param {HTMLElement} holder @param {AbortSignal} signal @param {string | null} [after]
 */
async function firedIn(id, holder, signal, after = null) {
  const waiting = h('p', { class: 'busy soft small' }, 'Looking for games');
  holder.append(waiting);
  try {
    const { rule } = await query(GAMES, { id, first: FIRED, after }, { signal });
    /** @type {Firings} */
    const { edges, pageInfo, totalCount } = rule.games;
    waiting.remove();
    if (after === null) holder.append(h('p', { class: 'small soft' }, countOf(totalCount)));
    else announce(`${plural(edges.length, 'more game')}.`);
    if (edges.length) holder.append(h('ul', { class: 'small' }, edges.map(({ node }) => firing(node))));
    if (pageInfo.hasNextPage) holder.append(further(id, holder, signal, pageInfo.endCursor));
  } catch (error) {
    if (signal.aborted) return;
    waiting.replaceWith(h('p', { class: 'note note-bad small', role: 'alert' }, error.message));
  }
}

/** @param {Firing} firing */
const firing = ({ version, times, game }) => h('li', null,
  h('a', { href: `/games/${game.id}/${version}` }, t`${game.title || 'Game ' + game.id.slice(0, 8)}, step ${version}`),
  times > 1 ? t`, ${times} times` : '');

/** @param {string} id @param {HTMLElement} holder @param {AbortSignal} signal @param {string} after */
function further(id, holder, signal, after) {
  const button = h('button', { type: 'button', class: 'small' }, 'Show more');
  button.addEventListener('click', () => { button.remove(); firedIn(id, holder, signal, after); });
  return button;
}
