/**
 * London's board: the map, the card display, every seat's building display and hand, drawn from views alone.
 */

import { h, say } from '../../dom.js';
import { clearChanged, flagChanged, namesOf, offerSpots, seatOf, stylesheet } from '../kit.js';
import { makeCards } from './cards.js';
import { changedParts } from './changes.js';
import { makeMap } from './map.js';
import { flights } from './motion.js';
import { makeSeat } from './seats.js';
import { makeActions, spotsOf } from './spots.js';
import { makeDisplay, makeStatus } from './display.js';
import { makeWords } from './words.js';

const PLACES = ['1st', '2nd', '3rd', '4th'];

/** @typedef {ViewOf<LondonView>} View */

/** @param {BoardSetup<LondonComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard({ components, seats }) {
  await stylesheet('/assets/css/boards/london.css');
  const words = makeWords(components);
  /** @type {Spots} */
  const spots = new Map();
  /** @type {London.BoardParts['parts']} */
  const parts = new Map();
  const board = { words, spots, parts, cards: makeCards(words, spots, parts) };
  const map = makeMap(board);
  const waiting = h('p', { class: 'lon-waiting' }, 'The cards are not dealt yet: the game has not begun.');
  const pieces = build(board, map, seats.length);
  const element = h('section', { class: 'lon-board', tabindex: '-1', 'aria-label': 'The board of London' }, waiting,
    pieces.top);
  /** @type {View | null} */
  let drawn = null;
  return {
    element,
    show(view, { before = null, viewer = null, animate = false } = {}) {
      clearChanged(element);
      waiting.hidden = Boolean(view.position);
      element.classList.toggle('lon-unset', !view.position);
      if (!view.position) {
        map.show(printed(words), [], false);
        drawn = null;
        return;
      }
      const stepped = animate && drawn !== null && before?.version === drawn.version;
      const land = stepped ? flights(drawn?.position ?? null, view.position, parts) : () => {};
      keepFocus(element, () => pieces.show(view, seatOf(viewer), stepped));
      for (const part of changedParts(before?.position ?? null, view.position)) {
        const piece = parts.get(part);
        if (piece?.isConnected) flagChanged(piece);
      }
      land();
      drawn = view;
    },
    offer(commands, picked, pick) {
      offerSpots(spots, spotsOf, commands, picked, pick);
      pieces.count();
    },
    spotsOf,
    nameOf: (/** @type {string} */ id) => spotName(words, spots, id),
  };
}

/**
 * Draw the board. What had the focus has it afterwards, or the board where it is gone.
 * @param {HTMLElement} board @param {() => void} draw
 */
function keepFocus(board, draw) {
  const focused = board.contains(document.activeElement) ? /** @type {any} */ (document.activeElement) : null;
  draw();
  if (!focused || document.activeElement === focused) return;
  (focused.isConnected ? focused : board).focus({ preventScroll: true });
}

/** The map as it is printed. @param {London.Words} words @returns {any} */
function printed({ boroughs, components }) {
  return {
    underground_left: components.setup.underground_markers,
    boroughs: [...boroughs.keys()].map((borough) => ({ borough, owner: null, underground: false })),
  };
}

/** @param {London.Words} words @param {Spots} spots @param {string} id */
function spotName(words, spots, id) {
  if (id.startsWith('card:')) return words.nameOf(id.slice(5));
  const name = spots.get(id)?.name ?? id;
  return id.startsWith('act:') ? name : name.split(/[:;]/, 1)[0];
}

/**
 * Build all that stays: the sections, the seats, the way from one to the other.
 * @param {London.BoardParts} board @param {any} map @param {number} count
 */
