/** How a step of The Great Fire of London moves: cards fly, the needle swings, flames run, roofs fall, water steams. */

import { planted } from '../../drawing/mount.js';
import { el } from '../../drawing/tree.js';
import { card } from './art/hand.js';
import { flamesAt, ownerAt } from './art/pieces.js';
import { rowsOf } from './art/geometry.js';
import { parts, windOf, written } from './art/river.js';
import { use } from './art/symbols.js';
import { fireWay, gains } from './changes.js';
import { glide } from '../kit.js';

/** @typedef {import('./art/sheet.js').Sheet} Sheet */
/**
 * @typedef {{sheet: Sheet, picture: SVGElement, before: GreatFireView, now: GreatFireView, step: any,
 *   own: number | null,
 *   layer: Element | null, flight: Element | null}} Scene
 * @typedef {{ms: number, start: (at: number, ms: number) => void}} Act what happens, and how long it takes
 */

/** How long each thing takes when there is time for it. */
const MS = { card: 300, needle: 250, hop: 150, catches: 400, fall: 400, points: 600, steam: 700, blast: 500,
  glide: 450 };
const WHOLE_MS = 2400;

/** @param {number} x @param {number} y */
const shift = (x, y) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/**
 * Something that is on the map only while it moves.
 * @param {Element | null} layer @param {import('../../drawing/tree.js').Branch} branch @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 */
function passing(layer, branch, frames, timing) {
  if (!layer) return;
  const element = planted(branch);
  layer.append(element);
  const done = () => element.remove();
  element.animate(frames, { fill: 'both', ...timing }).finished.then(done, done);
}

/**
 * Play what happened between two positions, within the time there is.
 * @param {Sheet} sheet @param {SVGElement} picture the board, drawn as it is now
 * @param {GreatFireView} before @param {GreatFireView} now @param {{step: any, ms: number, own: number | null}} how
 */
export function play(sheet, picture, before, now, { step, ms, own }) {
  const [layer, flight] = [picture.querySelector('.gf-motion'), picture.querySelector('.gf-flight')];
  const scene = { sheet, picture, before, now, step, own, layer, flight };
  const acts = [cardPlayed, needleSwings, fireRuns, roofsFall, pointsLeave, steamRises, blast, bandsMarch, ownersGo]
    .map((make) => make(scene)).filter((act) => act !== null);
  const whole = acts.reduce((sum, act) => sum + act.ms, 0);
  const pace = Math.min(1, (ms || WHOLE_MS) / Math.max(1, whole));
  let at = 0;
  for (const act of acts) {
    act.start(at, act.ms * pace);
    at += act.ms * pace;
  }
}

/** The card flies to the wind rose. @param {Scene} scene @returns {Act | null} */
function cardPlayed({ sheet, before, now, own, flight }) {
  if (!now.card || before.card === now.card || sheet.kind === 'mini') return null;
  const { rose, hand } = parts(sheet);
  const from = own === now.active ? [hand.x + hand.w / 2, hand.y + hand.h / 2] : [sheet.width - 20, sheet.height * 0.4];
  const to = [rose.x + rose.w / 2, rose.y + rose.h / 2];
  const face = el('g', null, card(sheet, sheet.printed.direction.get(now.card), Math.round(62 * sheet.k)));
  return { ms: MS.card, start: (delay, duration) => passing(flight, face, [
    { transform: `${shift(from[0], from[1])} rotate(-14deg) scale(1.2)`, opacity: 1 },
    { transform: `${shift(to[0], to[1])} rotate(0deg) scale(.5)`, opacity: 0.2 }],
      { delay, duration: duration * 1.3, easing: 'ease-in' }) };
}

/** @param {Scene} scene @returns {Act | null} */
function needleSwings({ sheet, picture, before, now }) {
  const [was, is] = [windOf(before),
    windOf(now)].map((wind) => (wind ? sheet.printed.direction.get(wind).vector : null));
  const needle = picture.querySelector('.gf-needle');
  if (!was || !is || !needle || String(was) === String(is)) return null;
  const angle = (/** @type {number[]} */ [x, y]) => (Math.atan2(x, -y) * 180) / Math.PI;
  const by = ((angle(was) - angle(is) + 540) % 360) - 180;
  return { ms: MS.needle, start: (delay, duration) => {
    needle.animate([{ rotate: `${by}deg` }, { rotate: '12deg', offset: 0.7 }, { rotate: '-6deg', offset: 0.86 },
      { rotate: '0deg' }],
      { delay, duration: duration * 2, easing: 'ease-in-out', fill: 'backwards' });
  } };
}

