/** A player's board: chief with water, pumper, the three ladders, crew, supplies and how near each end is. */
import { el } from '../../../drawing/tree.js';
import { drawCrew } from './crew.js';
import { drops } from './water.js';
import { FIREHOUSES, GOLD, GUILDS, INK, LINE, SOFT } from '../art/palette.js';
import { portrait } from '../art/portraits.js';
import { lines, moved, paragraph, rect, round, text, use, widthOf } from '../art/text.js';
import { letters } from '../layout.js';
import { joined, t } from '../../../language/language.js';

/** @typedef {import('../layout.js').Box} Box */
/** @typedef {Brigade.Desk} Desk what a seat's board is drawn with */

const HEAD = 58;
const LADDERS = 29;
const CREW = 36;
/** @type {Record<string, string>} */
const SHORT = { crew: 'Crew', wagon: 'Wagon', leadership: 'Leader' };

/** @param {Brigade.Scene} scene @param {BrigadeSeatView} of */
export function drawSeat(scene, of) {
  const box = scene.layout.seats[of.seat];
  const u = Math.min(scene.layout.desk, box.w / 262);
  /** @type {Desk} */
  const desk = { scene, of, box: { ...box, x: 0, y: 0 }, u, look: scene.looks[of.seat] };
  const isActive = scene.position?.active === of.seat;
  return el('g', { key: `desk:${of.seat}`, class: `bri-desk${isActive ? ' bri-active' : ''}`,
    transform: moved(box.x, box.y),
    opacity: of.gone ? 0.55 : null }, panel(desk, isActive),
  scene.layout.kind === 'phone' && box.h < 118 ? strip(desk) : full(desk));
}

/** @param {Desk} desk @param {boolean} isActive */
function panel({ scene, box, u, look }, isActive) {
  return [rect(box, { rx: round(5 * u), fill: scene.quiet ? '#1b1724' : 'url(#bri-card)', stroke: isActive ? GOLD
    : LINE,
    'stroke-width': isActive ? round(2.2 * u) : 1, class: 'bri-panel' }),
  rect({ x: 0, y: 0, w: 5 * u, h: box.h }, { rx: round(2.5 * u), fill: look.colour })];
}

/** @param {Desk} desk */
function full(desk) {
  const { box, u, scene } = desk;
  const free = box.h / u - HEAD - LADDERS - CREW - 10;
  const says = scene.position?.options.advanced && free > 16 ? sentences(desk, HEAD * u + 4 * u, free > 52 ? 2 : 1)
    : null;
  const down = says ? HEAD * u + says.height + 5 * u : (HEAD + Math.max(0, Math.min(free, 14) * 0.4)) * u + 3 * u;
  const under = down + LADDERS * u + Math.max(3 * u, Math.min(8 * u, (free * u) * 0.2));
  const isTall = box.h - under > (CREW + 30) * u;
  const crewTop = isTall ? under + 27 * u : under;
  return [chief(desk), title(desk), tank(desk), firehouse(desk), supply(desk), says?.branch, ladders(desk, down),
    ends(desk, down), isTall ? tally(desk, under) : null, drawCrew(desk,
      { x: 9 * u, y: crewTop, w: box.w - 15 * u, h: box.h - crewTop - 5 * u })];
}

/** What chief and firehouse can do, in words. @param {Desk} desk @param {number} y @param {number} most rows each */
function sentences({ scene: { words }, of, box, u }, y, most) {
  const size = letters(11.5, u);
  const says = [words.chiefs[of.chief ?? '']?.ability, words.houses[of.firehouse ?? '']?.ability].filter(Boolean)
    .map((ability) => lines(words.ability(ability), box.w - 20 * u, size, most));
  const rows = says.flat();
  return { height: rows.length * size * 1.15,
    branch: el('g', { 'aria-hidden': 'true' }, paragraph(rows, 11 * u, y + size * 0.8, size * 1.15,
      { size, room: box.w - 18 * u, italic: true, fill: '#d6cbe0' })) };
}

