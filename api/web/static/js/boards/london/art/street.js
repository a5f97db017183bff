/** A player's street: the purse and the poor above, the houses side by side on their pavement before the skyline. */

import { el } from '../../../drawing/tree.js';
import { at, building, cube, figure, kindOf, note, points, purse, purseWidth, smallCard } from './signs.js';
import { round, SIZE, widthOf, write } from './type.js';
import { colourOf, fog, pavement, skyline } from './world.js';
import { drawEdge, drawFace } from './faces.js';

/** @typedef {import('../../../drawing/tree.js').Branch} Branch */
/** @typedef {import('./layout.js').Lot} Lot */
/**
 * @typedef {{face: (card: string) => London.Face, position: LondonView, names: string[], places: Map<number, string>,
 *   loan: number, hand: number | null, quiet: boolean, size: 'full' | 'phone' | 'mini'}} Scene what all streets share
 */

const WIDE = { least: 126, most: 190, share: 0.36 };
const TALL = 1.34;

/** @param {Lot} lot @param {Scene} scene @returns {Branch} */
export function drawStreet(lot, scene) {
  const { position, quiet, size } = scene;
  const seat = position.seats[lot.seat];
  const active = position.active === lot.seat && position.phase !== 'over';
  const colour = colourOf(lot.seat).colour;
  const thin = size !== 'mini' && (lot.h < 62 || lot.w < 260);
  const head = size === 'mini' || thin ? 5 : headHeight(lot);
  const body = { x: lot.x + (thin ? 62 : 5), y: lot.y + head, w: lot.w - (thin ? 67 : 10), h: lot.h - head - 8 };
  const built = seat.stacks.reduce((sum, { cards }) => sum + cards.length, 0);
  return el('g', { class: `lon-street${active ? ' is-active' : ''}`, key: `street:${lot.seat}` },
    el('rect', { x: round(lot.x), y: round(lot.y), width: round(lot.w), height: round(lot.h), rx: 4,
      fill: ground(active, quiet), stroke: active ? '#f4b63f' : '#15130f', 'stroke-width': active ? 2.4 : 1 }),
    el('rect', { x: round(lot.x), y: round(lot.y), width: round(lot.w), height: size === 'mini' ? 3 : 4, rx: 1.5,
      fill: colour }),
    quiet ? null : skyline({ ...body, h: body.h - 1 }, lot.seat, built, active),
    quiet || size === 'mini' ? null : fog({ ...body }, lot.seat, seat.poverty),
    pavement({ ...body, y: body.y + body.h }, active),
    size === 'mini' ? null : thin ? drawBadge(lot, scene, active) : drawHead(lot, scene, active),
    drawStacks(lot, body, scene, active));
}

/** @param {boolean} active @param {boolean} quiet */
function ground(active, quiet) {
  if (quiet) return active ? '#f3dfae' : '#3a3d42';
  return active ? 'url(#lon-dusk)' : 'url(#lon-lot)';
}

/** @param {Lot} lot */
const headHeight = ({ w, h }) => (h > 330 && w > 700 ? 52 : h > 230 && w > 420 ? 40 : 30);

// ---- the head