/**
 * Everything that burns in a district appears when the flame arrives. @param {Scene} scene @param {string} id
 * @param {number} delay @param {number} duration
 */
function catches({ picture, sheet }, id, delay, duration) {
  const ground = picture.querySelector('.gf-scars')?.children[sheet.numbers.get(id) ?? 0];
  const flames = picture.querySelector(`[data-spot="cones:${id}"]`);
  for (const element of [ground, flames])
    element?.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration, fill: 'backwards' });
}

/** A flame runs the way district by district, and the last one catches. @param {Scene} scene @returns {Act | null} */
function fireRuns(scene) {
  const { sheet, before, now, step, layer } = scene;
  const way = fireWay(before, now, step);
  if (!way) return null;
  const target = way[way.length - 1];
  const caught = !before.areas.find(({ id }) => id === target)?.burning;
  const points = way.map((id) => sheet.places.get(id)).filter(Boolean);
  const flame = el('g', null, use(sheet, 'flame1', 0, 0, 1.7 * Math.max(sheet.k, 0.6)));
  const hops = (points.length - 1) * MS.hop + 200;
  return { ms: hops + (caught ? MS.catches : 0), start: (delay, duration) => {
    const run = duration * (hops / (hops + (caught ? MS.catches : 0)));
    passing(layer, flame, points.map(({ x, y }) => ({ transform: shift(x, y) })),
      { delay, duration: run, easing: 'ease-in-out' });
    if (caught) catches(scene, target, delay + run, duration - run);
  } };
}

/** Districts whose houses are gone, and how they went. @param {Scene} scene */
const lostIn = ({ before, now }) =>
  now.areas.filter((area, at) => !area.houses.length && before.areas[at].id === area.id
  && before.areas[at].houses.length && before.areas[at].houses.length > 0).map((area) => ({
  area, houses: before.areas.find(({ id }) => id === area.id)?.houses ?? [] }));

/** Roofs fall where houses burnt down. @param {Scene} scene @returns {Act | null} */
function roofsFall(scene) {
  const { sheet, layer } = scene;
  const lost = lostIn(scene).slice(0, 6);
  if (!lost.length) return null;
  return { ms: MS.fall, start: (delay, duration) => lost.forEach(({ area, houses }) => {
    const at = sheet.places.get(area.id);
    houses.forEach((colour, n) => {
      const [x, y] = [at.row[n], at.houses];
      passing(layer, el('g', null, use(sheet, `house-${colour}`, 0, 0, at.house)), [
        { transform: `${shift(x, y)} rotate(0deg) scale(1)`, opacity: 1 },
        { transform: `${shift(x, y + 3)} rotate(${n % 2 ? 9 : -9}deg) scale(1, .8)`, opacity: 1, offset: 0.5 },
        { transform: `${shift(x, y + 9 * at.k)} rotate(${n % 2 ? 26 : -26}deg) scale(1, .1)`, opacity: 0 }],
      { delay: delay + n * 60, duration, easing: 'ease-in' });
    });
  }) };
}

/** The points of lost houses leave for the players' cards. @param {Scene} scene @returns {Act | null} */
function pointsLeave(scene) {
  const { sheet, layer } = scene;
  const lost = lostIn(scene).slice(0, 6);
  if (!lost.length) return null;
  const worth = sheet.printed.constants.vp_per_house_lost;
  const hexes = new Map(sheet.printed.colours.map(({ id, hex }) => [id, hex]));
  return { ms: MS.points, start: (delay, duration) => lost.forEach(({ area, houses }) => {
    const { x, y } = sheet.places.get(area.id);
    [...new Set(houses)].forEach((colour, n) => {
      const many = houses.filter((each) => each === colour).length * worth;
      const words = el('g', null,
        written(`−${many}`, 0, 0, 24 * Math.max(0.7, sheet.k), { 'text-anchor': 'middle', 'font-weight': 700,
        fill: hexes.get(colour), stroke: '#fff6e0', 'stroke-width': 4, 'paint-order': 'stroke' }));
      passing(layer, words, [
        { transform: `${shift(x + n * 26, y)} scale(.6)`, opacity: 0 },
          { transform: `${shift(x + n * 26, y - 26)} scale(1.15)`, opacity: 1, offset: 0.4 },
        { transform: `${shift(sheet.width + 20, y - 60)} scale(.8)`, opacity: 0.6 }],
          { delay: delay + n * 90, duration: duration * 1.6, easing: 'ease-in' });
    });
  }) };
}

