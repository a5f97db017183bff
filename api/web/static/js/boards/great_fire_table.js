/** What lies beside the map of The Great Fire of London: turn, cards, stack, seats, score track, the own hand. Decides nothing. */

import { fill, h, plural, svg } from '../dom.js';
import { markChanged, seatMark, spot } from './kit.js';
import { PHASES, isAsked, seatName, tokenName } from './great_fire_words.js';

/** A piece of the map in running text. @param {string} id @param {string} [label] */
export function icon(id, label = '') {
  return svg('svg', { class: 'gf-icon', viewBox: '-10 -11 20 21', ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }) }, svg('use', { href: `#gf-${id}` }));
}

/**
 * A part of the table that draws itself only when what it shows differs, and is marked when what it stands for has changed.
 * @param {string} part its name
 * @param {(context: object) => unknown} shows what it draws
 * @param {(element: HTMLElement, context: object) => void} draw
 * @param {(table: object) => unknown} marks what of the view it stands for
 */
function cell(part, element, shows, draw, marks) {
  element.dataset.part = part;
  let drawn = null;
  return {
    element,
    show(context) {
      const wanted = JSON.stringify(shows(context));
      if (wanted !== drawn) draw(element, context);
      drawn = wanted;
      if (context.before && JSON.stringify(marks(context.table)) !== JSON.stringify(marks(context.before))) markChanged(element);
    },
  };
}

/** A fact of the table under its title; left out while `draw` gives null. */
function fact(part, title, read, draw) {
  const shows = ({ table, names }) => [read(table), table.phase, names];
  return cell(part, h('div', { class: `gf-fact gf-fact-${part}` }), shows, (element, context) => {
    const content = draw(read(context.table), context);
    element.hidden = content === null;
    fill(element, h('h3', null, title), h('div', { class: 'gf-value' }, content));
  }, read);
}

const mini = (printed, card) => h('span', { class: 'gf-mini', role: 'img', 'aria-label': `${printed.direction.get(card).name} card` }, icon(`arrow-${card}`), h('b', null, card));
const back = (label, many = 1) => h('span', { class: 'gf-backs', role: 'img', 'aria-label': label }, Array.from({ length: many }, () => h('i', { class: 'gf-back' })));

/** Turn, points, cards and supplies. */
function facts(printed) {
  const turn = ({ turn: number, active, phase }) => [number, active, phase];
  return [
    fact('turn', 'Turn', turn, ([number, active, phase], { names }) => [
      h('b', { class: 'gf-turn' }, number || '–'),
      active === null || !isAsked(phase) ? h('span', null, `The game ${PHASES[phase]}`) : h('span', { class: `gf-who seat-${active}` }, seatMark(active, 14, ''), h('b', null, names[active]), ` ${PHASES[phase]}`),
    ]),
    fact('points', 'Action points', (table) => table.points_left, (points, { table }) => (['actions', 'fire_second'].includes(table.phase) ? h('span', { role: 'img', 'aria-label': `${points} of ${printed.constants.action_points}` },
      Array.from({ length: printed.constants.action_points }, (_, i) => h('i', { class: i < points ? 'gf-point' : 'gf-point gf-spent' }))) : null)),
    fact('owed', 'Cones to place', (table) => table.owed, (owed) => (owed ? [Array.from({ length: owed }, () => icon('cone')), h('b', null, owed)] : null)),
    fact('card', 'Card played', (table) => table.card, (card) => (card ? mini(printed, card) : null)),
    fact('stack', 'Fire deck', (table) => [table.stack_cards, table.cards_on_stack], (deck, context) => stack(printed, deck, context)),
    fact('stock', 'Stock', (table) => table.stock, (stock) => [icon('cone'), h('b', null, stock), h('span', { class: 'unseen' }, 'cones')]),
    fact('last', 'Last round', (table) => table.final_turns_left, (left, { table }) => (left === null || table.phase === 'over' ? null : h('b', { class: 'gf-alarm' }, `${plural(left, 'turn')} left`))),
    fact('played', 'Discards', (table) => table.played, (cards) => (cards.length ? printed.directions.map(({ id }) => h('span', { class: 'gf-pair' }, mini(printed, id), cards.filter((card) => card === id).length)) : h('span', { class: 'gf-soft' }, 'none'))),
  ];
}

