/**
 * The rules: the shelf of pages, and each page with every rule under its id, filtered by words, with the games where a rule fired. States
 * nothing by itself: every word of a rule comes from the API.
 */

import { query } from '../api.js';
import { ruleButton } from '../dialogs.js';
import { announce, fill, freshId, h, plural } from '../dom.js';
import { prose, reconstructedMark } from '../prose.js';
import { playersOf, rulesets } from '../rulesets.js';

const TABLE = 'game';
const FIRED = 20;
const TYPING_MS = 150;
const WIDE = '(min-width: 72rem)'; // as in pages.css: the contents stand beside the rules

const RULES = 'query Rules($page: String!) { rules(ruleset: $page) { id page title text source reconstructed } }';
const GAMES = `query Fired($id: ID!, $first: Int!, $after: Cursor) {
  rule(id: $id) { games(first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { version times game { id title } } } } } }`;

export default async function page(root, { page: name, query: asked }, signal) {
  fill(root, h('h1', null, 'Rules'));
  const shelf = await rulesets();
  if (!name) return void root.append(...pagesOf(shelf));
  const ruleset = shelf.find((each) => each.id === name);
  const title = name === TABLE ? 'Rules of every table' : ruleset && `Rules of ${ruleset.title}`;
  if (!title) return void root.append(h('p', null, 'There is no such page of rules. ', h('a', { href: '/rules' }, 'All pages of rules')));
  fill(root, h('p', { class: 'small' }, h('a', { href: '/rules' }, 'All rules')), h('h1', null, title), h('p', { class: 'busy soft' }, 'Fetching the rules'));
  const { rules } = await query(RULES, { page: name }, { signal });
  fill(root, root.firstElementChild, root.querySelector('h1'), book(rules, asked.get('find') ?? '', signal));
}

// ------------------------------------------------------------------ the shelf

function pagesOf(shelf) {
  const entry = (href, title, about) => h('li', { class: 'panel card' }, h('h2', null, h('a', { href }, title)), h('p', { class: 'soft' }, about));
  return [
    h('p', null, 'Every step of a game and every refusal cites the rules it rests on, by these ids.'),
    h('ul', { class: 'plain shelf' },
      shelf.map((ruleset) => entry(`/rules/${ruleset.id}`, ruleset.title, playersOf(ruleset))),
      entry(`/rules/${TABLE}`, 'Every table', 'Opening, sitting down, bots, chance, what may be seen, the end')),
  ];
}

// ------------------------------------------------------------------ one page

function book(rules, find, signal) {
  const here = new Set(rules.map((rule) => rule.id));
  const other = (id) => (here.has(id) ? h('a', { class: 'rule-link', href: `#${id}` }, id) : ruleButton(id));
  const chapters = chaptersOf(rules).map(([title, own]) => chapter(title, own, other, signal));
  const decided = rules.filter((rule) => rule.reconstructed).length;
  const count = h('p', { class: 'hint', role: 'status' });
  const input = h('input', { type: 'search', id: freshId('find'), value: find, autocomplete: 'off', spellcheck: 'false' });
  const only = h('input', { type: 'checkbox' });
  const contents = h('details', { class: 'contents', open: matchMedia(WIDE).matches }, h('summary', null, 'Contents'),
    h('ul', null, chapters.map((each) => h('li', null, h('a', { href: `#${each.id}` }, each.title)))));

  function sift() {
    const sought = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = chapters.reduce((sum, each) => sum + each.sift((rule, text) =>
      (!only.checked || rule.reconstructed) && sought.every((word) => text.includes(word))), 0);
    count.textContent = sought.length || only.checked ? `${plural(shown, 'rule')} of ${rules.length}` : plural(rules.length, 'rule');
  }

  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      sift();
      const at = new URL(location.href);
      if (input.value) at.searchParams.set('find', input.value);
      else at.searchParams.delete('find');
      history.replaceState(history.state, '', at);
    }, TYPING_MS);
  });
  only.addEventListener('change', sift);
  window.addEventListener('hashchange', () => uncover(), { signal });
  const uncover = () => { // a link to a rule that the filter hides
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!wanted?.hidden) return;
    Object.assign(input, { value: '' });
    only.checked = false;
    sift();
    wanted.scrollIntoView();
  };
  sift();
  return h('div', { class: 'book' },
    h('form', { class: 'panel rules-find', role: 'search', onsubmit: (event) => event.preventDefault() },
      h('div', { class: 'field' }, h('label', { for: input.id }, 'Find rules'), input),
      decided > 0 && h('label', { class: 'check' }, only, `Only what this project had to decide (${decided} reconstructed)`), count),
    contents, h('div', null, chapters.map((each) => each.element)));
}

