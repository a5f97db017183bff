/**
 * The map in Mr Booth's manner: ink and watercolour, each player's boroughs in their colour and hatch,
   price tags on the
 * others, and the Underground between its stations.
 */

import { el, seeded } from '../../../drawing/tree.js';
import { at, building, coin, INK, points, roundel, smallCard } from './signs.js';
import { round, write } from './type.js';
import { colourOf } from './world.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */
/** @typedef {import('./layout.js').Rect} Rect */

/**
 * id -> the middle of a borough's name and tag, in units of the printed map, and the lines of the name. Found by
 * moving all labels about until none touched another at the smallest size that has labels. Drawing only.
 * @type {Record<string, [x: number, y: number, ...lines: string[]]>}
 */
const LABELS = {
  bethnal_green: [770, 354, 'Bethnal', 'Green, Stepney', '& Poplar'],
  city: [558, 341, 'City'],
  hackney: [772, 175, 'Hackney'],
  islington: [541, 172, 'Islington', '& Stoke', 'Newington'],
  st_pancras: [386, 151, 'St.', 'Pancras'],
  hampstead: [240, 165, 'Hampstead'],
  st_marylebone: [313, 308, 'St. Marylebone'],
  paddington: [281, 387, 'Paddington'],
  kensington: [123, 353, 'Kensington'],
  hammersmith: [88, 449, 'Hammer-', 'smith'],
  westminster: [366, 477, 'Westminster'],
  fulham_chelsea: [195, 638, 'Fulham &', 'Chelsea'],
  southwark_bermondsey: [636, 534, 'Southwark &', 'Bermondsey'],
  lambeth: [508, 700, 'Lambeth'],
  battersea: [350, 711, 'Battersea'],
  wandsworth: [185, 838, 'Wandsworth'],
  camberwell: [672, 730, 'Camberwell'],
  deptford: [754, 630, 'Deptford'],
  greenwich: [918, 617, 'Greenwich'],
  lewisham: [862, 852, 'Lewisham'],
};
/** From this many px a unit on, names stand on the map. */
const SCALE_OF_NAMES = 0.33;
/** Below this, tags are the price alone. */
const SCALE_OF_TAGS = 0.29;

/**
 * @param {LondonComponents} components @param {LondonView | null} position @param {Rect} place
 * @param {{mini: boolean, quiet: boolean}} how @returns {Branch}
 */
export function drawMap(components, position, { x, y, w, h }, { mini, quiet }) {
  const { map, borough, bridge } = components;
  const scale = Math.min(w / (map.width + 30), h / (map.height - 4));
  const [left, top] = [x + (w - map.width * scale) / 2, y + (h - (map.height - 4) * scale) / 2 - 22 * scale];
  const status = new Map((position?.boroughs ?? []).map((each) => [each.borough, each]));
  const lines = mini ? 0.8 : Math.max(1, scale * 2.4);
  return el('g', { class: 'lon-map', key: 'map' },
    sheet(x, y, w, h, quiet),
    el('g', { transform: `${at(left, top)} scale(${Math.round(scale * 1000) / 1000})` },
      borough.map((each) => area(each, status.get(each.id), lines / scale, quiet)),
      el('path', { d: smooth(map.thames), fill: 'none', stroke: '#4f6f78',
        'stroke-width': map.thames_width + lines / scale * 1.6 }),
      el('path', { d: smooth(map.thames), fill: 'none', stroke: 'url(#lon-water)', 'stroke-width': map.thames_width }),
      quiet || mini ? null : ripples(map.thames),
      bridge.map((each) => bridgeOf(each, map.thames)),
      underground(components, status)),
    mini ? borough.map((each) => speck(each, status.get(each.id), scale, left, top))
      : borough.map((each) => label(each, status.get(each.id), scale, left, top)),
    mini || !position ? null : stock(position.underground_left, { x, y, w, h }, scale < SCALE_OF_NAMES));
}

/** The paper under the map, foxed at its edges. @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {boolean} quiet */
function sheet(x, y, w, h, quiet) {
  const dice = seeded('Booth');
  const stains = quiet || w < 200 ? [] : Array.from({ length: 9 }, () => el('ellipse', { cx: round(x + dice() * w),
    cy: round(y + dice() * h), rx: round(w * (0.05 + dice() * 0.13)), ry: round(w * (0.04 + dice() * 0.1)),
    fill: '#b98d4a', opacity: 0.09 }));
  return el('g', null,
    el('rect', { x: round(x), y: round(y), width: round(w), height: round(h), fill: quiet ? '#f7f0de'
      : 'url(#lon-paper)' }),
    el('g', { 'clip-path': 'url(#lon-sheet)' }, stains),
    el('rect', { x: round(x + 3), y: round(y + 3), width: round(w - 6), height: round(h - 6), fill: 'none',
      stroke: INK, 'stroke-width': 1.6 }),
    el('rect', { x: round(x + 6), y: round(y + 6), width: round(w - 12), height: round(h - 12), fill: 'none',
      stroke: INK, 'stroke-width': 0.6 }));
}

