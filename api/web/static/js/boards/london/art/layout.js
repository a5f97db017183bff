/**
 * Where the parts of London's board lie for the size that it is given. Everything is in sight: nothing scrolls.
 */

/** @typedef {{x: number, y: number, w: number, h: number}} Rect */
/**
 * @typedef {Rect & {seat: number, wide: boolean, fold: boolean}} Lot wide: the own street while one is on turn; fold: a
 *   line of roofs
 * @typedef {{size: 'full' | 'phone' | 'mini', head: Rect, map: Rect, shelf: Rect, hand: Rect | null,
   lots: Lot[]}} Layout
 */

const GAP = 6;
const MAP_RATIO = 0.968;

/**
 * @param {number} width @param {number} height @param {number} seats
 * @param {{hand: number | null, own: number | null}} eyes hand: the seat whose hand lies at the lower edge; own: the
 *   seat whose street is wide
 * @returns {Layout}
 */
export function layoutOf(width, height, seats, eyes) {
  if (width < 320 || height < 260) return miniature(width, height, seats);
  if (width < 620) return phone(width, height, seats, eyes);
  return desk(width, height, seats, eyes);
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @returns {Rect} */
const rect = (x, y, w, h) => ({ x, y, w, h });

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(high, value));

/**
 * Map and display left, streets right, the own hand below.
 * @param {number} width @param {number} height @param {number} seats
 * @param {{hand: number | null, own: number | null}} eyes @returns {Layout}
 */
function desk(width, height, seats, { hand, own }) {
  const head = rect(GAP, GAP, width - 2 * GAP, clamp(32, height * 0.05, 52));
  const handHeight = hand === null ? 0 : clamp(100, height * 0.165, 190);
  const top = head.y + head.h + GAP;
  const bottom = height - GAP - (handHeight ? handHeight + GAP : 0);
  const body = bottom - top;
  const shelfHeight = clamp(176, body * 0.34, 330);
  const left = Math.min(width * 0.435, (body - shelfHeight - GAP) / MAP_RATIO);
  const mapHeight = Math.min(body - shelfHeight - GAP, left * MAP_RATIO);
  const map = rect(GAP, top, left, mapHeight);
  const shelf = rect(GAP, top + mapHeight + GAP, left, body - mapHeight - GAP);
  const right = rect(left + 2 * GAP, top, width - left - 3 * GAP, body);
  return { size: 'full', head, map, shelf,
    hand: handHeight ? rect(GAP, bottom + GAP, width - 2 * GAP, handHeight) : null,
    lots: rowsOf(right, seats, own, GAP) };
}

/**
 * A phone held upright: the street on turn, the map with the others' roofs beside it, the display, the hand.
 * @param {number} width @param {number} height @param {number} seats
 * @param {{hand: number | null, own: number | null}} eyes @returns {Layout}
 */
function phone(width, height, seats, { hand, own }) {
  const gap = 4;
  const wide = width - 2 * gap;
  const head = rect(gap, gap, wide, 28);
  const handHeight = hand === null ? 0 : clamp(84, height * 0.17, 130);
  const top = head.y + head.h + gap;
  const bottom = height - gap - (handHeight ? handHeight + gap : 0);
  const free = bottom - top - 2 * gap;
  const shelfHeight = clamp(96, free * 0.25, 190);
  const mapSide = Math.min(width * 0.52, free * 0.45);
  const stage = rect(gap, top, wide, free - shelfHeight - mapSide * MAP_RATIO);
  const map = rect(gap, stage.y + stage.h + gap, mapSide, mapSide * MAP_RATIO);
  const beside = rect(mapSide + 2 * gap, map.y, width - mapSide - 3 * gap, map.h);
  const lead = own ?? 0;
  const others = rowsOf(beside, seats - 1, null, gap).map((lot) => ({ ...lot, seat: (lead + 1 + lot.seat) % seats,
    fold: true }));
  return { size: 'phone', head, map, shelf: rect(gap, map.y + map.h + gap, wide, shelfHeight),
    hand: handHeight ? rect(gap, bottom + gap, wide, handHeight) : null,
    lots: [{ ...stage, seat: lead, wide: true, fold: false }, ...others] };
}

/** @param {number} width @param {number} height @param {number} seats @returns {Layout} */
function miniature(width, height, seats) {
  const left = Math.min(width * 0.46, (height - 8) / MAP_RATIO);
  const map = rect(3, (height - left * MAP_RATIO) / 2, left, left * MAP_RATIO);
  const right = rect(left + 6, 4, width - left - 9, height - 8);
  return { size: 'mini', head: rect(0, 0, 0, 0), map, shelf: rect(0, 0, 0, 0), hand: null,
    lots: rowsOf(right, seats, null, 3) };
}

/**
 * One below the other; the wide one has half of the height, and at least what its houses need.
 * @param {Rect} area @param {number} seats @param {number | null} own @param {number} gap @returns {Lot[]}
 */
function rowsOf(area, seats, own, gap) {
  const free = area.h - gap * (seats - 1);
  const wide = own === null ? 0 : free * (seats === 2 ? 0.6 : seats === 3 ? 0.52 : 0.46);
  const each = own === null ? free / seats : (free - wide) / (seats - 1);
  let y = area.y;
  return Array.from({ length: seats }, (_, seat) => {
    const h = seat === own ? wide : each;
    const lot = { seat, x: area.x, y, w: area.w, h, wide: seat === own, fold: h < 104 };
    y += h + gap;
    return lot;
  });
}