/** @param {Lot} lot @param {Scene} scene @param {boolean} active */
function drawHead(lot, scene, active) {
  const seat = scene.position.seats[lot.seat];
  const look = colourOf(lot.seat);
  const ink = active ? '#2a1c0c' : '#f6ead0';
  const tall = headHeight(lot);
  const size = tall > 44 ? 23 : tall > 34 ? 18 : 14;
  const middle = lot.y + tall / 2 + 2;
  const name = scene.names[lot.seat] ?? `Seat ${lot.seat + 1}`;
  const badge = scene.places.get(lot.seat) ?? '';
  const wide = Math.min(Math.max(widthOf(name, size), widthOf(badge, SIZE)), Math.max(52, lot.w * 0.22));
  let x = lot.x + 10 + size * 1.5 + wide + 8;
  /** @type {any[]} */
  const parts = [];
  const end = lot.x + lot.w - 8;
  for (const chip of chipsOf(seat, lot, scene, ink, size)) {
    const placeAt = chip.end ? end - chip.w : x;
    parts.push(el('g', { 'data-part': `${chip.part}:${lot.seat}`, key: chip.part },
      hit(placeAt, middle, chip.w, tall), chip.draw(placeAt, middle)));
    if (!chip.end) x += chip.w + (lot.w < 420 ? 5 : 10);
  }
  return el('g', { class: 'lon-head' },
    el('g', { 'data-spot': `seat:${lot.seat}`, key: `seat:${lot.seat}` },
      el('rect', { class: 'lon-face', x: round(lot.x + 4), y: round(lot.y + 5), width: round(size * 1.5 + wide + 12),
        height: round(tall - 4), fill: '#ffffff', 'fill-opacity': 0, rx: 3 }),
      el('circle', { cx: round(lot.x + 10 + size * 0.62), cy: round(middle), r: round(size * 0.68), fill: look.colour,
        stroke: '#fff4da', 'stroke-width': 1.2 }),
      write(look.letter, lot.x + 10 + size * 0.62, middle + size * 0.29, size * 0.85, { fill: look.ink,
        'aria-hidden': 'true' }),
      write(name, lot.x + 14 + size * 1.35, middle + (badge ? -1 : size * 0.34), badge ? size * 0.86 : size,
        { anchor: 'start', fill: ink, width: wide, class: 'lon-player' }),
      badge ? write(badge, lot.x + 14 + size * 1.35, middle + 11, 11,
        { anchor: 'start', fill: active ? '#6a3a08' : '#f0c869', width: wide + 4, 'aria-hidden': 'true' }) : null),
    parts);
}

/** The head of a street that is too low for one: seat, money and points. @param {Lot} lot @param {Scene} scene
 * @param {boolean} active */
function drawBadge(lot, scene, active) {
  const seat = scene.position.seats[lot.seat];
  const look = colourOf(lot.seat);
  const ink = active ? '#2a1c0c' : '#f6ead0';
  const middle = lot.y + lot.h / 2 + 2;
  const tall = lot.h > 74;
  const rows = tall ? [-15, 0, 15] : [-8, 8];
  return el('g', { class: 'lon-head' },
    el('g', { 'data-spot': `seat:${lot.seat}`, key: `seat:${lot.seat}` },
      el('rect', { class: 'lon-face', x: round(lot.x), y: round(lot.y + 4), width: 60, height: round(lot.h - 6),
        fill: '#ffffff', 'fill-opacity': 0 }),
      el('circle', { cx: round(lot.x + 13), cy: round(middle - 1), r: 9, fill: look.colour, stroke: '#fff4da' }),
      write(look.letter, lot.x + 13, middle + 3, 12, { fill: look.ink, 'aria-hidden': 'true' })),
    el('g', { 'data-part': `money:${lot.seat}`, key: 'money' },
      purse(lot.x + 42, middle + rows[0], `£${seat.money}`, 11)),
    el('g', { 'data-part': `poverty:${lot.seat}`, key: 'poverty' }, cube(lot.x + 30, middle + rows[1] - 5, 9),
      write(String(seat.poverty), lot.x + 41, middle + rows[1] + 4, 11, { anchor: 'start', fill: ink })),
    tall ? el('g', { 'data-part': `vp:${lot.seat}`, key: 'vp' },
      points(lot.x + 35, middle + rows[2], 7.5, seat.vp)) : null);
}

/**
 * What can be pointed at behind small signs. @param {number} x @param {number} y @param {number} w @param {number} h
 */
const hit = (x, y, w, h) => el('rect', { class: 'lon-hit', x: round(x - 2), y: round(y - h / 2 + 2),
  width: round(w + 4), height: round(h - 4), fill: '#ffffff', 'fill-opacity': 0, rx: 3 });

