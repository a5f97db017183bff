/**
 * The list of games: those being played, open tables, finished ones; by ruleset. Keeps itself fresh without moving focus or the page.
 * Shows public facts only, as the API lists them.
 */

import { query } from '../api.js';
import { seatMark } from '../boards/kit.js';
import { ago, announce, fill, h, moment, plural, say } from '../dom.js';
import { rulesets } from '../rulesets.js';

const REFRESH_MS = 5000;
const PAGE = 12;
const PAGE_MAX = 100;

const SECTIONS = [
  { phase: 'PLAYING', title: 'Being played', filter: 'Being played', none: 'Nobody plays at this moment.' },
  { phase: 'OPEN', title: 'Open tables', filter: 'Open', none: 'No table waits for players.' },
  { phase: 'OVER', title: 'Finished', filter: 'Finished', none: 'No game has been finished yet.' },
  { phase: 'ABANDONED', title: 'Closed without a result', filter: 'Closed', none: 'No game was closed without a result.', byFilterOnly: true },
];

const GAMES = `query Games($ruleset: String, $phase: Phase, $sandbox: Boolean, $first: Int!, $after: Cursor) {
  games(ruleset: $ruleset, phase: $phase, sandbox: $sandbox, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { id ruleset title phase version seats toAct leaders winners openedAt lastMoveAt turn watchers sandbox } }
  } }`;

export default async function page(root, { query: asked }, signal) {
  const chosen = { ruleset: asked.get('ruleset'), phase: asked.get('phase'), sandbox: asked.get('sandbox') };
  const filters = h('div', { class: 'filters' });
  const lists = h('div', null);
  const trouble = h('p', { class: 'note note-bad', role: 'status', hidden: true });
  fill(root, h('div', { class: 'row spread' }, h('h1', null, 'Games'), h('a', { class: 'button primary', href: newGame(chosen) }, 'New game')),
    filters, trouble, lists);
  const shelf = await rulesets();
  fill(filters, rulesetFilter(shelf, chosen), phaseFilter(chosen), sandboxFilter(chosen));
  const titles = new Map(shelf.map((ruleset) => [ruleset.id, ruleset.title]));
  const wanted = SECTIONS.filter((each) => (chosen.phase ? each.phase === chosen.phase : !each.byFilterOnly));
  const sections = wanted.map((each) => section(each, chosen, titles, signal));
  fill(lists, sections.map((each) => each.element));
  await Promise.all(sections.map((each) => each.refresh()));
  keepFresh(sections, trouble, signal);
}

const newGame = ({ ruleset }) => (ruleset ? `/new?ruleset=${encodeURIComponent(ruleset)}` : '/new');

// ------------------------------------------------------------------ filters

function address(chosen, change) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...chosen, ...change })) if (value) asked.set(name, value);
  return asked.size ? `/games?${asked}` : '/games';
}

function choices(label, entries) {
  return h('nav', { 'aria-label': label }, h('ul', { class: 'choices' }, entries.map(([text, href, current]) => h('li', null,
    h('a', { href, 'aria-current': current ? 'true' : null }, text)))));
}

const rulesetFilter = (shelf, chosen) => choices('By ruleset', [
  ['All rulesets', address(chosen, { ruleset: null }), !chosen.ruleset],
  ...shelf.map(({ id, title }) => [title, address(chosen, { ruleset: id }), chosen.ruleset === id]),
]);

const phaseFilter = (chosen) => choices('By phase', [
  ['All games', address(chosen, { phase: null }), !chosen.phase],
  ...SECTIONS.map(({ phase, filter }) => [filter, address(chosen, { phase }), chosen.phase === phase]),
]);

/** Sandboxes count for nothing (GAME-SAND-01): they are shown on asking. */
const sandboxFilter = (chosen) => choices('Sandboxes', [
  ['Games that count', address(chosen, { sandbox: null }), !chosen.sandbox],
  ['Sandboxes', address(chosen, { sandbox: 'only' }), chosen.sandbox === 'only'],
]);

// ------------------------------------------------------------------ one section

function section({ phase, title, none }, chosen, titles, signal) {
  const count = h('span', { class: 'soft small' });
  const list = h('ul', { class: 'games plain' });
  const more = h('button', { type: 'button', hidden: true }, 'Show more');
  const empty = h('p', { class: 'empty', hidden: true });
  const element = h('section', { class: 'games-section', 'aria-label': title }, h('h2', { class: 'row' }, title, ' ', count), list, empty, more);
  /** @type {Map<string, ReturnType<typeof card>>} */
  const cards = new Map();
  let wanted = PAGE;

  async function refresh() {
    const { nodes, total, further } = await upTo(wanted, { ruleset: chosen.ruleset, phase, sandbox: chosen.sandbox === 'only' }, signal);
    say(count, total ? plural(total, 'game') : '');
    show(list, cards, nodes, titles);
    more.hidden = !further;
    empty.hidden = nodes.length > 0;
    if (!nodes.length) fill(empty, none, ' ', h('a', { href: newGame(chosen) }, phase === 'OVER' ? 'Play one to its end.' : 'Start one.'));
  }

  more.addEventListener('click', async () => {
    const before = cards.size;
    wanted += PAGE * 2;
    more.disabled = true;
    await refresh().catch(() => { wanted -= PAGE * 2; });
    more.disabled = false;
    announce(`${plural(cards.size - before, 'more game')} shown.`);
    list.children[before]?.querySelector('a')?.focus();
  });
  return { element, refresh };
}

