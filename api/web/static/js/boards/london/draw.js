/** The whole board of London as one drawing, of the printed components and a view alone. */

import { el } from '../../drawing/tree.js';
import { SIZE, TYPE } from './art/type.js';
import { definitions, night } from './art/world.js';
import { drawHand } from './art/hand.js';
import { layoutOf } from './art/layout.js';
import { drawMap } from './art/map.js';
import { drawHeadline, drawLooked, drawShelf } from './art/shelf.js';
import { drawStreet, miniFigure } from './art/street.js';
import { doing } from './printed.js';
import { t, translation } from '../../language/language.js';

/** @typedef {import('../../drawing/tree.js').Branch} Branch */
/** @typedef {import('./art/layout.js').Layout} Layout */
/** @typedef {import('./art/street.js').Scene} Scene */
/**
 * @typedef {object} Order what is to be drawn
 * @property {LondonComponents} components
 * @property {ViewOf<LondonView>} view
 * @property {{seat?: number} | null} [viewer]
 * @property {string[]} [names] by seat
 * @property {number} width in CSS px
 * @property {number} height
 * @property {boolean} [quiet] flat, in high contrast
 */

const PLACES = ['1st', '2nd', '3rd', '4th'];
const CREDIT = 'a sketch by the project, not the publisher’s art';

/**
 * What is drawn of a game that is over: nobody is on turn any more, also where an arbiter ended it, or all who left.
 * @param {ViewOf<LondonView>} view @returns {ViewOf<LondonView>}
 */
export function settled(view) {
  const { phase, position } = view;
  if (!position || (phase !== 'over' && phase !== 'abandoned')) return view;
  return { ...view, position: { ...position, phase: 'over' } };
}

/** @param {Order} order @returns {Branch} */
export function draw({ components, view: given, viewer = null, names = [], width, height, quiet = false }) {
  const view = settled(given);
  const { position } = view;
  const eyes = eyesOf(position, viewer?.seat ?? null, width);
  const layout = layoutOf(width, height, position?.seats.length ?? 2, eyes);
  const root = { viewBox: `0 0 ${width} ${height}`, width, height, 'font-family': TYPE, 'font-size': SIZE,
    'font-weight': 700,
    'text-anchor': 'middle', 'stroke-linejoin': 'round', class: `lon-drawing lon-${layout.size}` };
  const back = [definitions(position ? layout.map : alone(width, height)), night(width, height, quiet)];
  if (!position) return el('svg', root, back, drawMap(components, null, alone(width, height),
    { mini: layout.size === 'mini', quiet }));
  const faces = new Map(components.card.map((/** @type {London.Face} */ face) => [face.id, face]));
  /** @param {string} card */
  const face = (card) => faces.get(card.slice(0, card.indexOf('#')));
  /** @type {Scene} */
  const scene = { face, position, names, places: placesOf(view), loan: components.loan.principal, hand: eyes.hand,
    quiet, size: layout.size };
  return el('svg', root, back, layout.size === 'mini' ? small(components, layout, scene) : large(components, layout,
    scene));
}

/** @param {LondonComponents} components @param {Layout} layout @param {Scene} scene */
function large(components, layout, scene) {
  const { position, face, hand } = scene;
  const words = doing((card) => face(card).name, position);
  return [
    drawHeadline(layout.head, scene, words, layout.size === 'full' && layout.head.w > 780 ? CREDIT : ''),
    drawMap(components, position, layout.map, { mini: false, quiet: scene.quiet }),
    layout.lots.map((lot) => drawStreet(lot, scene)),
    drawShelf(components, layout.shelf, scene),
    drawLooked(layout.map, scene),
    hand !== null && layout.hand ? drawHand(components, layout.hand, scene, hand) : null,
  ];
}

/** @param {LondonComponents} components @param {Layout} layout @param {Scene} scene */
const small = (components, layout, scene) => [
  drawMap(components, scene.position, layout.map, { mini: true, quiet: scene.quiet }),
  layout.lots.map((lot) => [drawStreet(lot, scene), miniFigure(lot, scene.position.seats[lot.seat])]),
];

/**
 * Whose hand lies below, and whose street is wide: the own one on the own turn, on a phone always the active one.
 * @param {LondonView | null} position @param {number | null} seat @param {number} width
 */
function eyesOf(position, seat, width) {
  const own = position && seat !== null && position.seats[seat] ? seat : null;
  if (!position || position.phase === 'over') return { hand: own, own: null };
  return { hand: own, own: width < 620 || own === position.active ? position.active : null };
}

/** The place of the map before the game. @param {number} width @param {number} height */
const alone = (width, height) => ({ x: 6, y: 6, w: width - 12, h: height - 12 });

/** @param {ViewOf<LondonView>} view @returns {Map<number, string>} */
const placesOf = ({ result }) => new Map((result?.places ?? []).map(({ seat, place, points }) =>
  [seat, t`${translation(PLACES[place - 1] ?? String(place))}, ${String(points).replace('-', '−')} points`]));
