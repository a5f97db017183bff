/**
 * The list of games: being played, open, finished; by ruleset. It follows
 * `gamesChanged` and refreshes itself without moving focus or the page.
 */

import { query } from '../api.js';
import { seatEmblem } from '../boards/kit.js';
import { ago, announce, fill, h, moment, plural, say } from '../dom.js';
import { allRulesets } from '../rulesets.js';
import { onceVisible } from '../pictures.js';
import { gamesChanged } from './listing/changes.js';
import { Details } from './listing/details.js';
import { joined, t } from '../language/language.js';

const REFRESH_MS = 20_000;
const GATHER_MS = 400; // changes that come together are read together
const PAGE = 12;
const PAGE_MAX = 100;

/**
 * none: what an empty section says; without it an empty section is not there.
 * @typedef {{phase: string, title: string, filter?: string, none?: string, byFilterOnly?: boolean,
 *   freeSeat?: boolean}} SectionKind
 */

/** @type {SectionKind[]} */
const SECTIONS = [
  { phase: 'PLAYING', title: 'Being played', filter: 'Being played', none: 'No game is being played at the moment.' },
  { phase: 'OPEN', title: 'Open games', filter: 'Open', none: 'No game is waiting for players.', freeSeat: true },
  { phase: 'OPEN', title: 'Full, about to begin', freeSeat: false },
  { phase: 'OVER', title: 'Finished', filter: 'Finished', none: 'No game has been finished yet.' },
  { phase: 'ABANDONED', title: 'Closed without a result', filter: 'Closed',
    none: 'No game was closed without a result.',
    byFilterOnly: true },
];

const GAMES = `query Games($ruleset: String, $phase: Phase, $sandbox: Boolean, $freeSeat: Boolean, $first: Int!,
  $after: Cursor) {
  games(ruleset: $ruleset, phase: $phase, sandbox: $sandbox, freeSeat: $freeSeat, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node {
      id ruleset title phase version seats toAct leaders winners openedAt lastMoveAt turn watchers sandbox } }
  } }`;

/**
 * @typedef {{ruleset: string | null, phase: string | null, sandbox: string | null}} Filters
 *
 * @typedef {object} ListedGame
 * @property {string} id @property {string} ruleset @property {string} title @property {string} phase
 * @property {number} version @property {string[]} seats @property {number[]} toAct @property {number[]} leaders
 * @property {number[]} winners @property {string} lastMoveAt @property {number | null} turn
 * @property {number} watchers @property {boolean} sandbox
 *
 * @typedef {{nodes: ListedGame[], total: number, further: boolean}} Listing
 */

/**
 * front: the list stands on the front page, below other things.
 * @param {HTMLElement} root @param {{query: URLSearchParams, front?: boolean}} params @param {AbortSignal} signal
 */
export default async function page(root, { query: search, front = false }, signal) {
  const chosen = { ruleset: search.get('ruleset'), phase: search.get('phase'), sandbox: search.get('sandbox') };
  const filters = h('div', { class: 'filters' });
  const lists = h('div', null);
  const trouble = h('p', { class: 'note note-bad', role: 'status', hidden: true });
  fill(root, h('div', { class: 'row spread' }, h(front ? 'h2' : 'h1', { class: 'games-title' }, 'Games'),
    h('a', { class: 'button primary', href: newGame(chosen) }, 'New game')), filters, trouble, lists);
  const rulesets = await allRulesets();
  fill(filters, rulesetFilter(rulesets, chosen), phaseFilter(chosen), sandboxFilter(chosen));
  const titles = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset.title]));
  const details = new Details(signal);
  const sections = SECTIONS
    .filter((each) => (chosen.phase ? each.phase === chosen.phase : !each.byFilterOnly))
    .map((each) => new Section(each, chosen, titles, signal, details));
  fill(lists, sections.map((each) => each.element));
  await Promise.all(sections.map((each) => each.refresh()));
  keepFresh(sections, chosen, trouble, signal);
}

/** @param {Filters} filters */
const newGame = ({ ruleset }) => (ruleset ? `/new?ruleset=${encodeURIComponent(ruleset)}` : '/new');

// ---- filters

/** @param {Filters} chosen @param {Partial<Filters>} change */
function address(chosen, change) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...chosen, ...change })) if (value) search.set(name, value);
  return search.size ? `/games?${search}` : '/games';
}