/** Rules under the heading they stand under, in the page's order. */
function chaptersOf(rules) {
  const chapters = new Map();
  for (const rule of rules) chapters.set(rule.title, [...(chapters.get(rule.title) ?? []), rule]);
  return [...chapters];
}

function chapter(title, rules, other, signal) {
  const id = `about-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`; // stays the same, so that it can be linked to
  const entries = rules.map((rule) => ({ rule, text: `${rule.id} ${rule.title} ${rule.text}`.toLowerCase(), element: entry(rule, other, signal) }));
  const element = h('section', { 'aria-labelledby': id }, h('h2', { id, tabindex: -1 }, title), entries.map((each) => each.element));
  return {
    id, title, element,
    /** @returns {number} how many are shown */
    sift(fits) {
      let shown = 0;
      for (const { rule, text, element: own } of entries) {
        own.hidden = !fits(rule, text);
        if (!own.hidden) shown += 1;
      }
      element.hidden = shown === 0;
      return shown;
    },
  };
}

function entry(rule, other, signal) {
  const fired = h('div', { class: 'fired' });
  const games = h('details', null, h('summary', { class: 'small' }, 'Games where it fired', h('span', { class: 'unseen' }, `: ${rule.id}`)), fired);
  games.addEventListener('toggle', () => { if (games.open && !fired.firstChild) firedIn(rule.id, fired, signal); });
  return h('article', { class: 'rule panel', id: rule.id, tabindex: -1 },
    h('h3', { class: 'row' }, h('a', { href: `#${rule.id}`, class: 'rule-id' }, rule.id), rule.reconstructed && reconstructedMark()),
    h('p', null, prose(rule.text, (id) => (id === rule.id ? id : other(id)))),
    rule.source && h('p', { class: 'small soft' }, 'Source: ', prose(rule.source, other)), games);
}

// ------------------------------------------------------------------ where it fired

async function firedIn(id, holder, signal, after = null) {
  const waiting = h('p', { class: 'busy soft small' }, 'Looking for games');
  holder.append(waiting);
  try {
    const { rule } = await query(GAMES, { id, first: FIRED, after }, { signal });
    const { edges, pageInfo } = rule.games;
    waiting.remove();
    if (!edges.length && after === null) holder.append(h('p', { class: 'small soft' }, 'In no game that you may see yet.'));
    const list = h('ul', { class: 'small' }, edges.map(({ node }) => h('li', null,
      h('a', { href: `/games/${node.game.id}/${node.version}` }, `${node.game.title || `Table ${node.game.id.slice(0, 8)}`}, step ${node.version}`),
      node.times > 1 ? `, ${node.times} times` : '')));
    if (edges.length) holder.append(list);
    if (after === null && edges.length) holder.prepend(h('p', { class: 'small soft' }, `${plural(rule.games.totalCount, 'game')}, the latest first.`));
    if (after !== null) announce(`${plural(edges.length, 'more game')}.`);
    if (pageInfo.hasNextPage) holder.append(further(id, holder, signal, pageInfo.endCursor));
  } catch (error) {
    if (signal.aborted) return;
    waiting.replaceWith(h('p', { class: 'note note-bad small', role: 'alert' }, error.message));
  }
}

function further(id, holder, signal, after) {
  const button = h('button', { type: 'button', class: 'small' }, 'Show more');
  button.addEventListener('click', () => { button.remove(); firedIn(id, holder, signal, after); });
  return button;
}
