/** The Great Fire of London in plain words: what a district, a card, a phase is called. */

import { listed, plural } from '../../dom.js';
import { joined, t, translation } from '../../language/language.js';

/** What each part of a turn is called, about the seat that acts. */
export const PHASES = /** @type {Record<string, string>} */ ({
  set_up: 'is set up',
  confirm_hand: 'confirms the hand',
  dealing: 'is dealt',
  place_band: 'places a trained band',
  place_landowner: 'places the landowner',
  fire: 'plays a fire card',
  fire_second: 'may move a second cone, or acts',
  no_move: 'has no move and adds cones',
  actions: 'acts',
  draw: 'draws a card',
  intensify: 'intensifies the fire',
  scoring: 'is scored',
  over: 'is over',
});

/** @param {string} phase @returns {boolean} whether one seat acts in it */
export const hasActor = (phase) => !['set_up', 'dealing', 'scoring', 'over'].includes(phase);

/** "2 red houses", in the order of first appearance. @param {string[]} kinds @param {string} word */
export function grouped(kinds, word) {
  return [...new Set(kinds)].map((kind) => plural(kinds.filter((each) => each === kind).length, `${kind} ${word}`));
}

/**
 * What a district holds.
 * @param {GreatFire.Area} area its entry in the view @param {GreatFire.District} printed
 * @param {GreatFire.Known} known whether houses have been placed, the seats' names, whether it is an objective of the
 *   viewer
 */
export function areaName(area, printed, { placed, names, objective }) {
  const parts = grouped(area.houses, 'house');
  if (area.demolished) parts.push('demolished, a fire break');
  else if (printed.size && placed && !area.houses.length) parts.push('burnt down');
  if (area.cones) parts.push(plural(area.cones, 'cone'));
  if (area.burning) parts.push(area.contained ? 'fire contained' : 'burning');
  if (area.bands)
    parts.push(plural(area.bands, 'band')
      + (area.free_bands === 0 ? translation(', none free')
        : area.free_bands < area.bands ? t`, ${area.free_bands} free` : ''));
  if (area.token) parts.push('a token face down');
  if (area.landowners.length)
    parts.push(t`landowner of ${listed(area.landowners.map((/** @type {number} */ seat) => names[seat]))}`);
  if (printed.vp) {
    const points = plural(printed.vp, 'point');
    parts.push(objective ? t`your objective of ${points}` : t`objective of ${points}`);
  }
  if (!parts.length) parts.push(printed.region === 'park' ? 'grassed area' : 'empty');
  return `${printed.name}: ${joined(parts)}`;
}

/** What a seat holds. @param {GreatFireSeatView} seat @param {string} name @param {number | null} points */
export function seatName(seat, name, points) {
  const parts = [plural(seat.cards, 'fire card'), t`${plural(seat.pile, 'cone')} put out`];
  if (seat.colour) parts.unshift(`owns the ${seat.colour} houses`);
  if (points !== null) parts.push(plural(points, 'house point'));
  if (seat.tokens) parts.push(plural(seat.tokens, 'token'));
  if (seat.hero) parts.push('Hero of London');
  return `${name}: ${joined(parts)}`;
}

/** What can be chosen without a piece or a card. */
export const DO = /** @type {Record<string, string>} */ ( { keep: 'Keep hand',
  exchange: 'Exchange hand: show it, draw another', end: 'End actions' });
/** @type {Record<string, string>} */
const TOKENS = { charge: 'demolition charge', double_move: 'double move', vp: 'victory point token' };

/** @param {string} kind @param {number} [count] */
export const tokenName = (kind, count = 1) => plural(count, TOKENS[kind] ?? kind);

/**
 * The spots that stand for a command: the card or the piece first, then where it comes from, then where it goes.
 * @param {RulesetCommand} command
 * @param {(seat: number) => string | null} placeOf the area of a seat's landowner
 * @returns {string[]}
 */
export function spotsOf(command, placeOf) {
  switch (command.type.replace('great_fire.', '')) {
    case 'KeepHand': return ['do:keep'];
    case 'ExchangeHand': return ['do:exchange'];
    case 'EndActions': return ['do:end'];
    case 'PlaceBand':
    case 'PlaceLandowner': return [`area:${command.area}`];
    case 'PlayFire': return [`card:${command.card}`, `area:${command.source}`, `area:${command.target}`];
    case 'DeclareNoMove': return [`card:${command.discard}`];
    case 'PlayDoubleMove': return ['token:double_move', `area:${command.source}`, `area:${command.target}`];
    case 'MoveLandowner': return [`landowner:${command.seat}`, `area:${command.to}`];
    case 'MoveBand': return [`band:${command.origin}`, `area:${command.to}`];
    case 'PutOut': return placeOf(command.seat) ? [`cones:${placeOf(command.seat)}`] : [];
    case 'Demolish': return ['token:charge', `area:${command.district}`];
    case 'Intensify': return [`area:${command.district}`];
    default: return [];
  }
}

/** @param {string[]} names @param {number} seat */
const whose = (names, seat) => names[seat] ?? t`Seat ${seat + 1}`;

/**
 * What a spot other than a district is called.
 * @param {string} id
 * @param {{areas: Map<string, GreatFire.District>, directions: Map<string, GreatFire.Direction>, names: string[]}}
 * known
 */
export function spotName(id, { areas, directions, names }) {
  const [kind, what] = id.split(':');
  switch (kind) {
    case 'do': return translation(DO[what]);
    case 'card': return t`Fire card ${directions.get(what)?.name ?? what}`;
    case 'token': return translation(`Your ${TOKENS[what] ?? what}`);
    case 'band': return t`Free band in ${areas.get(what)?.name ?? what}`;
    case 'cones': return t`Put out a cone in ${areas.get(what)?.name ?? what}`;
    case 'landowner': return t`Landowner of ${whose(names, Number(what))}`;
    default: return what;
  }
}