/**
 * @param {LondonSeatView} seat @param {Lot} lot @param {Scene} scene @param {string} ink @param {number} size
 * @returns {{part: string, w: number, end?: boolean, draw: (x: number, y: number) => any}[]}
 */
function chipsOf(seat, lot, scene, ink, size) {
  const own = scene.position.boroughs.filter(({ owner }) => owner === seat.seat).length;
  const small = Math.max(11, size * 0.8);
  const pounds = `£${seat.money}`;
  const narrow = lot.w < 420;
  /** @param {string} text @param {number} x @param {number} y */
  const figureAt = (text, x, y) => write(text, x, y + small * 0.35, small, { anchor: 'start', fill: ink });
  const vp = points(0, 0, size * 0.78, seat.vp);
  return [
    { part: 'vp', w: size * 1.6, end: true, draw: (x, y) => el('g', { transform: at(x + size * 0.8, y) }, vp) },
    { part: 'money', w: purseWidth(pounds, size), draw: (x, y) =>
      purse(x + purseWidth(pounds, size) / 2, y, pounds, size) },
    tray(seat.poverty, narrow, ink, small),
    { part: 'loans', w: seat.loans ? 30 + (seat.loans > 1 ? widthOf(`×${seat.loans}`, small) + 2 : 0) : 14,
      draw: (x, y) => [seat.loans ? note(x + 14, y, 27, `£${scene.loan}`)
      : el('path', { d: `M${round(x + 2)} ${round(y)}h8`, stroke: ink, opacity: 0.4 }),
      seat.loans > 1 ? figureAt(`×${seat.loans}`, x + 30, y) : null] },
    handChip(seat, scene, narrow, ink, small),
    { part: 'markers_left', w: size * 0.9 + widthOf(String(own), small) + 2, draw: (x, y) =>
      [building(x + size * 0.4, y, size * 0.95, colourOf(seat.seat).colour),
      figureAt(String(own), x + size * 0.95, y)] },
  ];
}

const CUBES_A_ROW = 9;

/**
 * The tray of poverty: it tilts when it is past ten.
 * @param {number} poverty @param {boolean} narrow @param {string} ink @param {number} small
 */
function tray(poverty, narrow, ink, small) {
  const shown = narrow ? 0 : Math.min(poverty, CUBES_A_ROW * 2);
  const side = 7.5;
  const columns = Math.min(CUBES_A_ROW, Math.max(1, shown));
  const heap = narrow ? small : columns * (side + 0.8) + 2;
  const text = String(poverty);
  return { part: 'poverty', w: heap + widthOf(text, small) + 5,
    draw: (/** @type {number} */ x, /** @type {number} */ y) => [
    el('g', { transform: poverty > 10 && !narrow
      ? `rotate(${Math.min(7, (poverty - 10) * 0.8)} ${round(x + heap / 2)} ${round(y)})` : null, class: 'lon-tray' },
      narrow ? cube(x, y - small * 0.45, small * 0.9) : Array.from({ length: shown }, (_, each) =>
        cube(x + (each % columns) * (side + 0.8), y - 1 + (shown > CUBES_A_ROW ? 0 : 1) - side / 2
          + 4 - Math.floor(each / columns) * (side + 0.8) + (shown > CUBES_A_ROW ? 0 : -3), side)),
      narrow ? null : el('path', { d: `M${round(x - 3)} ${round(y + 8.5)}h${round(heap + 4)}`, stroke: '#8f6b3a',
        'stroke-width': 2, 'stroke-linecap': 'round' })),
    write(text, x + heap + 4, y + small * 0.35, small, { anchor: 'start', fill: ink })] };
}

/** The hand in small: backs,
  and the cards that are known to these eyes. @param {LondonSeatView} seat @param {Scene} scene
 * @param {boolean} narrow @param {string} ink @param {number} small */
