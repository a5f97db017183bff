/**
 * What lies beside the map of The Great Fire of London: turn, points, deck, supplies, seats, score track. Decides
 * nothing.
 */

import { fill, h, plural, set } from '../../dom.js';
import { seatEmblem } from '../kit.js';
import { cell, icon, mini, soft, labelled } from './parts.js';
import { makeSeat } from './seats.js';
import { PHASES, hasActor } from './words.js';

/**
 * A fact of the game under its title; left out while `draw` returns null.
 * @param {string} part @param {string} title @param {(position: GreatFireView) => any} read
 * @param {(data: any, context: GreatFire.Context) => unknown} draw
 */
function fact(part, title, read, draw) {
  /** @param {GreatFire.Context} context */
  const shows = ({ position, names }) => [read(position), position.phase, names];
  return cell(part, h('div', { class: `gf-fact gf-fact-${part}` }), shows, (element, context) => {
    const content = draw(read(context.position), context);
    element.hidden = content === null;
    fill(element, h('h3', null, title), h('div', { class: 'gf-value' }, content));
  }, read);
}

/** @param {GreatFire.Printed} printed */
const facts = (printed) => [
  fact('turn', 'Turn', ({ turn, active, phase }) => [turn, active, phase], turn),
  fact('points', 'Action points', (position) => position.points_left,
    (left, { position }) => points(left, position.phase, printed.constants.action_points)),
  fact('cones_to_place', 'Cones to place', (position) => position.cones_to_place,
    (cones) => (cones ? [Array.from({ length: cones }, () => icon('cone')), cones] : null)),
  fact('card', 'Card played', (position) => position.card, (card) => (card ? mini(printed, card) : null)),
  fact('stack', 'Fire deck', (position) => [position.stack_cards, position.cards_on_stack],
    (deck, { seats, position }) =>
      stack(printed, deck, seats) ?? soft(hasBegun(position) ? 'used up' : 'not laid yet')),
  fact('stock', 'Stock', (position) => position.stock,
    (stock) => [icon('cone'), h('b', null, stock), h('span', { class: 'unseen' }, 'cones')]),
  fact('last', 'Last round', (position) => position.final_turns_left,
    (left, { position }) => lastRound(left, position.phase)),
  fact('played', 'Discards', (position) => position.played, (cards) => discards(printed, cards)),
];

/** Whether set-up is over. @param {GreatFireView} position */
const hasBegun = ({ phase }) => !['set_up', 'confirm_hand', 'dealing'].includes(phase);

/** @param {[turn: number, active: number | null, phase: string]} data @param {GreatFire.Context} context */
function turn([number, active, phase], { names }) {
  const counted = h('b', { class: 'gf-turn' }, number || '–');
  if (active === null || !hasActor(phase)) return [counted, h('span', null, `The game ${PHASES[phase]}`)];
  return [counted,
    h('span', { class: `gf-who seat-${active}` }, seatEmblem(active, 14, ''), h('b', null, names[active]),
      ` ${PHASES[phase]}`)];
}

/** @param {number} left @param {string} phase @param {number} all */
function points(left, phase, all) {
  if (phase !== 'actions' && phase !== 'fire_second') return null;
  return labelled('', `${left} of ${all}`,
    Array.from({ length: all }, (_, at) => h('i', { class: at < left ? 'gf-point' : 'gf-point gf-spent' })));
}

/** @param {number | null} left @param {string} phase */
const lastRound = (left,
  phase) => (left === null || phase === 'over' ? null : h('b', { class: 'gf-alarm' }, `${plural(left, 'turn')} left`));

/** @param {GreatFire.Printed} printed @param {string[]} cards */
function discards(printed, cards) {
  if (!cards.length) return soft('none');
  /** @param {string} id */
  const many = (id) => cards.filter((card) => card === id).length;
  return printed.directions.map(({ id }) => h('span', { class: 'gf-pair' }, mini(printed, id), many(id)));
}

/**
 * The fire deck: the cards to the next Fire Stack Card, then those under each of the others; null without one.
 * @param {GreatFire.Printed} printed @param {[letters: string[], count: number]} deck @param {number} seats
 */
function stack(printed, [letters, count], seats) {
  if (!letters.length) return null;
  return letters.map((letter, at) => {
    const cards = at ? printed.stacks.get(letter)?.cards[seats] ?? 0 : count;
    const label = `${plural(cards, 'card')} on stack card ${letter}`;
    const face = [h('i', { class: 'gf-back' }), h('b', null, cards), h('span', { class: 'gf-stack-letter' }, letter)];
    return labelled(`gf-stack${at ? '' : ' gf-top'}`, label, face);
  });
}

/**
 * A row of the score track: one step a house lost.
 * @param {GreatFire.Printed} printed @param {GreatFire.Colour} colour
 */
function trackCell(printed, { id }) {
  /** @param {GreatFireView} position */
  const own = ({ colours }) => colours.find(({ colour }) => colour === id);
  /** @param {GreatFireView} position */
  const owner = (position) => position.seats.findIndex(({ colour }) => colour === id);
  /** @param {GreatFire.Context} context */
  const shows = ({ position, names }) => [own(position), names[owner(position)]];
  const name = h('span', { class: 'gf-track-name' });
  const steps = printed.steps.map((value) => h('i', null, value));
  const track = labelled('gf-steps', '', steps);
  const points = h('b', { class: 'gf-left' });
  const row = h('li', { class: 'gf-track-row' }, name, track, points);
  let filled = 0;
  return cell(`colour:${id}`, row, shows, (_, { position, names }) => {
    const { houses_lost: lost, points_left: left } = own(position) ?? { houses_lost: 0, points_left: 0 };
    const seat = owner(position);
    fill(name, icon(`house-${id}`), h('span', null, id), seat < 0 ? null : seatEmblem(seat, 13, names[seat]));
    set(track, { 'aria-label': `${plural(lost, 'house')} lost` });
    // Only the steps between then and now: a row of twenty small grids is dear to lay out.
    const full = Math.min(lost, steps.length);
    for (; filled < full; filled += 1) fill(steps[filled], icon(`house-${id}`));
    for (; filled > full; filled -= 1) fill(steps[filled - 1], printed.steps[filled - 1]);
    steps.forEach((step, at) => set(step, { class: at === lost ? 'gf-next' : null }));
    fill(points, left, h('span', { class: 'unseen' }, ' points left'));
  }, own);
}

/**
 * All that lies beside the map but the own hand.
 * @param {GreatFire.Printed} printed
 * @returns {{facts: HTMLElement, seats: HTMLElement, track: HTMLElement, show: (context: GreatFire.Context) => void}}
 */
export function makeBeside(printed) {
  const known = facts(printed);
  const rows = printed.colours.map((colour) => trackCell(printed, colour));
  /** @param {GreatFire.Cell[]} cells */
  const elements = (cells) => cells.map(({ element }) => element);
  const seats = h('ul', { class: 'gf-seats', 'aria-label': 'Seats' });
  const title = h('h3', null, 'Houses lost, and the points left');
  /** @type {GreatFire.Cell[]} */
  let chairs = [];
  return {
    facts: h('div', { class: 'gf-facts' }, elements(known)),
    seats,
    track: h('section', { class: 'gf-track', 'aria-label': 'Burnt houses' }, title, h('ul', null, elements(rows))),
    show(context) {
      if (chairs.length !== context.seats) {
        chairs = Array.from({ length: context.seats }, (_, seat) => makeSeat(printed, seat));
        fill(seats, elements(chairs));
      }
      for (const each of [...known, ...chairs, ...rows]) each.show(context);
    },
  };
}