/** Steam where a cone was put out. @param {Scene} scene @returns {Act | null} */
function steamRises({ sheet, before, now, layer }) {
  if (!now.seats.some(({ pile }, seat) => pile > (before.seats[seat]?.pile ?? 0))) return null;
  const out = gains(before, now, ({ cones }) => cones).find(({ by }) => by < 0);
  if (!out) return null;
  const at = sheet.places.get(out.id);
  const was = before.areas.find(({ id }) => id === out.id)?.cones ?? 1;
  const [x, y] = flamesAt(at, was, rowsOf(at, was, 1))[was - 1] ?? [at.x, at.y];
  return { ms: MS.steam, start: (delay, duration) => [-7, 4, 0, 9].forEach((dx, n) => passing(layer,
    el('circle', { r: 7 * sheet.k, fill: '#f4f7f5', 'fill-opacity': 0.85 }), [
      { transform: `${shift(x + dx * 0.3, y)} scale(.4)`, opacity: 0.9 },
        { transform: `${shift(x + dx * 2, y - 42 * sheet.k)} scale(2.2)`, opacity: 0 }],
    { delay: delay + n * 70, duration, easing: 'ease-out' })) };
}

/** A district is blown up: a flash, a shake of two frames, dust. @param {Scene} scene @returns {Act | null} */
function blast({ sheet, picture, before, now, layer }) {
  const was = new Map(before.areas.map((area) => [area.id, area.demolished]));
  const area = now.areas.find(({ id, demolished }) => demolished && was.get(id) === false);
  if (!area) return null;
  const { x, y, width, k } = sheet.places.get(area.id);
  return { ms: MS.blast, start: (delay, duration) => {
    passing(layer, el('circle', { r: width * 0.7, fill: '#fff6d0' }), [
      { transform: `${shift(x, y)} scale(.1)`, opacity: 1 }, { transform: `${shift(x, y)} scale(1.3)`, opacity: 0 }],
        { delay, duration: duration * 0.6 });
    for (let n = 0; n < 8; n += 1) {
      const [dx, dy] = [Math.cos(n * 0.8) * width * 0.8, Math.sin(n * 0.8) * width * 0.55];
      passing(layer, el('circle', { r: 9 * k, fill: '#8d8271', 'fill-opacity': 0.8 }), [
        { transform: `${shift(x, y)} scale(.5)`, opacity: 1 },
          { transform: `${shift(x + dx, y + dy)} scale(2)`, opacity: 0 }],
      { delay: delay + 40, duration: duration * 1.5, easing: 'ease-out' });
    }
    picture.animate([{ translate: '0 0' }, { translate: '-3px 2px' }, { translate: '3px -2px' },
      { translate: '0 0' }], { delay, duration: 90 });
  } };
}

/** A free band goes to another district. @param {Scene} scene @returns {Act | null} */
function bandsMarch({ sheet, before, now, layer }) {
  const changes = gains(before, now, ({ bands }) => bands);
  const [from, to] = [changes.find(({ by }) => by < 0), changes.find(({ by }) => by > 0)];
  if (!from || !to || changes.length !== 2) return null;
  const [a, b] = [sheet.places.get(from.id), sheet.places.get(to.id)];
  return { ms: MS.glide, start: (delay, duration) =>
    passing(layer, el('g', null, use(sheet, 'band', 0, 0, 1.25 * sheet.k)), [
    { transform: shift(a.x, a.y), opacity: 1 }, { transform: shift(b.x, b.y), opacity: 1, offset: 0.85 },
      { transform: shift(b.x, b.y), opacity: 0 }],
  { delay, duration, easing: 'ease-in-out' }) };
}

/** Landowners go where they went. @param {Scene} scene @returns {Act | null} */
function ownersGo({ sheet, picture, before, now }) {
  const [was, is] = [before, now].map(({ areas }) => new Map(areas.map((area) => [area.id, area])));
  const moved = now.seats.filter(({ landowner, seat }) => landowner && before.seats[seat]?.landowner
    && before.seats[seat].landowner !== landowner);
  if (!moved.length) return null;
  return { ms: MS.glide, start: (_, duration) => moved.forEach((seat) => {
    const [from, to] = [ownerAt(sheet, was, before.seats[seat.seat]), ownerAt(sheet, is, seat)];
    const element = picture.querySelector(`[data-spot="landowner:${seat.seat}"]`);
    if (from && to && element) glide(element, from.x - to.x, from.y - to.y, duration);
  }) };
}
