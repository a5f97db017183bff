/** The drawings of The Brigade as SVG symbols and small elements made of them. */
import { h, svg } from '../../dom.js';
import { SEATS, seatShape } from '../kit.js';

/** @type {Record<string, string>} */
const PATHS = {
  commons: 'M2.5 12 12 3.5l9.5 8.5H19v8.5h-5v-5.5h-4v5.5H5V12z',
  nobles: 'M3 7.5 8 12l4-8 4 8 5-4.5L19 20H5z',
  council: 'M12 2.5 22 8v2H2V8zM4 11.5h3V18H4zm6.5 0h3V18h-3zm6.5 0h3V18h-3zM2 19.2h20V22H2z',
  merchants:
    'M8.5 2.5h7l-2 4.5h-3zM10 8.2h4c4 3 6.2 6 6.2 9.2 0 3.2-3 4.6-8.2 4.6s-8.2-1.4-8.2-4.6C3.8 14.2 6 11.2 10 8.2z',
  university: 'M13.5 1.5 18.5 16h-13zM1.5 18.5c3-2.2 18-2.2 21 0 0 3.6-21 3.6-21 0z',
  none: 'M12 2.5a6.5 6.5 0 0 1 6.5 6.5v5l2.5 3.5H3L5.5 14V9A6.5 6.5 0 0 1 12 2.5zM9.5 19h5a2.5 2.5 0 0 1-5 0z',
  flame: 'M12.5 1.5c1 4.5 6.5 6.5 6.5 13a7 7 0 0 1-14 0c0-3.5 2.2-4.8 2.4-8 2 1 3 2.4 3.1 4.2 1.7-2.2 2.6-5.2 2-9.2z',
  drop: 'M12 2.5c4.5 5.5 7 8.5 7 12a7 7 0 0 1-14 0c0-3.5 2.5-6.5 7-12z',
  ruin: 'M2 21V10l3 3 2-7 3.5 6L13 8l3 7.5 2-3 4 3.5v5z',
  brigade:
    'M12 1.5a4.2 4.2 0 0 1 4.2 4H18v1.8h-2.4a4.2 4.2 0 0 1-1.2 1.9c4 .9 6.4 3.2 6.4 6.3h-3.3l1 7H5.5l1-7H3.2'
    + 'c0-3.1 2.4-5.4 6.4-6.3a4.2 4.2 0 0 1-1.2-1.9H6V5.5h1.8a4.2 4.2 0 0 1 4.2-4z',
  wagon: 'M2 5.5h14.5V9H20l2.5 3.5v4h-2.3a3 3 0 0 1-6 0H9.8a3 3 0 0 1-6 0H2z',
  cube: 'M12 2.5 21 7v10l-9 4.5L3 17V7z',
  token: 'M12 2a10 10 0 1 1-.01 0z',
  arrow: 'M12 2 20.5 11H15.5v11h-7V11H3.5z',
  step:
    'M7 3.5c2.5 0 3.5 3 3 6.5l-1 3.5H5.5C4 10 3.5 3.5 7 3.5zM5.5 15H9c0 2.5-.5 4-1.8 4S5.5 17.5 5.5 15zM17 6'
    + 'c3.5 0 3 6.5 1.5 10H15l-1-3.5C13.5 9 14.5 6 17 6zM15 17.5h3.5c0 2.5-.5 4-1.7 4S15 20 15 17.5z',
};

/** The symbols, once a board; everything else refers to them. */
export function symbols() {
  const all = { ...PATHS };
  for (const { name, path } of SEATS) all[`shape-${name}`] = path;
  return svg(
    'svg',
    { class: 'bri-symbols', 'aria-hidden': 'true', focusable: 'false' },
    Object.entries(all).map(
      ([name, d]) => svg('symbol', { id: `bri-${name}`, viewBox: '0 0 24 24' }, svg('path', { d })))
  );
}

/** @param {string} name of a symbol  @param {string} [more] further classes */
export function icon(name, more = '') {
  return svg('svg', { class: `bri-icon ${more}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#bri-${name}` }));
}

/** A piece in a seat's colour with the seat's shape on it. @param {string} name  @param {number} seat */
export function piece(name, seat) {
  return svg(
    'svg',
    { class: `bri-piece bri-piece-${name} seat-${seat}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#bri-${name}`, class: 'bri-body' }),
    svg('use', { href: `#bri-shape-${seatShape(seat).name}`, class: 'bri-shape', ...PLACE[name] })
  );
}

/** @type {Record<string, {x: number, y: number, width: number, height: number}>} */
const PLACE = {
  brigade: { x: 8, y: 12, width: 8, height: 8 },
  wagon: { x: 5.5, y: 6.8, width: 8, height: 8 },
  cube: { x: 6.5, y: 6.5, width: 11, height: 11 },
  token: { x: 6, y: 6, width: 12, height: 12 },
};

/** Buckets: full ones, empty ones, and places that do not exist yet. @param {number} water  @param {number} size */
export function buckets(water, size, most = size) {
  return h(
    'span',
    { class: 'bri-buckets', 'aria-hidden': 'true' },
    Array.from({ length: Math.max(most, water) },
      (_, at) => icon('drop', at < water ? 'bri-full' : at < size ? 'bri-dry' : 'bri-later'))
  );
}

/** The small picture of a firestorm's cells. @param {[number, number][]} cells */
export function stormPicture(cells) {
  const struck = new Set(cells.map(([row, column]) => row * 6 + column));
  const squares = Array.from({ length: 36 }, (_, cell) =>
    svg('rect',
      { x: (cell % 6) * 10 + 1, y: Math.floor(cell / 6) * 10 + 1, width: 8, height: 8, rx: 1.5,
        class: squareClass(cell) })
  );
  const rings = [...struck].map(
    (cell) => svg('circle', { cx: (cell % 6) * 10 + 5, cy: Math.floor(cell / 6) * 10 + 5, r: 3.4, class: 'bri-ring' }));
  return svg('svg', { class: 'bri-picture', viewBox: '0 0 60 60', 'aria-hidden': 'true' }, squares, rings);
}

/** @param {number} cell */
function squareClass(cell) {
  const [row, column] = [Math.floor(cell / 6), cell % 6];
  if ((row === 0 || row === 5) && (column === 0 || column === 5)) return 'bri-sq bri-sq-house';
  return row > 1 && row < 4 && column > 1 && column < 4 ? 'bri-sq bri-sq-uni' : 'bri-sq';
}

/** The picture of a wind: an arrow to where it blows. @param {string} direction */
export function windPicture(direction) {
  const turn = { north: 0, east: 90, south: 180, west: 270 }[direction];
  return svg(
    'svg',
    { class: 'bri-picture', viewBox: '0 0 60 60', 'aria-hidden': 'true' },
    svg('g', { transform: `rotate(${turn} 30 30)` },
      svg('use', { href: '#bri-arrow', x: 8, y: 8, width: 44, height: 44, class: 'bri-wind' }))
  );
}