/**
 * One borough as an area that can be chosen.
 * @param {LondonComponents['borough'][number]} borough @param {LondonBoroughView | undefined} now @param {number} line
 * @param {boolean} quiet
 */
function area({ id, outline, bank }, now, line, quiet) {
  const owner = now?.owner ?? null;
  const look = owner === null ? null : colourOf(owner);
  const href = `#lon-at-${id}`;
  return el('g', { key: `borough:${id}`, 'data-spot': `borough:${id}`, 'data-part': `borough:${id}` },
    el('defs', null, el('path', { id: `lon-at-${id}`, d: `M${outline.map((point) => point.join(' ')).join('L')}Z` })),
    el('use', { class: 'lon-area', href, fill: look ? look.colour : bank === 'north' ? '#f0e3bf' : '#ecdcc0',
      'fill-opacity': look ? (quiet ? 1 : 0.72) : 0.75, stroke: INK, 'stroke-width': round(line) }),
    look && !quiet ? el('use', { href, fill: 'url(#lon-wash)', 'fill-opacity': 0.5 }) : null,
    look ? el('use', { href, fill: `url(#lon-hatch-${owner})` }) : null);
}

/** The river's ripples. @param {number[][]} thames */
function ripples(thames) {
  const dice = seeded('tide');
  const waves = thames.slice(1, -1).map(([x, y]) => `M${round(x - 12)} ${round(y - 10 + dice() * 20)}q6 -5 12 0t12 0`);
  return el('path', { d: waves.join(''), fill: 'none', stroke: '#e9f3f2', 'stroke-width': 2, opacity: 0.7 });
}

/** A small map tells owners and stations only. @param {LondonComponents['borough'][number]} borough
 * @param {LondonBoroughView | undefined} now @param {number} scale @param {number} left @param {number} top */
function speck(borough, now, scale, left, top) {
  if (!now?.underground) return null;
  const [x, y] = LABELS[borough.id] ?? [borough.x, borough.y];
  return roundel(left + x * scale, top + y * scale, Math.max(3, 14 * scale));
}

/**
 * The name of a borough and its tag: what it costs and brings, or the building that stands there and its points.
 * @param {LondonComponents['borough'][number]} borough @param {LondonBoroughView | undefined} now @param {number} scale
 * @param {number} left @param {number} top
 */
function label(borough, now, scale, left, top) {
  const [x, y, ...lines] = LABELS[borough.id] ?? [borough.x, borough.y, borough.name];
  const named = scale >= SCALE_OF_NAMES;
  const size = Math.max(11, Math.min(17, scale * 31));
  const pitch = size * 1.05;
  const high = (named ? lines.length * pitch : 0) + size * 1.28;
  const [cx, cy] = [left + x * scale, top + y * scale - high / 2];
  const bought = (now?.owner ?? null) !== null;
  if (scale < SCALE_OF_TAGS) return price(borough, now, left + x * scale, top + y * scale);
  return el('g', { class: 'lon-label', key: `label:${borough.id}`, 'pointer-events': 'none' },
    named ? el('g', { fill: bought ? '#fffaf0' : INK, stroke: bought ? '#1d1712' : '#f4e8cc', 'stroke-width': 2.4,
      'paint-order': 'stroke' }, lines.map((line, each) => write(line, cx, cy + pitch * (each + 0.8), size,
      { class: 'lon-place' }))) : null,
    tag(borough, now, cx, cy + (named ? lines.length * pitch : 0) + size * 0.7, size));
}

/**
 * The tag of a small map.
 * @param {LondonComponents['borough'][number]} borough @param {LondonBoroughView | undefined} now @param {number} x
 * @param {number} y
 */
function price({ id, cost }, now, x, y) {
  const owner = now?.owner ?? null;
  return el('g', { class: 'lon-label', key: `label:${id}`, 'pointer-events': 'none' },
    owner === null ? coin(x, y, 7.5, String(cost)) : building(x, y, 13, colourOf(owner).colour),
    now?.underground ? roundel(x + 13, y, 6) : null);
}

/**
 * @param {LondonComponents['borough'][number]} borough @param {LondonBoroughView | undefined} now @param {number} cx
 * @param {number} cy @param {number} size
 */
