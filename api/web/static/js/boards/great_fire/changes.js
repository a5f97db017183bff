/** What differs between two positions of The Great Fire of London, and which way it went. Draws nothing. */

/** The parts beside the map and what of a view each stands for. @type {Record<string, (keyof GreatFireView)[]>} */
const PARTS = {
  turn: ['turn', 'active', 'phase'], points: ['points_left'], cones_to_place: ['cones_to_place'], card: ['card'],
  stack: ['stack_cards', 'cards_on_stack'], last: ['final_turns_left'], played: ['played'], stock: ['stock'],
};

/** @param {unknown} a @param {unknown} b */
const differ = (a, b) => a !== b && JSON.stringify(a) !== JSON.stringify(b);

/**
 * The districts and the parts beside the map that differ, as `area:ID` and by name.
 * @param {GreatFireView} before @param {GreatFireView} now
 */
export function changedParts(before, now) {
  const earlier = new Map(before.areas.map((area) => [area.id, area]));
  const areas = now.areas.filter((area) => differ(area, earlier.get(area.id))).map(({ id }) => `area:${id}`);
  const parts = Object.entries(PARTS).filter(([, names]) => names.some((name) => differ(before[name], now[name])));
  return [...areas, ...parts.map(([part]) => part)];
}

/**
 * By how much something in each district is more or less than before.
 * @param {GreatFireView} before @param {GreatFireView} now @param {(area: GreatFireAreaView) => number} read
 */
export function gains(before, now, read) {
  const earlier = new Map(before.areas.map((area) => [area.id, read(area)]));
  return now.areas.map((area) => ({ id: area.id, by: read(area) - (earlier.get(area.id) ?? 0) })).filter(({ by }) =>
    by);
}

/**
 * The way of one piece between two districts, if one left and one came.
 * @param {{id: string, by: number}[]} changes @returns {string[] | null}
 */
function wayOf(changes) {
  const lost = changes.filter(({ by }) => by === -1);
  const won = changes.filter(({ by }) => by === 1);
  return lost.length === 1 && won.length === 1 ? [lost[0].id, won[0].id] : null;
}

/**
 * The districts a fire ran through: as the step tells it, else straight from source to target.
 * @param {GreatFireView} before @param {GreatFireView} now @param {any} step the line of the step
 * @returns {string[] | null}
 */
export function fireWay(before, now, step) {
  const { source, target, way } = step?.facts ?? {};
  if (source && target) return [...new Set([source, ...(way ?? []), target])];
  return wayOf(gains(before, now, ({ cones }) => cones));
}

/**
 * The ways that flames, bands and landowners went between two positions.
 * @param {GreatFireView} before @param {GreatFireView} now @param {any} step @returns {string[][]}
 */
export function movedFrom(before, now, step) {
  const owners = now.seats.map(({ landowner }, seat) => [before.seats[seat]?.landowner, landowner])
    .filter(([from, to]) => from && to && from !== to);
  const ways = [fireWay(before, now, step), wayOf(gains(before, now, ({ bands }) => bands)), ...owners];
  return /** @type {string[][]} */ (ways.filter((way) => way !== null));
}
