/**
 * The middle of London's board: what the turn is about, the deck, the discard pile and the card display.
 */

import { h, say, set } from '../../dom.js';
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
  const emblem = h('span', { class: 'lon-turn-emblem' });
  const turn = h('span', { class: 'lon-turn', dataset: { part: 'turn' } });
  const ending = h('span', { class: 'lon-ending', dataset: { part: 'ending' }, hidden: true });
  /** @type {Record<string, HTMLElement>} */
  const steps = { draw: h('li', null, 'Start draw'), hand: h('li', null, 'Hand check') };
  for (const [action, name] of Object.entries(ACTIONS)) steps[action] = h('li', { class: 'lon-action' }, name);
  const order = h('ol', { class: 'lon-steps', 'aria-label': 'Parts of a turn' }, steps.draw,
    Object.keys(ACTIONS).map((action) => steps[action]), steps.hand);
  let active = -1;
  parts.set('turn', turn).set('ending', ending);
  return {
    element: h('div', { class: 'lon-status' }, h('p', { class: 'lon-now' }, emblem, h('span', null, who, what)), order,
      h('p', { class: 'lon-count' }, turn, ending)),
    /** @param {LondonView} position @param {string[]} names */
    show(position, names) {
      const resting = position.phase === 'set_up' || position.phase === 'over';
      if (position.active !== active || emblem.hidden !== resting) {
        emblem.replaceChildren(seatEmblem(position.active, 22, ''));
        emblem.hidden = resting;
        active = position.active;
      }
      say(who, resting ? '' : `${names[position.active]} · `);
      say(what, words.doing(position));
      const idle = position.idle_turns * 2 > position.idle_turns_limit
        ? ` · idle ${position.idle_turns} of ${position.idle_turns_limit}` : '';
      say(turn, `Turn ${position.turn_number}${idle}`);
      ending.hidden = position.turns_left === null || position.phase === 'over';
      say(ending, position.turns_left === 1 ? 'The last turn' : `Last turns: ${position.turns_left}`);
      const current = stepOf(position);
      for (const [step, element] of Object.entries(steps))
        set(element, { 'aria-current': step === current ? 'step' : null });
    },
  };
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
  const looked = h('div', { class: 'lon-looked', dataset: { part: 'looked' }, hidden: true });
  const lookedZone = h('div', { class: 'lon-zone lon-strips' });
  const named = h('h3', null);
  looked.append(named, lookedZone);
  parts.set('deck', deck.element).set('discard', discard.summary).set('looked', looked);
  let slots = 0;
  let drawn = '';
  return {
    element: h(
      'section',
      { class: 'lon-shared', 'aria-label': 'Card display, deck and discard pile' },
      h('div', { class: 'lon-piles' }, deck.element, discard.element),
      looked,
      h('div', { class: 'lon-rows' },
        rows.map(
          (row,
            at) =>
              h('div', { class: 'lon-row-frame' },
                h('h3', null, ROWS[at], at === 0 ? h('small', null, ' is discarded first') : null), row))),
    ),
    /** @param {LondonView} position */
    show(position) {
      deck.show(position);
      discard.show(position);
      if (slots !== position.display.length) build(parts, rows, position.display);
      slots = position.display.length;
      for (const { row, slot, card } of position.display) fillSlot(parts.get(`slot:${row}:${slot}`), cards, card);
      const key = `${position.turn.looked_count} ${position.turn.looked.join()}`;
      if (key === drawn) return;
      drawn = key;
      looked.hidden = position.turn.looked_count === 0;
      say(named, `Looked at: ${position.turn.looked_count} from the deck`);
      cards.put(lookedZone, position.turn.looked);
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
      named.rename(
        deck_count ? `Deck: ${deck_count} cards, those of deck ${next} next${top ? `; on top ${top}` : ''}`
          : 'Deck: empty');
    },
  };
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
  /** @param {string[]} discard */
  const fillList = (discard) =>
    list.replaceChildren(
      ...discard.map(
        (card) =>
          h('li', { class: `lon-${words.face(card).colour}` }, icon(words.face(card).colour), words.nameOf(card))));
  /** @type {string[]} */
  let discarded = [];
  element.addEventListener('toggle', () => { if (element.open) fillList(discarded); });
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
      set(summary, { 'aria-label': `Discarded ${discard.length} cards, out of the game` });
      if (element.open) fillList(discard);
    },
  };
}
