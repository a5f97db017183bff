/** The board of The Brigade. Draws a view and offers spots; knows no rule and asks no server. */
import { fill, h, lessMotion } from '../dom.js';
import { clearChanged, markChanged, offerSpots, spot, stylesheet } from './kit.js';
import { icon, symbols } from './brigade_art.js';
import { flyCubes, makeCity } from './brigade_city.js';
import { makeCards, makeSeat } from './brigade_seats.js';
import { isBadge, isChoice, nameOf, spotsOf } from './brigade_spots.js';
import { makeActions, makeDecks, makeRecruits, makeStatus } from './brigade_table.js';
import { makeWords } from './brigade_words.js';

/**
 * @param {{ruleset: object, components: object, seats: {seat: number, name: string, bot: string}[]}} table
 * @returns {Promise<{element: Element, show: Function, offer: Function, spotsOf: Function, nameOf: Function}>}
 */
export default async function makeBoard(table) {
  await stylesheet('/assets/css/boards/brigade.css');
  const bench = { words: makeWords(table.components), parts: [], spots: new Map(), cards: new Map(), seats: 0, table: null, viewer: null };
  const element = h('div', { class: 'bri' });
  let city = null;
  let choices = null;
  let passing = [];
  let shown = 0;
  let standing = null;

  function build(seats) {
    bench.seats = seats;
    makeCards(bench);
    choices = h('div', { class: 'bri-choices', role: 'group', 'aria-label': 'Choices', hidden: true });
    city = makeCity(bench);
    const actions = h('section', { class: 'bri-actions', 'aria-label': 'Actions' }, makeActions(bench), makeRecruits(bench), choices);
    const boards = Array.from({ length: seats }, (_, seat) => makeSeat(bench, seat));
    const play = h('div', { class: 'bri-play' }, makeStatus(bench), actions, city.element, makeDecks(bench));
    const side = h('div', { class: 'bri-side' }, h('div', { class: 'bri-seats' }, boards));
    fill(element, symbols(), h('div', { class: 'bri-table' }, play, side));
  }

  /** Spots that lie on the table only while they are offered: buttons of the choice panel and badges on tiles. */
  function lay(wanted) {
    const ids = wanted.filter((id) => isChoice(id) || isBadge(id));
    const kept = new Map(passing.map((each) => [each.id, each]));
    for (const each of passing) {
      if (ids.includes(each.id)) continue;
      bench.spots.delete(each.id);
      each.element.remove();
    }
    passing = ids.map((id) => kept.get(id) ?? (isChoice(id) ? chip(id, bench) : badge(id, bench)));
    for (const each of passing) {
      if (kept.has(each.id)) continue; // an element that stays keeps the focus
      bench.spots.set(each.id, each);
      (isChoice(each.id) ? choices : city.over).append(each.element);
    }
    if (choices) choices.hidden = !choices.childElementCount;
  }

  function light({ commands, picked, pick }) {
    const rows = new Map(commands.map((command) => [command, spotsOf(command, bench.table, bench.words)]));
    lay([...new Set([...picked, ...[...rows.values()].map((row) => row[picked.length]).filter(Boolean)])]);
    offerSpots(bench.spots, (command) => rows.get(command), commands, picked, pick);
  }

  /** What was offered at a step is offered there only, also when it is drawn again. */
  function renew() {
    if (standing) light(standing.version === shown ? standing : NOTHING);
  }

  return {
    element,
    show(view, { before = null, viewer = null, animate = false } = {}) {
      const now = view.table;
      const renamed = bench.words.rename(view.seats);
      const whose = viewer?.seat ?? viewer;
      bench.viewer = Number.isInteger(whose) && whose >= 0 ? whose : null;
      bench.table = now;
      shown = view.version;
      clearChanged(element);
      if (!now) {
        lay([]);
        return void waiting(element, bench);
      }
      if (!element.querySelector('.bri-play')) build(now.seats.length);
      element.classList.toggle('bri-still', !animate || lessMotion());
      bench.words.homes = new Map(now.seats.map((seat) => [seat.home, seat.seat]));
      const was = before?.table ?? null;
      for (const one of bench.parts) drawPart(one, now, was, renamed);
      city.show(now);
      renew();
      if (animate && was) flyCubes(element, now, was);
    },
    offer(commands, picked, pick) {
      standing = pick && { commands, picked: [...picked], pick, version: shown };
      if (pick) element.classList.add('bri-playing'); // watchers need no buttons; players keep theirs between turns
      if (bench.table) light(standing ?? NOTHING);
    },
    spotsOf: (command) => spotsOf(command, bench.table, bench.words),
    nameOf: (id) => bench.spots.get(id)?.name ?? nameOf(id, bench.table, bench.words),
  };
}

const NOTHING = { commands: [], picked: [], pick: null };

/** Draws a part if it differs from what is drawn, and marks it if it differs from the view before. */
function drawPart(one, now, was, renamed) {
  const data = one.read(now);
  const key = JSON.stringify(data);
  const extra = one.extra?.(now);
  const drawn = extra ? key + JSON.stringify(extra) : key;
  if (drawn !== one.drawn || renamed) {
    one.drawn = drawn;
    one.draw(data, extra);
  }
  if (was && !one.silent && data !== null && JSON.stringify(one.read(was)) !== key) markChanged(one.element);
}

/** Before the game begins there is nothing on the table. */
function waiting(element, bench) {
  bench.parts.length = 0;
  bench.spots.clear();
  fill(element, h('p', { class: 'bri-waiting' }, 'The table is laid when the game begins.'));
}

function chip(id, bench) {
  const [kind, what] = id.split(':');
  const { words } = bench;
  const printed = kind === 'pick' ? words.chiefs[what] : kind === 'colour' ? words.houses[what] : null;
  const does = printed && bench.table.options.advanced ? words.ability(printed.ability) : printed?.base_colour ? `${printed.base_colour} firehouse` : '';
  const name = nameOf(id, bench.table, words);
  const element = h('button', { type: 'button', class: 'bri-chip' }, h('span', null, name[0].toUpperCase() + name.slice(1)), does && h('small', null, does));
  return spot(element, id, does ? `${name}: ${does}` : name);
}

function badge(id, bench) {
  const [kind, cell] = id.split(':');
  const element = h('button', { type: 'button', class: 'bri-badge' }, icon(kind === 'via' ? 'step' : 'cube'));
  element.style.left = `${((cell % 6) + 0.5) * (100 / 6)}%`;
  element.style.top = `${(Math.floor(cell / 6) + 0.5) * (100 / 6)}%`;
  return spot(element, id, nameOf(id, bench.table, bench.words));
}
