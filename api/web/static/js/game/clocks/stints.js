/** How long each seat has thought in each stint, by its clock: bars over the steps, sentences, a table. */

import { clear, fill, h, plural, svg } from '../../dom.js';
import { query } from '../../api.js';
import { button, heads } from '../pieces.js';
import { seatName } from '../words.js';
import { figures, spoken } from './time.js';
import { t } from '../../language/language.js';

const LEDGER = `query Stints($game: ID!, $after: Cursor) { game(id: $game) {
  timeLedger(first: 500, after: $after) { pageInfo { hasNextPage endCursor }
    edges { node { version seat kind ms endsStint } } } } }`;
const [WIDTH, HEIGHT] = [360, 40];
/** The narrowest bar, so that a stint of one step can be seen and touched. */
const LEAST = 3;
const SETTLE_MS = 300;

/**
 * @typedef {{version: number, seat: number, kind: string, ms: number, endsStint: boolean}} Entry
 * @typedef {object} Stint what counted for a seat from the moment it came to act until it no longer might
 * @property {number} seat @property {number} from the end of its first command @property {number} to of its last one
 * @property {number} bankMs taken from the bank @property {number} freeMs of its free time, or of fresh time
 * @property {boolean} over
 *
 * @typedef {{game: string, goTo: (version: number) => void, signal: AbortSignal}} StintsContext
 */

/** @param {Entry[]} entries of the ledger, in its order @returns {Stint[]} in the order in which they began */
export function stintsOf(entries) {
  /** @type {Stint[]} */
  const stints = [];
  /** @type {Map<number, Stint>} those that go on, by seat */
  const open = new Map();
  for (const { version, seat, kind, ms, endsStint } of entries) {
    const counts = kind === 'SPENT' || kind === 'FREE';
    let stint = open.get(seat);
    if (stint?.over && version > stint.to) stint = undefined; // all entries of its last command belong to it
    if (!stint && counts) {
      stint = { seat, from: version, to: version, bankMs: 0, freeMs: 0, over: false };
      open.set(seat, stint);
      stints.push(stint);
    }
    if (!stint) continue;
    stint.to = version;
    if (kind === 'SPENT') stint.bankMs -= ms;
    if (kind === 'FREE') stint.freeMs += ms;
    if (endsStint) stint.over = true;
  }
  return stints;
}

/** @param {Stint} stint */
const lengthOf = ({ bankMs, freeMs }) => bankMs + freeMs;

/** All bars of a seat in a sentence. @param {string} name @param {Stint[]} stints of that seat */
export function stintsWords(name, stints) {
  if (stints.length === 0) return t`${name} has not used any time.`;
  const longest = stints.reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most));
  const total = stints.reduce((sum, each) => sum + lengthOf(each), 0);
  return t`${name}: ${plural(stints.length, 'stint')}, ${spoken(total)} in all; the longest took ${
    spoken(lengthOf(longest))}, up to step ${longest.to}.`;
}

export class Stints {
  #rows = h('div', { class: 'stints-rows' });
  #list = h('tbody');
  element = h('section', { class: 'stints', 'aria-label': 'Time of each stint', hidden: true },
    h('h3', null, 'Time of each stint'), this.#rows,
    h('p', { class: 'soft small' }, h('span', { class: 'stint-key stint-bank' }), 'from the bank', ' ',
      h('span', { class: 'stint-key stint-free' }), 'free time'),
    h('details', null, h('summary', null, 'All stints in a table'),
      h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'All stints' },
        h('table', { class: 'ledger-table' }, heads('Seat', 'Steps', 'From the bank', 'Free time'), this.#list))));
  #context;
  /** @type {Entry[]} */
  #entries = [];
  /** @type {string | null} where the next page begins */
  #after = null;
  #read = 0;
  #drawn = '';
  #timer = 0;

  /** @param {StintsContext} context */
  constructor(context) {
    this.#context = context;
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** @param {{name: string}[]} seats @param {number} head @param {number} at the step on the screen */
  show(seats, head, at) {
    clearTimeout(this.#timer);
    this.#draw(seats, head, at);
    if (head <= this.#read) return;
    this.#timer = setTimeout(async () => {
      await this.#more(head);
      this.#draw(seats, head, at);
    }, SETTLE_MS);
  }

  /** Reads on from where it has read to. @param {number} head */
  async #more(head) {
    const { game, signal } = this.#context;
    try {
      for (let more = true; more;) {
        const { game: { timeLedger: page } } = await query(LEDGER, { game, after: this.#after }, { signal });
        this.#entries.push(...page.edges.map((/** @type {{node: Entry}} */ { node }) => node));
        this.#after = page.pageInfo.endCursor ?? this.#after;
        more = page.pageInfo.hasNextPage;
      }
      this.#read = head;
    } catch {
      // the next step reads it once more
    }
  }

  /** @param {{name: string}[]} seats @param {number} head @param {number} at */
  #draw(seats, head, at) {
    const key = `${this.#entries.length} ${head} ${at}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const stints = stintsOf(this.#entries);
    this.element.hidden = stints.length === 0;
    const most = Math.max(...stints.map(lengthOf), 1);
    fill(this.#rows, seats.map((_, seat) => {
      const own = stints.filter((each) => each.seat === seat);
      const words = stintsWords(seatName(seats, seat), own);
      return own.length > 0 && h('figure', { class: `stints-seat seat-${seat % 6}` },
        this.#bars(own, head, at, most, words), h('figcaption', { class: 'small' }, words));
    }));
    clear(this.#list).append(...stints.map((each) => this.#row(each, seats, at)));
  }

  /** @param {Stint[]} stints @param {number} head @param {number} at @param {number} most @param {string} words */
  #bars(stints, head, at, most, words) {
    const picture = svg('svg', { class: 'stints-picture', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
      'aria-label': words, preserveAspectRatio: 'none' });
    for (const stint of stints) {
      const [left, right] = [stint.from - 1, stint.to].map((version) => (version / head) * WIDTH);
      const part = { x: left, width: Math.max(right - left, LEAST) };
      const [free, bank] = [stint.freeMs, stint.bankMs].map((ms) => (ms / most) * HEIGHT);
      const later = stint.from > at ? ' stint-later' : '';
      picture.append(svg('rect', { ...part, class: `stint-free${later}`, y: HEIGHT - free, height: free }),
        svg('rect', { ...part, class: `stint-bank${later}`, y: HEIGHT - free - bank, height: bank }));
    }
    picture.append(svg('line', { class: 'graph-cursor', x1: (at / head) * WIDTH, x2: (at / head) * WIDTH, y1: 0,
      y2: HEIGHT }));
    picture.addEventListener('click', (event) => {
      const { left, width } = picture.getBoundingClientRect();
      const step = ((/** @type {MouseEvent} */ (event).clientX - left) / width) * head;
      const nearest = stints.reduce((best, each) => (
        Math.abs(each.to - step) < Math.abs(best.to - step) ? each : best));
      this.#context.goTo(nearest.to);
    });
    return picture;
  }

  /** @param {Stint} stint @param {{name: string}[]} seats @param {number} at */
  #row(stint, seats, at) {
    const { seat, from, to, bankMs, freeMs } = stint;
    const steps = from === to ? String(to) : `${from}–${to}`;
    return h('tr', { class: from > at && 'stint-later' },
      h('th', { scope: 'row', translate: 'no' }, seatName(seats, seat)),
      h('td', null, button(steps, () => this.#context.goTo(to), { class: 'quiet' })),
      h('td', null, figures(bankMs)), h('td', null, figures(freeMs)));
  }
}