function build(board, map, count) {
  const status = makeStatus(board.words, board.parts);
  const display = makeDisplay(board);
  const seats = Array.from({ length: count }, (_, seat) => makeSeat(seat, board));
  const hand = makeHand(board);
  const seatList = h('section', { class: `lon-seats lon-of-${count}`, 'aria-label': 'Cities of the seats' },
    seats.map((seat) => seat.element));
  /** @type {[name: string, element: HTMLElement][]} */
  const sections = [['Map', map.element], ['Cards', display.element], ['Hand', hand.element], ['Seats', seatList]];
  const ways = makeWays(sections);
  const top = [
    h('header', { class: 'lon-head' }, status.element, ways.element, makeActions(board.spots)),
    h('div', { class: 'lon-layout' }, map.element, display.element, hand.element, seatList),
  ];
  let first = -1;
  return {
    top,
    count: ways.count,
    /** @param {any} view @param {number | null} seat @param {boolean} animate */
    show(view, seat, animate) {
      const names = namesOf(view.seats);
      status.show(view.position, names);
      map.show(view.position, names, animate);
      display.show(view.position);
      hand.show(view.position, seat, names);
      ways.show();
      seats.forEach(
        (each, at) => each.show(view.position, { names, place: placeOf(view.result, at), handElsewhere: at === seat }));
      const lead = seat ?? 0;
      const turned = [...seats.slice(lead), ...seats.slice(0, lead)];
      if (lead !== first) seatList.append(...turned.map((each) => each.element));
      first = lead;
    },
  };
}

/** @param {GameOutcome | null} result @param {number} seat */
function placeOf(result, seat) {
  const place = result?.places.find((each) => each.seat === seat);
  return place ? `${PLACES[place.place - 1]}, ${String(place.points).replace('-', '−')} points` : '';
}

/** The hand of the viewer's seat. @param {London.BoardParts} of */
function makeHand({ cards, parts }) {
  const title = h('h3', null);
  const zone = h('div', { class: 'lon-zone lon-full' });
  const element = h('section', { class: 'lon-hand', 'aria-label': 'Hand' }, title, zone);
  /** @type {string | null} */
  let drawnKey = null;
  /** @type {Element | null} */
  let announced = null;
  /** Mark the card that is being placed. @param {Element | null} card */
  function announce(card) {
    announced?.classList.remove('is-announced');
    card?.classList.add('is-announced');
    announced = card;
  }
  return {
    element,
    /** @param {LondonView} position @param {number | null} seat @param {string[]} names */
    show(position, seat, names) {
      const own = seat === null ? null : position.seats[seat];
      const placing = position.turn.placement?.card ?? position.turn.offered;
      const name = seat === null ? '' : names[seat];
      const key = own && `${seat} ${own.hand.join()} ${placing} ${name}`;
      if (key === drawnKey && drawnKey !== null) return;
      drawnKey = key;
      element.hidden = !own;
      say(title, own ? `Hand of ${name}: ${own.hand_count}` : '');
      cards.put(zone, own ? own.hand : []);
      announce(placing && own?.hand.includes(placing) ? parts.get(`card:${placing}`) : null);
    },
  };
}

/**
 * Buttons that lead to the parts of the board where it is narrow; each tells how much can be chosen there.
 * @param {[name: string, element: HTMLElement][]} sections
 */
function makeWays(sections) {
  const ways = sections.map(([name, element]) => makeWay(name, element));
  return {
    element: h('nav', { class: 'lon-ways', 'aria-label': 'Parts of the board' }, ways.map((way) => way.button)),
    count: () => ways.forEach((way) => way.count()),
    show: () => ways.forEach((way) => way.show()),
  };
}

/** @param {string} name @param {HTMLElement} part the part of the board that the button leads to */
function makeWay(name, part) {
  const number = h('b', { class: 'lon-way-count', hidden: true });
  const button = h('button',
    { type: 'button', class: 'lon-way', onclick: () => part.scrollIntoView({ block: 'start' }) }, name, number);
  return {
    button,
    count() {
      const offered = part.querySelectorAll('.spot-offered').length;
      number.hidden = offered === 0;
      say(number, offered);
    },
    show() {
      button.hidden = part.hidden;
    },
  };
}
