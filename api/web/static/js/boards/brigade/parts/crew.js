/** The crew of a brigade: cards with a face, a guild and water, and the places that are free. */
import { el } from '../../../drawing/tree.js';
import { GUILDS, INK, LINE, SOFT } from '../art/palette.js';
import { portrait } from '../art/portraits.js';
import { lines, moved, paragraph, rect, round, text, use } from '../art/text.js';
import { letters } from '../layout.js';
import { drops, groundOf } from './water.js';
import { t } from '../../../language/language.js';

/** @typedef {import('../layout.js').Box} Box */
/** @typedef {Brigade.Desk} Desk */

const ROW = 34;

/** @param {Desk} desk @param {Box} box */
export function drawCrew(desk, box) {
  const { of, scene: { words } } = desk;
  const free = Math.max(0, of.crew_capacity - of.crew.length);
  const count = of.crew.length + free;
  const isTall = box.h > ROW * 3.6 * desk.u;
  const places = shared(box, isTall ? count : Math.max(3, count), of.sir_precious, desk.u);
  return el('g', { key: `crew:${of.seat}`, 'data-spot': `crew:${of.seat}` },
    rect(box, { fill: 'none', 'pointer-events': 'all' }),
    isTall ? null : Array.from({ length: Math.max(0, 3 - count) }, (_, at) => locked(places[count + at])),
    Array.from({ length: free }, (_, at) => slot(desk, places[of.crew.length + at], at)),
    of.crew.map((card, at) => member(desk, card, places[at])),
    of.sir_precious ? burden(desk, places.at(-1) ?? box, words.cardWith('burden_minus_one_action')) : null);
}

/**
 * Places beside each other, or below each other where there is height enough. @param {Box} box @param {number} count
 * @param {boolean} burdened @param {number} u @returns {Box[]}
 */
function shared({ x, y, w, h }, count, burdened, u) {
  const all = count + (burdened ? 1 : 0);
  const gap = 4 * u;
  if (h > (ROW * u + gap) * all) {
    const high = Math.min(46 * u, (h - gap * (all - 1)) / all);
    return Array.from({ length: all }, (_, at) => ({ x, y: y + at * (high + gap), w, h: high }));
  }
  const last = burdened ? 32 * u + gap : 0;
  const each = (w - last - gap * (count - 1)) / count;
  const high = Math.min(h, 42 * u);
  const row = Array.from({ length: count }, (_, at) => ({ x: x + at * (each + gap), y, w: each, h: high }));
  return burdened ? [...row, { x: x + w - 32 * u, y, w: 32 * u, h: high }] : row;
}

/** A place that the crew's ladder does not give yet. @param {Box} box */
const locked = (box) => rect(box, { rx: 4, fill: '#15121d', opacity: 0.35, stroke: LINE, 'stroke-dasharray': '2 4' });

/** @param {Desk} desk @param {Box} box @param {number} at */
function slot({ of, u }, box, at) {
  const size = letters(11, u);
  const branch = [rect(box, { rx: 4, fill: '#15121d', stroke: '#8a7d9c', 'stroke-dasharray': '4 3' }),
    text('free place', box.x + box.w / 2, box.y + box.h / 2 + size * 0.35,
      { size, fill: SOFT, italic: true, anchor: 'middle', room: box.w - 6 })];
  return el('g', at ? null : { key: `slot:${of.seat}`, 'data-spot': `slot:${of.seat}` }, branch);
}

/** @param {Desk} desk @param {BrigadeCrewView} card @param {Box} box */
function member({ scene, u }, card, box) {
  const printed = scene.words.crew[card.card];
  const scale = (box.h - 2) / 52;
  const face = 48 * scale;
  const bright = (GUILDS[card.guild] ?? GUILDS.none).bright;
  return el('g', { key: `card:${card.card}`, class: 'bri-member', 'data-spot': `card:${card.card}` },
    rect(box, { rx: 4, fill: '#17131f', stroke: card.active ? bright : '#5a5266', 'stroke-width': card.active ? 1.4
      : 1 }),
    el('g', { transform: moved(box.x + 1, box.y + 1, scale), opacity: card.active ? null : 0.5 },
      portrait(card.card, bright, groundOf(card.guild), { folk: printed.folk ?? '' })),
    drops(card.water, card.buckets, { x: box.x + 1, y: box.y + box.h - 11.5 * u, w: face, size: 10.5 * u }),
    card.active ? null : use('moon', box.x + 2, box.y + 2, 11 * u, 11 * u, { color: '#cfd8ff' }),
    words(scene.words, printed, { x: box.x + face + 4 * u, y: box.y, w: box.w - face - 6 * u, h: box.h }, u,
      card.active));
}

/**
 * The name, and what the card does if there is room. @param {Brigade.Words} of @param {Brigade.Card} printed
 * @param {Box} box @param {number} u @param {boolean} active
 */
function words(of, printed, { x, y, w, h }, u, active) {
  const size = letters(11, u);
  const fill = active ? INK : SOFT;
  if (w > 150 * u) {
    const rows = lines(of.ability(printed.ability), w, size, h > size * 3.5 ? 2 : 1);
    return [text(printed.name, x, y + size * 1.1, { size: size * 1.08, bold: true, room: w, fill }),
      paragraph(rows, x, y + size * 2.3, size * 1.12, { size, room: w, italic: true, fill: SOFT })];
  }
  const rows = lines(printed.name, w, size, 2);
  const top = y + h / 2 - (rows.length * size * 1.06) / 2 + size * 0.82;
  return paragraph(rows, x, top, size * 1.06, { size, room: w, bold: true, fill });
}

/** Sir Precious, whom nobody wants. @param {Desk} desk @param {Box} box @param {string} id */
function burden({ scene, u }, box, id) {
  const scale = Math.min(box.w / 48, box.h / 52);
  const name = scene.words.crew[id]?.name ?? '';
  return el('g', { key: `card:${id}`, class: 'bri-member', 'data-spot': `card:${id}` },
    rect({ ...box, w: Math.max(box.w, 24) }, { rx: 4, fill: '#17131f', stroke: '#e9b93f' }),
    el('g', { transform: moved(box.x, box.y, scale) }, portrait(id, '#e9b93f', '#4a3a10', { hat: 1 })),
    box.w > 90 * u ? text(t`${name}: one action less`, box.x + 48 * scale + 5, box.y + box.h / 2 + 4,
      { size: letters(11, u), room: box.w - 48 * scale - 8 })
      : text('−1', box.x + box.w - 2, box.y + 11 * u, { size: round(letters(11, u)), bold: true, anchor: 'end',
        halo: '#15121d' }));
}
