/**
 * What lies beside the city: the state of the game, the action card, the event cards, the crew deck.
 */
import { fill, h } from '../../dom.js';
import { seatEmblem, spot } from '../kit.js';
import { icon, stormPicture, windPicture } from './art.js';
import { crewFace } from './seats.js';
import { ACTIONS, nameOf } from './spots.js';
import { place, some } from './words.js';

/** @type {Record<string, string>} */
const PHASES = { set_up: 'set-up', choosing: 'choosing chiefs', starting: 'starting events', event: 'event phase',
  action: 'action phase', end: 'end of turn', over: 'over' };

/**
 * @param {Brigade.Bench} bench @param {string} id @param {HTMLElement} element @param {Brigade.Part['read']} read
 * @param {Brigade.Part['draw']} draw
 */
function part(bench, id, element, read, draw) {
  element.dataset.part = id;
  bench.parts.push({ id, element, read, draw });
  return element;
}

/** Round, turn, phase, what is waited for, how the city stands. @param {Brigade.Bench} bench */
export function makeStatus(bench) {
  const { words } = bench;
  const turn = h('p', { class: 'bri-turn' });
  const ask = h('p', { class: 'bri-ask' });
  const alarm = h('p', { class: 'bri-alarm' });
  part(bench, 'turn', turn,
    (position) => ({ phase: position.phase, round: position.round, active: position.active, extra: position.extra_turn,
      due: position.extra_turn_due, outcome: position.outcome }),
    (data) => fill(turn, data.outcome ? ending(data.outcome, words) : [whoseTurn(data, words), moment(data)]));
  part(bench, 'ask', ask, (position) => (position.pending ? { ...position.pending, drawn: null } : null), (pending) => {
    ask.hidden = !pending;
    if (pending) fill(ask, seatEmblem(pending.seat, 16, ''), sentence(pending, words, bench.position));
  });
  part(bench, 'alarm', alarm, cityState, (data) => fill(alarm, alarmOf(data, words)));
  return h('section', { class: 'bri-status', 'aria-label': 'State of the game' }, turn, news(bench), ask, alarm);
}

/** @param {{active: number | null, extra: boolean}} of @param {Brigade.Words} words */
function whoseTurn({ active, extra }, words) {
  if (active === null) return '';
  return [seatEmblem(active, 18, ''), h('b', null, `${words.who(active)}’s ${extra ? 'extra turn' : 'turn'}`)];
}

/** Round and phase. @param {{round: number, phase: string, due: boolean}} of */
function moment({ round, phase, due }) {
  const parts = [round > 0 && `round ${round}`, PHASES[phase] ?? phase, due && 'an extra turn follows'];
  return h('span', null, parts.filter(Boolean).join(' · '));
}

/** @param {ReturnType<typeof cityState>} of @param {Brigade.Words} words */
function alarmOf({ fires, ruins, university, evacuation }, words) {
  const { evacuation_total_destroyed: all = 8, evacuation_university_destroyed: uni = 3 } = words.numbers;
  return [h('span', null, icon('flame'), some(fires, 'fire')),
    h('span', null, icon('ruin'), `${ruins} of ${all} ruined`),
    h('span', null, icon('university'), `${university} of ${uni} University`),
    evacuation && h('b', null, 'Evacuation: the last round')];
}

/**
 * The event card in resolution, where it cannot be overlooked; its picture lies with the decks.
 * @param {Brigade.Bench} bench
 */
function news(bench) {
  const { words } = bench;
  const element = h('p', { class: 'bri-news' });
  /** @param {string | null} card */
  const draw = (card) => {
    element.hidden = !card;
    if (card) fill(element, icon('flame'), h('span', null, h('b', null, `${words.event(card)}: `), says(words, card)));
  };
  bench.parts.push({ id: 'news', silent: true, element, read: (position) => position.event, draw });
  return element;
}

/** @param {BrigadeView} position */
function cityState(position) {
  const ruins = position.tiles.filter((tile) => tile.destroyed);
  const fires = position.tiles.filter((tile) => tile.fire > 0 && !tile.destroyed).length;
  return { fires, ruins: ruins.length, university: ruins.filter((tile) => tile.kind === 'university').length,
    evacuation: position.evacuation };
}

