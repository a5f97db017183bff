/**
 * The board of The Great Fire of London 1666 on the page: mounts its drawing, names its spots, offers, flags and
 * moves.
 */

import { fill, h, lessMotion, svg } from '../../dom.js';
import { mount } from '../../drawing/mount.js';
import { el } from '../../drawing/tree.js';
import { clearChanged, flagChanged, namesOf, offerSpots, seatOf, spot, stylesheet } from '../kit.js';
import { MARKS, MOTION, REACH, draw, settled } from './draw.js';
import { arePlaced } from './art/pieces.js';
import { parts } from './art/river.js';
import { sheetOf } from './art/sheet.js';
import { changedParts, movedFrom } from './changes.js';
import { outlined, arrow, reach, wayOf } from './reach.js';
import { areaName, spotName, spotsOf, tokenName } from './words.js';
import { Zoom } from './zoom.js';
import { t } from '../../language/language.js';

/** @typedef {ViewOf<GreatFireView>} View */

const SIZE = { width: 860, height: 690 };
const SETTLE_MS = 60;

/** @param {BoardSetup<GreatFireComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard(setup) {
  await stylesheet('/assets/css/boards/great_fire.css');
  return new GreatFireBoard(setup);
}

/** Whether this person wants flat ground and high contrast. */
const wantsQuiet = () => matchMedia('(prefers-contrast: more)').matches
  || document.documentElement.dataset.look === 'quiet';

/** @implements {Board<View>} */
class GreatFireBoard {
  #picture = svg('svg', { role: 'group', 'aria-label': 'Map of London' });
  #callout = h('p', { class: 'gf-readout', 'aria-hidden': 'true', hidden: true });
  #frame = h('div', { class: 'gf-frame' }, this.#picture, this.#callout);
  element = h('div', { class: 'gf-board' }, this.#frame);
  #components;
  #zoom = new Zoom(this.#frame, (visible, zoom) => this.#look(visible, zoom));
  /** @type {Spots} */
  #spots = new Map();
  /** @type {View | null} */
  #view = null;
  /** @type {number | null} the seat whose hand is drawn */
  #own = null;
  #size = SIZE;
  /** @type {import('./art/sheet.js').Sheet | null} */
  #laidOut = null;
  /** @type {RulesetCommand[]} the commands still in question, of which `#picked` has been chosen */
  #commands = [];
  /** @type {string[]} */
  #picked = [];
  /**
   * What the view is marked against, which a change of size draws anew.
   * @type {{earlier: View['position'], step: Showing<View>['step']}}
   */
  #marked = { earlier: null, step: null };
  /** @type {Map<string, {area: unknown, of: string}>} what the names of the districts were made from */
  #named = new Map();

  /** @param {BoardSetup<GreatFireComponents>} setup */
  constructor({ components }) {
    this.#components = components;
    this.#frame.append(this.#zoom.buttons);
    for (const name of ['pointerover', 'focusin', 'click']) this.#frame.addEventListener(name,
      (event) => this.#point(event), true);
    this.#frame.addEventListener('pointerleave', () => this.#point(null));
    this.#frame.addEventListener('focusout', () => this.#point(null));
    let timer = 0;
    new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#fit(), this.#view && this.#size !== SIZE ? SETTLE_MS : 0);
    }).observe(this.#frame);
  }

