/**
 * The map of London: boroughs, Thames, bridges, building and Underground markers. Built once from the printed geometry;
 * afterwards only boroughs
 * that differ are touched.
 */

import { freshId, h, say, set, svg } from '../../dom.js';
import { appear, dress, seatShape, spot } from '../kit.js';
import { pathOf } from './icons.js';
import { labelOf } from './labels.js';

const LINE_UNITS = 25;

/** @param {London.BoardParts} board */
export function makeMap({ words, spots, parts }) {
  const { map, bridge } = words.components;
  const places = new Map([...words.boroughs.values()].map((borough) => [borough.id, place(borough, spots)]));
  for (const [id, each] of places) parts.set(`borough:${id}`, each.element);
  const left = svg('text', { class: 'lon-left-count', x: 74, y: 966 });
  const drawing = svg(
    'svg',
    { class: 'lon-map-drawing', viewBox: `-12 20 ${map.width + 24} ${map.height - 25}`, role: 'group',
      'aria-label': 'Map of London' },
    svg('path', { class: 'lon-thames', d: smooth(map.thames), 'stroke-width': map.thames_width * 1.7 }),
    [...places.values()].map((each) => each.element),
    svg('path', { class: 'lon-thames-line', d: smooth(map.thames) }),
    bridge.map((each) => bridgeOf(each, map.thames, words.boroughs)),
    svg('g', { class: 'lon-left', 'aria-hidden': 'true' }, roundel('translate(34 958)'), left),
    [...places.values()].map((each) => each.top),
  );
  return {
    element: h('section', { class: 'lon-map', 'aria-label': 'Map' }, zoomable(drawing)),
    /** @param {LondonView} position @param {string[]} names @param {boolean} animate */
    show(position, names, animate) {
      say(left, `× ${position.underground_left}`);
      set(drawing, { 'aria-label': `Map of London; ${position.underground_left} Underground markers left` });
      for (const now of position.boroughs) places.get(now.borough)?.show(now, words.boroughLabel(now, names), animate);
    },
  };
}

/** A frame for the map, and the button that makes the map larger in it. @param {SVGElement} drawing */
function zoomable(drawing) {
  const frame = h('div', { class: 'lon-map-frame' }, drawing);
  const zoom = h('button',
    { type: 'button', class: 'lon-zoom', 'aria-label': 'Larger map', 'aria-pressed': 'false',
      onclick: () => enlarge(frame, zoom) }, '+');
  return [frame, zoom];
}

/** @param {HTMLElement} frame @param {HTMLElement} zoom */
function enlarge(frame, zoom) {
  const large = frame.classList.toggle('is-large');
  say(zoom, large ? '−' : '+');
  set(zoom, { 'aria-pressed': String(large) });
  set(frame,
    large ? { tabindex: '0', role: 'region', 'aria-label': 'Map, to be scrolled' }
      : { tabindex: null, role: null, 'aria-label': null });
}

/** An Underground marker. @param {string | null} [transform] */
const roundel = (transform = null) =>
  svg('g', { class: 'lon-underground', transform }, svg('circle', { r: 16 }),
    svg('rect', { x: -23, y: -6, width: 46, height: 12, rx: 2 }));

/**
 * One borough. `top`: its name, figures and markers, drawn over its neighbours' edges; markers take the place of cost
 * and cards.
 * @param {London.Borough} borough @param {Spots} spots
 */
function place(borough, spots) {
  const token = svg('path', { class: 'lon-token', transform: 'translate(-56 -21) scale(1.75)' });
  const underground = roundel();
  const top = topOf(borough, token, underground);
  const element = areaOf(borough);
  const named = spot(element, `borough:${borough.id}`, borough.name, 'img');
  spots.set(named.id, named);
  let drawn = '';
  return {
    element,
    top,
    /** @param {LondonBoroughView} now @param {string} label @param {boolean} animate */
    show(now, label, animate) {
      named.rename(label);
      const key = `${now.owner} ${now.underground}`;
      if (key === drawn) return;
      const owned = now.owner !== null;
      const ownedBy = owned && `is-owned seat-${now.owner}`;
      dress(element, ['lon-borough', `lon-${borough.bank}`, ownedBy]);
      dress(top, ['lon-top', `lon-${borough.bank}`, ownedBy, now.underground && 'has-underground']);
      if (now.owner !== null) set(token, { d: seatShape(now.owner).path });
      if (animate && now.underground && drawn.endsWith('false')) appear(underground, 500);
      if (animate && owned && drawn.startsWith('null')) appear(token, 500);
      drawn = key;
    },
  };
}