function handChip(seat, scene, narrow, ink, small) {
  const known = seat.seat === scene.hand ? [] : seat.hand;
  const backs = seat.hand_count - known.length;
  const pitch = narrow ? 5 : 7;
  const shown = Math.min(11, backs) + known.length;
  const fan = Math.max(1, shown) * pitch + 6;
  return { part: 'hand', w: fan + 3 + widthOf(String(seat.hand_count), small),
    draw: (/** @type {number} */ x, /** @type {number} */ y) => [
    shown ? null : smallCard(x + 6, y, 16, 'none', ink),
    Array.from({ length: Math.min(11, backs) }, (_, each) =>
      smallCard(x + each * pitch + 6, y, 16, '#6b1a29', '#e2b866')),
    known.map((card, each) => el('g', { key: `card:${card}`, 'data-part': `card:${card}`, 'data-card': card,
      class: 'lon-known' },
      smallCard(x + (Math.min(11, backs) + each) * pitch + 6, y, 17, kindOf(scene.face(card).colour).deep, '#fff6e0'))),
    write(String(seat.hand_count), x + fan + 3, y + small * 0.35, small, { anchor: 'start', fill: ink })] };
}

// ---- the houses

/**
 * What this turn has done to a stack: it is lit, or about to be covered.
 * @param {LondonView} position @param {number} seat @param {number} index @param {LondonStackView} stack
 */
function workOf({ turn, active }, seat, index, { cards }) {
  if (active !== seat) return '';
  const top = cards[cards.length - 1];
  if (turn.activations.some((each) => each.stack === index || each.hospital === index)) return 'now';
  if (turn.placement?.stack === index) return 'covered';
  if (turn.activated.includes(top)) return 'lit';
  return turn.placed.includes(top) ? 'placed' : '';
}

/**
 * How wide a stack is, how high its top card, and how much each covered card shows.
 * @param {Lot} lot @param {import('./layout.js').Rect} body @param {LondonSeatView} seat @param {boolean} fresh
 */
function measure(lot, body, seat, fresh) {
  const count = seat.stacks.length + (fresh ? 1 : 0);
  const slots = Math.max(lot.w < 300 ? 3 : 5, count);
  const gap = body.w / slots < 40 ? 2 : 5;
  const w = Math.min(Math.max(WIDE.least, Math.min(WIDE.most, body.h * WIDE.share)),
    (body.w - gap * (slots - 1)) / slots);
  const under = Math.max(0, ...seat.stacks.map(({ cards }) => cards.length - 1));
  const roof = Math.min(body.h, 43 + Math.max(0, Math.min(90, body.h - 84)) * 0.55);
  const edge = under ? Math.max(2.2, Math.min(Math.max(14.5, w * 0.115), (body.h - roof) / under)) : 0;
  const h = Math.max(20, Math.min(w * TALL, body.h - 2 - edge * under));
  return { gap, w, h, edge };
}

/** @param {Lot} lot @param {import('./layout.js').Rect} body @param {Scene} scene @param {boolean} active */
function drawStacks(lot, body, scene, active) {
  const seat = scene.position.seats[lot.seat];
  const fresh = active && ['action', 'playing', 'paying'].includes(scene.position.phase) && scene.size !== 'mini';
  const { gap, w, h, edge } = measure(lot, body, seat, fresh);
  const floor = body.y + body.h;
  const stacks = seat.stacks.map((stack, index) => drawStack(stack,
    { seat: lot.seat, index, x: body.x + index * (w + gap), floor, w, h, edge }, scene));
  if (fresh) stacks.push(plot(lot.seat, body.x + seat.stacks.length * (w + gap), floor, w, h));
  return el('g', { class: 'lon-stacks' }, stacks);
}

/**
 * The ground for a new house. @param {number} seat @param {number} x @param {number} floor @param {number} w
 * @param {number} h
 */