/**
 * What holds for a chief beside the card. @param {BrigadeSeatView} of @param {Brigade.Words} words
 * @returns {string[]}
 */
export function chiefNotes({ werewolf, copied, allegiance, pyro_control: waits }, words) {
  return /** @type {string[]} */ ([werewolf && 'Werewolf side', copied && t`Copies ${words.crew[copied].name}`,
    allegiance && 'Allegiance holds', waits && 'Waits for the next firestorm'].filter(Boolean));
}

/** A portrait with its water before it. @param {Desk} desk */
function chief({ scene: { words }, of, u, look }) {
  const card = words.chiefs[of.chief ?? ''];
  return el('g', { key: `chief:${of.seat}`, 'data-spot': `chief:${of.seat}`, transform: moved(10 * u, 6 * u) },
    el('g', { transform: moved(0, 0, u) }, card
      ? portrait(card.id, look.colour, '#3a3148', { wild: of.werewolf, hat: 0 })
      : rect({ x: 0, y: 0, w: 48, h: 52 }, { rx: 5, fill: '#2a2534', stroke: LINE, 'stroke-dasharray': '3 3' }),
    rect({ x: 0, y: 0, w: 48, h: 52 }, { rx: 5, fill: 'none', stroke: look.colour, 'stroke-width': 1.6 }),
    of.allegiance ? use('token', 36, -2, 13, 15, { color: GOLD }) : null,
    of.pyro_control ? use('spark', 0, -2, 14, 14, { color: '#ff8a2a' }) : null),
    drops(of.chief_water, of.chief_buckets, { x: 0, y: 40 * u, w: 48 * u, size: 12 * u }));
}

/** Name, chief's name, points. @param {Desk} desk */
function title({ scene: { words, position, viewer }, of, box, u }) {
  const points = letters(25, u);
  const name = letters(15, u);
  const low = letters(11.5, u);
  const room = box.w - 64 * u - points * 1.6;
  const notes = [words.chiefs[of.chief ?? '']?.name ?? 'No chief yet', ...chiefNotes(of, words)];
  const tags = joined(/** @type {string[]} */ ([position?.first === of.seat && 'first', viewer === of.seat && 'you',
    of.banked && `+${of.banked}`, of.gone && 'left'].filter(Boolean)), ' · ');
  return el('g', { key: `seat:${of.seat}`, 'data-spot': `seat:${of.seat}` },
    rect({ x: 62 * u, y: 4 * u, w: box.w - 66 * u, h: 30 * u }, { fill: 'none', 'pointer-events': 'all' }),
    text(words.who(of.seat), 64 * u, 6 * u + name * 0.8, { size: name, bold: true, room }),
    text(joined(notes, ' · '), 64 * u, 8 * u + name * 0.8 + low,
      { size: low, italic: true, fill: SOFT, room: tags ? room - widthOf(tags, letters(11, u), true) - 6 : room }),
    tags ? text(tags, 64 * u + room, 8 * u + name * 0.8 + low,
      { size: letters(11, u), bold: true, fill: GOLD, anchor: 'end', room: 60 * u }) : null,
    text(of.points, box.w - 10 * u, 7 * u + points * 0.74, { size: points, bold: true, fill: GOLD, anchor: 'end' }));
}

/** The pumper and its barrel. @param {Desk} desk */
function tank({ of, u, look, box }) {
  const room = Math.min(104 * u, box.w - 160 * u);
  return el('g', { key: `tank:${of.seat}`, 'data-spot': `tank:${of.seat}`, color: look.colour },
    rect({ x: 62 * u, y: 34 * u, w: room, h: 25 * u }, { fill: 'none', 'pointer-events': 'all' }),
    use('wagon', 63 * u, 35 * u, 34 * u, 22.6 * u),
    drops(of.wagon_water, of.wagon_capacity, { x: 99 * u, y: 40 * u,
      w: Math.min(room - 37 * u, of.wagon_capacity * 13 * u), size: 13 * u }));
}

