/**
 * The story of the game: a card a turn, the steps of the current turn unfolded under it.
 *
 * Full detail unfolds every turn and has each step with its number and time. Only what is near the window is in the
 * document. The whole list is one tab stop; arrow keys move in it.
 */

import { h, set } from '../../dom.js';
import { Cards } from '../replay/turns.js';
import { Story } from '../replay/story.js';
import { sum } from '../replay/tracks.js';
import { setAtOnce, wantsAtOnce } from '../story/narrator.js';
import { Recap } from '../story/recap.js';
import { RuleSigns } from '../story/signs.js';
import { Scroller } from '../story/scroller.js';
import { HIDDEN, cardGuess, cardRow, lineGuess, lineRow } from '../story/rows.js';
import { Rover } from '../story/rover.js';
import { takenBackBy } from '../take_back/struck.js';

const SETTING = 'emberlog.full-detail';
const READING_MS = 8000;

/** @returns {boolean} whether this reader wants every step */
function storedSetting() {
  try { return localStorage.getItem(SETTING) === 'yes'; } catch { return false; }
}

/** @param {boolean} on */
function storeSetting(on) {
  try { localStorage.setItem(SETTING, on ? 'yes' : 'no'); } catch { /* It applies as long as the page lives. */ }
}

/** Steps that leave the score as it was share their points. @type {WeakMap<Point[], number[]>} */
const totals = new WeakMap();

/** The score by seat. @param {Point[]} points @returns {number[]} */
function totalsOf(points) {
  const known = totals.get(points);
  if (known) return known;
  const seats = 1 + Math.max(-1, ...points.map(({ seat }) => seat));
  const made = Array.from({ length: seats }, (_, seat) => sum(points.filter((point) => point.seat === seat)));
  totals.set(points, made);
  return made;
}

/**
 * @typedef {import('../replay/store.js').Store} Store
 * @typedef {import('../story/scroller.js').Row} Row
 *
 * @typedef {object} LogContext
 * @property {(version: number) => void} goTo
 * @property {(first: number, last: number) => void} replay
 * @property {(version: number) => Promise<Node>} explain
 * @property {() => string[]} names by seat
 * @property {() => boolean} staging whether live steps wait for their time
 * @property {(version: number) => Point[] | null} points after a step
 */

export class Log {
  #context;
  // Choices that come above the story make it lower.
  #scroller = new Scroller(() => this.reveal());
  #signs;
  #recap;
  #full = h('input', { type: 'checkbox', checked: storedSetting(), onchange: () => this.#switch() });
  #atOnce = h('input', { type: 'checkbox', checked: wantsAtOnce(), onchange: () => setAtOnce(this.#atOnce.checked) });
  /** @type {Store | null} */
  #store = null;
  #story = new Story();
  #cards = new Cards([]);
  /** Cards that the reader opened (true) or folded (false), by key. @type {Map<string, boolean>} */
  #folds = new Map();
  /** @type {Map<string, {stamp: string, text: string}>} headlines that were made, by card */
  #headlines = new Map();
  #version = 0;
  #rover;
  #mineSince = 0;
  /** When a reader who scrolled is taken to be back at the current step. */
  #readsUntil = 0;

