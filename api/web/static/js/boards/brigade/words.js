/** The words of the board: printed names, what abilities do in a few words, accessible names. */

import { listed } from '../../dom.js';
import { joined, translation, t } from '../../language/language.js';

/** @type {Record<string, string>} */
const SIDES = { crew: 'Crew capacity', wagon: 'Wagon capacity', leadership: 'Leadership' };

/** What abilities do, as short as on the cards; the full text is the rule that the components name. */
/** @type {Record<string, string>} */
const ABILITY = {
  refill_anywhere_for_cube: 'Refill on any tile by taking an own cube from it.',
  diagonal_recognition: 'Recognition also goes to diagonal tiles.',
  free_move_on_nobles: 'A move that ends on the Nobles earns a free move.',
  merchant_cube_on_loyalty: 'Loyalty gained: a cube on any Merchants tile.',
  send_wagon: 'Send the wagon to a fire of 1 and put it out.',
  polymorph: 'Exchange the fires of two adjacent tiles.',
  poach_crew: 'Take a rival’s crew card for an own cube.',
  extra_upgrade: 'One Upgrade more for an own cube.',
  allegiance: 'Events spare own loyal buildings until the next turn.',
  mist_form: 'The bucket fills after each own action.',
  dusk_dawn: 'Turn: the werewolf has 4 buckets and no crew.',
  chameleon: 'Copies any crew card in play.',
  ethereal_form: 'Move through rivals and steal a water of each.',
  pyro_control: 'A cube on each tile of the next firestorm.',
  move_range_5: 'Moves up to 5 steps.',
  douse_two_on_commons: 'Commons gained: another fire falls by 2.',
  second_cube_on_rival_loyal: 'A second cube on a rival’s loyal tile.',
  steal_cost_plus_2: 'Rivals need the value plus 2 to take over.',
  free_wagon_move: 'Once a turn: a free Move Wagon.',
  free_upgrade_on_merchants: 'Merchants gained: a free Upgrade.',
  stoke_two_on_loyalty: 'Loyalty gained: stoke an adjacent tile by 2.',
  push_rival_brigade: 'Pushes a rival brigade off the tile it ends on.',
  redirect_fire_from_brigade: 'Fire meant for its tile may go next door.',
  free_recruit_on_council: 'Council gained: a free Recruit.',
  university_water_discount: 'University fires cost one water less.',
  tax_rival_refill: 'Rivals lose a water whenever they refill.',
  wagon_extinguish_one: 'Once a turn: the wagon puts out a fire of 1.',
  extra_turn_on_track_end: 'A track completed: an extra turn.',
  cube_on_other_noble: 'Nobles gained: a cube on another Nobles tile.',
  merchant_choice: 'Merchants gained: water, move a cube, or douse.',
  ignore_fire_and_ruins: 'Walks through fire and ruins.',
  cube_instead_of_fire: 'A cube comes instead of fire to its pawns.',
  force_discard_on_nobles: 'Nobles gained: a rival discards a crew card.',
  adjacent_extinguish_own_water: 'Once a turn: puts out fire next door.',
  burden_minus_one_action: 'One action less in each turn.',
};

/** @type {Record<string, string>} */
const DECISIONS = {
  choose_chief: 'choose a chief',
  recognition: 'place recognition',
  recruit: 'choose a recruit',
  give_precious: 'give Sir Precious away',
  relocate: 'take a loyalty token from another tile',
  event_cube: 'place the event’s cube',
  redirect: 'redirect the fire',
  stoke: 'stoke an adjacent fire',
  douse: 'douse a fire',
  noble_cube: 'place a cube on the Nobles',
  merchant_cube: 'place a cube on the Merchants',
  merchant_choice: 'choose water, a cube’s move or a douse',
  moved_cube: 'say where the cube goes',
  free_recruit: 'recruit for free',
  free_upgrade: 'take a free Upgrade',
  name_rival: 'name a rival who discards a crew card',
  discard_crew: 'discard a crew card',
  second_cube: 'place a second cube',
  refill_tax: 'lose a water to Walder Ranier',
  stolen_water: 'say where the stolen water comes from',
  remove_cube: 'remove an own cube from the board',
  fallen_tree: 'say where Old Tom Oak falls',
  dirty_dealings: 'raise a fire',
  pyro_cube: 'say where the next cube goes',
};

/** @type {Record<string, string>} */
const ENDINGS = {
  guild: 'by the loyalty of a guild',
  citizens: 'by the loyalty of all citizens',
  evacuation: 'by evacuation',
  all_out: 'because the last fire is out',
  deserted: 'because the others left the game',
  adjudicated: 'by the decision of an arbiter',
};

/** @type {Record<string, string>} */
const USED = { upgrade: 'Upgrade', chief: 'Chief’s action', ride: 'Ride along' };

/** @param {any[] | undefined} rows @param {string} [key] */
const byId = (rows, key = 'id') => Object.fromEntries((rows ?? []).map((row) => [row[key], row]));
/** @param {string} id */
const bare = (id) => id.replaceAll(/[_-]/g, ' ');
/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {number} count  @param {string} word */
export const some = (count, word) => `${count} ${translation(count === 1 ? word : `${word}s`)}`;
/** A cell by the letter of its column and the number of its row. @param {number} cell */
export const place = (cell) => `${'ABCDEF'[cell % 6]}${Math.floor(cell / 6) + 1}`;