function stack(printed, [letters, count], { seats }) {
  if (!letters.length) return h('span', { class: 'gf-soft' }, 'used up');
  const under = (letter, at) => (at ? printed.stacks.get(letter)?.cards[seats] ?? 0 : count);
  return letters.map((letter, at) => h('span', { class: `gf-stack${at ? '' : ' gf-top'}`, role: 'img', 'aria-label': `${plural(under(letter, at), 'card')} on stack card ${letter}` },
    h('i', { class: 'gf-back' }), h('b', null, under(letter, at)), h('span', { class: 'gf-stack-letter' }, letter)));
}

/** One seat: its pawn and colour, what it holds, and for those who may know, which. */
function seatCell(printed, seat) {
  const own = ({ seats }) => seats[seat];
  const points = (table) => table.colours.find(({ colour }) => colour === own(table).colour)?.points_left ?? null;
  const shows = ({ table, names, acting, own: looks }) => [own(table), looks === seat, names[seat], points(table), acting.includes(seat), table.start === seat, table.outcome?.places[seat]];
  return cell(`seat:${seat}`, h('li', { class: 'gf-seat' }), shows, (element, context) => {
    const { table, names, acting, own: looks } = context;
    const it = own(table);
    element.classList.toggle('gf-acting', acting.includes(seat));
    element.setAttribute('aria-label', seatName(it, names[seat], points(table)));
    const place = table.outcome?.places[seat];
    fill(element,
      h('div', { class: 'gf-seat-name' }, seatMark(seat, 16, ''), it.pawn ? icon(`pawn-${it.pawn}`, `${it.pawn} landowner`) : null, h('b', null, names[seat]),
        acting.includes(seat) ? h('span', { class: 'gf-flag' }, 'to act') : null, table.start === seat ? h('span', { class: 'gf-tag', title: 'start player' }, 'start') : null,
        it.hero ? h('span', { class: 'gf-hero', title: 'Hero of London: 2 points' }, 'Hero') : null),
      place ? h('p', { class: 'gf-place' }, h('b', null, `${place.points} points`), ` · place ${place.place}`) : null,
      h('dl', { class: 'gf-holds' },
        holds('Houses', it.colour ? [icon(`house-${it.colour}`, it.colour), points(table), h('small', null, ' points')] : h('span', { class: 'gf-soft' }, it.pawn ? 'colour hidden' : '–')),
        holds('Put out', [icon('cone'), it.pile]),
        looks === seat ? null : holds('Cards', it.hand ? it.hand.map((card) => mini(printed, card)) : [it.shown.map((card) => mini(printed, card)), back(`${plural(it.cards - it.shown.length, 'card')} face down`, it.cards - it.shown.length)]),
        holds('Tokens', tokens(it)),
        looks === seat ? null : holds('Aims', aims(printed, it, table))));
  }, own);
}

const holds = (title, content) => h('div', null, h('dt', null, title), h('dd', null, content));

function tokens({ tokens: count, token_kinds: kinds }) {
  if (!count) return h('span', { class: 'gf-soft' }, '–');
  return kinds ? kinds.map((kind) => icon(kind, tokenName(kind))) : Array.from({ length: count }, () => icon('token', 'token face down'));
}

/** The objectives of a seat, kept or lost as the board stands; face down for all others. */
function aims(printed, { objectives, pawn }, table) {
  if (!objectives) return pawn ? back('three objectives face down', 3) : h('span', { class: 'gf-soft' }, '–');
  const stands = new Map(table.areas.map((area) => [area.id, area.houses.length > 0]));
  return objectives.map((id) => {
    const { district, vp } = printed.objectives.get(id);
    const kept = stands.get(district);
    return h('span', { class: `gf-aim${kept ? '' : ' gf-lost'}` }, h('b', null, vp), ` ${printed.areas.get(district).name}`, h('span', { class: 'unseen' }, kept ? ', standing' : ', lost'));
  });
}

/** A row of the score track: one step a house lost. */
function trackCell(printed, { id }) {
  const own = ({ colours }) => colours.find(({ colour }) => colour === id);
  const owner = (table) => table.seats.findIndex(({ colour }) => colour === id);
  return cell(`colour:${id}`, h('li', { class: 'gf-track-row' }), ({ table, names }) => [own(table), names[owner(table)]], (element, { table, names }) => {
    const { houses_lost: lost, points_left: left } = own(table);
    const seat = owner(table);
    fill(element, h('span', { class: 'gf-track-name' }, icon(`house-${id}`), h('span', null, id), seat < 0 ? null : seatMark(seat, 13, names[seat])),
      h('span', { class: 'gf-steps', role: 'img', 'aria-label': `${plural(lost, 'house')} lost` }, printed.steps.map((step, at) => h('i', { class: at === lost ? 'gf-next' : null }, at < lost ? icon(`house-${id}`) : step))),
      h('b', { class: 'gf-left' }, left, h('span', { class: 'unseen' }, ' points left')));
  }, own);
}