  /** @param {LogContext} context */
  constructor(context) {
    this.#context = context;
    this.#signs = new RuleSigns(context.explain);
    this.#recap = new Recap(context.replay);
    const { element } = this.#scroller;
    element.addEventListener('click', (event) => this.#clicked(event));
    element.addEventListener('scroll', () => this.#signs.follow(element), { passive: true });
    for (const name of ['wheel', 'touchmove']) {
      element.addEventListener(name, () => { this.#readsUntil = performance.now() + READING_MS; }, { passive: true });
    }
    this.#rover = new Rover(this.#scroller, {
      home: () => this.#currentKey(), fold: (key, open) => this.#fold(key, open),
    });
    this.element = h('div', { class: 'log', role: 'region', 'aria-label': 'Story of the game' },
      element,
      h('div', { class: 'log-settings' }, h('label', null, this.#full, ' full detail'),
        h('label', { title: 'Live moves are shown one after another, each for its time' }, this.#atOnce,
          ' moves at once')), this.#signs.element);
  }

  /** What happened meanwhile; it stands over the board. */
  get recapElement() {
    return this.#recap.element;
  }

  /** Tell it as the ruleset tells it. @param {Story} story */
  story(story) {
    this.#story = story;
    this.#headlines.clear();
    this.#cards = new Cards(story.ends);
    this.#grow();
  }

  /** Show the steps of a store, from now on. @param {Store} store */
  use(store) {
    if (this.#store !== store) this.#startOver(store);
    this.#grow();
  }

  /** @param {Store} store */
  #startOver(store) {
    this.#store = store;
    this.#headlines.clear();
    this.#cards = new Cards(this.#story.ends);
    this.#recap.hide();
  }

  /** Points have arrived. */
  scored() {
    this.#draw();
  }

  /** Highlight the step on the screen. @param {number} version */
  at(version) {
    if (version === this.#version) return;
    this.#version = version;
    this.element.dataset.step = String(version);
    this.#grow();
    this.#signs.follow(this.#scroller.element);
  }

  /**
   * Scroll to the current step without moving anything but the log itself. A reader who reads elsewhere is left
   * alone.
   */
  reveal() {
    if (this.element.contains(document.activeElement) || this.element.offsetParent === null) return;
    if (performance.now() < this.#readsUntil) return;
    this.#scroller.draw();
    this.#scroller.reveal(this.#currentKey(), true);
  }

  /** The headline of the turn of a step. @param {number} version */
  headlineAt(version) {
    const card = this.#cards.of(version);
    return card ? this.#headlineOf(card) : '';
  }

  /** The last step up to one that the story tells. @param {number} version */
  lastLineAt(version) {
    return this.#store?.steps.findLast((step) => step.version <= version && this.#story.tells(step)) ?? null;
  }

  /** What happened after a step, turn by turn. @param {number} from @param {string} title */
  recap(from, title) {
    this.#tell(this.#cards.all.filter((card) => card.kind !== 'opening' && card.last > from), title);
  }

  /**
   * It is a reader's turn, or (null) not: what the others did since their last one.
   * @param {number | null} seat @param {boolean} now whether the last step is on the screen
   */
  turnOf(seat, now) {
    if (seat === null) {
      if (this.#mineSince) this.#recap.hide();
      this.#mineSince = 0;
      return;
    }
    if (this.#mineSince || !now) return;
    this.#mineSince = this.#version;
    const turns = this.#cards.all.filter(({ kind }) => kind === 'turn');
    if (turns.at(-1)?.seat === seat) turns.pop();
    const own = turns.findLastIndex((card) => card.seat === seat);
    if (own >= 0) this.#tell(turns.slice(own + 1), 'Since your last turn');
  }

  /** @param {TurnCard[]} cards @param {string} title */
  #tell(cards, title) {
    this.#recap.show(title, cards.map((card) => ({ card, headline: this.#headlineOf(card) })));
  }

  #grow() {
    if (!this.#store) return;
    const { steps } = this.#store;
    // What waits for its time on the board is not told beforehand.
    this.#cards.grow(this.#context.staging() ? steps.slice(0, this.#version) : steps);
    set(this.element, { 'data-loaded': this.#cards.length });
    this.#draw();
    this.reveal();
  }

  #switch() {
    storeSetting(this.#full.checked);
    this.#folds.clear();
    this.#draw();
    this.reveal();
  }

  /** @param {TurnCard} card */
  #isOpen(card) {
    const current = card === this.#cards.of(this.#version);
    return this.#folds.get(card.key) ?? (this.#full.checked || current);
  }

  #draw() {
    const names = this.#context.names();
    this.#scroller.set(this.#cards.all.flatMap((card) => this.#rowsOf(card, names)));
    this.#rover.settle();
  }

  /** The card, and its steps if it is open. @param {TurnCard} card @param {string[]} names @returns {Row[]} */
  #rowsOf(card, names) {
    const open = this.#isOpen(card);
    const current = card === this.#cards.of(this.#version);
    const gains = this.#gains(card.first, card.last);
    const stamp = `${card.last} ${open} ${current} ${gains} ${names}`;
    const head = { key: card.key, stamp, guess: cardGuess(this.#headlines.get(`${card.key} false`)?.text ?? ''),
      // The chips say what the turn cost, so the headline need not.
      make: () => cardRow(card, { headline: this.#headlineOf(card, null), gains, names, open, current }) };
    if (!open) return [head];
    const onScreen = current ? this.#lineAt(this.#version) : 0;
    return [head, ...this.#stepsOf(card).map((step) => this.#lineOf(step, step.version === onScreen, names))];
  }

  /** @param {Step} step @param {boolean} current @param {string[]} names @returns {Row} */
  #lineOf(step, current, names) {
    const full = this.#full.checked;
    const gains = this.#gains(step.version, step.version);
    const rules = step.line?.rules ?? [];
    const struck = this.#store ? takenBackBy(this.#store, step) : null;
    return {
      key: String(step.version), stamp: `${full} ${current} ${gains} ${names} ${struck}`,
      guess: lineGuess(step.line?.text ?? HIDDEN),
      make: () => lineRow(step, { full, current, gains: step.turn ? gains : null, names, struck,
        sign: rules.length ? this.#signs.signOf(step.version, rules) : null }),
    };
  }

  /** The steps of a card that are told. @param {TurnCard} card */
  #stepsOf({ first, last }) {
    const steps = this.#store?.steps.slice(first - 1, last) ?? [];
    return this.#full.checked ? steps : steps.filter((step) => this.#story.tells(step));
  }

  /** The told step on the screen: the step itself, or the last one before it in its turn. @param {number} version */
  #lineAt(version) {
    const card = this.#cards.of(version);
    return card ? this.#stepsOf(card).findLast((step) => step.version <= version)?.version ?? 0 : 0;
  }

  #currentKey() {
    const line = this.#lineAt(this.#version);
    if (line && this.#scroller.placeOf(String(line)) >= 0) return String(line);
    return this.#cards.of(this.#version)?.key ?? '';
  }

  /** @param {TurnCard} card @param {number[] | null} [gains] what it cost and brought, by seat */
  #headlineOf(card, gains = card.kind === 'turn' ? this.#gains(card.first, card.last) : null) {
    const names = this.#context.names();
    const key = `${card.key} ${gains !== null}`;
    const stamp = `${card.last} ${gains} ${names}`;
    const known = this.#headlines.get(key);
    if (known?.stamp === stamp) return known.text;
    const steps = this.#store?.steps.slice(card.first - 1, card.last) ?? [];
    const text = this.#story.headline(steps, names, gains);
    this.#headlines.set(key, { stamp, text });
    return text;
  }

  /**
   * The change of the score over some steps, by seat; null while it is not known.
   * @param {number} first @param {number} last
   */
  #gains(first, last) {
    const [before, after] = [this.#context.points(first - 1), this.#context.points(last)];
    if (!after || (!before && first > 1)) return null;
    const [earlier, later] = [totalsOf(before ?? []), totalsOf(after)];
    return later.map((total, seat) => total - (earlier[seat] ?? 0));
  }

  /** @param {string} key @param {boolean} open @returns {boolean} whether there was something to fold */
  #fold(key, open) {
    const card = this.#cards.all.find((each) => each.key === key);
    if (!card || this.#isOpen(card) === open) return false;
    this.#folds.set(key, open);
    this.#draw();
    return true;
  }

  /** @param {Event} event */
  #clicked({ target }) {
    const go = target instanceof Element ? target.closest('.log-go') : null;
    const row = go?.closest('li');
    if (!(go instanceof HTMLElement) || !row) return;
    const key = row.dataset.card ?? row.dataset.step ?? '';
    this.#rover.to(key);
    const card = this.#cards.all.find((each) => each.key === row.dataset.card);
    if (card && card === this.#cards.of(this.#version)) this.#fold(key, !this.#isOpen(card));
    else this.#context.goTo(Number(go.dataset.go));
  }
}
