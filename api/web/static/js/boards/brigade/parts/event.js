/** The event card in resolution or drawn last, and the piles beside it. */
import { el } from '../../../drawing/tree.js';
import { GOLD, PARCHMENT, SEPIA, SOFT } from '../art/palette.js';
import { lines, paragraph, rect, round, text, use } from '../art/text.js';
import { letters } from '../layout.js';
import { t, translation } from '../../../language/language.js';

/** @typedef {Brigade.Scene} Scene */
/** @typedef {import('../layout.js').Box} Box */

const SIDE = 6;

/** @param {Scene} scene */
export function drawEvent(scene) {
  const { position, layout: { event: box, desk: unit } } = scene;
  if (!position || box.h === 0) return null;
  const pile = 27 * unit;
  return el('g', { class: 'bri-event' }, card(scene, position, { ...box, h: box.h - pile - 3 * unit }),
    piles(scene, position, { ...box, y: box.y + box.h - pile, h: pile }));
}

/** @param {Scene} scene @param {BrigadeView} position @param {Box} box */
function card(scene, position, box) {
  const { words, layout: { desk: unit } } = scene;
  const id = position.event ?? position.event_discard.at(-1) ?? null;
  const now = position.event !== null;
  const size = letters(11.5, unit);
  const s = box.h - 8 * unit;
  const [x, room] = [box.x + s + 12 * unit, box.w - s - 18 * unit];
  const says = id ? lines(words.says(id), room, size, Math.max(1,
    Math.floor((box.h - 38 * unit) / (size * 1.12)) + 1)) : [];
  return el('g', { 'data-part': 'event' },
    rect(box, { rx: round(5 * unit), fill: 'url(#bri-paper)', stroke: now ? '#ff8a2a' : '#8a7444', 'stroke-width': now
      ? round(3 * unit) : 1 }),
    id ? eventPicture(words, id, { x: box.x + 4 * unit, y: box.y + 4 * unit, w: s, h: s }) : null,
    text(id ? (now ? 'Event now' : 'Last event') : 'No event yet', x, box.y + 5 * unit + size * 0.85,
      { size: letters(11, unit), bold: true, fill: now ? '#a8320c' : '#7a6436' }),
    id ? text(words.event(id), x, box.y + 21 * unit + size * 0.85,
      { size: letters(15, unit), bold: true, fill: SEPIA, room }) : null,
    paragraph(says, x, box.y + 37 * unit + size * 0.85, size * 1.12, { size, room, fill: SEPIA }));
}

/**
 * The picture of an event: the struck cells, the wind's way, or a sign. @param {Brigade.Words} words
 * @param {string} id @param {Box} box
 */
export function eventPicture(words, id, box) {
  const printed = words.events[id];
  const { x, y, w } = box;
  const ground = rect(box, { rx: round(w * 0.05), fill: '#221c2b' });
  if (printed.kind === 'firestorm') return [ground, pattern(printed.cells, x, y, w)];
  if (printed.kind === 'wind') {
    const turn = { north: 0, east: 90, south: 180, west: 270 }[/** @type {'north'} */ (printed.direction)];
    return [ground, el('g', { transform: `rotate(${turn} ${round(x + w / 2)} ${round(y + w / 2)})` },
      use('arrow', x + w * 0.14, y + w * 0.14, w * 0.72, w * 0.72, { color: '#bfe0ff' }))];
  }
  return [ground, use(signOf(printed.effect ?? ''), x + w * 0.17, y + w * 0.17, w * 0.66, w * 0.66, { color: GOLD })];
}

/** The sign of a special event, by what it does. @param {string} effect */
function signOf(effect) {
  if (effect.includes('wagon')) return 'cart';
  if (effect.includes('crew') || effect.includes('recruit')) return 'person';
  if (effect.includes('leader') || effect.includes('upgrade')) return 'up';
  return /water|rain|refill/.test(effect) ? 'water' : /cube|recogn/.test(effect) ? 'cube' : 'spark';
}

/**
 * The city from above, with the struck cells alight. @param {number[][]} cells @param {number} x @param {number} y
 * @param {number} w
 */
function pattern(cells, x, y, w) {
  const c = w / SIDE;
  const [rim, side] = [round(c * 0.09), round(c * 0.82)];
  /** @param {number} row @param {number} column */
  const at = (row, column) => `M${round(x + column * c + rim)} ${round(y + row * c + rim)}h${side}v${side}h${-side}z`;
  const every = Array.from({ length: SIDE * SIDE }, (_, cell) => [Math.floor(cell / SIDE), cell % SIDE]);
  const corner = (/** @type {number[]} */ [row, column]) => row % 5 === 0 && column % 5 === 0;
  const middle = (/** @type {number[]} */ [row, column]) => row > 1 && row < 4 && column > 1 && column < 4;
  const path = (/** @type {number[][]} */ some) => some.map(([row, column]) => at(row, column)).join('');
  return [el('path', { d: path(every.filter((one) => !corner(one) && !middle(one))), fill: '#4c4459' }),
    el('path', { d: path(every.filter(middle)), fill: '#8a3a66' }),
      el('path', { d: path(every.filter(corner)), fill: '#2f2a38' }),
    cells.map(([row, column]) => use('flame', x + column * c + c * 0.1, y + row * c - c * 0.16, c * 0.8, c * 1.16))];
}

/** @param {Scene} scene @param {BrigadeView} position @param {Box} box */
function piles(scene, position, box) {
  const half = box.w / 2;
  return [pile(scene, { ...box, w: half - 2 }, 'events', 'spark', position.event_deck, 'events',
    position.event_discard.length, position.starting_left),
    pile(scene, { ...box, x: box.x + half + 2, w: half - 2 }, 'crew-deck', 'person', position.crew_deck, 'crew',
      position.crew_discard.length, [])];
}

/**
 * A pile with its count; what lies open of it, or how many have gone by.
 * @param {Scene} scene @param {Box} box @param {string} id @param {string} icon @param {number} count
 * @param {string} name @param {number} gone @param {string[]} open
 */
function pile({ words, layout: { desk: unit } }, box, id, icon, count, name, gone, open) {
  const { x, y, w, h } = box;
  const size = letters(12, unit);
  const back = h * 0.7;
  const left = x + back + 9 * unit;
  return el('g', { 'data-part': id }, rect(box, { rx: round(4 * unit), fill: '#1a1622', stroke: '#443c52' }),
    [2, 1, 0].map((at) => rect({ x: x + (4 + at * 1.2) * unit, y: y + h * 0.12 - at * 0.8 * unit + 1, w: back,
      h: h * 0.74 },
      { rx: 2, fill: count ? '#4a2030' : 'none', stroke: '#8a6a70', 'stroke-width': 0.8 })),
    count ? use(icon, x + 4 * unit + back * 0.2, y + h * 0.24, back * 0.6, back * 0.6, { color: GOLD }) : null,
    text(open.length ? count : `${count} ${translation(name)}`, left, y + h / 2 + size * 0.35,
      { size, bold: true, fill: PARCHMENT, room: w * 0.46 }),
    open.length ? open.slice(0, 3).map((card, at) => eventPicture(words, card,
      { x: x + w - (at + 1) * (h - 1), y: y + 2, w: h - 4, h: h - 4 }))
      : text(t`${gone} gone`, x + w - 6 * unit, y + h / 2 + size * 0.35,
        { size: letters(11, unit), fill: SOFT, anchor: 'end', room: w * 0.32 }));
}
