/** What a screen reader calls each thing on the board, in one sentence: all that is drawn of it. */
import { chiefNotes } from './parts/seat.js';
import { alarmWords } from './parts/status.js';
import { place, some } from './words.js';
import { joined as translated, t, translation } from '../../language/language.js';

/** @typedef {(at: string, position: BrigadeView, words: Brigade.Words, more: string) => string} Label */

/** @param {unknown[]} parts those that are not truthy are left out */
const joined = (...parts) => translated(/** @type {string[]} */ (parts.filter(Boolean)));
/** An ability as a part of a longer sentence. @param {string} text */
const withoutStop = (text) => text.replace(/\.$/, '');
/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @type {Label} */
function seatLabel(at, { seats }, words) {
  const { points, gone, banked } = seats[Number(at)];
  const standing = joined(some(points, 'point'), gone && 'has left the game',
    banked && t`${some(banked, 'action')} more in the next turn`);
  return `${words.who(Number(at))}, ${standing}`;
}

/** @type {Label} */
function chiefLabel(at, { seats, options }, words) {
  const of = seats[Number(at)];
  const card = words.chiefs[of.chief ?? ''];
  if (!card) return t`${words.who(Number(at))} has no chief yet`;
  return joined(t`Chief ${card.name}`, t`water ${of.chief_water} of ${of.chief_buckets}`,
    options.advanced && withoutStop(words.ability(card.ability)), ...chiefNotes(of, words));
}

/** @type {Label} */
function firehouseLabel(at, { seats, options }, words) {
  const { firehouse } = seats[Number(at)];
  if (!firehouse) return translation('No firehouse yet');
  return joined(`${capital(firehouse)} firehouse`,
    options.advanced && withoutStop(words.ability(words.houses[firehouse].ability)));
}

/** @type {Label} */
function trackLabel(at, { seats }, words, name) {
  const track = seats[Number(at)].tracks.find((one) => one.track === name);
  return t`${words.track(name)} ${track?.value}, circle ${(track?.circle ?? 0) + 1} of ${(track?.last ?? 0) + 1}`;
}

/** @type {Label} */
function supplyLabel(at, { seats }, { supply }) {
  const { cubes_left: cubes, tokens_left: tokens } = seats[Number(at)];
  const { recognition_cubes_per_player: all = 16, loyalty_tokens_per_player: most = 10 } = supply;
  return t`Supply: ${some(cubes, 'cube')} of ${all}, ${some(tokens, 'loyalty token')} of ${most}`;
}

/** @type {Label} */
function endsLabel(at, { seats }, { numbers }) {
  const { guild_loyalty_tiles: tiles = 5, citizens_types: types = 5 } = numbers;
  const { guild, citizens, evacuation } = seats[Number(at)].ends;
  return t`Towards a win: best guild ${guild} of ${tiles}, citizens ${citizens} of ${types}; ${
    some(evacuation, 'point')} if the city is evacuated`;
}

/** @type {Label} */
function cardLabel(id, { seats }, words) {
  const printed = words.crew[id];
  const card = seats.flatMap((of) => of.crew).find((one) => one.card === id);
  const isAsleep = card !== undefined && !card.active;
  return joined(printed.name, printed.guild === 'none' ? '' : words.guild(printed.guild),
    card && card.buckets > 0 && t`water ${card.water} of ${card.buckets}`, withoutStop(words.ability(printed.ability)),
    isAsleep ? 'asleep: no loyal tile of the guild' : 'active');
}

/** @type {Label} */
const drawnLabel = (id, _, words) =>
  joined(words.crew[id].name, words.guild(words.crew[id].guild), words.ability(words.crew[id].ability));

/** @type {Label} */
function eventLabel(_, { event, event_discard: gone }, words) {
  const id = event ?? gone.at(-1);
  const when = translation(event ? 'Event now' : 'Last event');
  return id ? `${when}: ${words.event(id)}. ${words.says(id)}` : translation('No event yet');
}

/** @type {Label} */
function eventsLabel(_, { event_deck: deck, event_discard: gone, starting_left: left }, words) {
  const parts = [t`Event deck: ${some(deck, 'card')}`, left.length && t`starting events not yet seen: ${
    left.map(words.event).join(', ')}`, gone.length && t`gone by: ${gone.map(words.event).join(', ')}`];
  return parts.filter(Boolean).join('; ');
}

