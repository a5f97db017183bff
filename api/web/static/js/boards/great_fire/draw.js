/**
 * The Great Fire of London as a printed broadsheet: a pure drawing from what is printed and one view. Knows no
 * document; the page mounts it, the service writes it as a picture.
 */

import { el } from '../../drawing/tree.js';
import { glow, land, outline, outlines, scars, streets } from './art/ground.js';
import { SERIF } from './art/inks.js';
import { ownHand } from './art/hand.js';
import { panel } from './art/panel.js';
import { arePlaced, buildings, fires, landowners, seals, soldiers } from './art/pieces.js';
import { deck, parts, points, rose, stock, title, windOf } from './art/river.js';
import { names } from './art/labels.js';
import { landmarks } from './art/landmarks.js';
import { boats, frame, paper, smoke, thames, works } from './art/scenery.js';
import { once, sheetOf } from './art/sheet.js';
import { symbols, use } from './art/symbols.js';
import { t } from '../../language/language.js';

/** @typedef {import('../../drawing/tree.js').Branch} Branch */
/** @typedef {import('./art/sheet.js').Sheet} Sheet */
/**
 * @typedef {{components: GreatFireComponents, view: ViewOf<GreatFireView>, viewer?: {seat?: number} | null,
 *   names?: string[], width: number, height: number, quiet?: boolean}} Wanted what to draw, for whom, how large in px
 */

/**
 * Whatever else draws into the picture puts it here: the same trees in every drawing, so that mounting leaves them
 * alone.
 */
export const MARKS = el('g', { class: 'gf-marks', 'aria-hidden': 'true' });
export const REACH = el('g', { class: 'gf-reach', 'aria-hidden': 'true' });
export const MOTION = el('g', { class: 'gf-motion', 'aria-hidden': 'true' });
export const FLIGHT = el('g', { class: 'gf-flight', 'aria-hidden': 'true' });

const STILL = { 'aria-hidden': 'true', 'pointer-events': 'none' };

/** The districts that can be pointed at, over the ground and under the pieces. @param {Sheet} sheet */
const spots = (sheet) => sheet.kind === 'mini' ? null : once(sheet, 'spots', [],
  () => el('g', { class: 'gf-spots', fill: 'none', 'pointer-events': 'all' }, [...sheet.areas.values()].map(
  ({ id }) => outline(sheet, id, { class: 'gf-area', 'data-spot': `area:${id}` }))));

/** @param {string} id @param {import('./art/sheet.js').Box} box */
const clip = (id, { x, y, w, h }) => el('clipPath', { id }, el('rect', { x, y, width: w, height: h }));

/** @param {Sheet} sheet */
const defs = (sheet) => once(sheet, 'defs', [], () => el('defs', null, symbols(sheet), outlines(sheet),
  clip(`${sheet.id}-land`, sheet.inner),
    clip(`${sheet.id}-window`, { ...sheet.inner, y: sheet.map.y, h: sheet.map.h })));

/** The oven of Pudding Lane, where it began. @param {Sheet} sheet */
const oven = (sheet) => once(sheet, 'oven', [], () => {
  const at = sheet.places.get('pudding_lane');
  return sheet.kind !== 'full' || !at ? el('g', null)
    : use(sheet, 'oven', at.left + 20 * sheet.k, at.top + 22 * sheet.k, 0.95 * sheet.k);
});

/**
 * The map with all that lies on it.
 * @param {Sheet} sheet @param {GreatFireView | null} position @param {number | null} own
 */
function map(sheet, position, own) {
  const areas = new Map((position?.areas ?? []).map((area) => [area.id, area]));
  const placed = arePlaced(position);
  const wind = sheet.printed.direction.get(windOf(position) ?? 'E')?.vector ?? [1, 0];
  const mine = own === null ? [] : position?.seats[own]?.objectives ?? [];
  return el('g', { class: 'gf-map', 'clip-path': `url(#${sheet.id}-land)` }, el('g', { class: 'gf-world' },
    el('g', STILL, land(sheet), landmarks(sheet), scars(sheet, areas, placed), streets(sheet), thames(sheet),
      works(sheet),
      glow(sheet, areas),
      oven(sheet), smoke(sheet, areas, wind), names(sheet), seals(sheet, mine, areas), buildings(sheet, areas, placed)),
    spots(sheet), MARKS, fires(sheet, areas), soldiers(sheet, areas), landowners(sheet, position, areas, own), REACH,
      MOTION));
}

/**
 * What lies on the river under the map.
 * @param {Sheet} sheet @param {GreatFireView | null} position @param {string[]} called @param {number | null} own
 */
function beside(sheet, position, called, own) {
  const at = parts(sheet);
  if (sheet.kind === 'mini') return el('g', { class: 'gf-river' });
  const hand = position && own !== null ? ownHand(sheet, at, position, own) : null;
  return el('g', { class: 'gf-river' }, hand ? null : boats(sheet),
    title(sheet, at.title, at.u, position, called, !hand),
    rose(sheet, at.rose, windOf(position)),
    position ? [deck(sheet, at.deck, at.u, position), stock(sheet, at.deck, at.u, position),
      points(sheet, at.points, at.u, position)] : null,
    hand);
}

/** The seats' names as the view has them. @param {ViewOf<GreatFireView>} view */
const calledIn = (view) => (view.seats ?? []).map(({ name, seat }) => name || t`Seat ${seat + 1}`);

/**
 * What is drawn of a game that is over: nobody is to act any more, also where an arbiter ended it, or all who left,
 * and who won is what the game says. @param {ViewOf<GreatFireView>} view @returns {ViewOf<GreatFireView>}
 */
export function settled(view) {
  const { phase, position, result } = view;
  if (!position || (phase !== 'over' && phase !== 'abandoned')) return view;
  return { ...view, position: { ...position, phase: 'over', active: null, outcome: result ?? position.outcome } };
}

/**
 * The board at one step.
 * @param {Wanted} wanted @returns {Branch} an `svg` of `width` by `height`
 */
export function draw({ components, view: given, viewer = null, names: called, width, height, quiet = false }) {
  const view = settled(given);
  const sheet = sheetOf(components, Math.round(width), Math.round(height), quiet);
  const position = view.position ?? null;
  const known = called ?? calledIn(view);
  const own = viewer?.seat ?? null;
  return el('svg', { class: `gf-sheet gf-kind-${sheet.kind}${quiet ? ' gf-quiet' : ''}`,
    viewBox: `0 0 ${sheet.width} ${sheet.height}`,
    width: sheet.width, height: sheet.height, 'font-family': SERIF, 'stroke-linejoin': 'round' },
  defs(sheet), paper(sheet), map(sheet, position, own), beside(sheet, position, known, own),
    panel(sheet, position, known), frame(sheet), FLIGHT);
}
