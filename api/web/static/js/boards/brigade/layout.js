/** Where everything lies on a drawing of a given size: boxes, and the sizes of texts. No drawing. */

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/**
 * @typedef {object} Layout
 * @property {'mini' | 'phone' | 'full'} kind
 * @property {number} unit how large texts over and under the city are: 1 on a board of 860 by 690
 * @property {number} desk how large things beside the city are
 * @property {number} tile the side of a tile
 * @property {number} gap between two tiles
 * @property {Box} city the tiles, without the letters and numbers beside them
 * @property {number} margin for those
 * @property {Box} status
 * @property {Box} actions
 * @property {Box} event
 * @property {Box[]} seats
 */

const SIDE = 6;
const WIDE = 1.62;
const MINI_WIDTH_MAX = 330;
/** Beside a city on a narrower board nobody's crew could be read. */
const SPREAD_MIN = 480;
const LABEL_MIN = 11;

/**
 * The size of a text that is `size` on the usual board; no text is smaller than can be read. @param {number} size
 * @param {number} unit
 */
export const letters = (size, unit) => Math.max(LABEL_MIN, size * unit);

/** @param {number} width @param {number} height @param {number} seats @returns {Layout} */
export function layoutOf(width, height, seats) {
  if (width <= MINI_WIDTH_MAX) return miniature(width, height, seats);
  return height > width * 1.08 || width < SPREAD_MIN ? upright(width, height, seats) : spread(width, height, seats);
}

/**
 * @param {Box} room @param {number} gap @returns {{city: Box, tile: number, gap: number}} the largest city in a room
 */
function fitted({ x, y, w, h }, gap) {
  const tile = (Math.min(w, h) - (SIDE - 1) * gap) / SIDE;
  const side = tile * SIDE + (SIDE - 1) * gap;
  return { city: { x: x + (w - side) / 2, y: y + (h - side) / 2, w: side, h: side }, tile, gap };
}

/**
 * City left, players and cards right. @param {number} width @param {number} height @param {number} seats
 * @returns {Layout}
 */
function spread(width, height, seats) {
  const unit = Math.min(width / 860, height / 690);
  const edge = 7 * unit;
  const margin = Math.max(14, 15 * unit);
  const top = Math.max(38, 40 * unit);
  const bar = Math.max(48, 54 * unit);
  const free = height - top - bar - margin - edge * 2;
  const side = Math.min(free, width * (width / height > WIDE ? 0.56 : 0.655) - margin - edge);
  const { city, tile, gap } = fitted({ x: edge + margin, y: top + margin + (free - side) / 2, w: side, h: side },
    3.5 * unit);
  const left = city.x + city.w + edge * 1.6;
  const column = { x: left, y: edge, w: width - left - edge, h: height - edge * 2 };
  const wide = column.w > 500 * unit;
  const rows = Math.ceil(seats / (wide ? 2 : 1));
  const type = Math.min(column.w / (wide ? 540 : 268), (column.h * 0.84) / rows / (wide ? 150 : 136), 2.4);
  const deck = wide ? 96 * type : 112 * type;
  const beside = boxes({ ...column, h: column.h - deck - edge }, seats, wide ? 2 : 1, edge * 0.8);
  return { kind: 'full', unit, desk: type, tile, gap, margin, city,
    status: { x: edge, y: edge, w: city.x + city.w - edge, h: top - edge },
    actions: { x: city.x, y: city.y + city.h + edge, w: city.w, h: height - edge * 2 - city.y - city.h },
    event: { x: left, y: height - edge - deck, w: column.w, h: deck }, seats: beside };
}

/** City above, players below. @param {number} width @param {number} height @param {number} seats @returns {Layout} */
function upright(width, height, seats) {
  const unit = Math.max(1, width / 430);
  const edge = 4 * unit;
  const margin = 13 * unit;
  const top = 30 * unit;
  const side = Math.min(width - margin - edge * 2, height * 0.74);
  const { city, tile, gap } = fitted({ x: edge + margin, y: top + margin, w: side, h: side }, 2 * unit);
  const under = city.y + city.h + edge;
  const bar = Math.min(72 * unit, (height - under) * 0.5);
  const rest = { x: edge, y: under + bar + edge, w: width - edge * 2, h: height - under - bar - edge * 2 };
  return { kind: 'phone', unit, desk: unit, tile, gap, margin, city,
    status: { x: edge, y: 2, w: width - edge * 2, h: top },
    actions: { x: edge, y: under, w: width - edge * 2, h: bar },
    event: { x: 0, y: 0, w: 0, h: 0 }, seats: boxes(rest, seats, rest.h > 190 ? 2 : seats, edge) };
}

/** City and the points. @param {number} width @param {number} height @param {number} seats @returns {Layout} */
function miniature(width, height, seats) {
  const edge = 4;
  const { city, tile, gap } = fitted({ x: edge, y: edge, w: Math.min(height, width) - edge * 2,
    h: height - edge * 2 }, 1);
  const beside = width - height > 40;
  const left = city.x + city.w + edge * 1.5;
  const nothing = { x: 0, y: 0, w: 0, h: 0 };
  return { kind: 'mini', unit: 1, desk: 1, tile, gap, margin: 0, city, status: nothing, actions: nothing,
    event: nothing,
    seats: beside ? boxes({ x: left, y: edge, w: width - left - edge, h: height - edge * 2 }, seats, 1, 3) : [] };
}

/** A room shared out evenly. @param {Box} room @param {number} count @param {number} columns @param {number} gap */
function boxes({ x, y, w, h }, count, columns, gap) {
  const rows = Math.ceil(count / columns);
  const [bw, bh] = [(w - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows];
  return Array.from({ length: count }, (_, at) =>
    ({ x: x + (at % columns) * (bw + gap), y: y + Math.floor(at / columns) * (bh + gap), w: bw, h: bh }));
}

/** The box of a cell. @param {Pick<Layout, 'city' | 'tile' | 'gap'>} layout @param {number} cell @returns {Box} */
export function boxOf({ city, tile, gap }, cell) {
  return { x: city.x + (cell % SIDE) * (tile + gap), y: city.y + Math.floor(cell / SIDE) * (tile + gap), w: tile,
    h: tile };
}