/** @type {Label} */
const crewDeckLabel = (_, { crew_deck: deck, crew_discard: gone }, words) => [t`Crew deck: ${some(deck, 'card')}`,
  gone.length && t`discarded: ${gone.map((id) => words.crew[id].name).join(', ')}`].filter(Boolean).join('; ');

/** @type {Record<string, Label>} */
const LABELS = {
  tile: (at, { tiles }, words) => (tiles[Number(at)] ? words.tile(tiles[Number(at)]) : t`tile ${place(Number(at))}`),
  seat: seatLabel, chief: chiefLabel, house: firehouseLabel, track: trackLabel, supply: supplyLabel, ends: endsLabel,
  card: cardLabel, drawn: drawnLabel, event: eventLabel, events: eventsLabel, 'crew-deck': crewDeckLabel,
  tank: (at, { seats }) => t`Wagon, water ${seats[Number(at)].wagon_water} of ${seats[Number(at)].wagon_capacity}`,
  crew: (at, { seats }) => t`Crew, ${seats[Number(at)].crew.length} of ${seats[Number(at)].crew_capacity}`,
  slot: () => translation('A free place in the brigade'),
  alarm: (_, position, words) => alarmWords(position, words),
};

/**
 * The name of a thing on the board.
 * @param {string} id of a spot or a part @param {BrigadeView | null} position @param {Brigade.Words} words
 */
export function labelOf(id, position, words) {
  const [kind, at, more = ''] = id.split(':');
  if (position?.tiles.length && LABELS[kind]) return LABELS[kind](at, position, words, more);
  return nameOf(id, position, words) ?? id;
}

// ---- spots

/** @type {Record<string, string>} */
const VERBS = {
  move: 'Move Brigade', wagon: 'Move Wagon', ride: 'Ride along', extinguish: 'Extinguish', refill: 'Refill',
  recruit: 'Recruit', transfer: 'Transfer', upgrade: 'Upgrade', end: 'End turn',
};

/** @type {Record<string, string>} what declining a decision is called */
const DECLINES = { recognition: 'Place no more', recruit: 'Keep none', event_cube: 'Place none' };
/** @type {Record<string, string>} */
const SOURCES = { wagon: 'the wagon', chief: 'the chief' };

/** What a spot is called. @param {string} id  @param {BrigadeView | null} position  @param {Brigade.Words} words */
export function nameOf(id, position, words) {
  const [kind, what, amount] = id.split(':');
  const source = SOURCES[what] ? translation(SOURCES[what]) : words.crew[what]?.name;
  const onTile = position?.tiles[Number(what)];
  const tile = () => (onTile ? words.tile(onTile) : t`tile ${place(Number(what))}`);
  /** @type {Record<string, () => string>} */
  const names = {
    act: () => VERBS[what] && translation(VERBS[what]),
    tile,
    via: () => t`pass through ${tile()}`,
    cube: () => t`the own cube on ${tile()}`,
    house: () => t`${words.who(Number(what))}’s firehouse ability`,
    chief: () => chiefName(position?.seats[Number(what)], words),
    tank: () => t`the wagon’s water of ${words.who(Number(what))}`,
    seat: () => words.who(Number(what)),
    slot: () => translation('a free place in the brigade'),
    card: () => words.crew[what]?.name,
    drawn: () => words.crew[what]?.name,
    pick: () => words.chiefs[what]?.name,
    colour: () => translation(`the ${what} firehouse`),
    track: () => t`${words.track(amount)} of ${words.who(Number(what))}`,
    dir: () => translation(`to the ${what}`),
    total: () => t`${what} water`,
    pay: () => t`${amount} water from ${source}`,
    have: () => t`${amount} water on ${source}`,
    pour: () => t`${amount} water to ${source}`,
    cubes: () => some(Number(what), 'cube'),
    take: () => translation('Take water'),
    yes: () => translation('Yes'),
    no: () => translation(DECLINES[position?.pending?.decision ?? ''] ?? 'No'),
  };
  return names[kind]?.() ?? id;
}

/** @param {BrigadeSeatView | undefined} seat @param {Brigade.Words} words */
const chiefName = (seat, words) => (seat?.chief
  ? t`${words.chiefs[seat.chief].name}, chief of ${words.who(seat.seat)}` : translation('the chief'));