/**
 * All that lies beside the map.
 * @param {object} printed
 * @returns {{facts: HTMLElement, seats: HTMLElement, track: HTMLElement, show: (context: object) => void}}
 */
export function makeTable(printed) {
  const known = facts(printed);
  const rows = printed.colours.map((colour) => trackCell(printed, colour));
  const seats = h('ul', { class: 'gf-seats', 'aria-label': 'Seats' });
  let chairs = [];
  return {
    facts: h('div', { class: 'gf-facts' }, known.map(({ element }) => element)),
    seats,
    track: h('section', { class: 'gf-track', 'aria-label': 'Burnt houses' }, h('h3', null, 'Houses lost, and the points left'), h('ul', null, rows.map(({ element }) => element))),
    show(context) {
      if (chairs.length !== context.seats) {
        chairs = Array.from({ length: context.seats }, (_, seat) => seatCell(printed, seat));
        fill(seats, chairs.map(({ element }) => element));
      }
      for (const each of [...known, ...chairs, ...rows]) each.show(context);
    },
  };
}

// ------------------------------------------------------------------ the own hand

const card = (printed, id) => {
  const { name, hex } = printed.direction.get(id);
  return h('div', { class: 'gf-card', style: { '--gf-dir': hex } }, h('span', { class: 'gf-card-letter' }, id), icon(`arrow-${id}`), h('span', { class: 'gf-card-name' }, name), h('span', { class: 'gf-times' }));
};

/**
 * The cards, tokens and objectives of the seat that looks, to be chosen from. One card stands for all of its direction.
 * @param {object} printed
 * @param {Map<string, object>} spots gets what can be chosen
 */
export function makeHand(printed, spots) {
  const piles = new Map();
  const pile = (id, element, label) => {
    piles.set(id, element);
    spots.set(id, spot(element, id, label));
    return element;
  };
  const cards = h('div', { class: 'gf-cards' }, printed.directions.map(({ id, name }) => pile(`card:${id}`, card(printed, id), `Fire card ${name}`)));
  const held = h('div', { class: 'gf-tokens' }, ['charge', 'double_move', 'vp'].map((kind) => pile(`token:${kind}`, h('div', { class: 'gf-held' }, icon(kind), h('span', null, tokenName(kind).slice(2)), h('span', { class: 'gf-times' })), tokenName(kind))));
  const buttons = h('div', { class: 'gf-dos' }, [['keep', 'Keep this hand'], ['exchange', 'Show and exchange it'], ['end', 'End the actions']].map(([id, text]) => pile(`do:${id}`, h('button', { type: 'button', class: 'gf-do' }, text), text)));
  const targets = h('div', { class: 'gf-aims' });
  const title = h('h3', null, 'Hand');
  const element = h('section', { class: 'gf-hand', 'aria-label': 'Your hand' }, title, cards, held, targets, buttons);
  let drawn = '';
  return {
    element,
    /** Show the hand of one seat; of nobody, and then nothing of it stays, when these eyes may not know it. */
    show(seat, name, table) {
      const own = seat?.hand ? seat : { hand: [], token_kinds: [], objectives: null };
      element.hidden = !seat?.hand;
      const standing = (own.objectives ?? []).map((id) => table.areas.find((area) => area.id === printed.objectives.get(id).district).houses.length > 0);
      const wanted = JSON.stringify([own.hand, own.token_kinds, own.objectives, name, standing]);
      if (wanted === drawn) return;
      drawn = wanted;
      title.textContent = `The hand of ${name}`;
      const count = (list, what) => (list ?? []).filter((each) => each === what).length;
      for (const { id, name: direction } of printed.directions) lay(piles, spots, `card:${id}`, count(own.hand, id), (many) => plural(many, `${direction} card`));
      for (const kind of ['charge', 'double_move', 'vp']) lay(piles, spots, `token:${kind}`, count(own.token_kinds, kind), (many) => tokenName(kind, many));
      fill(targets, own.objectives ? aims(printed, own, table) : null);
    },
  };
}

function lay(piles, spots, id, many, name) {
  const element = piles.get(id);
  element.hidden = many === 0;
  element.dataset.many = String(Math.min(many, 4));
  element.querySelector('.gf-times').textContent = many > 1 ? `×${many}` : '';
  spots.get(id).rename(name(many));
}
