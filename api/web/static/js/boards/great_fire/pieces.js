/**
 * The pieces on the map of The Great Fire of London: houses, cones, bands, tokens, landowners, and how they move.
 * Writes no words.
 */

import { clear, fill, set, svg } from '../../dom.js';
import { appear, glide, spot } from '../kit.js';
import { use } from './map.js';
import { rowsOf, spread } from './geometry.js';

const STEP = 12.6;
const EMPTY = { houses: [], cones: 0, bands: 0, free_bands: 0, burning: false, contained: false, demolished: false,
  token: false, landowners: [] };

/** A district of which nothing is known yet. @param {string} id */
export const blankArea = (id) => ({ id, ...EMPTY });

/**
 * Groups for what stands in each district; the cones and the bands can be chosen.
 * @param {GreatFire.Chart} map @param {GreatFire.Printed} printed
 */
export function makePieces(map, printed) {
  /** @type {Map<string, any>} */
  const groups = new Map([...map.places].map(([id, place]) => [id, addGroups(map.stuff, place)]));
  const pawns = new Map(printed.colours.map((_, seat) => [seat, makePawn()]));
  map.pawns.append(...[...pawns.values()].map(({ element }) => element));
  return {
    groups,
    draw: (/** @type {GreatFire.Area} */ area, /** @type {GreatFire.Known} */
      known) => drawArea(printed.areas.get(area.id), area,
      map.places.get(area.id), groups.get(area.id), known),
    placePawns: (/** @type {GreatFireSeatView[]} */ seats, /** @type {Map<string, GreatFire.Area>} */
      areas, /** @type {boolean} */ animate) => (
      placePawns(map, pawns, seats, areas, animate)),
    pawnOf: (/** @type {number} */ seat) => pawns.get(seat)?.element ?? null,
  };
}

/** @param {string} name */
const group = (name) => svg('g', { class: name, 'aria-hidden': 'true' });

/** Groups for the pieces of one district. @param {SVGElement} stuff @param {GreatFire.Place} place */
function addGroups(stuff, { at: { x, y } }) {
  const groups = { houses: group('gf-houses'), cones: group('gf-cones'), bands: group('gf-bands') };
  const style = { 'transform-origin': `${x}px ${y}px` };
  stuff.append(svg('g', { class: 'gf-stuff', style }, groups.houses, groups.cones, groups.bands));
  return groups;
}

/** A landowner who is in no district yet. @returns {GreatFire.Pawn} */
const makePawn = () => ({ element: group('gf-pawn gf-none'), x: null, y: null, drawn: '' });

/**
 * Draw one district anew.
 * @param {GreatFire.District} printed @param {GreatFire.Area} area @param {GreatFire.Place} place @param
 *   {GreatFire.Groups} groups
 * @param {GreatFire.Known} known whether houses have been placed
 */
function drawArea(printed, area, place, groups, { placed }) {
  const { at, ground, ash } = place;
  const burnt = placed && printed.burnable && !area.houses.length && !area.demolished;
  ground.setAttribute('class', `gf-ground${area.burning ? (area.contained ? ' gf-contained' : ' gf-burning') : ''}`);
  ash.setAttribute('class', `gf-scar${area.demolished ? ' gf-demolished' : burnt ? ' gf-burnt' : ''}`);
  fill(groups.houses, houses(printed, area, at));
  const rows = rowsOf(at, area);
  fill(groups.cones, cones(area, at, rows));
  fill(groups.bands, bands(area, at, rows));
  groups.cones.classList.toggle('gf-none', !area.cones);
  groups.bands.classList.toggle('gf-none', !area.free_bands);
}

/** @param {GreatFire.District} printed @param {GreatFire.Area} area @param {GreatFire.Layout} at */
function houses(printed, area, at) {
  const made = [];
  for (let i = 0; i < printed.size; i++) {
    const colour = area.houses[i];
    if (colour || !area.demolished)
      made.push(use(colour ? `house-${colour}` : 'ghost', at.row[i], at.houses, at.house));
  }
  if (area.demolished) made.push(use('charge', at.row[(printed.size - 1) >> 1], at.houses, at.house * 1.15));
  if (area.token) made.push(use('token', at.row[at.row.length - 1], at.houses, at.house));
  return made;
}

/** @param {GreatFire.Area} area @param {GreatFire.Layout} at @param {GreatFire.Rows} rows */
function cones({ cones: count, bands: banded }, at, { scale, cones: y }) {
  const per = Math.max(1, Math.floor(at.width / (STEP * scale)));
  const crowded = count > 12;
  /** @type {SVGElement[]} */
  const made = [];
  let row = y;
  let left = count;
  while (left > 0) {
    const here = crowded ? Math.min(left, per) : left;
    for (const dx of spread(here, at.width, STEP * scale)) {
      const cover = made.length < banded ? use('band', at.x + dx, row - 3.4 * scale, scale * 0.8) : null;
      made.push(svg('g', { class: 'gf-piece' }, use('cone', at.x + dx, row, scale), cover));
    }
    left -= here;
    row += 15 * scale;
  }
  if (crowded)
    made.push(svg('text', { class: 'gf-count', x: at.x, y: Math.min(at.bottom - 2, row + 8), 'font-size': 22 }, count));
  return made;
}