/** @param {BrigadeOutcome} outcome @param {Brigade.Words} words */
function ending(outcome, words) {
  const rows = [...outcome.places].sort((a, b) => a.place - b.place || a.seat - b.seat);
  return [h('b', null, `The game is over ${words.ending(outcome.ending)}.`),
    rows.map(
      (row) =>
        h('span', { class: 'bri-placed' }, `${row.place}. `, seatEmblem(row.seat, 14, ''),
          ` ${words.who(row.seat)}, ${some(row.points, 'point')}`))];
}

/** @param {Brigade.Pending} pending @param {Brigade.Words} words @param {BrigadeView | null} position */
function sentence(pending, words, position) {
  const tile = pending.cell === null ? null : position?.tiles[pending.cell];
  const about = tile ? ` at ${tile.name} ${place(tile.cell)}` : '';
  const left = pending.cubes > 0 ? `, ${some(pending.cubes, 'cube')} left` : '';
  return h('span', null, h('b', null, words.who(pending.seat)),
    ` ${pending.may_decline ? 'may' : 'has to'} ${words.decision(pending.decision)}${about}${left}.`);
}

/** The action card: the seven actions, and how many are left. @param {Brigade.Bench} bench */
export function makeActions(bench) {
  const { words } = bench;
  const left = h('p', { class: 'bri-left' });
  const buttons = new Map(ACTIONS.map((verb) => [verb, actionButton(bench, verb)]));
  const element = h('div', { class: 'bri-action-card' }, left, h('div', { class: 'bri-verbs' }, [...buttons.values()]));
  bench.parts.push(
    { id: 'card', silent: true, element, read: (position) => position.phase,
      draw: (phase) => (element.hidden = phase !== 'action') });
  part(bench, 'actions', element,
    ({ actions, used, free_moves, wagon_may_ride }) => ({ actions, used, free_moves, wagon_may_ride }), (data) => {
    fill(left, actionsLeft(data, words));
    buttons.get('upgrade')?.classList.toggle('bri-done', data.used.includes('upgrade'));
    const ride = buttons.get('ride');
    if (ride) ride.hidden = !data.wagon_may_ride;
  });
  return element;
}

/** @param {Brigade.Bench} bench @param {string} verb */
function actionButton({ spots, words }, verb) {
  const name = nameOf(`act:${verb}`, null, words);
  const element = h('div', { class: 'bri-verb' }, name);
  const target = spot(element, `act:${verb}`, name);
  spots.set(target.id, target);
  return element;
}

/** @param {{actions: number, free_moves: number, used: string[]}} of @param {Brigade.Words} words */
function actionsLeft({ actions, free_moves: free, used }, words) {
  const notes = [free > 0 && some(free, 'free move'), used.length > 0 && `used: ${used.map(words.used).join(', ')}`];
  const pips = Array.from({ length: actions }, () => h('i', null));
  return [h('b', null, some(actions, 'action'), ' left'), h('span', { class: 'bri-pips', 'aria-hidden': 'true' }, pips),
    notes.filter(Boolean).map((note) => h('span', { class: 'bri-note' }, note))];
}

/** The event card in resolution or drawn last, the decks and the discards. @param {Brigade.Bench} bench */
export function makeDecks(bench) {
  return h('section', { class: 'bri-decks', 'aria-label': 'Cards' }, eventCard(bench), eventDeck(bench),
    crewDeck(bench));
}

/** @param {Brigade.Bench} bench */
function eventCard(bench) {
  const { words } = bench;
  const element = h('div', { class: 'bri-event' });
  const pictures = new Map();
  return part(bench, 'event', element,
    (position) => ({ card: position.event ?? position.event_discard.at(-1) ?? null, now: position.event !== null }),
    ({ card, now }) => {
    element.classList.toggle('bri-now', now);
    if (!card)
      return fill(element, h('span', { class: 'bri-back' }, icon('flame')), h('p', null, h('b', null, 'No event yet')));
    if (!pictures.has(card)) pictures.set(card, picture(words.events[card]));
    fill(element, pictures.get(card),
      h('p', null, h('small', null, now ? 'Event now' : 'Last event'), h('b', null, words.event(card)),
        h('span', null, says(words, card))));
  });
}

/** @param {any} card */
function picture(card) {
  if (card.kind === 'firestorm') return stormPicture(card.cells);
  return card.kind === 'wind' ? windPicture(card.direction)
    : h('span', { class: 'bri-picture bri-special', 'aria-hidden': 'true' }, '!');
}

