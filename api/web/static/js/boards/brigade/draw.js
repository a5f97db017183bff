/** The Brigade as one picture, whatever its size: a pure function of the printed components and a view. */
import { el } from '../../drawing/tree.js';
import { FONT } from './art/palette.js';
import { defs } from './art/symbols.js';
import { drawActions, drawDrawn } from './parts/actions.js';
import { drawCity } from './parts/city.js';
import { drawEvent } from './parts/event.js';
import { layoutOf } from './layout.js';
import { COLOURS } from './looks.js';
import { drawSeat } from './parts/seat.js';
import { drawStatus } from './parts/status.js';
import { makeWords } from './words.js';

/**
 * What is drawn of a game that is over: nobody is asked anything any more, also where an arbiter ended it, or all who
 * left, and the places are the game's. @param {ViewOf<BrigadeView>} view @returns {ViewOf<BrigadeView>}
 */
export function settled(view) {
  const { phase, position, result } = view;
  if (!position || (phase !== 'over' && phase !== 'abandoned')) return view;
  return { ...view, position: { ...position, phase: 'over', active: null, pending: null,
    outcome: result ?? position.outcome } };
}

/**
 * @param {object} of
 * @param {BrigadeComponents} of.components
 * @param {ViewOf<BrigadeView>} of.view
 * @param {{seat: number} | null} [of.viewer]
 * @param {string[]} [of.names] by seat; by default those of the view
 * @param {number} of.width in CSS pixels, as is the height
 * @param {number} of.height
 * @param {boolean} [of.quiet] flat and of high contrast
 * @param {({colour: string, ink: string, letter: string, name: string} | null)[]} [of.looks] by seat
 * @returns {import('../../drawing/tree.js').Branch}
 */
export function draw({ components, view: given, viewer = null, names, width, height, quiet = false, looks = [] }) {
  const view = settled(given);
  const { position } = view;
  const words = wordsOf(components);
  words.rename(view.seats.map((seat, at) => ({ ...seat, name: names?.[at] ?? seat.name })));
  words.homes = new Map((position?.seats ?? []).map((seat) => [seat.home, seat.seat]));
  const isLaid = (position?.tiles.length ?? 0) > 0;
  /** @type {Brigade.Scene} */
  const scene = { components, words, quiet, viewer: viewer?.seat ?? null, position: isLaid ? position : null,
    layout: layoutOf(width, height, view.seats.length), looks: COLOURS.map((usual, seat) => looks[seat] ?? usual) };
  return el('svg', { viewBox: `0 0 ${width} ${height}`, class: `bri-drawing bri-${scene.layout.kind}`,
    'font-family': FONT },
    defs(scene.layout.kind === 'mini'), backdrop(width, height, quiet), drawCity(scene),
    scene.layout.kind === 'mini' ? points(scene) : beside(scene));
}

/** @type {WeakMap<BrigadeComponents, Brigade.Words>} */
const read = new WeakMap();

/** The words of a box, read once. @param {BrigadeComponents} components */
function wordsOf(components) {
  const words = read.get(components) ?? makeWords(components);
  read.set(components, words);
  return words;
}

/** @param {number} width @param {number} height @param {boolean} quiet */
const backdrop = (width, height, quiet) =>
  el('rect', { width, height, fill: quiet ? '#0c0a12' : 'url(#bri-night)' });

/** @param {Brigade.Scene} scene */
function beside(scene) {
  const { position } = scene;
  if (!position) return drawStatus(scene);
  return [drawStatus(scene), position.seats.map((of) => drawSeat(scene, of)), drawEvent(scene), drawActions(scene),
    drawDrawn(scene)];
}

/** The points of each seat, as bars beside a miniature. @param {Brigade.Scene} scene */
function points({ position, layout, looks }) {
  const most = Math.max(10, ...(position?.seats ?? []).map((of) => of.points));
  return layout.seats.map(({ x, y, w, h }, seat) => {
    const of = position?.seats[seat];
    const long = 4 + ((w - 4) * (of?.points ?? 0)) / most;
    return el('g', { key: `points:${seat}` }, el('rect', { x, y, width: w, height: h, rx: 3, fill: '#2a2534' }),
      el('rect', { x, y, width: Math.round(long), height: h, rx: 3, fill: looks[seat].colour }),
      of && h >= 14 ? el('text', { x: x + 6, y: y + h / 2 + 5, 'font-size': 14, 'font-weight': 700, fill: '#fff',
        stroke: '#15121d', 'stroke-width': 3, 'paint-order': 'stroke' }, String(of.points)) : null);
  });
}
