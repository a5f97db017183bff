// The score over the steps: a line for each seat, or the sources of one seat in layers. Draws what `Tracks` holds and counts nothing anew.
//
// Colour never stands alone: each line has a dash and the mark of its seat, each layer a pattern; and all of it can be read as a table.

import { clear, fill, freshId, h, say, svg, words } from '../../dom.js';
import { seatMark } from '../../boards/kit.js';
import { heads, line } from '../pieces.js';
import { sum } from '../replay/tracks.js';
import { seatName } from '../words.js';

const HEIGHT = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 12, 10, 22];
const DASHES = ['none', '9 4', '2 3', '11 3 2 3', '5 5', '16 5'];
const PATTERNS = ['M0 0h8v8H0z', 'M-1 9L9-1', 'M-1-1L9 9', 'M0 4h8', 'M4 0v8', 'M1 4h3v3H1z', 'M-1 9L9-1M-1-1L9 9', 'M0 4h8M4 0v8'];
const MARKS_EACH = 7;

/** @param {{goTo: (version: number) => void}} wished */
export function makeGraph(wished) {
  const drawn = svg('svg', { class: 'graph-picture', role: 'img', height: HEIGHT });
  const cursor = svg('line', { class: 'graph-cursor', y1: TOP, y2: HEIGHT - BOTTOM });
  const legend = h('ul', { class: 'graph-legend plain' });
  const split = h('select', { onchange: draw });
  const safe = h('input', { type: 'checkbox', onchange: draw });
  const body = h('div', { class: 'graph-table' });
  const table = h('details', { ontoggle: tabulate }, h('summary', null, 'As a table'), body);
  const waiting = h('p', { class: 'soft' }, 'The score is being read …');
  const element = h('div', { class: 'graph' }, waiting, drawn, legend,
    h('div', { class: 'graph-choices' },
      h('label', null, 'Split by source: ', split),
      h('label', { class: 'check' }, safe, 'only points nobody can take any more')),
    table);
  let tracks = null;
  let seats = [];
  let store = null;
  let at = 1;
  let stale = true;
  let scale = null;

  drawn.addEventListener('click', (event) => {
    if (!scale) return;
    const x = event.clientX - drawn.getBoundingClientRect().left;
    wished.goTo(Math.round(scale.step(x)));
  });
  new ResizeObserver(() => { stale = true; refresh(); }).observe(element);

  function refresh() {
    if (stale && tracks && element.offsetParent !== null) draw();
  }

  function draw() {
    const rows = tracks?.rows ?? [];
    const width = Math.max(drawn.clientWidth, 240);
    stale = false;
    waiting.hidden = rows.length > 0;
    drawn.toggleAttribute('hidden', rows.length === 0);
    if (!rows.length) return;
    drawn.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    const one = split.value === '' ? null : Number(split.value);
    const layers = one === null ? lines(rows, seats.length, safe.checked) : stacked(rows, one, tracks.sources(one), safe.checked);
    scale = scaled(layers, rows.length, width);
    clear(drawn).append(axes(scale, width), ...(one === null ? drawLines(layers, scale) : drawLayers(layers, scale)), cursor);
    const entry = (index, name, ...signs) => h('li', { class: `seat-${index % 6}` }, signs, h('span', null, name), h('b', null));
    fill(legend, one === null
      ? seats.map((_, seat) => entry(seat, seatName(seats, seat), seatMark(seat, 14, ''), dash(seat)))
      : layers.map((layer, index) => entry(index, words(layer.name), swatch(index))));
    point();
    tabulate();
  }

  function point() {
    if (!scale || !tracks.rows.length) return;
    const x = scale.x(at);
    for (const name of ['x1', 'x2']) cursor.setAttribute(name, x);
    const one = split.value === '' ? null : Number(split.value);
    const points = tracks.at(at) ?? [];
    const values = one === null
      ? seats.map((_, seat) => sum(points.filter((each) => each.seat === seat), safe.checked))
      : tracks.sources(one).map((source) => sum(points.filter((each) => each.seat === one && each.source === source), safe.checked));
    [...legend.children].forEach((item, index) => say(item.lastChild, values[index] ?? ''));
    const told = [...legend.children].map((item) => item.textContent.replace(/(-?\d+)$/, ' $1'));
    drawn.setAttribute('aria-label', `Score at step ${at}: ${told.join(', ')}`);
  }

  function tabulate() {
    if (!table.open || !tracks?.rows.length) return;
    const last = tracks.rows.length;
    const turnAt = (version) => store.stepAt(version)?.turn ?? 0;
    const ends = tracks.rows.map((_, index) => index + 1).filter((version) => version === last || turnAt(version) !== turnAt(version + 1));
    fill(body, h('table', null,
      h('caption', { class: 'soft small' }, 'At the end of each turn, if the game had ended then'),
      heads('Turn', 'Step', ...seats.map((_, seat) => seatName(seats, seat))),
      h('tbody', null, ends.map((version) => line(turnAt(version),
        [version, ...seats.map((_, seat) => tracks.total(version, seat, safe.checked))])))));
  }

  return {
    element,
    /** Show these tracks, with the cursor at a step; draws anew only what needs it. */
    show(nextTracks, nextStore, nextSeats, version) {
      at = version;
      if (tracks !== nextTracks || seats.length !== nextSeats.length) {
        [tracks, store, seats, stale] = [nextTracks, nextStore, nextSeats, true];
        const each = seats.map((_, seat) => h('option', { value: seat }, seatName(seats, seat)));
        fill(split, h('option', { value: '' }, 'no, all seats'), each);
      }
      refresh();
      point();
    },
    /** More of the score is known. */
    grown() {
      stale = true;
      refresh();
    },
  };
}

