/** What differs between two views, part by part of the board. Opens no document. */

/** @typedef {Map<string, string>} Contents part -> what it shows, as one text */

/** What a part of a seat's board shows. @type {Record<string, (keyof BrigadeSeatView)[]>} */
const SEAT_PARTS = {
  seat: ['points', 'gone', 'banked'],
  chief: ['chief', 'chief_water', 'chief_buckets', 'werewolf', 'copied', 'allegiance', 'pyro_control'],
  tank: ['wagon_water', 'wagon_capacity'],
  house: ['firehouse', 'home'],
  supply: ['cubes_left', 'tokens_left'],
  ends: ['ends'],
};
/** @type {Record<string, (keyof BrigadeView)[]>} */
const SHARED_PARTS = {
  turn: ['phase', 'round', 'active', 'extra_turn', 'extra_turn_due', 'outcome'],
  actions: ['actions', 'used', 'free_moves', 'wagon_may_ride'],
  events: ['event_deck', 'event_discard', 'starting_left'],
  'crew-deck': ['crew_deck', 'crew_discard'],
};

/** @param {any} from @param {string[]} names */
const pick = (from, names) => JSON.stringify(names.map((name) => from[name]));

/** @param {BrigadeView} position @param {string} precious the card that lies apart @returns {Contents} */
function contents(position, precious) {
  /** @type {Contents} */
  const of = new Map(position.tiles.map((tile) => [`tile:${tile.cell}`, JSON.stringify(tile)]));
  for (const [part, names] of Object.entries(SHARED_PARTS)) of.set(part, pick(position, names));
  const { pending } = position;
  if (pending) of.set('ask', JSON.stringify({ ...pending, drawn: null }));
  const drawn = [pending?.drawn ?? null, position.crew_drawn, pending?.seat ?? position.active];
  if (position.crew_drawn) of.set('drawn', JSON.stringify(drawn));
  const ruins = position.tiles.filter((tile) => tile.destroyed);
  const fires = position.tiles.filter((tile) => tile.fire > 0 && !tile.destroyed).length;
  const lost = ruins.filter((tile) => tile.kind === 'university').length;
  of.set('alarm', JSON.stringify([fires, ruins.length, lost, position.evacuation]));
  of.set('event', JSON.stringify([position.event ?? position.event_discard.at(-1), position.event !== null]));
  for (const seat of position.seats) seatContents(seat, precious, of);
  return of;
}

/** @param {BrigadeSeatView} seat @param {string} precious @param {Contents} of */
function seatContents(seat, precious, of) {
  const at = seat.seat;
  for (const [part, names] of Object.entries(SEAT_PARTS)) of.set(`${part}:${at}`, pick(seat, names));
  for (const track of seat.tracks) of.set(`track:${at}:${track.track}`, JSON.stringify(track));
  const cards = seat.crew.map((card) => card.card);
  of.set(`crew:${at}`, JSON.stringify([cards, seat.crew_capacity, seat.sir_precious]));
  for (const card of seat.crew) of.set(`card:${card.card}`, JSON.stringify([card.water, card.active, at]));
  if (seat.sir_precious) of.set(`card:${precious}`, JSON.stringify([at]));
}

/**
 * The parts that show something else than before.
 * @param {BrigadeView} before @param {BrigadeView} now @param {string} precious @returns {string[]}
 */
export function changedParts(before, now, precious) {
  const was = contents(before, precious);
  return [...contents(now, precious)].filter(([part, shows]) => was.get(part) !== shows).map(([part]) => part);
}

/**
 * What happened to the city between two views, for motion and for the lines of the pawns' ways.
 * @param {BrigadeView} before @param {BrigadeView} now
 */
export function happenings(before, now) {
  const pairs = now.tiles.map((tile) => ({ tile, was: before.tiles[tile.cell] })).filter(({ was }) => was);
  return {
    stoked: cells(pairs, ({ tile, was }) => !tile.destroyed && tile.fire > was.fire),
    doused: cells(pairs, ({ tile, was }) => !tile.destroyed && tile.fire < was.fire),
    lost: cells(pairs, ({ tile, was }) => tile.destroyed && !was.destroyed),
    taken: cells(pairs, ({ tile, was }) => tile.loyal !== null && tile.loyal !== was.loyal),
    moves: now.seats.flatMap((of) => moved(before.seats[of.seat], of)),
    cubes: pairs.flatMap(({ tile, was }) => tile.cubes
      .filter(({ seat, cubes }) => cubes > (was.cubes.find((one) => one.seat === seat)?.cubes ?? 0))
      .map(({ seat }) => ({ cell: tile.cell, seat, from: origin(before, now, seat) }))),
  };
}

/** @typedef {{tile: BrigadeTileView, was: BrigadeTileView}} Pair */
/** @param {Pair[]} pairs @param {(pair: Pair) => boolean} which */
const cells = (pairs, which) => pairs.filter(which).map(({ tile }) => tile.cell);

/** The pawns of a seat that went from one tile to another. @param {BrigadeSeatView} was @param {BrigadeSeatView} is */
function moved(was, is) {
  return /** @type {const} */ (['wagon', 'brigade']).flatMap((kind) => {
    const [from, to] = [was?.[kind] ?? null, is[kind]];
    return from === null || to === null || from === to ? [] : [{ kind, seat: is.seat, from, to }];
  });
}

/**
 * The tile that a cube left, if it came from one. @param {BrigadeView} before @param {BrigadeView} now
 * @param {number} seat
 */
function origin(before, now, seat) {
  if (now.seats[seat].cubes_left !== before.seats[seat].cubes_left) return null;
  /** @param {BrigadeTileView} tile */
  const count = (tile) => tile.cubes.find((one) => one.seat === seat)?.cubes ?? 0;
  return before.tiles.find((tile) => count(tile) > count(now.tiles[tile.cell]))?.cell ?? null;
}
