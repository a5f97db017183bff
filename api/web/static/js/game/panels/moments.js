/** The moments of a game: where the scores moved most, and where its winner took the lead. Knows no document. */

export const MOMENTS_MAX = 3;
/** Moments lie at least so many steps apart: the steps of one command are one moment. */
const APART = 8;

/**
 * @typedef {(version: number, seat: number) => number | null} TotalAt a seat's score after a step
 * @typedef {{version: number, seat: number, change: number}} Moment
 */

/**
 * The largest changes of a seat's score in one step, in the order of the game. Where others changed too, not all of
 * them are about one seat.
 * @param {TotalAt} total @param {number} steps @param {number} seats
 * @param {(version: number) => boolean} [counts] whether a step is somebody's doing: not the set-up, not the reckoning
 * @returns {Moment[]}
 */
export function largest(total, steps, seats, counts = () => true) {
  const changes = changesOf(total, steps, seats).filter(({ version }) => counts(version))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  /** @type {Moment[]} */
  const chosen = [];
  for (const most of [MOMENTS_MAX - 1, MOMENTS_MAX]) {
    for (const each of changes) {
      if (chosen.length === MOMENTS_MAX) break;
      if (chosen.filter(({ seat }) => seat === each.seat).length >= most) continue;
      if (chosen.every(({ version }) => Math.abs(version - each.version) >= APART)) chosen.push(each);
    }
  }
  return chosen.sort((a, b) => a.version - b.version);
}

/** @param {TotalAt} total @param {number} steps @param {number} seats */
function changesOf(total, steps, seats) {
  /** @type {Moment[]} */
  const changes = [];
  const before = Array.from({ length: seats }, () => 0);
  for (let version = 1; version <= steps; version += 1) {
    for (let seat = 0; seat < seats; seat += 1) {
      const now = total(version, seat);
      if (now === null) continue;
      if (now !== before[seat] && version > 1) changes.push({ version, seat, change: now - before[seat] });
      before[seat] = now;
    }
  }
  return changes;
}

/**
 * The step at which a seat took the lead and did not lose it any more; null if it led from the beginning, or never.
 * @param {TotalAt} total @param {number} steps @param {number} seats @param {number} winner
 */
export function turningPoint(total, steps, seats, winner) {
  for (let version = steps; version > 1; version -= 1) {
    const own = total(version, winner) ?? 0;
    const others = Array.from({ length: seats }, (_, seat) => (
      seat === winner ? -Infinity : total(version, seat) ?? 0));
    if (own <= Math.max(...others)) return version === steps ? null : version + 1;
  }
  return null;
}
