/** The middle of London's table: what the turn is about, the deck, the discard pile and the card display. Knows no rule. */

import { h, say, set } from '../../dom.js';
import { seatMark, spot } from '../kit.js';
import { icon } from './icons.js';
import { ACTIONS } from './words.js';

const ROWS = ['Top row', 'Bottom row'];

/** Whose turn it is, what it is about, and how near the end is. @param {ReturnType<import('./words.js').makeWords>} words @param {Map<string, Element>} parts */
export function makeStatus(words, parts) {
  const who = h('strong', { class: 'lon-who' });
  const what = h('span', { class: 'lon-what' });
  const mark = h('span', { class: 'lon-turn-mark' });
  const turn = h('span', { class: 'lon-turn', dataset: { part: 'turn' } });
  const ending = h('span', { class: 'lon-ending', dataset: { part: 'ending' }, hidden: true });
  const steps = { draw: h('li', null, 'Start draw'), hand: h('li', null, 'Hand check') };
  for (const [action, name] of Object.entries(ACTIONS)) steps[action] = h('li', { class: 'lon-action' }, name);
  const order = h('ol', { class: 'lon-steps', 'aria-label': 'Parts of a turn' }, steps.draw, Object.keys(ACTIONS).map((action) => steps[action]), steps.hand);
  let active = -1;
  parts.set('turn', turn).set('ending', ending);
  return {
    element: h('div', { class: 'lon-status' }, h('p', { class: 'lon-now' }, mark, h('span', null, who, what)), order, h('p', { class: 'lon-count' }, turn, ending)),
    show(table, names) {
      const resting = table.phase === 'set_up' || table.phase === 'over';
      if (table.active !== active || mark.hidden !== resting) {
        mark.replaceChildren(seatMark(table.active, 22, ''));
        mark.hidden = resting;
        active = table.active;
      }
      say(who, resting ? '' : `${names[table.active]} · `);
      say(what, words.doing(table));
      const idle = table.idle_turns * 2 > table.idle_turns_limit ? ` · idle ${table.idle_turns} of ${table.idle_turns_limit}` : '';
      say(turn, `Turn ${table.turn_number}${idle}`);
      ending.hidden = table.turns_left === null || table.phase === 'over';
      say(ending, table.turns_left === 1 ? 'The last turn' : `Last turns: ${table.turns_left}`);
      const current = stepOf(table);
      for (const [step, element] of Object.entries(steps)) set(element, { 'aria-current': step === current ? 'step' : null });
    },
  };
}

function stepOf({ phase, turn }) {
  if (phase === 'start_draw' || phase === 'put_back') return 'draw';
  if (phase === 'hand_check') return 'hand';
  return phase === 'over' || phase === 'set_up' ? '' : turn.action;
}

/** @param {import('./board.js').Board} board */
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
  let shown = '';
  return {
    element: h(
      'section',
      { class: 'lon-shared', 'aria-label': 'Card display, deck and discard pile' },
      h('div', { class: 'lon-piles' }, deck.element, discard.element),
      looked,
      h('div', { class: 'lon-rows' }, rows.map((row, at) => h('div', { class: 'lon-row-frame' }, h('h3', null, ROWS[at], at === 0 ? h('small', null, ' is discarded first') : null), row))),
    ),
    show(table) {
      deck.show(table);
      discard.show(table);
      if (slots !== table.display.length) build(parts, rows, table.display);
      slots = table.display.length;
      for (const { row, slot, card } of table.display) fillSlot(parts.get(`slot:${row}:${slot}`), cards, card);
      const key = `${table.turn.looked_count} ${table.turn.looked.join()}`;
      if (key === shown) return;
      shown = key;
      looked.hidden = table.turn.looked_count === 0;
      say(named, `Looked at: ${table.turn.looked_count} from the deck`);
      cards.put(lookedZone, table.turn.looked);
    },
  };
}

function build(parts, rows, display) {
  for (const row of rows) row.replaceChildren();
  for (const { row, slot } of display) {
    const element = h('li', { class: 'lon-slot', dataset: { part: `slot:${row}:${slot}`, card: '' }, 'aria-label': `${ROWS[row]}, slot ${slot + 1}: empty` });
    parts.set(`slot:${row}:${slot}`, element);
    rows[row].append(element);
  }
}

function fillSlot(element, cards, card) {
  if (element.dataset.card === (card ?? '') && (card === null || element.firstElementChild)) return;
  element.dataset.card = card ?? '';
  cards.put(element, card ? [card] : []);
  const name = element.getAttribute('aria-label').split(': ')[0];
  set(element, { 'aria-label': card ? `${name}: ${cards.of(card).getAttribute('aria-label')}` : `${name}: empty` });
}

function makeDeck(words, spots) {
  const count = h('b', null);
  const letter = h('span', { class: 'lon-next' });
  const known = h('small', { class: 'lon-known' });
  const element = h('div', { class: 'lon-pile', dataset: { part: 'deck' } }, h('span', { class: 'lon-back', 'aria-hidden': 'true' }, letter), h('span', { class: 'lon-pile-words' }, h('span', null, 'Deck '), count, known));
  const named = spot(element, 'deck', 'Deck');
  spots.set('deck', named);
  return {
    element,
    show({ deck_count, deck_top }) {
      const next = words.deckLetter(deck_count);
      const top = deck_top.slice(0, 3).map(words.nameOf).join(', ');
      say(count, deck_count);
      say(letter, next);
      say(known, top ? `on top: ${top}` : '');
      named.rename(deck_count ? `Deck: ${deck_count} cards, those of deck ${next} next${top ? `; on top ${top}` : ''}` : 'Deck: empty');
    },
  };
}

function makeDiscard(words) {
  const count = h('b', null);
  const list = h('ul', { class: 'lon-gone' });
  const summary = h('summary', { class: 'lon-pile', dataset: { part: 'discard' } }, h('span', { class: 'lon-back lon-out', 'aria-hidden': 'true' }, icon('flip')), h('span', { class: 'lon-pile-words' }, 'Discarded ', count));
  const element = h('details', { class: 'lon-discard' }, summary, list);
  let shown = null;
  const fillList = (discard) => list.replaceChildren(...discard.map((card) => h('li', { class: `lon-${words.face(card).colour}` }, icon(words.face(card).colour), words.nameOf(card))));
  let discarded = [];
  element.addEventListener('toggle', () => { if (element.open) fillList(discarded); });
  return {
    element,
    summary,
    show({ discard }) {
      const key = discard.join();
      if (key === shown) return;
      shown = key;
      discarded = discard;
      say(count, discard.length);
      set(summary, { 'aria-label': `Discarded ${discard.length} cards, out of the game` });
      if (element.open) fillList(discard);
    },
  };
}