/** @param {string} label @param {[text: string, href: string, current: boolean][]} entries */
function choices(label, entries) {
  return h('nav', { 'aria-label': label },
    h('ul', { class: 'choices' }, entries.map(([text, href, current]) => h('li', null,
    h('a', { href, 'aria-current': current ? 'true' : null }, text)))));
}

/** @param {Ruleset[]} rulesets @param {Filters} chosen */
const rulesetFilter = (rulesets, chosen) => choices('By ruleset', [
  ['All rulesets', address(chosen, { ruleset: null }), !chosen.ruleset],
  ...rulesets.map(({ id, title }) => (
    /** @type {[string, string, boolean]} */ ([title, address(chosen, { ruleset: id }), chosen.ruleset === id]))),
]);

/** @param {Filters} chosen */
const phaseFilter = (chosen) => choices('By phase', [
  ['All games', address(chosen, { phase: null }), !chosen.phase],
  ...SECTIONS.flatMap(({ phase, filter }) => (filter
    ? [/** @type {[string, string, boolean]} */ ([filter, address(chosen, { phase }), chosen.phase === phase])] : [])),
]);

/** Sandboxes count for nothing (GAME-SAND-01): they are listed on request only. @param {Filters} chosen */
const sandboxFilter = (chosen) => choices('Sandboxes', [
  ['Games that count', address(chosen, { sandbox: null }), !chosen.sandbox],
  ['Sandboxes', address(chosen, { sandbox: 'only' }), chosen.sandbox === 'only'],
]);

// ---- one section

class Section {
  #kind;
  #chosen;
  #titles;
  #signal;
  #details;
  #count = h('span', { class: 'soft small' });
  #list = h('ul', { class: 'games plain' });
  #more = h('button', { type: 'button', hidden: true, onclick: () => this.#showMore() }, 'Show more');
  #empty = h('p', { class: 'empty', hidden: true });
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #wanted = PAGE;
  /** How often the list was read, and which reading is on the screen. */
  #reads = 0;
  #drawn = 0;

