/**
 * The middle of London's board: what the turn is about, the deck, the discard pile and the card display.
 */

import { fill, h, plural, say, set } from '../../dom.js';
import { seatEmblem, spot } from '../kit.js';
import { icon } from './icons.js';
import { ACTIONS } from './words.js';

const ROWS = ['Top row', 'Bottom row'];

/**
 * Whose turn it is, what it is about, and how near the end is.
 * @param {London.Words} words @param {London.BoardParts['parts']} parts
 */
export function makeStatus(words, parts) {
  const who = h('strong', { class: 'lon-who' });
  const what = h('span', { class: 'lon-what' });
  const emblem = makeEmblem();
  const turn = h('span', { class: 'lon-turn', dataset: { part: 'turn' } });
  const ending = h('span', { class: 'lon-ending', dataset: { part: 'ending' }, hidden: true });
  const order = makeOrder();
  parts.set('turn', turn).set('ending', ending);
  return {
    element: h('div', { class: 'lon-status' }, h('p', { class: 'lon-now' }, emblem.element, h('span', null, who, what)),
      order.element,
      h('p', { class: 'lon-count' }, turn, ending)),
    /** @param {LondonView} position @param {string[]} names */
    show(position, names) {
      const resting = position.phase === 'set_up' || position.phase === 'over';
      emblem.show(position.active, resting);
      say(who, resting ? '' : `${names[position.active]} · `);
      say(what, words.doing(position));
      say(turn, turnText(position));
      ending.hidden = position.turns_left === null || position.phase === 'over';
      say(ending, position.turns_left === 1 ? 'The last turn' : `Last turns: ${position.turns_left}`);
      order.show(stepOf(position));
    },
  };
}

/** The emblem of the seat on turn. */
function makeEmblem() {
  const element = h('span', { class: 'lon-turn-emblem' });
  let drawn = -1;
  return {
    element,
    /** @param {number} seat @param {boolean} resting */
    show(seat, resting) {
      element.hidden = resting;
      if (seat !== drawn) element.replaceChildren(seatEmblem(seat, 22, ''));
      drawn = seat;
    },
  };
}

/** The parts of a turn in their order; the current one is marked. */
function makeOrder() {
  const actions = Object.entries(ACTIONS).map(([action, name]) => /** @type {const} */ ([action,
    h('li', { class: 'lon-action' }, name)]));
  /** @type {Map<string, HTMLElement>} */
  const steps = new Map([['draw', h('li', null, 'Start draw')], ...actions, ['hand', h('li', null, 'Hand check')]]);
  return {
    element: h('ol', { class: 'lon-steps', 'aria-label': 'Parts of a turn' }, [...steps.values()]),
    /** @param {string} current */
    show(current) {
      for (const [step, element] of steps) set(element, { 'aria-current': step === current ? 'step' : null });
    },
  };
}

/** @param {LondonView} position */
function turnText({ turn_number: number, idle_turns: idle, idle_turns_limit: limit }) {
  return idle * 2 > limit ? `Turn ${number} · idle ${idle} of ${limit}` : `Turn ${number}`;
}

/** @param {LondonView} of */
function stepOf({ phase, turn }) {
  if (phase === 'start_draw' || phase === 'put_back') return 'draw';
  if (phase === 'hand_check') return 'hand';
  return phase === 'over' || phase === 'set_up' ? '' : turn.action;
}

/** @param {London.BoardParts} board */
export function makeDisplay({ words, spots, cards, parts }) {
  const deck = makeDeck(words, spots);
  const discard = makeDiscard(words);
  const rows = ROWS.map(() => h('ul', { class: 'lon-row' }));
  const looked = makeLooked(cards);
  parts.set('deck', deck.element).set('discard', discard.summary).set('looked', looked.element);
  let slots = 0;
  return {
    element: h(
      'section',
      { class: 'lon-shared', 'aria-label': 'Card display, deck and discard pile' },
      h('div', { class: 'lon-piles' }, deck.element, discard.element),
      looked.element,
      h('div', { class: 'lon-rows' }, rows.map(framed)),
    ),
    /** @param {LondonView} position */
    show(position) {
      deck.show(position);
      discard.show(position);
      if (slots !== position.display.length) build(parts, rows, position.display);
      slots = position.display.length;
      for (const { row, slot, card } of position.display) fillSlot(parts.get(`slot:${row}:${slot}`), cards, card);
      looked.show(position.turn);
    },
  };
}