/**
 * How the free bands and the landowners of a district share a row.
 * @param {GreatFire.Area} area @param {GreatFire.Layout} at @param {number} scale
 */
function standing(area, at, scale) {
  return spread(area.free_bands + area.landowners.length, at.width, (STEP + 1) * scale).map((dx) => at.x + dx);
}

/** @param {GreatFire.Area} area @param {GreatFire.Layout} at @param {GreatFire.Rows} rows */
function bands(area, at, { scale, others }) {
  const places = standing(area, at, scale).slice(0, area.free_bands);
  return places.map((x) => svg('g', { class: 'gf-piece' }, use('band', x, others, scale)));
}

/**
 * @param {GreatFire.Chart} map @param {Map<number, GreatFire.Pawn>} pawns @param {GreatFireSeatView[]} seats
 * @param {Map<string, GreatFire.Area>} areas @param {boolean} animate
 */
function placePawns(map, pawns, seats, areas, animate) {
  for (const [seat, piece] of pawns) {
    const { landowner, pawn } = seats[seat] ?? {};
    const area = landowner ? areas.get(landowner) : null;
    piece.element.classList.toggle('gf-none', !area || !pawn);
    if (area && pawn) placePawn(piece, `pawn-${pawn}`, seat, area, map.places.get(area.id).at, animate);
    else takeAway(piece);
  }
}

/** @param {GreatFire.Pawn} piece */
function takeAway(piece) {
  Object.assign(piece, { x: null, drawn: '' });
  clear(piece.element);
}

/**
 * @param {GreatFire.Pawn} piece @param {string} shape @param {number} seat @param {GreatFire.Area} area
 * @param {GreatFire.Layout} at @param {boolean} animate
 */
function placePawn(piece, shape, seat, area, at, animate) {
  const { scale, others: y } = rowsOf(at, area);
  const x = standing(area, at, scale)[area.free_bands + area.landowners.indexOf(seat)];
  const drawn = `${shape} ${x} ${y} ${scale}`;
  if (piece.drawn === drawn) return;
  piece.element.style.transformOrigin = `${at.x}px ${at.y}px`;
  fill(piece.element, use(shape, x, y, scale));
  if (animate && piece.x !== null) glide(piece.element, piece.x - x, (piece.y ?? y) - y, 450);
  Object.assign(piece, { x, y, drawn });
}

/**
 * Move what has moved between two steps: a cone or a band that left one district and came into another. Others appear.
 * @param {GreatFire.Chart} map @param {Map<string, GreatFire.Groups>} groups
 * @param {Map<string, GreatFire.Area>} before @param {Map<string, GreatFire.Area>} now
 */
export function move(map, groups, before, now) {
  for (const kind of /** @type {const} */ (['cones', 'bands'])) {
    const changed = [...now.values()].map((area) => ({ area, by: area[kind] - (before.get(area.id) ?? area)[kind] }));
    const lost = changed.filter(({ by }) => by < 0);
    for (const { area, by } of changed.filter((each) => each.by > 0)) {
      const group = groups.get(area.id);
      if (!group) continue;
      const from = lost.length === 1 && by === 1 ? map.places.get(lost[0].area.id).at : null;
      const pieces = kind === 'bands' && area.free_bands ? group.bands : group.cones;
      bringIn([...pieces.querySelectorAll('.gf-piece')].slice(-by), from, map.places.get(area.id).at);
    }
  }
}

/**
 * @param {Element[]} pieces @param {GreatFire.Layout | null} from where they come from, if that is known
 * @param {GreatFire.Layout} to
 */
function bringIn(pieces, from, to) {
  for (const piece of pieces) {
    if (from) glide(piece, from.x - to.x, from.pieces - to.pieces, 450);
    else appear(piece, 400);
  }
}

/**
 * Make a piece choosable when a command first names it.
 * @param {Spots} spots @param {GreatFire.Pieces} pieces @param {string} id @param {string} label
 */
export function pieceSpot(spots, pieces, id, label) {
  if (spots.has(id)) return;
  const [kind, what] = id.split(':');
  const element = kind === 'landowner' ? pieces.pawnOf(Number(what))
    : pieces.groups.get(what)?.[kind === 'cones' ? 'cones' : 'bands'];
  if (element) spots.set(id, spot(element, id, label));
}

/** Pieces that cannot be chosen are silent: the district tells what it holds. @param {Spots} spots */
export function silence(spots) {
  for (const { id, element } of spots.values()) {
    if (/^(band|cones|landowner):/.test(id))
      set(element, { 'aria-hidden': element.classList.contains('spot-offered') ? null : 'true' });
  }
}