/** The first `wanted` games of a filter, in pages as large as the API gives them. */
async function upTo(wanted, filter, signal) {
  const nodes = [];
  let [after, further, total] = [null, true, 0];
  while (further && nodes.length < wanted) {
    const first = Math.min(PAGE_MAX, wanted - nodes.length);
    const { games } = await query(GAMES, { ...filter, first, after }, { signal });
    nodes.push(...games.edges.map((edge) => edge.node));
    [after, further, total] = [games.pageInfo.endCursor, games.pageInfo.hasNextPage, games.totalCount];
  }
  return { nodes, total, further };
}

/** Bring the list up to date: cards stay the same elements, so that focus and a reader's place stay where they are. */
function show(list, cards, nodes, titles) {
  const focused = document.activeElement;
  const here = new Set(nodes.map((node) => node.id));
  for (const [id, each] of cards) {
    if (here.has(id)) continue;
    each.element.remove();
    cards.delete(id);
  }
  let place = list.firstElementChild;
  for (const node of nodes) {
    if (!cards.has(node.id)) cards.set(node.id, card(node, titles));
    const each = cards.get(node.id);
    each.update(node);
    if (each.element === place) place = place.nextElementSibling;
    else put(list, each.element, place);
  }
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

function put(list, element, before) {
  if (element.isConnected && 'moveBefore' in list) list.moveBefore(element, before); // keeps focus
  else list.insertBefore(element, before);
}

// ------------------------------------------------------------------ one game

function card(first, titles) {
  const link = h('a', { href: `/games/${first.id}` });
  const kind = h('span', { class: 'soft small' });
  const tags = h('span', { class: 'row card-tags' });
  const seats = h('ul', { class: 'plain card-seats' });
  const facts = h('p', { class: 'soft small card-facts' });
  const element = h('li', { class: 'card panel' }, h('h3', null, link), h('p', { class: 'row spread' }, kind, tags), seats, facts);
  let shown = '';
  return {
    element,
    update(node) {
      say(link, node.title || titles.get(node.ruleset) || node.ruleset);
      say(kind, node.title ? titles.get(node.ruleset) ?? node.ruleset : `Table ${node.id.slice(0, 8)}`);
      say(facts, factsOf(node));
      facts.title = moment(node.lastMoveAt);
      const now = JSON.stringify([node.phase, node.seats, node.toAct, node.leaders, node.winners, node.watchers, node.sandbox]);
      if (now === shown) return; // nothing to touch: a list that is being read stays still
      shown = now;
      fill(tags, tagsOf(node));
      fill(seats, node.seats.map((name, seat) => seatLine(name, seat, node)));
    },
  };
}

const PHASES = { OPEN: 'Open', PLAYING: 'Live', OVER: 'Finished', ABANDONED: 'Closed' };

function tagsOf(node) {
  const live = node.phase === 'PLAYING' ? ' tag-live' : '';
  return [
    h('span', { class: `tag${live}` }, PHASES[node.phase] ?? node.phase),
    node.sandbox && h('span', { class: 'tag tag-warn' }, 'Sandbox'),
    node.watchers > 0 && h('span', { class: 'tag' }, plural(node.watchers, 'watcher')),
  ];
}

function seatLine(name, seat, node) {
  const said = [];
  if (node.phase === 'PLAYING' && node.toAct.includes(seat)) said.push('to move');
  if (node.winners.includes(seat)) said.push(node.winners.length > 1 ? 'shares the win' : 'won');
  else if (node.phase === 'PLAYING' && node.leaders.includes(seat) && node.leaders.length < node.seats.length) said.push('leads');
  return h('li', { class: node.winners.includes(seat) ? 'seat-line won' : 'seat-line' }, seatMark(seat, 14, ''),
    h('span', { class: name ? 'seat-name' : 'seat-name soft' }, name || 'free seat'), said.length > 0 && h('span', { class: 'seat-said' }, said.join(', ')));
}

function factsOf(node) {
  const turn = node.turn ? `turn ${node.turn}` : null;
  const last = { OVER: 'ended', ABANDONED: 'closed' }[node.phase] ?? 'moved';
  return [turn, plural(node.version, 'step'), `${last} ${ago(node.lastMoveAt)}`].filter(Boolean).join(' · ');
}

// ------------------------------------------------------------------ fresh

function keepFresh(sections, trouble, signal) {
  let timer = 0;
  let running = false;
  const refresh = async () => {
    clearTimeout(timer);
    if (running || signal.aborted || document.visibilityState === 'hidden') return;
    running = true;
    try {
      await Promise.all(sections.map((each) => each.refresh()));
      trouble.hidden = true;
    } catch (error) {
      if (signal.aborted) return;
      trouble.textContent = `${error.message} The list below may be old; it is asked for again by itself.`;
      trouble.hidden = false;
    } finally {
      running = false;
    }
    if (!signal.aborted) timer = setTimeout(refresh, REFRESH_MS);
  };
  timer = setTimeout(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