  /**
   * @param {SectionKind} kind @param {Filters} chosen @param {Map<string, string>} titles @param {AbortSignal} signal
   * @param {Details} details
   */
  constructor(kind, chosen, titles, signal, details) {
    this.#details = details;
    this.#kind = kind;
    this.#chosen = chosen;
    this.#titles = titles;
    this.#signal = signal;
    this.element = h('section', { class: 'games-section', 'aria-label': kind.title, hidden: !kind.none },
      h('h2', { class: 'row' }, kind.title, ' ', this.#count), this.#list, this.#empty, this.#more);
  }

  async refresh() {
    const { phase, none, freeSeat } = this.#kind;
    const { ruleset, sandbox } = this.#chosen;
    const read = (this.#reads += 1);
    const filter = { ruleset, phase, sandbox: sandbox === 'only', freeSeat };
    const { nodes, total, further } = await upTo(this.#wanted, filter, this.#signal);
    if (read < this.#drawn) return; // a later reading, perhaps a longer one, came first
    this.#drawn = read;
    say(this.#count, total ? plural(total, 'game') : '');
    this.#show(nodes);
    this.#more.hidden = !further;
    this.element.hidden = !none && !nodes.length;
    this.#empty.hidden = nodes.length > 0;
    if (nodes.length || !none) return;
    fill(this.#empty, none, ' ',
      h('a', { href: newGame(this.#chosen) }, phase === 'OVER' ? 'Play one to its end.' : 'Start one.'));
  }

  async #showMore() {
    const before = this.#cards.size;
    this.#wanted += PAGE * 2;
    this.#more.disabled = true;
    await this.refresh().catch(() => { this.#wanted -= PAGE * 2; });
    this.#more.disabled = false;
    announce(t`${plural(this.#cards.size - before, 'more game')} shown.`);
    this.#list.children[before]?.querySelector('a')?.focus();
  }

  /**
   * Bring the list up to date. Cards stay the same elements, so that focus and the reader's place do not move.
   * @param {ListedGame[]} nodes
   */
  #show(nodes) {
    const focused = document.activeElement;
    this.#removeOthers(new Set(nodes.map((node) => node.id)));
    let place = this.#list.firstElementChild;
    for (const node of nodes) {
      const card = this.#cards.get(node.id) ?? new Card(node.id, this.#titles, this.#details);
      this.#cards.set(node.id, card);
      card.update(node);
      if (card.element === place) place = place.nextElementSibling;
      else put(this.#list, card.element, place);
    }
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** @param {Set<string>} ids of the games that stay */
  #removeOthers(ids) {
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.element.remove();
      this.#cards.delete(id);
    }
  }
}

/** The first `wanted` games of a filter, in pages as large as the API allows.
 * @param {number} wanted @param {object} filter @param {AbortSignal} signal @returns {Promise<Listing>} */
async function upTo(wanted, filter, signal) {
  /** @type {ListedGame[]} */
  const nodes = [];
  let [after, further, total] = [null, true, 0];
  while (further && nodes.length < wanted) {
    const first = Math.min(PAGE_MAX, wanted - nodes.length);
    const { games } = await query(GAMES, { ...filter, first, after }, { signal });
    nodes.push(...games.edges.map((/** @type {{node: ListedGame}} */ edge) => edge.node));
    [after, further, total] = [games.pageInfo.endCursor, games.pageInfo.hasNextPage, games.totalCount];
  }
  return { nodes, total, further };
}

/** @param {any} list @param {Element} element @param {Element | null} before */
function put(list, element, before) {
  if (element.isConnected && 'moveBefore' in list) list.moveBefore(element, before); // this does not lose focus
  else list.insertBefore(element, before);
}

// ---- one game

class Card {
  #titles;
  #details;
  #link;
  #kind = h('span', { class: 'soft small' });
  #tags = h('span', { class: 'row card-tags' });
  #seats = h('ul', { class: 'plain card-seats' });
  #facts = h('p', { class: 'soft small card-facts' });
  #last = h('p', { class: 'small card-last' });
  #picture = h('img', { class: 'card-picture', alt: '', width: 240, height: 160 });
  #key = '';
  #drawnAt = 0;
  /** @type {(number | null)[]} */
  #points = [];

  /** @param {string} game @param {Map<string, string>} titles of the rulesets @param {Details} details */
  constructor(game, titles, details) {
    this.#titles = titles;
    this.#details = details;
    this.#link = h('a', { href: `/games/${game}`, translate: 'no' });
    this.element = h('li', { class: 'card panel' }, this.#picture, h('h3', null, this.#link),
      h('p', { class: 'row spread' }, this.#kind, this.#tags), this.#seats, this.#last, this.#facts);
  }

  /** @param {ListedGame} node */
  update(node) {
    const ruleset = this.#titles.get(node.ruleset) ?? node.ruleset;
    say(this.#link, node.title || ruleset);
    say(this.#kind, node.title ? ruleset : t`Game ${node.id.slice(0, 8)}`);
    say(this.#facts, factsOf(node));
    this.#facts.title = moment(node.lastMoveAt);
    this.#draw(node);
    const { phase, seats, toAct, leaders, winners, watchers, sandbox } = node;
    const key = JSON.stringify([phase, seats, toAct, leaders, winners, watchers, sandbox, this.#points]);
    if (key === this.#key) return; // nothing is touched: a list that is being read does not move
    this.#key = key;
    fill(this.#tags, tagsOf(node));
    fill(this.#seats, seats.map((name, seat) => seatLine(name, seat, node, this.#points)));
  }

  /** The board and the points at the step that the list knows. @param {ListedGame} node */
  #draw(node) {
    if (node.version === this.#drawnAt) return;
    this.#drawnAt = node.version;
    onceVisible(this.#picture, `/games/${node.id}/${node.version}.svg?size=miniature`);
    if (node.phase === 'OPEN') return;
    this.#details.want(node.id, ({ points, text }) => {
      say(this.#last, text);
      this.#points = points ?? [];
      this.update(node);
    });
  }
}

/** @type {Record<string, string>} */
const PHASES = { OPEN: 'Open', PLAYING: 'Live', OVER: 'Finished', ABANDONED: 'Closed' };

/** Whether it waits for its beginning alone: every seat is taken. @param {ListedGame} node */
export const isFull = ({ phase, seats }) => phase === 'OPEN' && seats.every(Boolean);

/** @param {ListedGame} node */
function tagsOf(node) {
  const live = node.phase === 'PLAYING' ? ' tag-live' : '';
  return [
    h('span', { class: `tag${live}` }, isFull(node) ? 'Full' : PHASES[node.phase] ?? node.phase),
    node.sandbox && h('span', { class: 'tag tag-warn' }, 'Sandbox'),
    node.watchers > 0 && h('span', { class: 'tag' },
      node.watchers === 1 ? '1 person watches' : t`${node.watchers} people watch`),
  ];
}

/** @param {string} name @param {number} seat @param {ListedGame} node @param {(number | null)[]} points */
function seatLine(name, seat, node, points) {
  const notes = notesOf(seat, node);
  return h('li', { class: node.winners.includes(seat) ? 'seat-line won' : 'seat-line' }, seatEmblem(seat, 14, ''),
    h('span', name ? { class: 'seat-name', translate: 'no' } : { class: 'seat-name soft' }, name || 'free seat'),
    notes.length > 0 && h('span', { class: 'seat-note' }, joined(notes)),
    points.length > 0 && scoreBar(points, seat));
}

/** A seat's points beside the most that any seat has. @param {(number | null)[]} points @param {number} seat */
function scoreBar(points, seat) {
  const [own, most] = [points[seat] ?? 0, Math.max(1, ...points.map((each) => each ?? 0))];
  return h('span', { class: `seat-score seat-${seat % 6}` },
    h('span', { class: 'seat-bar', 'aria-hidden': 'true', style: { '--part': Math.max(0, own) / most } }),
    h('b', null, own), h('span', { class: 'unseen' }, ' points'));
}

/** @param {number} seat @param {ListedGame} game */
function notesOf(seat, { phase, seats, toAct, leaders, winners }) {
  const playing = phase === 'PLAYING';
  const notes = [];
  if (playing && toAct.includes(seat)) notes.push('to move');
  if (winners.includes(seat)) notes.push(winners.length > 1 ? 'shares the win' : 'won');
  else if (playing && leaders.includes(seat) && leaders.length < seats.length) notes.push('leads');
  return notes;
}

/** @param {ListedGame} node */
function factsOf({ turn, version, phase, lastMoveAt }) {
  const when = ago(lastMoveAt);
  const last = phase === 'OVER' ? t`ended ${when}` : phase === 'ABANDONED' ? t`closed ${when}` : t`moved ${when}`;
  return [turn ? t`turn ${turn}` : null, plural(version, 'step'), last].filter(Boolean).join(
    ' · ');
}

// ---- refreshing

/**
 * Read the lists once more; says so in `trouble` if that fails.
 * @param {Section[]} sections @param {HTMLElement} trouble @param {AbortSignal} signal
 */
async function refreshAll(sections, trouble, signal) {
  try {
    await Promise.all(sections.map((each) => each.refresh()));
    trouble.hidden = true;
  } catch (error) {
    if (signal.aborted) return;
    trouble.textContent = t`${error.message} The list below may be old. The page will try again.`;
    trouble.hidden = false;
  }
}

/**
 * Read the lists when the service says that something has changed in them, and now and then for the watchers and for
 * what was missed. Without a stream only the latter is left.
 * @param {Section[]} sections @param {Filters} chosen @param {HTMLElement} trouble @param {AbortSignal} signal
 */
function keepFresh(sections, chosen, trouble, signal) {
  let timer = 0;
  let running = false;
  let missed = false; // whether something changed while the lists were read
  let due = 0; // the time of the next reading
  /** @param {number} ms */
  const refreshIn = (ms) => {
    const at = Date.now() + ms;
    if (signal.aborted || (timer && due <= at)) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(refresh, ms);
  };
  const refresh = async () => {
    clearTimeout(timer);
    timer = 0;
    missed = running;
    if (running || signal.aborted || document.visibilityState === 'hidden') return;
    running = true;
    await refreshAll(sections, trouble, signal);
    running = false;
    refreshIn(missed ? GATHER_MS : REFRESH_MS);
  };
  const filter = { ruleset: chosen.ruleset, sandbox: chosen.sandbox === 'only' };
  const changes = gamesChanged(filter, () => refreshIn(GATHER_MS), (state) => { if (state === 'live') refreshIn(0); });
  document.addEventListener('visibilitychange', refresh, { signal });
  signal.addEventListener('abort', () => { clearTimeout(timer); changes.close(); });
  refreshIn(REFRESH_MS);
}