function plot(seat, x, floor, w, h) {
  const tall = Math.min(h, 54);
  return el('g', { key: `stack:${seat}:new`, 'data-spot': `stack:${seat}:new`, class: 'lon-plot',
    transform: at(x, floor - tall) },
    el('rect', { class: 'lon-face', width: round(w), height: round(tall), rx: 3, fill: '#2a1c0c',
      'fill-opacity': 0.16, stroke: '#4b3112', 'stroke-width': 1.4,
      'stroke-dasharray': '5 4' }),
    ['New', 'stack'].map((line, each) => write(line, w / 2, tall / 2 - 2 + each * 12, 11,
      { fill: '#3a260c', width: w - 4 })));
}

/**
 * @param {LondonStackView} stack
 * @param {{seat: number, index: number, x: number, floor: number, w: number, h: number,
   edge: number}} place @param {Scene} scene
 */
function drawStack(stack, { seat, index, x, floor, w, h, edge }, scene) {
  const top = stack.cards[stack.cards.length - 1];
  const under = stack.cards.slice(0, -1);
  const work = workOf(scene.position, seat, index, stack);
  const high = h + edge * under.length;
  const glow = work === 'lit' || work === 'now';
  const id = `stack:${seat}:${index}`;
  if (scene.size === 'mini' || w < 36 || h < 26) {
    return block(scene, stack, { x, floor, w, h, edge },
      { key: id, 'data-part': id, 'data-spot': scene.size === 'mini' ? null : id });
  }
  return el('g', { key: id, 'data-spot': id, 'data-part': id,
    class: `lon-stack${work ? ' is-' + work : ''}`, transform: at(x, floor - high) },
  glow && !scene.quiet ? el('ellipse', { cx: round(w / 2), cy: round(high - h * 0.4), rx: round(w * 0.85),
    ry: round(h * 0.72), fill: 'url(#lon-lamp)', class: 'lon-glow' }) : null,
  under.map((card, level) => el('g', { key: `card:${card}`, 'data-card': card, 'aria-hidden': 'true',
    transform: at(0, level * edge) },
    drawEdge(scene.face(card), w, edge))),
  el('g', { key: `card:${top}`, 'data-card': top, transform: at(0, under.length * edge) },
    drawFace(scene.face(top), top, { w, h, down: !stack.face_up, lit: glow, quiet: scene.quiet }),
    work ? el('rect', { x: -1, y: -1, width: round(w + 2), height: round(h + 2), rx: 4, fill: 'none',
      stroke: work === 'covered' ? '#1b3f9c' : '#fff3c4', 'stroke-width': work === 'now' ? 3.4 : 2.2,
      'stroke-dasharray': work === 'covered' ? '6 4' : null }) : null),
  stack.money ? el('g', { class: 'lon-stored', key: 'money', 'aria-hidden': 'true' },
    purse(w / 2, high - h * 0.48, `£${stack.money}`, 13))
    : null);
}

/**
 * A stack in small: blocks in the colours of its cards.
 * @param {Scene} scene @param {LondonStackView} stack
 * @param {{x: number, floor: number, w: number, h: number, edge: number}} place @param {object} how
 */
function block(scene, stack, { x, floor, w, h, edge }, how) {
  const tall = Math.min(h, w * 0.9);
  const step = Math.min(edge, 5);
  return el('g', { transform: at(x, floor - tall), ...how },
    stack.cards.map((card, level) => {
      const top = level === stack.cards.length - 1;
      const kind = kindOf(scene.face(card).colour);
      return el('rect', { y: round(-(stack.cards.length - 1 - level) * step), width: round(w),
        height: round(top ? tall : step + 1), fill: top && !stack.face_up ? '#5d1420' : kind.deep,
        stroke: '#120f0c', 'stroke-width': 0.5 });
    }));
}

/** The large figure of a miniature's street. @param {Lot} lot @param {LondonSeatView} seat */
export const miniFigure = (lot, seat) => figure(seat.vp, lot.x + lot.w - 3, lot.y + 13, 11,
  { anchor: 'end', fill: '#fff4da', stroke: '#15130f',
  'stroke-width': 2, 'paint-order': 'stroke' });
