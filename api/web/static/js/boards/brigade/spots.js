/** Which spots of the board stand for a command, in the order they are chosen.
 *
 * No command's spots begin with all the spots of another, so that a choice is never over too early. What can be known
 * from
 * the view (a single cube to place, the only source of water) needs no choice. Only those who choose load it.
 */

/** @type {Record<string, string>} */
const DIRECT = { Recruit: 'act:recruit', EndTurn: 'act:end', Accept: 'yes', Decline: 'no' };
const CHIEFS = new Set(['DeclareAllegiance', 'ChangeSide', 'ControlFirestorm']);

/** @typedef {[source: string, water: number]} Source */

/**
 * Where the water for an Extinguish may come from, and how much is there.
 * @param {BrigadeView} position @param {BrigadeSeatView} seat @param {string} kind @param {Brigade.Words} words
 * @returns {Source[]}
 */
function payers(position, seat, kind, words) {
  const crew = seat.crew.map((card) => /** @type {Source} */ ([card.card, card.water]));
  if (kind === 'leon') return [['wagon', seat.wagon_water]];
  if (kind === 'copied_ash') return [['chief', seat.chief_water]];
  if (kind === 'ash') return crew.filter(([card]) => words.crew[card]?.ability === 'adjacent_extinguish_own_water');
  const wagon = seat.brigade === seat.wagon ? seat.wagon_water : 0;
  return [['wagon', wagon], ['chief', seat.chief_water], ...crew];
}

/** @param {RulesetCommand} command @param {BrigadeSeatView} seat */
function amounts(command, seat) {
  /** @type {Record<string, number>} */
  const of = { wagon: command.wagon ?? 0, chief: command.chief ?? 0 };
  seat.crew.forEach((card, at) => { of[card.card] = command.crew?.[at] ?? 0; });
  return of;
}

/**
 * @param {RulesetCommand} command @param {BrigadeView} position @param {BrigadeSeatView} seat
 * @param {Brigade.Words} words
 */
function extinguish(command, position, seat, words) {
  const of = amounts(command, seat);
  const total = Object.values(of).reduce((sum, n) => sum + n, 0);
  const from = payers(position, seat, command.kind, words).filter(([, water]) => water > 0);
  /** @type {Record<string, string[]>} */
  const starts = {
    leon: [`card:${words.cardWith('wagon_extinguish_one')}`],
    ash: [`card:${words.cardWith('adjacent_extinguish_own_water')}`, `tile:${command.cell}`],
    copied_ash: [`chief:${seat.seat}`, `tile:${command.cell}`],
  };
  const start = starts[command.kind] ?? ['act:extinguish'];
  // The last source pays what the others leave.
  return [...start, `total:${total}`, ...from.slice(0, -1).map(([source]) => `pay:${source}:${of[source]}`)];
}

/** @param {RulesetCommand} command */
function move(command) {
  /** @type {Record<string, string>} */
  const starts = { paid: 'act:move', pink: `house:${command.seat}`, ethereal: `chief:${command.seat}` };
  const via = (command.via ?? []).map((/** @type {number} */ cell) => `via:${cell}`);
  return [starts[command.kind], ...via, `tile:${command.to}`,
    ...(command.pushes ?? []).map((/** @type {number} */ cell) => `tile:${cell}`)];
}

/** @param {RulesetCommand} command @param {Brigade.Words} words */
function wagon(command, words) {
  /** @type {Record<string, string>} */
  const starts = { paid: 'act:wagon', ride: 'act:ride', morgana: `card:${words.cardWith('free_wagon_move')}` };
  return [starts[command.kind], `tile:${command.to}`];
}

/** @param {RulesetCommand} command @param {BrigadeSeatView} seat */
function transfer(command, seat) {
  const of = amounts(command, seat);
  const cards = ['wagon', 'chief', ...seat.crew.map((card) => card.card)];
  return ['act:transfer', ...cards.slice(0, -1).map((source) => `have:${source}:${of[source]}`)];
}

/** @param {RulesetCommand} command @param {BrigadeSeatView} seat */
function takeWater(command, seat) {
  const of = amounts(command, seat);
  /** @type {Source[]} */
  const free = [['chief', seat.chief_buckets - seat.chief_water],
    ...seat.crew.map((card) => /** @type {Source} */ ([card.card, card.buckets - card.water]))];
  return ['take', ...free.filter(([, n]) => n > 0).map(([source]) => `pour:${source}:${of[source]}`)];
}

/** @param {RulesetCommand} command @param {BrigadeView} position @param {BrigadeSeatView} seat */
function placeCubes(command, position, seat) {
  const most = Math.min(position.pending?.cubes ?? 1, seat.cubes_left);
  return [`tile:${command.cell}`, ...(most > 1 ? [`cubes:${command.number}`] : [])];
}

/** @param {RulesetCommand} command @param {BrigadeSeatView} seat */
function recruit(command, seat) {
  if (!seat.crew.length) return [`drawn:${command.card}`];
  return [`drawn:${command.card}`, command.replaced ? `card:${command.replaced}` : `slot:${command.seat}`];
}

/** @param {RulesetCommand} command */
function source(command) {
  if (command.source === 'wagon') return [`tank:${command.seat}`];
  return [command.source === 'chief' ? `chief:${command.seat}` : `card:${command.source}`];
}

/**
 * @param {RulesetCommand} command  @param {BrigadeView | null} position the ruleset's view 
 * @param {Brigade.Words} words  @returns {string[]}
 */
export function spotsOf(command, position, words) {
  const name = command.type.split('.')[1];
  const seat = position?.seats[command.seat];
  if (!seat) return [];
  if (DIRECT[name]) return [DIRECT[name]];
  const chief = `chief:${command.seat}`;
  if (CHIEFS.has(name)) return [chief];
  switch (name) {
    case 'MoveBrigade': return move(command);
    case 'MoveWagon': return wagon(command, words);
    case 'Extinguish': return extinguish(command, position, seat, words);
    case 'Refill': return [command.for_cube ? `house:${command.seat}` : 'act:refill', `tile:${command.cell}`];
    case 'Transfer': return transfer(command, seat);
    case 'Upgrade': return ['act:upgrade', `track:${command.seat}:${command.track}`];
    case 'DiscardSirPrecious': return [`card:${words.cardWith('burden_minus_one_action')}`];
    case 'SendWagon': return [chief, `tile:${command.cell}`];
    case 'Polymorph': return [chief, `tile:${command.cell}`, `tile:${command.other}`];
    case 'Poach': return [chief, `card:${command.card}`, ...(command.replaced ? [`card:${command.replaced}`] : [])];
    case 'ExtraUpgrade': return [chief, `track:${command.seat}:${command.track}`];
    case 'PlaceMimic': return [chief, `card:${command.card}`];
    case 'ChooseChief': return [`pick:${command.chief}`,
      ...(position.options.advanced ? [`colour:${command.firehouse}`] : [])];
    case 'PlaceCubes': return placeCubes(command, position, seat);
    case 'ChooseCell': return [`tile:${command.cell}`];
    case 'ChooseCube': return [`cube:${command.cell}`];
    case 'ChooseRecruit': return recruit(command, seat);
    case 'ChooseCard': return [`card:${command.card}`];
    case 'ChooseRival': return [`seat:${command.rival}`];
    case 'ChooseTrack': return [`track:${command.seat}:${command.track}`];
    case 'ChooseDirection': return [`dir:${command.direction}`];
    case 'LoseWater': return source(command);
    case 'TakeWater': return takeWater(command, seat);
    default: return [];
  }
}
