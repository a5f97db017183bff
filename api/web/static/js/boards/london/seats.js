/** Each seat's side of London's board: money, poverty, loans, points, hand and building display. */

import { h, plural, say, set } from '../../dom.js';
import { seatEmblem, spot } from '../kit.js';
import { arrange } from './cards.js';
import { icon } from './icons.js';

/** @typedef {(seat: LondonSeatView, own: number) => any} Says from a seat and how many boroughs it has */

/** @type {[part: string, sign: any, text: Says, label: Says][]} */
const SIGNS = [
  ['money', 'coin', (seat) => `£${seat.money}`, (seat) => `money £${seat.money}`],
  ['poverty', 'poverty', (seat) => seat.poverty, (seat) => `${seat.poverty} poverty`],
  ['loans', 'loan', (seat) => seat.loans, (seat) => plural(seat.loans, 'loan')],
  ['vp', 'vp', (seat) => seat.vp, (seat) => `${plural(seat.vp, 'point')} gained`],
  ['markers_left', 'building', (seat, own) => own,
    (seat, own) => `${plural(own, 'borough')}, ${plural(seat.markers_left, 'building')} left`],
  ['hand', 'card', (seat) => seat.hand_count, (seat) => `${plural(seat.hand_count, 'card')} in hand`],
];
/** @type {Record<string, string>} */
const NAMES = { money: 'money', poverty: 'poverty', loans: 'loans', vp: 'points', markers_left: 'boroughs',
  hand: 'hand' };
const CUBES_MAX = 14;
const BACKS_MAX = 12;

/** @param {number} seat @param {London.BoardParts} board */
export function makeSeat(seat, board) {
  const chips = new Map(SIGNS.map(([part, sign]) => [part, chip(seat, part, sign)]));
  const name = h('span', { class: 'lon-seat-name' });
  const badge = h('span', { class: 'lon-badge' });
  const head = h('div', { class: 'lon-seat-head' }, seatEmblem(seat, 20, ''), name, badge);
  const named = spot(head, `seat:${seat}`, `Seat ${seat + 1}`);
  board.spots.set(named.id, named);
  const cubes = h('span', { class: 'lon-cubes', 'aria-hidden': 'true' });
  chips.get('poverty')?.element.append(cubes);
  const hand = makeKnownHand(board.cards);
  const stacks = makeStacks(seat, board);
  const element = h(
    'article',
    { class: `lon-seat seat-${seat}` },
    head,
    h('div', { class: 'lon-chips' }, [...chips.values()].map((each) => each.element)),
    hand.element,
    stacks.element,
  );
  for (const [part, each] of chips) board.parts.set(`${part}:${seat}`, each.element);
  return {
    element,
    /** @param {LondonView} position @param {{names: string[], place: string, handElsewhere: boolean}} context */
    show(position, { names, place, handElsewhere }) {
      const view = position.seats[seat];
      const own = position.boroughs.filter((each) => each.owner === seat).length;
      for (const [part, , text, label] of SIGNS) chips.get(part)?.show(text(view, own), label(view, own));
      cubes.style.width = `${Math.min(CUBES_MAX, view.poverty) * 0.55}rem`;
      element.classList.toggle('is-active', isOnTurn(position, seat));
      say(name, names[seat]);
      set(element, { 'aria-label': names[seat] });
      say(badge, place || roleOf(position, seat));
      const title = [names[seat], badge.textContent].filter(Boolean).join(', ');
      named.rename(`${title}: ${SIGNS.map(([, , , label]) => label(view, own)).join(', ')}`);
      hand.show(view, handElsewhere);
      stacks.show(view.stacks, position, names[seat]);
    },
  };
}

/** @param {LondonView} position @param {number} seat */
const isOnTurn = ({ active, phase }, seat) => active === seat && phase !== 'over';

/** @param {LondonView} position @param {number} seat */
function roleOf(position, seat) {
  if (isOnTurn(position, seat)) return 'on turn';
  return position.first === seat ? 'first player' : '';
}

/** A seat's hand as far as the viewer may know it: cards, and backs for the others. @param {London.Cards} cards */
function makeKnownHand(cards) {
  const backs = h('span', { class: 'lon-backs', 'aria-hidden': 'true' });
  const zone = h('div', { class: 'lon-zone lon-strips lon-known-hand' });
  const element = h('div', { class: 'lon-hand-row' }, backs, zone);
  let drawn = '';
  return {
    element,
    /** @param {LondonSeatView} seat @param {boolean} elsewhere the hand is drawn in its own part of the board */
    show({ hand, hand_count: count }, elsewhere) {
      const key = `${elsewhere} ${count} ${hand.join()}`;
      if (key === drawn) return;
      drawn = key;
      const hidden = count - hand.length;
      element.hidden = elsewhere || count === 0;
      backs.hidden = hidden === 0;
      backs.style.width = `${0.4 + Math.min(BACKS_MAX, hidden) * 0.5}rem`;
      cards.put(zone, elsewhere ? [] : hand);
    },
  };
}

