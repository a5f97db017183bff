/**
 * A seat of The Great Fire of London: its colour and landowner, what it holds, and which of it for those who may know.
 */

import { fill, h, plural } from '../../dom.js';
import { seatEmblem } from '../kit.js';
import { backs, cell, icon, mini, soft } from './parts.js';
import { seatName, tokenName } from './words.js';

/**
 * The part beside the map that shows one seat; what the hand shows already is left out of it.
 * @param {GreatFire.Printed} printed
 * @param {number} seat
 */
export function makeSeat(printed, seat) {
  /** @param {GreatFireView} position */
  const own = ({ seats }) => seats[seat];
  /** @param {GreatFireView} position */
  const points = (position) =>
    position.colours.find(({ colour }) => colour === own(position).colour)?.points_left ?? null;
  /** @param {GreatFire.Context} context */
  const shows = ({ position, names, acting, own: looks }) => [
    own(position), looks === seat, names[seat], points(position), acting.includes(seat), position.start === seat,
    position.outcome?.places[seat],
    aimsIntact(printed, own(position), position),
  ];
  return cell(`seat:${seat}`, h('li', { class: 'gf-seat' }), shows,
    (element, { position, names, acting, own: looks }) => {
    const it = own(position);
    const acts = acting.includes(seat);
    const place = position.outcome?.places[seat];
    const tags = [acts && h('span', { class: 'gf-flag' }, 'to act'), position.start === seat && startTag(),
      it.hero && heroTag(printed)];
    element.classList.toggle('gf-acting', acts);
    element.setAttribute('aria-label', seatName(it, names[seat], points(position)));
    fill(element, nameLine(seat, it, names[seat], tags), place && placeLine(place),
      h('dl', { class: 'gf-holds' },
        holds('Houses', houses(it, points(position))),
        holds('Put out', [icon('cone'), it.pile]),
        looks === seat ? null : holds('Cards', cards(printed, it)),
        holds('Tokens', tokens(it)),
        looks === seat ? null : holds('Aims', aims(printed, it, position))));
  }, own);
}

/** @param {number} seat @param {GreatFireSeatView} view @param {string} name @param {Children} tags */
function nameLine(seat, { pawn }, name, tags) {
  const landowner = pawn && icon(`pawn-${pawn}`, `${pawn} landowner`);
  return h('div', { class: 'gf-seat-name' }, seatEmblem(seat, 16, ''), landowner, h('b', null, name), tags);
}

const startTag = () => h('span', { class: 'gf-tag', title: 'start player' }, 'start');

/** @param {GreatFire.Printed} printed */
const heroTag = ({ constants }) =>
  h('span', { class: 'gf-hero', title: `Hero of London: ${plural(constants.vp_hero, 'point')}` }, 'Hero');

/** @param {{points: number, place: number}} of */
const placeLine = ({ points, place }) =>
  h('p', { class: 'gf-place' }, h('b', null, plural(points, 'point')), ` · place ${place}`);

/** @param {string} title @param {unknown} content */
const holds = (title, content) => h('div', null, h('dt', null, title), h('dd', null, content));

/** @param {GreatFireSeatView} of @param {number | null} points */
function houses({ colour, pawn }, points) {
  if (!colour) return soft(pawn ? 'colour hidden' : '–');
  return [icon(`house-${colour}`, colour), points, h('small', null, ' points')];
}

/**
 * The cards that are known face up, the others face down.
 * @param {GreatFire.Printed} printed @param {GreatFireSeatView} seat
 */
function cards(printed, { hand, public_cards: publicCards, cards: count }) {
  const open = hand ?? publicCards;
  const closed = count - open.length;
  return [open.map((card) => mini(printed, card)),
    closed > 0 ? backs(`${plural(closed, 'card')} face down`, closed) : null];
}

/** @param {GreatFireSeatView} of */
function tokens({ tokens: count, token_kinds: kinds }) {
  if (!count) return soft('–');
  return kinds ? kinds.map((kind) => icon(kind, tokenName(kind)))
    : Array.from({ length: count }, () => icon('token', 'token face down'));
}

/**
 * Whether the district of each known objective has houses.
 * @returns {boolean[]} @param {GreatFire.Printed} printed @param {GreatFireSeatView} seat
 * @param {GreatFireView} position
 */
export function aimsIntact(printed, { objectives }, { areas }) {
  const district = (/** @type {string} */ id) => areas.find((area) => area.id === printed.objectives.get(id).district);
  return (objectives ?? []).map((id) => (district(id)?.houses.length ?? 0) > 0);
}

/**
 * The objectives of a seat, standing or lost as the board is; face down for those who may not know them.
 * @param {GreatFire.Printed} printed @param {GreatFireSeatView} seat @param {GreatFireView} position
 */
export function aims(printed, seat, position) {
  if (!seat.objectives) return seat.pawn ? backs('three objectives face down', 3) : soft('–');
  const intact = aimsIntact(printed, seat, position);
  return seat.objectives.map((id, at) => {
    const { district, vp } = printed.objectives.get(id);
    const end = h('span', { class: 'unseen' }, intact[at] ? ', standing' : ', lost');
    return h('span', { class: `gf-aim${intact[at] ? '' : ' gf-lost'}` }, h('b', null, vp),
      ` ${printed.areas.get(district).name}`, end);
  });
}