function tag({ cost, cards, vp }, now, cx, cy, size) {
  const r = size * 0.62;
  const owner = now?.owner ?? null;
  const station = now?.underground ? 1 : 0;
  if (owner === null) {
    const from = cx - size * 1.35 - station * size * 0.9;
    return el('g', { class: 'lon-tag' }, coin(from, cy, r, String(cost)),
      smallCard(from + size * 1.35, cy, size * 1.2), write(String(cards), from + size * 1.35, cy + size * 0.35, size,
        { fill: INK }),
      points(from + size * 2.7, cy, r, vp), station ? roundel(from + size * 4.3, cy, size * 0.62) : null);
  }
  const from = cx - size * 0.7 - station * size * 0.9;
  return el('g', { class: 'lon-tag' }, el('g', { key: `token:${owner}`, class: 'lon-token' },
    building(from, cy, size * 1.25, colourOf(owner).colour)),
    points(from + size * 1.4, cy, r, vp), station ? roundel(from + size * 3, cy, size * 0.62) : null);
}

/** The line between stations that lie side by side, or at the two ends of a bridge.
 * @param {LondonComponents} components @param {Map<string, LondonBoroughView>} status */
function underground({ borough }, status) {
  const open = new Map(borough.filter(({ id }) => status.get(id)?.underground).map((each) => [each.id, each]));
  const lines = [];
  for (const from of open.values()) {
    for (const other of [...from.neighbours, ...from.bridges]) {
      const to = open.get(other);
      if (to && from.id < to.id) lines.push(trackOf(from, to));
    }
  }
  return el('g', { fill: 'none', 'stroke-linecap': 'round', 'pointer-events': 'none', key: 'underground' },
    el('path', { d: lines.join('') || 'M0 0', stroke: '#fffaf0', 'stroke-width': 15 }),
    el('path', { d: lines.join('') || 'M0 0', stroke: '#c8202f', 'stroke-width': 9 }),
    [...open.values()].map(({ id }) => el('circle', { cx: LABELS[id][0], cy: LABELS[id][1], r: 11, fill: '#fffaf0',
      stroke: '#c8202f', 'stroke-width': 6 })));
}

/** @param {{id: string}} from @param {{id: string}} to */
function trackOf(from, to) {
  const [[x1, y1], [x2, y2]] = [LABELS[from.id], LABELS[to.id]];
  const bend = [(x1 + x2) / 2 + (y2 - y1) * 0.12, (y1 + y2) / 2 - (x2 - x1) * 0.12];
  return `M${x1} ${y1}Q${bend.map(round).join(' ')} ${x2} ${y2}`;
}

/** The Underground markers that are left. @param {number} left @param {Rect} map @param {boolean} isSmall whether the
 * price of Hampstead is where they would be; then they are in the lower corner */
function stock(left, { x, y: top, w, h }, isSmall) {
  const size = Math.max(11, Math.min(15, w * 0.032));
  const y = isSmall ? top + h - size * 3.4 : top;
  return el('g', { key: 'stock', 'data-part': 'underground' }, roundel(x + size * 1.9, y + size * 1.9, size * 0.7),
    write(`× ${left}`, x + size * 3.1, y + size * 2.25, size, { anchor: 'start', fill: INK }));
}

/** A curve through the points (Catmull-Rom as cubic Bézier). @param {number[][]} line */
function smooth(line) {
  /** @param {number} index */
  const point = (index) => line[Math.min(line.length - 1, Math.max(0, index))];
  let path = `M${line[0].join(' ')}`;
  for (let index = 0; index < line.length - 1; index += 1) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const first = from.map((value, axis) => Math.round(value + (to[axis] - before[axis]) / 6));
    const second = to.map((value, axis) => Math.round(value - (after[axis] - from[axis]) / 6));
    path += `C${first.join(' ')} ${second.join(' ')} ${to.join(' ')}`;
  }
  return path;
}

/**
 * A bridge stands square to the river. @param {LondonComponents['bridge'][number]} bridge @param {number[][]} thames
 */
function bridgeOf({ x, y }, thames) {
  const distances = thames.map(([px, py]) => Math.hypot(px - x, py - y));
  const nearest = distances.indexOf(Math.min(...distances));
  const [from, to] = [thames[Math.max(0, nearest - 1)], thames[Math.min(thames.length - 1, nearest + 1)]];
  const degrees = Math.round((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 90);
  return el('g', { transform: `${at(x, y)} rotate(${degrees})` },
    el('rect', { x: -36, y: -10, width: 72, height: 20, rx: 3, fill: '#a9713f', stroke: INK, 'stroke-width': 3 }),
    el('path', { d: 'M-36 -4H36M-36 4H36M-18 -10V10M0 -10V10M18 -10V10', stroke: INK, 'stroke-width': 1.5,
      opacity: 0.5 }));
}