/** @param {Brigade.Words} words @param {string} id */
function says(words, id) {
  const card = words.events[id];
  if (card.kind === 'firestorm')
    return `Fire at ${card.cells.map((/** @type {number[]} */ [row, column]) => `[${row},${column}]`).join(' ')}`;
  return card.kind === 'wind' ? 'Every fire spreads one tile that way.'
    : `${words.effect(id)[0].toUpperCase()}${words.effect(id).slice(1)}.`;
}

/** @param {string} name @param {number} count @param {string} kind */
function pile(name, count, kind) {
  return h('div', { class: 'bri-pile', role: 'img', 'aria-label': `${name}: ${some(count, 'card')}` },
    h('span', { class: `bri-back ${count ? '' : 'bri-none'}`, 'aria-hidden': 'true' }, icon(kind)),
    h('span', { 'aria-hidden': 'true' }, h('b', null, count), ` ${name}`));
}

/** @param {string} title @param {string[]} names */
function listing(title, names) {
  return names.length > 0
    && h('details', { class: 'bri-listing' }, h('summary', null, `${title} (${names.length})`),
      h('ul', null, names.map((name) => h('li', null, name))));
}

/**
 * Fills an element but leaves its lists as open as they were.
 * @param {HTMLElement} element @param {Children} children
 */
function refill(element, ...children) {
  const open = [...element.querySelectorAll('details')].map((list) => list.open);
  fill(element, ...children);
  element.querySelectorAll('details').forEach((list, at) => (list.open = open[at] ?? false));
}

/** @param {Brigade.Bench} bench */
function eventDeck(bench) {
  const { words } = bench;
  const element = h('div', { class: 'bri-deck' });
  return part(bench, 'events', element,
    ({ event_deck, event_discard, starting_left }) => ({ event_deck, event_discard, starting_left }), (data) => {
    const left = data.starting_left.map(words.event).join(', ');
    refill(element, pile('in the event deck', data.event_deck, 'flame'),
      left && h('small', null, `Of the starting events still to come: ${left}`),
      listing('Events gone by', data.event_discard.map(words.event)));
  });
}

/** @param {Brigade.Bench} bench */
function crewDeck(bench) {
  const { words } = bench;
  const element = h('div', { class: 'bri-deck' });
  return part(bench, 'crew-deck', element, ({ crew_deck, crew_discard }) => ({ crew_deck, crew_discard }), (data) => {
    refill(element, pile('in the crew deck', data.crew_deck, 'brigade'),
      listing('Crew discarded', data.crew_discard.map((/** @type {string} */ id) => words.crew[id].name)));
  });
}

/**
 * The cards of a Recruit: as cards for the player who drew them, as backs for the others (BRI-HIDDEN-02).
 * @param {Brigade.Bench} bench
 */
export function makeRecruits(bench) {
  const { words, spots } = bench;
  const element = h('div', { class: 'bri-drawn' });
  /** @param {BrigadeView} position */
  const read = (position) => ({ cards: position.pending?.drawn ?? null, count: position.crew_drawn,
    seat: position.pending?.seat ?? position.active });
  return part(bench, 'drawn', element, (position) => (position.crew_drawn ? read(position) : null), (data) => {
    for (const id of [...spots.keys()]) if (id.startsWith('drawn:')) spots.delete(id);
    element.hidden = !data;
    if (!data) return fill(element);
    fill(element, h('h3', null, `Drawn by ${words.who(data.seat)}`),
      data.cards?.map((/** @type {string} */ id) => drawnCard(words, spots, id)) ?? hiddenCards(data.count));
  });
}

/** @param {number} count */
function hiddenCards(count) {
  return h('div', { class: 'bri-backs', role: 'img', 'aria-label': some(count, 'hidden crew card') },
    Array.from({ length: count }, () => h('span', { class: 'bri-back' }, icon('brigade'))));
}

/** @param {Brigade.Words} words @param {Spots} spots @param {string} id */
function drawnCard(words, spots, id) {
  const element = h('div', { class: 'bri-card bri-member' }, crewFace(words, id, words.crew[id].buckets));
  const target = spot(element, `drawn:${id}`,
    `${words.crew[id].name}, ${words.guild(words.crew[id].guild)}, ${words.ability(words.crew[id].ability)}`);
  spots.set(target.id, target);
  return element;
}