/** @param {Desk} desk */
function firehouse({ of, u, box }) {
  const x = box.w - 90 * u;
  return el('g', { key: `house:${of.seat}`, 'data-spot': `house:${of.seat}` },
    rect({ x, y: 34 * u, w: 28 * u, h: 25 * u }, { fill: 'none', 'pointer-events': 'all' }),
    of.firehouse ? use('firehouse', x - 1 * u, 34.5 * u, 31 * u, 23.6 * u, { color: FIREHOUSES[of.firehouse] }) : null);
}

/** @param {Desk} desk */
function supply({ of, u, look, box }) {
  const size = letters(12, u);
  const [x, y] = [box.w - 58 * u, 36 * u];
  return el('g', { key: `supply:${of.seat}`, 'data-spot': `supply:${of.seat}`, color: look.colour },
    rect({ x, y: y - 2 * u, w: 55 * u, h: 25 * u }, { fill: 'none', 'pointer-events': 'all' }),
    use('cube', x, y + 3 * u, 14 * u), text(of.cubes_left, x + 15 * u, y + 15 * u, { size, bold: true, room: 14 * u }),
    use('token', x + 29 * u, y + 4 * u, 12 * u), text(of.tokens_left, x + 41 * u, y + 15 * u,
      { size, bold: true, room: 13 * u }));
}

/** @param {Desk} desk @param {number} y */
function ladders(desk, y) {
  const w = (desk.box.w - 84 * desk.u) / 3;
  return desk.of.tracks.map((track, at) => ladder(desk, track, 10 * desk.u + at * w, y, w - 6 * desk.u));
}

/**
 * Rungs up to the bonus at the end, which is a star. @param {Desk} desk @param {BrigadeTrackView} track
 * @param {number} x @param {number} y @param {number} w
 */
