/** The board of The Brigade. Draws a view and offers spots. */
import { fill, h, lessMotion } from '../../dom.js';
import { clearChanged, flagChanged, offerSpots, seatOf, spot, stylesheet } from '../kit.js';
import { icon, symbols } from './art.js';
import { flyCubes, makeCity } from './city.js';
import { makeCards, makeSeat } from './seats.js';
import { isBadge, isChoice, nameOf, spotsOf } from './spots.js';
import { makeActions, makeDecks, makeRecruits, makeStatus } from './cards.js';
import { makeWords } from './words.js';

/** @typedef {ViewOf<BrigadeView>} View */

/** @param {BoardSetup<BrigadeComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard({ components, seats }) {
  await stylesheet('/assets/css/boards/brigade.css');
  return new BrigadeBoard(makeWords(components), seats.length);
}

/** @implements {Board<View>} */
class BrigadeBoard {
  element = h('div', { class: 'bri' });
  #bench;
  #city;
  #choices = h('div', { class: 'bri-choices', role: 'group', 'aria-label': 'Choices', hidden: true });
  /** Spots that exist only while they are offered. */
  /** @type {Spot[]} */
  #passing = [];
  #version = 0;
  /** @type {Brigade.Offer | null} */
  #offered = null;

  /** @param {Brigade.Words} words @param {number} seats */
  constructor(words, seats) {
    /** @type {Brigade.Bench} */
    const bench = { words, parts: [], spots: new Map(), cards: new Map(), precious: '', seats, position: null,
      viewer: null };
    this.#bench = bench;
    makeCards(bench);
    this.#city = makeCity(bench);
    const actions = h('section', { class: 'bri-actions', 'aria-label': 'Actions' }, makeActions(bench),
      makeRecruits(bench), this.#choices);
    const boards = Array.from({ length: seats }, (_, seat) => makeSeat(bench, seat));
    const play = h('div', { class: 'bri-play' }, makeStatus(bench), actions, this.#city.element, makeDecks(bench));
    const side = h('div', { class: 'bri-side' }, h('div', { class: 'bri-seats' }, boards));
    const waiting = h('p', { class: 'bri-waiting' }, 'The city is laid when the game begins.');
    fill(this.element, symbols(), waiting, h('div', { class: 'bri-layout' }, play, side));
  }

  /** @param {View} view @param {Showing<View>} [showing] */
  show(view, { before = null, viewer = null, animate = false } = {}) {
    const bench = this.#bench;
    const now = view.position;
    const was = before?.position ?? null;
    const renamed = bench.words.rename(view.seats);
    bench.viewer = seatOf(viewer);
    bench.position = now;
    this.#version = view.version;
    clearChanged(this.element);
    this.element.classList.toggle('bri-unset', !now);
    if (!now) return this.#clear();
    this.element.classList.toggle('bri-still', !animate || lessMotion());
    bench.words.homes = new Map(now.seats.map((seat) => [seat.home, seat.seat]));
    for (const one of bench.parts) drawPart(one, now, was, renamed);
    this.#city.show(now);
    // What was offered at a step is offered at that step only, also when it is drawn twice.
    if (this.#offered) this.#light(this.#offered.version === this.#version ? this.#offered : NOTHING);
    if (animate && was) flyCubes(this.element, now, was);
  }

  /** @param {RulesetCommand[]} commands @param {string[]} picked @param {Choose | null} pick */
  offer(commands, picked, pick) {
    this.#offered = pick && { commands, picked: [...picked], pick, version: this.#version };
    if (pick) this.element.classList.add('bri-playing'); // watchers need no buttons; players keep theirs between turns
    if (this.#bench.position) this.#light(this.#offered ?? NOTHING);
  }

  /** @param {RulesetCommand} command */
  spotsOf(command) {
    return spotsOf(command, this.#bench.position, this.#bench.words);
  }

  /** @param {string} id */
  nameOf(id) {
    return this.#bench.spots.get(id)?.name ?? nameOf(id, this.#bench.position, this.#bench.words);
  }

  /** Before the game begins the city is not laid, and nothing lies beside it. */
  #clear() {
    this.#lay([]);
    for (const one of this.#bench.parts) if (one.id.startsWith('tile:')) drawPart(one, UNLAID, null, false);
    this.#city.show(UNLAID);
  }

  /** @param {Brigade.Offer} offer */
  #light({ commands, picked, pick }) {
    const rows = new Map(commands.map((command) => [command, this.spotsOf(command)]));
    this.#lay([...new Set([...picked, ...[...rows.values()].map((row) => row[picked.length]).filter(Boolean)])]);
    offerSpots(this.#bench.spots, (command) => rows.get(command) ?? [], commands, picked, pick);
  }

  /**
   * The buttons of the choice panel and the badges on tiles that are wanted now; one that stays keeps the focus.
   * @param {string[]} wanted
   */
  #lay(wanted) {
    const ids = wanted.filter((id) => isChoice(id) || isBadge(id));
    const current = new Map(this.#passing.map((each) => [each.id, each]));
    for (const each of this.#passing) {
      if (ids.includes(each.id)) continue;
      this.#bench.spots.delete(each.id);
      each.element.remove();
    }
    this.#passing = ids.map((id) => current.get(id) ?? (isChoice(id) ? chip(id, this.#bench) : badge(id, this.#bench)));
    for (const each of this.#passing) {
      if (current.has(each.id)) continue;
      this.#bench.spots.set(each.id, each);
      (isChoice(each.id) ? this.#choices : this.#city.over).append(each.element);
    }
    this.#choices.hidden = !this.#choices.childElementCount;
  }
}

/** What the city reads of a position before there is one. */
/** @type {any} */
const UNLAID = { tiles: [], seats: [], event: null };
/** @type {Brigade.Offer} */
const NOTHING = { commands: [], picked: [], pick: null };

/**
 * Draws a part if it differs from what is drawn, and flags it if it differs from the view before.
 * @param {Brigade.Part} one @param {BrigadeView} now @param {BrigadeView | null} was @param {boolean} renamed
 */
function drawPart(one, now, was, renamed) {
  const data = one.read(now);
  const key = JSON.stringify(data);
  const extra = one.extra?.(now);
  const drawn = extra ? key + JSON.stringify(extra) : key;
  if (drawn !== one.drawn || renamed) {
    one.drawn = drawn;
    one.draw(data, extra);
  }
  if (was && !one.silent && data !== null && JSON.stringify(one.read(was)) !== key) flagChanged(one.element);
}

/** @param {string} id @param {Brigade.Bench} bench */
function chip(id, bench) {
  const [kind, what] = id.split(':');
  const { words } = bench;
  const printed = kind === 'pick' ? words.chiefs[what] : kind === 'colour' ? words.houses[what] : null;
  const does = printed && bench.position?.options.advanced ? words.ability(printed.ability)
    : printed?.base_colour ? `${printed.base_colour} firehouse` : '';
  const name = nameOf(id, bench.position, words);
  const element = h('button', { type: 'button', class: 'bri-chip' },
    h('span', null, name[0].toUpperCase() + name.slice(1)), does && h('small', null, does));
  return spot(element, id, does ? `${name}: ${does}` : name);
}

/** @param {string} id @param {Brigade.Bench} bench */
function badge(id, bench) {
  const [kind, place] = id.split(':');
  const cell = Number(place);
  const element = h('button', { type: 'button', class: 'bri-badge' }, icon(kind === 'via' ? 'step' : 'cube'));
  element.style.left = `${((cell % 6) + 0.5) * (100 / 6)}%`;
  element.style.top = `${(Math.floor(cell / 6) + 0.5) * (100 / 6)}%`;
  return spot(element, id, nameOf(id, bench.position, bench.words));
}