function lines(rows, seats, banked) {
  return Array.from({ length: seats }, (_, seat) => {
    const tops = rows.map((points) => sum(points.filter((point) => point.seat === seat), banked));
    return { tops, floors: null };
  });
}

/** Each source upon those before it; what costs points hangs below the zero line. */
function stacked(rows, seat, sources, banked) {
  const [above, below] = [rows.map(() => 0), rows.map(() => 0)];
  return sources.map((name) => {
    const layer = { name, tops: [], floors: [] };
    rows.forEach((points, index) => {
      const value = sum(points.filter((point) => point.seat === seat && point.source === name), banked);
      const pile = value < 0 ? below : above;
      layer.floors.push(pile[index]);
      pile[index] += value;
      layer.tops.push(pile[index]);
    });
    return layer;
  });
}

function scaled(layers, steps, width) {
  const all = layers.flatMap((layer) => layer.tops);
  const [low, high] = [all.reduce((a, b) => Math.min(a, b), 0), all.reduce((a, b) => Math.max(a, b), 1)];
  const [across, up] = [width - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
  const every = Math.max(steps - 1, 1);
  return {
    low, high, steps,
    x: (version) => LEFT + ((version - 1) * across) / every,
    y: (points) => TOP + ((high - points) * up) / (high - low),
    step: (x) => 1 + ((x - LEFT) * every) / across,
  };
}

function axes(scale, width) {
  const wide = (scale.high - scale.low) / 4;
  const unit = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => each >= wide) ?? 1000;
  const heights = [];
  for (let points = Math.ceil(scale.low / unit) * unit; points <= scale.high; points += unit) heights.push(points);
  return svg('g', { class: 'graph-axes' },
    heights.map((points) => [
      svg('line', { x1: LEFT, x2: width - RIGHT, y1: scale.y(points), y2: scale.y(points), class: points === 0 ? 'graph-zero' : null }),
      svg('text', { x: LEFT - 5, y: scale.y(points) + 4, 'text-anchor': 'end' }, points)]),
    [[1, 'start'], [scale.steps, 'end']].map(([version, anchor]) => svg('text',
      { x: scale.x(version), y: HEIGHT - 6, 'text-anchor': anchor }, `step ${version}`)));
}

/** A staircase: the score holds until the step that changes it. */
function stairs(values, scale, back = false) {
  const at = (index) => scale.x(index + 1).toFixed(1);
  const parts = [];
  const each = (index) => {
    const next = back ? index - 1 : index + 1;
    if (next < 0 || next >= values.length || values[next] === values[index]) return;
    parts.push(`H${at(Math.max(next, index))}V${scale.y(values[next]).toFixed(1)}`);
  };
  if (back) for (let index = values.length - 1; index >= 0; index -= 1) each(index);
  else for (let index = 0; index < values.length; index += 1) each(index);
  return `${parts.join('')}H${at(back ? 0 : values.length - 1)}`;
}

function drawLines(layers, scale) {
  return layers.map(({ tops }, seat) => {
    const path = `M${scale.x(1)} ${scale.y(tops[0]).toFixed(1)}${stairs(tops, scale)}`;
    const marks = Array.from({ length: MARKS_EACH }, (_, index) => {
      // Each seat's marks stand a little further on, so that level scores do not hide one another.
      const version = Math.min(1 + Math.round(((index + (seat + 1) / (layers.length + 1)) * (scale.steps - 1)) / MARKS_EACH), scale.steps);
      const mark = seatMark(seat, 10, '');
      mark.setAttribute('x', scale.x(version) - 5);
      mark.setAttribute('y', scale.y(tops[version - 1]) - 5);
      return mark;
    });
    return svg('g', { class: `seat-${seat % 6}` }, stroke(path, seat), marks);
  });
}

function drawLayers(layers, scale) {
  return layers.map(({ tops, floors, name }, index) => {
    const pattern = patterned(index);
    const down = `V${scale.y(floors[floors.length - 1]).toFixed(1)}${stairs(floors, scale, true)}`;
    const path = `M${scale.x(1)} ${scale.y(tops[0]).toFixed(1)}${stairs(tops, scale)}${down}z`;
    const area = svg('path', { d: path, class: 'graph-layer', fill: `url(#${pattern.id})` }, svg('title', null, words(name)));
    return svg('g', { class: `seat-${index % 6}` }, pattern, area);
  });
}

function patterned(index) {
  const path = svg('path', { d: PATTERNS[index % PATTERNS.length], class: index % PATTERNS.length === 0 ? 'graph-solid' : 'graph-hatch' });
  return svg('pattern', { id: freshId('hatch'), width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
    svg('rect', { width: 8, height: 8, class: 'graph-tint' }), path);
}

function swatch(index) {
  const pattern = patterned(index);
  const field = svg('rect', { width: 22, height: 14, fill: `url(#${pattern.id})`, class: 'graph-layer' });
  return svg('svg', { width: 22, height: 14, 'aria-hidden': 'true' }, pattern, field);
}

function dash(seat) {
  return svg('svg', { width: 26, height: 6, 'aria-hidden': 'true' }, stroke('M0 3h26', seat));
}

function stroke(path, seat) {
  return svg('path', { d: path, class: 'graph-line', 'stroke-dasharray': DASHES[seat % 6] });
}
