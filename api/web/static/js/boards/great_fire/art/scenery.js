/**
 * What surrounds the districts: the sheet's frame, the Thames and its bridge, the Fleet, the wall, gates, boats,
 * smoke.
 */

import { el, seeded } from '../../../drawing/tree.js';
import { pathOf } from './geometry.js';
import { INK, PAPER } from './inks.js';
import { line, shape, use } from './symbols.js';
import { once, tenth as r } from './sheet.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */

/** @param {Sheet} sheet @param {string} kind */
const of = (sheet, kind) => sheet.decorations.filter((each) => each.kind === kind);

/** Paper, and the two lines round the print. @param {Sheet} sheet */
export const paper = (sheet) => once(sheet, 'paper', [], () => {
  const { width, height, edge, inner, river, quiet } = sheet;
  const by = sheet.kind === 'mini' ? 0.5 : edge - 4;
  return el('g', { class: 'gf-paper' }, el('rect', { width, height, fill: quiet ? '#fff' : '#3b2a1a' }),
    el('rect', { x: by, y: by, width: width - 2 * by, height: height - 2 * by, fill: PAPER, stroke: '#c9a860',
      'stroke-width': 1 }),
    el('rect', { x: inner.x, y: inner.y, width: width - 2 * edge, height: inner.h, fill: PAPER }),
    el('rect', { x: river.x, y: river.y, width: river.w, height: river.h, fill: quiet ? '#cfe3e8' : '#6d969d' }));
});

/** The line round the print, over all that the map draws. @param {Sheet} sheet */
export const frame = (sheet) => once(sheet, 'frame', [], () => {
  const { width, edge, inner, kind } = sheet;
  return el('rect', { class: 'gf-rim', x: inner.x, y: inner.y, width: width - 2 * edge, height: inner.h, fill: 'none',
    stroke: INK,
    'stroke-width': kind === 'mini' ? 1 : 2.2 });
});

/** The river from bank to bank, with its waves. @param {Sheet} sheet */
export const thames = (sheet) => once(sheet, 'thames', [], () => {
  const [river] = of(sheet, 'water_polygon');
  const { inner, map, id, quiet, k, kind } = sheet;
  const [left, right, deep] = [inner.x, inner.x + inner.w, inner.y + inner.h];
  const bank = river.points.filter(([, y]) => y < map.y + map.h * 1.06);
  const shore = [[left, bank[0][1]], ...bank, [right, bank[bank.length - 1][1]]];
  const d = `${pathOf(shore, false)}L${right} ${deep}L${left} ${deep}Z`;
  /** @param {number} down */
  const ripple = (down) => line(pathOf(shore.map(([x, y]) => [x, Math.round(y + down)]), false), 0.8, '#3d666f');
  return el('g', { class: 'gf-thames' },
    shape(d, quiet ? '#cfe3e8' : `url(#${id}-water)`, { stroke: INK, 'stroke-width': 1.4 * k }),
    kind === 'mini' || quiet ? null
      : el('g', { opacity: 0.55 }, [3, 7, 13].map((down) => ripple(down * k)), waves(sheet, deep)));
});

/** Short strokes on the water. @param {Sheet} sheet @param {number} deep */
function waves({ inner, river, k }, deep) {
  const next = seeded('thames');
  let d = '';
  for (let y = river.y + 26 * k; y < deep - 3; y += 9 * k) {
    for (let x = inner.x + next() * 60; x < inner.x + inner.w - 30; x += (42 + next() * 76) * k) {
      d += `M${Math.round(x)} ${Math.round(y + next() * 3)}q4-3 8 0t8 0 8 0`;
    }
  }
  return line(d, 0.8, '#3d666f');
}