/** @param {number} seat @param {string} part @param {any} sign */
function chip(seat, part, sign) {
  const value = h('b', { 'aria-hidden': 'true' });
  const element = h('span', { class: `lon-chip lon-chip-${part}`, dataset: { part: `${part}:${seat}` }, role: 'img' },
    sign === 'coin' ? null : icon(sign), h('small', { 'aria-hidden': 'true' }, NAMES[part]), value);
  return {
    element,
    /** @param {any} text @param {any} label */
    show(text, label) {
      say(value, text);
      set(element, { 'aria-label': label });
    },
  };
}

/**
 * The building display: stacks side by side, a place for a new one at the end.
 * @param {number} seat @param {London.BoardParts} board
 */
function makeStacks(seat, board) {
  /** @type {ReturnType<typeof makeStack>[]} */
  const made = [];
  const fresh = h('div', { class: 'lon-stack lon-fresh' }, 'New stack');
  board.spots.set(`stack:${seat}:new`, spot(fresh, `stack:${seat}:new`, 'A new stack'));
  const empty = h('p', { class: 'lon-none' }, 'No stack yet');
  const zone = h('div', { class: 'lon-stacks' }, empty, fresh);
  return {
    element: zone,
    /** @param {LondonStackView[]} stacks @param {LondonView} position @param {string} owner */
    show(stacks, position, owner) {
      while (made.length < stacks.length) made.push(makeStack(seat, made.length, board));
      empty.hidden = stacks.length > 0;
      arrange(zone, [...made.slice(0, stacks.length).map((stack) => stack.element), empty, fresh]);
      for (const gone of made.slice(stacks.length)) gone.forget();
      stacks.forEach((stack, at) => made[at].show(stack, notesOf(position, seat, at, stack), owner));
    },
  };
}

/**
 * What this turn has done to a stack.
 * @param {LondonView} position @param {number} seat @param {number} at @param {LondonStackView} stack
 */
function notesOf({ turn, active }, seat, at, { cards }) {
  const top = cards[cards.length - 1];
  if (active !== seat) return [];
  const notes = [];
  if (turn.activations.some((each) => each.stack === at)) notes.push('being activated');
  else if (turn.activated.includes(top)) notes.push('activated');
  if (turn.activations.some((each) => each.hospital === at)) notes.push('flipped in its place');
  if (turn.placement?.stack === at) notes.push('about to be covered');
  if (turn.placed.includes(top)) notes.push('placed now');
  return notes;
}

/** @param {number} seat @param {number} at @param {London.BoardParts} board */
function makeStack(seat, at, { words, spots, cards, parts }) {
  const pile = h('div', { class: 'lon-pile-cards' });
  const money = h('span', { class: 'lon-coin lon-stored' });
  const note = h('span', { class: 'lon-note' });
  const element = h('div', { class: 'lon-stack', dataset: { part: `stack:${seat}:${at}` } }, pile,
    h('div', { class: 'lon-stack-foot', 'aria-hidden': 'true' }, money, note));
  const named = spot(element, `stack:${seat}:${at}`, `Stack ${at + 1}`, 'img');
  spots.set(named.id, named);
  parts.set(named.id, element);
  let drawn = '';
  return {
    element,
    /** It is not in the position on the screen: its cards may lie elsewhere by now. */
    forget: () => { drawn = ''; },
    /** @param {LondonStackView} stack @param {string[]} notes @param {string} owner */
    show(stack, notes, owner) {
      const key = `${stack.cards.join()} ${stack.face_up} ${stack.money} ${notes.join()} ${owner}`;
      if (key === drawn) return;
      drawn = key;
      cards.put(pile, stack.cards);
      element.classList.toggle('is-down', !stack.face_up);
      element.classList.toggle('is-lit', notes.length > 0);
      money.hidden = stack.money === 0;
      say(money, `£${stack.money}`);
      say(note, notes.join(', '));
      note.hidden = notes.length === 0;
      named.rename(words.stackLabel(stack, at, owner, notes));
    },
  };
}