  /** What is printed, in the size of the drawing. It takes long to lay out, so it is laid out when it is needed. */
  get #sheet() {
    const sheet = this.#laidOut ?? sheetOf(this.#components, this.#size.width, this.#size.height, wantsQuiet());
    this.#laidOut = sheet;
    return sheet;
  }

  /** The first drawing has the size of its box, where there is one by then. */
  #measure() {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    if (this.#size === SIZE && width && height) this.#size = { width, height };
  }

  /** Draw for the box that the page gives. */
  #fit() {
    const [width, height] = [this.#frame.clientWidth, this.#frame.clientHeight];
    if (!width || !height || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    if (!this.#view) return;
    this.#draw();
    this.#mark(this.#marked.earlier, this.#view.position, this.#marked.step);
    this.#offerReach();
  }

  /** @param {View} given @param {Showing<View>} [showing] */
  show(given, { before = null, viewer = null, animate = false, step = null, ms = 0 } = {}) {
    const view = settled(given);
    clearChanged(this.element);
    this.#view = view;
    this.#own = seatOf(viewer);
    this.#measure();
    this.#draw();
    // Both as of one phase: that a game is over changes nothing on the table.
    const earlier = before && settled({ ...before, phase: given.phase, result: given.result }).position;
    const now = view.position;
    this.#marked = { earlier: earlier ?? null, step };
    this.#mark(this.#marked.earlier, now, step);
    if (animate && earlier && now && !lessMotion()) import('./motion.js').then(({ play }) => {
      if (this.#view === view) play(this.#sheet, this.#picture, earlier, now, { step, ms, own: this.#own });
    }, () => {}); // the step is flagged without it
  }

  #draw() {
    const view = /** @type {View} */ (this.#view);
    const quiet = wantsQuiet();
    this.#laidOut = sheetOf(this.#components, this.#size.width, this.#size.height, quiet);
    mount(this.#picture, draw({ components: this.#components, view, viewer: this.#own === null ? null
      : { seat: this.#own },
      names: namesOf(view.seats), ...this.#size, quiet }));
    const { inner, map } = this.#sheet;
    this.#zoom.fit({ x: inner.x, y: map.y, w: inner.w, h: map.h });
    const { zoom } = parts(this.#sheet);
    Object.assign(this.#zoom.buttons.style, { left: `${zoom.x}px`, top: `${zoom.y}px` });
    this.#adopt();
  }

  /** Make spots of what was drawn: an element that came is new, one that went is forgotten. */
  #adopt() {
    const drawn = new Map();
    for (const element of this.#picture.querySelectorAll('[data-spot]')) {
      const id = element.getAttribute('data-spot') ?? '';
      const known = this.#spots.get(id);
      drawn.set(id, known?.element === element ? known
        : spot(/** @type {SVGElement} */ (element), id, this.nameOf(id)));
    }
    this.#spots.clear();
    for (const [id, each] of drawn) this.#spots.set(id, each);
    this.#rename();
    this.#hush();
  }

  /** Call every district what it holds now, and every pile what it is. */
  #rename() {
    const position = this.#view?.position ?? null;
    const mine = this.#objectives();
    const placed = arePlaced(position);
    const names = namesOf(this.#view?.seats ?? []);
    const of = JSON.stringify([placed, names, [...mine]]);
    for (const area of position?.areas ?? []) {
      const known = this.#named.get(area.id);
      if (known?.area === area && known.of === of) continue;
      this.#named.set(area.id, { area, of });
      const printed = this.#sheet.areas.get(area.id);
      this.#spots.get(`area:${area.id}`)?.rename(areaName(area, printed,
        { placed, names, objective: mine.has(area.id) }));
    }
    for (const each of this.#spots.values()) if (/^(card|token):/.test(each.id)) each.rename(this.#pile(each));
  }

  /** A pile of cards or tokens and how many are in it. @param {Spot} each */
  #pile({ id, element }) {
    const many = Number(element.getAttribute('data-many'));
    if (id.startsWith('token:')) return many > 1 ? t`Your ${tokenName(id.slice(6), many)}` : this.nameOf(id);
    return many > 1 ? t`${this.nameOf(id)}, ${many} of them` : this.nameOf(id);
  }

  /** Pieces that cannot be chosen are silent: the district tells what it holds. */
  #hush() {
    for (const { id, element } of this.#spots.values()) {
      if (!/^(band|cones|landowner):/.test(id)) continue;
      if (element.classList.contains('spot-offered')) element.removeAttribute('aria-hidden');
      else element.setAttribute('aria-hidden', 'true');
    }
  }

  /** The districts of the objectives of the seat that looks. */
  #objectives() {
    const ids = (this.#own === null ? null : this.#view?.position?.seats[this.#own]?.objectives) ?? [];
    return new Set(ids.map((id) => this.#sheet.printed.objectives.get(id)?.district ?? ''));
  }

  /**
   * Flag what a step changed, and draw how it went.
   * @param {GreatFireView | null} before @param {GreatFireView | null} now @param {any} step
   */
  #mark(before, now, step) {
    const marks = this.#picture.querySelector('.gf-marks');
    const changed = before && now ? changedParts(before, now) : [];
    for (const part of changed) {
      const element = part.startsWith('area:') ? this.#spots.get(part)?.element
        : this.#picture.querySelector(`[data-part="${part}"]`);
      if (element) flagChanged(/** @type {SVGElement} */ (element));
    }
    if (!marks) return;
    const areas = changed.filter((part) => part.startsWith('area:')).map((part) => part.slice(5));
    const many = areas.length > 12;
    const ways = before && now && !many ? movedFrom(before, now, step) : [];
    mount(marks, el('g', MARKS.attrs, many ? null : areas.map((id) => outlined(this.#sheet, id)),
      ways.map((way) => way.slice(1).map((to, at) => arrow(this.#sheet, way[at], to)))));
  }

  /** @param {RulesetCommand[]} commands @param {string[]} picked @param {Choose | null} pick */
  offer(commands, picked, pick) {
    const asks = commands[0]?.seat;
    if (asks !== undefined && asks !== this.#own && this.#view) { // an arbiter in a sandbox plays any seat
      this.#own = asks;
      this.#draw();
    }
    offerSpots(this.#spots, (command) => this.spotsOf(command), commands, picked, pick);
    this.#hush();
    this.element.classList.toggle('gf-choosing', Boolean(pick));
    for (const [name, pattern] of [['place', /^area:/], ['piece', /^(band|cones|landowner):/],
      ['card', /^(card|token):/]]) {
      this.element.classList.toggle(`gf-choosing-${name}`, Boolean(pick) && this.#offers(pattern));
    }
    this.#commands = pick ? commands : [];
    this.#picked = picked;
    this.#offerReach();
  }

  /** Whether some spot of a kind is offered. @param {string | RegExp} kind */
  #offers(kind) {
    return [...this.#spots.values()].some(({ id, element }) => element.classList.contains('spot-offered')
      && id.match(kind));
  }

  /** Draw where the commands in question lead, those of one spot if it is pointed at. @param {string | null} [id] */
  #offerReach(id = null) {
    const group = this.#picture.querySelector('.gf-reach');
    if (!group) return;
    const chosen = id && !this.#picked.includes(id) ? [...this.#picked, id] : this.#picked;
    const commands = chosen.length === 0 ? [] : this.#commands.filter((command) => {
      const row = this.spotsOf(command);
      return chosen.every((each, at) => row[at] === each);
    });
    const placeOf = (/** @type {number} */ seat) => this.#placeOf(seat);
    const ends = new Set(commands.map((command) => `area:${wayOf(command, placeOf)?.[1]}`));
    for (const each of this.#spots.values()) each.element.classList.toggle('spot-within', ends.has(each.id));
    mount(group, el('g', REACH.attrs, reach(this.#sheet, commands, placeOf)));
  }

  /** The area of a seat's landowner. @param {number} seat @returns {string | null} */
  #placeOf(seat) {
    return this.#view?.position?.seats[seat]?.landowner ?? null;
  }

  /** @param {RulesetCommand} command */
  spotsOf(command) {
    return spotsOf(command, (seat) => this.#placeOf(seat));
  }

  /** @param {string} id @returns {string} */
  nameOf(id) {
    const { areas, direction: directions } = this.#sheet.printed;
    if (id.startsWith('area:')) return this.#spots.get(id)?.name ?? areas.get(id.slice(5))?.name ?? id;
    return spotName(id, { areas, directions, names: namesOf(this.#view?.seats ?? []) }) ?? id;
  }

  /** Tell beside the spot under the pointer or the focus what it is, and where it leads. @param {Event | null} event */
  #point(event) {
    const place = event?.target instanceof Element ? event.target.closest('[data-spot]') : null;
    const id = place?.getAttribute('data-spot') ?? null;
    const each = id ? this.#spots.get(id) : null;
    this.#callout.hidden = !each;
    if (this.#commands.length) this.#offerReach(each?.element.classList.contains('spot-offered') ? id : null);
    if (!id || !each) return;
    fill(this.#callout, each.name);
    const at = this.#sheet.places.get(id.split(':')[1]);
    if (event?.type === 'focusin' && at) this.#zoom.reveal(at.x, at.y);
    this.#moor(each.element);
  }

  /** Put the call-out over or under an element, inside the frame. @param {Element} element */
  #moor(element) {
    const [frame, box] = [this.#frame.getBoundingClientRect(), element.getBoundingClientRect()];
    const { offsetWidth: w, offsetHeight: tall } = this.#callout;
    const above = box.top - frame.top - tall - 6;
    const left = Math.min(frame.width - w - 4, Math.max(4, box.left - frame.left + box.width / 2 - w / 2));
    const top = above > 2 ? above : box.bottom - frame.top + 6;
    Object.assign(this.#callout.style,
      { left: `${Math.round(left)}px`, top: `${Math.round(Math.min(frame.height - tall - 2, top))}px` });
  }

  /** Draw the part of the map that is looked at. @param {import('./art/sheet.js').Box} visible @param {number} zoom */
  #look({ x, y }, zoom) {
    const { inner, map, id } = this.#sheet;
    const world = this.#picture.querySelector('.gf-world');
    if (!world) return;
    if (zoom === 1) world.removeAttribute('transform');
    else world.setAttribute('transform',
      `translate(${(inner.x - x * zoom).toFixed(1)} ${(map.y - y * zoom).toFixed(1)}) scale(${zoom.toFixed(3)})`);
    world.parentElement?.setAttribute('clip-path', `url(#${id}-${zoom === 1 ? 'land' : 'window'})`);
  }
}

export { MOTION };