/** London Bridge with its houses, from the bank to the edge. @param {Sheet} sheet */
function bridge(sheet) {
  const { inner, k } = sheet;
  return of(sheet, 'bridge').map(({ points: [[left, top], [right]] }) => {
    const width = Math.max(13 * k, right - left);
    const [x, y, bottom] = [(left + right) / 2 - width / 2, top - 6 * k, inner.y + inner.h];
    const wide = width - 2 * k;
    const piers = [];
    const homes = [];
    for (let at = y + 12 * k; at < bottom - 4 * k; at += 15 * k) {
      piers.push(`M${r(x - 3 * k)} ${r(at + 5 * k)}h${r(width + 6 * k)}v${r(5 * k)}h${r(-width - 6 * k)}Z`);
      homes.push(`M${r(x + k)} ${r(at)}h${r(wide)}v${r(10 * k)}h${r(-wide)}Z`);
    }
    const edge = { stroke: INK, 'stroke-width': 0.9 * k };
    return el('g', { class: 'gf-bridge' }, shape(piers.join(''), '#9a8a68', edge),
      shape(`M${x} ${y}h${width}V${bottom}h${-width}Z`, '#cdb488', edge), shape(homes.join(''), '#a5583a', edge),
      use(sheet, 'gate', x + width / 2, y + 4 * k, 1.15 * k));
  });
}

/** @param {Sheet} sheet */
const fleet = (sheet) => of(sheet,
  'river').map(({ points }) => [['#3d666f', 5.6], ['#86aab0', 3.8]].map(([stroke, width]) =>
  el('path', { d: pathOf(points, false), fill: 'none', stroke, 'stroke-width': Number(width) * sheet.k,
    'stroke-linejoin': 'round' })));

/** The wall with its battlements, and the gates in it. @param {Sheet} sheet */
const walls = (sheet) => [
  of(sheet, 'wall').map(({ points }) => {
    const d = pathOf(points, false);
    const both = { 'stroke-linejoin': 'round' };
    const { k } = sheet;
    return [shape(d, 'none', { ...both, stroke: '#3b2f22', 'stroke-width': 6.2 * k }),
      shape(d, 'none', { ...both, stroke: '#b7a584', 'stroke-width': 4 * k }),
      shape(d, 'none', { ...both, stroke: '#3b2f22', 'stroke-width': 4 * k,
        'stroke-dasharray': `${1.1 * k} ${4.2 * k}` })];
  }),
  of(sheet, 'gate').map(({ points: [[x, y]] }) => use(sheet, 'gate', x, y, sheet.k))];

/** What stands over the streets and never changes. @param {Sheet} sheet */
export const works = (sheet) => once(sheet, 'works', [], () => el('g', { class: 'gf-works' },
  fleet(sheet), walls(sheet), sheet.kind === 'phone' ? null : bridge(sheet)));

/** Boats that fled onto the river. @param {Sheet} sheet */
export const boats = (sheet) => once(sheet, 'boats', [], () => {
  const { river, k, kind } = sheet;
  const [low, step] = [river.y + river.h * 0.4, river.w / 100];
  return kind !== 'full' ? el('g', null) : el('g', { class: 'gf-boats' },
    use(sheet, 'boat', river.x + step * 44, low, 0.85 * k),
      use(sheet, 'boat', river.x + step * 54, river.y + river.h * 0.74, 0.6 * k));
});

/**
 * Smoke over what burns, drifting as the wind blows.
 * @param {Sheet} sheet @param {Map<string, GreatFireAreaView>} areas @param {number[]} wind
 */
export function smoke(sheet, areas, wind) {
  const fires = [...areas.values()].filter(({ burning, cones }) => burning && cones);
  if (sheet.quiet || sheet.kind === 'mini') return el('g', { class: 'gf-smoke' });
  return once(sheet, 'smoke', [fires.map(({ id }) => id).join(), wind.join()],
    () => el('g', { class: 'gf-smoke' }, fires.map(({ id }) => plume(sheet, id, wind, fires.length > 12 ? 1 : 2))));
}

/** @param {Sheet} sheet @param {string} id @param {number[]} wind @param {number} many */
function plume(sheet, id, [wx, wy], many) {
  const { x, y } = sheet.places.get(id);
  const next = seeded(id);
  const tilt = (Math.atan2(wy, wx) * 180) / Math.PI;
  return [0, 1].slice(0, many).map((at) => {
    const far = (26 + at * 34 + next() * 12) * sheet.k;
    const [cx, cy] = [x + wx * far + (next() - 0.5) * 26 * sheet.k, y + wy * far + (next() - 0.5) * 20 * sheet.k];
    const [rx, ry] = [(30 + at * 14) * sheet.k, (13 + at * 6) * sheet.k];
    return el('ellipse', { rx: Math.round(rx), ry: Math.round(ry), fill: `url(#${sheet.id}-smoke)`,
      transform: `translate(${Math.round(cx)} ${Math.round(cy)}) rotate(${Math.round(tilt)})` });
  });
}