/** The outline of a borough, as one area. @param {London.Borough} borough */
function areaOf(borough) {
  const points = borough.outline.map((/** @type {number[]} */ point) => point.join(',')).join(' ');
  const clip = freshId('lon-clip'); // its own edge is drawn inside it, so that no neighbour covers a flag on it
  const area = svg('polygon', { class: 'lon-area', points, 'clip-path': `url(#${clip})` });
  return svg('g', { 'data-part': `borough:${borough.id}` },
    svg('clipPath', { id: clip }, svg('polygon', { points })), area);
}

/** What lies on a borough. @param {London.Borough} borough @param {SVGElement[]} markers */
function topOf(borough, ...markers) {
  const { x, y, scale, lines } = labelOf(borough);
  return svg('g', { 'aria-hidden': 'true', transform: `translate(${x} ${y}) scale(${scale})` },
    title(borough, lines), figures(borough), markers);
}

/** @param {London.Borough} of @param {string[]} lines */
function title({ first_marker }, lines) {
  const first = -28 - (lines.length - 1) * LINE_UNITS;
  const written = lines.map((line, at) => svg('tspan', { x: 0, y: first + at * LINE_UNITS }, line));
  return svg('text', { class: `lon-place${first_marker ? ' is-first' : ''}` }, written);
}

/** The printed Underground sign. */
function station() {
  return svg('g', { class: 'lon-station', transform: 'translate(0 38)' }, svg('circle', { r: 9 }),
    svg('rect', { x: -15, y: -3, width: 30, height: 6 }));
}

/** Cost, cards and points as printed; the Underground sign where it is printed. @param {London.Borough} of */
function figures({ cost, cards, vp, underground_symbol }) {
  return svg(
    'g',
    null,
    svg(
      'g',
      { class: 'lon-price' },
      svg('circle', { class: 'lon-price-coin', cx: -42, r: 20 }),
      svg('text', { class: 'lon-figure', x: -42, y: 8 }, `£${cost}`),
      svg('rect', { class: 'lon-price-card', x: -14, y: -18, width: 27, height: 36, rx: 4 }),
      svg('text', { class: 'lon-figure', y: 8 }, cards),
      underground_symbol ? station() : null,
    ),
    svg('g', { class: 'lon-points' },
      svg('path', { class: 'lon-star', d: pathOf('vp'), transform: 'translate(20 -25) scale(2.9)' }),
      svg('text', { class: 'lon-figure', x: 43, y: 8 }, vp)),
  );
}

/** A curve through the points (Catmull-Rom as cubic Bézier). @param {number[][]} points */
function smooth(points) {
  /** @param {number} index */
  const at = (index) => points[Math.min(points.length - 1, Math.max(0, index))];
  let path = `M${points[0].join(' ')}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    /** @param {number[]} here @param {number[]} other @param {number[]} back @param {number} sign */
    const control = (here, other, back,
      sign) => here.map((value, axis) => value + (sign * (other[axis] - back[axis])) / 6);
    path += `C${control(from, to, before, 1).join(' ')} ${control(to, after, from, -1).join(' ')} ${to.join(' ')}`;
  }
  return path;
}

/**
 * The direction square to the river where it comes nearest to a point.
 * @param {number[][]} thames @param {number} x @param {number} y
 */
function degreesAcross(thames, x, y) {
  const distances = thames.map(([px, py]) => Math.hypot(px - x, py - y));
  const nearest = distances.indexOf(Math.min(...distances));
  const [from, to] = [thames[Math.max(0, nearest - 1)], thames[Math.min(thames.length - 1, nearest + 1)]];
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 90;
}

/**
 * A bridge stands across the river: square to it at its place.
 * @param {LondonComponents['bridge'][number]} bridge @param {number[][]} thames
 * @param {Map<string, London.Borough>} boroughs
 */
function bridgeOf({ a, b, x, y }, thames, boroughs) {
  return svg(
    'g',
    { class: 'lon-bridge', transform: `translate(${x} ${y}) rotate(${Math.round(degreesAcross(thames, x, y))})` },
    svg('title', null, `Bridge from ${boroughs.get(a).name} to ${boroughs.get(b).name}`),
    svg('rect', { x: -42, y: -9, width: 84, height: 18, rx: 3 }),
    svg('path', { d: 'M-42 -9H42M-42 9H42M-24 -9V9M0 -9V9M24 -9V9' }),
  );
}