/**
 * The printed components by id, and the sentences made of them.
 * @param {BrigadeComponents} components @returns {Brigade.Words}
 */
export function makeWords(components) {
  const crew = byId(components.crew);
  const chiefs = byId(components.chief);
  const houses = byId(components.firehouse);
  const guilds = byId(components.guild);
  const effects = byId(components.event_effect);
  const events = byId([...(components.event ?? []), ...(components.expansion_event ?? [])]);
  const tracks = byId(components.track);
  const abilities = byId(components.ability);
  /** @type {string[]} */
  let names = [];

  /** @type {Brigade.Words} */
  const words = {
    crew, chiefs, houses, events, tracks,
    /** The names of the seats; true if they are others than before. @param {GameSeatView[]} seats */
    rename(seats) {
      const now = seats.map((seat, at) => seat.name || t`Seat ${at + 1}`);
      const other = now.join('\n') !== names.join('\n');
      names = now;
      return other;
    },
    who: (/** @type {number} */ seat) => names[seat] ?? t`Seat ${seat + 1}`,
    guild: (/** @type {string} */ id) => guilds[id]?.name ?? translation('no guild'),
    ability: (/** @type {string} */ id) => translation(ABILITY[id] ?? capital(`${bare(id)}.`)),
    /** The card on which an ability is printed. */
    cardWith: (/** @type {string} */ ability) => Object.values(crew).find((card) => card.ability === ability)?.id ?? '',
    decision: (/** @type {string} */ id) => DECISIONS[id] ?? bare(id),
    ending: (/** @type {string} */ id) => ENDINGS[id] ?? bare(id),
    track: (/** @type {string} */ id) => tracks[id]?.name ?? translation(SIDES[id] ?? bare(id)),
    used: (/** @type {string} */ id) => (USED[id] ? translation(USED[id]) : usedCard(id)),
    tile: (/** @type {BrigadeTileView} */ tile) => tileName(tile, words),
    event: (/** @type {string} */ id) => eventName(events[id], effects),
    effect: (/** @type {string} */ id) => effects[events[id]?.effect]?.effect ?? '',
    says: (/** @type {string} */ id) => saysOf(events[id], words),
    numbers: components.end ?? {},
    supply: components.supply ?? {},
    /** Cell -> the seat whose firehouse it is. */
    homes: new Map(),
  };

  /** @param {string} id */
  function usedCard(id) {
    const ability = Object.keys(abilities).find((one) => id.startsWith(one) || id.endsWith(one)) ?? '';
    return crew[words.cardWith(ability)]?.name ?? capital(bare(id));
  }

  return words;
}

/** @param {Brigade.Card} card @param {Record<string, any>} effects */
function eventName(card, effects) {
  if (!card) return translation('an event');
  if (card.kind === 'firestorm') return t`Firestorm ${card.id}`;
  if (card.kind === 'wind') return t`Wind to the ${translation(card.direction)}`;
  return card.name ?? capital(bare(effects[card.effect]?.id ?? card.effect));
}

/** What an event card does. @param {Brigade.Card} card @param {Pick<Brigade.Words, 'effect'>} words */
function saysOf(card, words) {
  if (card.kind === 'firestorm')
    return t`Fire at ${card.cells.map((/** @type {number[]} */ [row, column]) => place(row * 6 + column)).join(', ')}.`;
  return card.kind === 'wind' ? translation('Every fire spreads one tile that way.')
    : `${capital(words.effect(card.id))}.`;
}

/**
 * Everything a tile shows, in one sentence.
 * @param {BrigadeTileView} tile @param {Pick<Brigade.Words, 'who' | 'guild' | 'homes'>} words
 */
function tileName(tile, words) {
  /** @param {number[]} seats */
  const of = (seats) => listed(seats.map(words.who));
  const parts = [`${translation(tile.name)} ${place(tile.cell)}`];
  if (words.homes.has(tile.cell)) parts.push(t`home of ${words.who(words.homes.get(tile.cell))}`);
  if (tile.kind !== 'firehouse') parts.push(t`${words.guild(tile.guild)}, value ${tile.value}`);
  if (tile.destroyed) parts.push('destroyed');
  else if (tile.doomed) parts.push('doomed');
  else if (tile.fire) parts.push(t`fire ${tile.fire}`);
  if (tile.loyal !== null) parts.push(t`loyal to ${words.who(tile.loyal)}`);
  for (const { seat, cubes } of tile.cubes) parts.push(t`${some(cubes, 'cube')} of ${words.who(seat)}`);
  if (tile.roasts.length) parts.push(t`cubes of ${of(tile.roasts)} on the ruin`);
  if (tile.brigades.length) parts.push(t`brigade of ${of(tile.brigades)}`);
  if (tile.wagons.length) parts.push(t`wagon of ${of(tile.wagons)}`);
  return joined(parts);
}