function ladder({ of, u, look }, { track, circle, last, value }, x, y, w) {
  const size = letters(11, u);
  const step = Math.min(11 * u, w / (last + 1));
  const rung = y + 20 * u;
  const at = (/** @type {number} */ n) => x + step * (n + 0.5);
  return el('g', { key: `track:${of.seat}:${track}`, 'data-spot': `track:${of.seat}:${track}` },
    rect({ x: x - 2 * u, y: y - 1 * u, w: w + 4 * u, h: LADDERS * u - 1 * u },
      { fill: 'none', 'pointer-events': 'all' }),
    text(SHORT[track], x, y + size * 0.9, { size, fill: SOFT, room: w - size * (0.5 + 0.8 * String(value).length) }),
    text(value, x + w, y + size * 0.9, { size: size * 1.1, bold: true, fill: INK, anchor: 'end' }),
    el('path', { d: `M${round(at(0))} ${round(rung)}H${round(at(last))}`, stroke: LINE, 'stroke-width': round(2 * u) }),
    dots(range(circle, last), at, rung, step * 0.34, '#191521'),
    dots(range(0, circle), at, rung, step * 0.34, look.colour),
    circle < last ? el('circle', { cx: round(at(circle)), cy: round(rung), r: round(step * 0.46), fill: look.colour,
      stroke: '#fff',
      'stroke-width': 1.4 }) : null,
    use('star', at(last) - step * 0.56, rung - step * 0.56, step * 1.12, step * 1.12,
      { color: circle === last ? GOLD : '#57607f' }));
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/**
 * Round dots with a rim, as two strokes.
 * @param {number[]} places @param {(n: number) => number} at @param {number} y @param {number} radius
 * @param {string} fill
 */
function dots(places, at, y, radius, fill) {
  if (!places.length) return null;
  const d = places.map((n) => `M${round(at(n))} ${round(y)}v0`).join('');
  return [['#6d6280', 2 * radius + 1.2], [fill, 2 * radius - 0.8]].map(([stroke, width]) =>
    el('path', { d, stroke, 'stroke-width': round(Number(width)), 'stroke-linecap': 'round' }));
}

/** Best guild and kinds of citizens: five and the game is won. @param {Desk} desk @param {number} y */
function ends({ scene: { words }, of, u, box }, y) {
  const { guild_loyalty_tiles: tiles = 5, citizens_types: types = 5 } = words.numbers;
  const x = box.w - 72 * u;
  /** @param {string} icon @param {number} n @param {number} most @param {number} top */
  const meter = (icon, n, most, top) => [use(icon, x, top - 6 * u, 12 * u, 12 * u,
    { color: n >= most - 1 ? GOLD : SOFT }),
    dots(range(n, most), (at) => x + 20 * u + at * 10 * u, top, 3.6 * u, '#191521'),
    dots(range(0, n), (at) => x + 20 * u + at * 10 * u, top, 3.6 * u, GOLD)];
  return el('g', { key: `ends:${of.seat}`, 'data-spot': `ends:${of.seat}` },
    rect({ x: x - 3 * u, y: y - 1 * u, w: 72 * u, h: LADDERS * u - 1 * u }, { fill: 'none', 'pointer-events': 'all' }),
    meter('token', of.ends.guild, tiles, y + 6 * u), meter('person', of.ends.citizens, types, y + 20 * u));
}

/** How many tiles of each guild are loyal. @param {Desk} desk @param {number} y */
function tally({ scene: { position }, of, u, box }, y) {
  const size = letters(13, u);
  const step = (box.w - 18 * u) / 5;
  return el('g', { 'aria-hidden': 'true' }, Object.keys(GUILDS).filter((guild) => guild !== 'none').map((guild, at) => {
    const count = (position?.tiles ?? []).filter((tile) => tile.loyal === of.seat && tile.guild === guild).length;
    return el('g', { opacity: count ? null : 0.5 }, use(`sign-${guild}`, 11 * u + at * step, y, 21 * u),
      text(count, 35 * u + at * step, y + 15 * u, { size, bold: true, fill: count ? GOLD : SOFT }));
  }));
}

/** A seat on a phone: face, name, points, water. @param {Desk} desk */
function strip(desk) {
  const { scene: { words, position }, of, box, look } = desk;
  const s = Math.min(box.w / 96, box.h / 58);
  const card = words.chiefs[of.chief ?? ''];
  const w = box.w;
  return [el('g', { key: `chief:${of.seat}`, 'data-spot': `chief:${of.seat}`, transform: moved(7, 3, 0.72 * s) },
    card ? portrait(card.id, look.colour, '#3a3148', { wild: of.werewolf, hat: 0 })
      : rect({ x: 0, y: 0, w: 48, h: 52 }, { fill: '#2a2534' }),
    drops(of.chief_water, of.chief_buckets, { x: 0, y: 38, w: 48, size: 14 })),
  el('g', { key: `seat:${of.seat}`, 'data-spot': `seat:${of.seat}` },
    rect({ x: 7 + 36 * s, y: 2, w: w - 10 - 36 * s, h: 38 * s }, { fill: 'none', 'pointer-events': 'all' }),
    text(words.who(of.seat), 7 + 38 * s, 14, { size: 11.5, bold: true, room: w - 12 - 38 * s }),
    text(of.points, 7 + 38 * s, 14 + 21 * s, { size: 20 * Math.min(1.2, s), bold: true, fill: GOLD }),
    position?.first === of.seat ? use('star', w - 17, 20, 12, 12, { color: GOLD }) : null),
  el('g', { key: `tank:${of.seat}`, 'data-spot': `tank:${of.seat}`, color: look.colour },
    rect({ x: 6, y: 42 * s, w: w - 10, h: Math.max(0, box.h - 43 * s) }, { fill: 'none', 'pointer-events': 'all' }),
    use('wagon', 7, box.h - 17, 22, 15), drops(of.wagon_water, of.wagon_capacity,
      { x: 31, y: box.h - 15, w: w - 36, size: 11 }))];
}