/** A row of the card display under its title. @param {HTMLElement} row @param {number} at */
function framed(row, at) {
  const note = at === 0 ? h('small', null, ' is discarded first') : null;
  return h('div', { class: 'lon-row-frame' }, h('h3', null, ROWS[at], note), row);
}

/** The cards of the deck that the seat on turn looks at. @param {London.Cards} cards */
function makeLooked(cards) {
  const zone = h('div', { class: 'lon-zone lon-strips' });
  const title = h('h3', null);
  const element = h('div', { class: 'lon-looked', dataset: { part: 'looked' }, hidden: true }, title, zone);
  let drawn = '';
  return {
    element,
    /** @param {LondonView['turn']} turn */
    show({ looked_count: count, looked }) {
      const key = `${count} ${looked.join()}`;
      if (key === drawn) return;
      drawn = key;
      element.hidden = count === 0;
      say(title, `Looked at: ${count} from the deck`);
      cards.put(zone, looked);
    },
  };
}

/** @param {London.BoardParts['parts']} parts @param {HTMLElement[]} rows @param {LondonSlotView[]} display */
function build(parts, rows, display) {
  for (const row of rows) row.replaceChildren();
  for (const { row, slot } of display) {
    const element = h('li',
      { class: 'lon-slot', dataset: { part: `slot:${row}:${slot}`, card: '' },
        'aria-label': `${ROWS[row]}, slot ${slot + 1}: empty` });
    parts.set(`slot:${row}:${slot}`, element);
    rows[row].append(element);
  }
}

/** @param {HTMLElement} element @param {London.Cards} cards @param {string | null} card */
function fillSlot(element, cards, card) {
  if (element.dataset.card === (card ?? '') && (card === null || element.firstElementChild)) return;
  element.dataset.card = card ?? '';
  cards.put(element, card ? [card] : []);
  const name = element.getAttribute('aria-label')?.split(': ')[0];
  set(element, { 'aria-label': card ? `${name}: ${cards.of(card).getAttribute('aria-label')}` : `${name}: empty` });
}

/** @param {London.Words} words @param {Spots} spots */
function makeDeck(words, spots) {
  const count = h('b', null);
  const letter = h('span', { class: 'lon-next' });
  const known = h('small', { class: 'lon-known' });
  const element = h('div', { class: 'lon-pile', dataset: { part: 'deck' } },
    h('span', { class: 'lon-back', 'aria-hidden': 'true' }, letter),
    h('span', { class: 'lon-pile-words' }, h('span', null, 'Deck '), count, known));
  const named = spot(element, 'deck', 'Deck');
  spots.set('deck', named);
  return {
    element,
    /** @param {LondonView} position */
    show({ deck_count, deck_top }) {
      const next = words.deckLetter(deck_count);
      const top = deck_top.slice(0, 3).map(words.nameOf).join(', ');
      say(count, deck_count);
      say(letter, next);
      say(known, top ? `on top: ${top}` : '');
      named.rename(deckLabel(deck_count, next, top));
    },
  };
}

/** @param {number} count @param {string} letter of the next card @param {string} top the known cards on top */
function deckLabel(count, letter, top) {
  if (!count) return 'Deck: empty';
  return `Deck: ${plural(count, 'card')}, those of deck ${letter} next${top && `; on top ${top}`}`;
}

/** @param {London.Words} words */
function makeDiscard(words) {
  const count = h('b', null);
  const list = h('ul', { class: 'lon-gone' });
  const summary = h('summary', { class: 'lon-pile', dataset: { part: 'discard' } },
    h('span', { class: 'lon-back lon-out', 'aria-hidden': 'true' }, icon('flip')),
    h('span', { class: 'lon-pile-words' }, 'Discarded ', count));
  const element = h('details', { class: 'lon-discard' }, summary, list);
  /** @type {string | null} */
  let drawn = null;
  /** @type {string[]} */
  let discarded = [];
  /** A closed list stays empty. */
  const fillList = () => { if (element.open) fill(list, discarded.map((card) => discardedCard(words, card))); };
  element.addEventListener('toggle', fillList);
  return {
    element,
    summary,
    /** @param {LondonView} position */
    show({ discard }) {
      const key = discard.join();
      if (key === drawn) return;
      drawn = key;
      discarded = discard;
      say(count, discard.length);
      set(summary, { 'aria-label': `Discarded ${plural(discard.length, 'card')}, out of the game` });
      fillList();
    },
  };
}

/** @param {London.Words} words @param {string} card */
function discardedCard(words, card) {
  const { colour } = words.face(card);
  return h('li', { class: `lon-${colour}` }, icon(colour), words.nameOf(card));
}
