/**
 * London's board on the page: mounts the drawing, names its parts, offers its spots, and moves its pieces.
 */

import { h, say, set, svg } from '../../dom.js';
import { mount } from '../../drawing/mount.js';
import { clearChanged, flagChanged, namesOf, offerSpots, seatOf, spot, stylesheet } from '../kit.js';
import { changedParts } from './changes.js';
import { draw, settled } from './draw.js';
import { watchMoves } from './motion.js';
import { nameOfPart } from './names.js';
import { makeActions, spotsOf } from './spots.js';
import { makeWords } from './words.js';

/** @typedef {ViewOf<LondonView>} View */
/** @typedef {Showing<View> & {ms?: number}} Shown */

/** The size that is drawn before the page has laid the board out. */
const SIZE = { width: 860, height: 690 };
const NARROW = 320;

/** @param {BoardSetup<LondonComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard({ components }) {
  await stylesheet('/assets/css/boards/london.css');
  return new LondonBoard(components);
}

/** @implements {Board<View>} */
class LondonBoard {
  spotsOf = spotsOf;
  #components;
  #words;
  /** @type {Spots} */
  #spots = new Map();
  /** What is on the board and what stays: the buttons. @type {Spots} */
  #buttons = new Map();
  #picture = /** @type {SVGSVGElement} */ (svg('svg', null));
  #layer = svg('svg', { class: 'lon-flights', 'aria-hidden': 'true' });
  #acts;
  /** @type {ReturnType<typeof import('./callout.js').makeCallout> | null} */
  #callout = null;
  #news = h('p', { class: 'lon-waiting' });
  #size = { ...SIZE };
  /** @type {View | null} */
  #view = null;
  /** What the view is flagged against. @type {View['position']} */
  #was = null;
  /** @type {number | null} */
  #seat = null;
  /** @type {[RulesetCommand[], string[], Choose | null]} */
  #offer = [[], [], null];

  /** @param {LondonComponents} components */
  constructor(components) {
    this.#components = components;
    this.#words = makeWords(components);
    this.#acts = makeActions(this.#buttons);
    this.element = h('section', { class: 'lon-board', tabindex: '-1', 'aria-label': 'The board of London' },
      this.#picture, this.#layer, this.#acts, this.#news);
    for (const name of ['pointerover', 'focusin']) {
      this.element.addEventListener(name, (event) => this.#point(event).catch(() => {}), { once: true });
    }
    new ResizeObserver(([entry]) => this.#fit(entry.contentRect)).observe(this.element);
  }

  /** @param {View} given @param {Shown} [showing] */
  show(given, { before = null, viewer = null, animate = false, ms } = {}) {
    const view = settled(given);
    // Both as of one phase: that a game is over changes nothing on the table.
    const was = this.#was = before && settled({ ...before, phase: given.phase, result: given.result }).position;
    const drawn = this.#view?.position ?? null;
    const stepped = drawn !== null && this.#view?.version === before?.version;
    clearChanged(this.element);
    this.#callout?.close();
    const land = stepped && view.position ? watchMoves(this.#picture, this.#layer, was, view.position) : () =>
      this.#layer.replaceChildren();
    this.#seat = seatOf(viewer);
    this.#view = view;
    this.#draw();
    if (!view.position) return;
    this.#flag(view.position);
    land({ ms, moving: animate });
  }

  /** @param {RulesetCommand[]} commands @param {string[]} picked @param {Choose | null} pick */
  offer(commands, picked, pick) {
    this.#offer = [commands, picked, pick];
    offerSpots(new Map([...this.#spots, ...this.#buttons]), spotsOf, commands, picked, pick);
    this.element.classList.toggle('is-choosing', pick !== null && commands.length > 0);
    this.#placeActs(picked);
  }

  /** @param {string} id */
  nameOf(id) {
    if (id.startsWith('card:')) return this.#words.nameOf(id.slice(5));
    if (this.#buttons.has(id)) return this.#buttons.get(id)?.name ?? id;
    return this.#name(id).split(/[:;]/, 1)[0];
  }

  /** @param {string} id */
  #name(id) {
    return nameOfPart(this.#words, this.#view?.position ?? null, namesOf(this.#view?.seats ?? []), id);
  }

  /** From the first time on that something is pointed at, it is told large beside it. @param {Event} event */
  async #point(event) {
    const { makeCallout } = await import('./callout.js');
    if (this.#callout) return;
    this.#callout = makeCallout(this.element, this.#words, (id) => this.#name(id));
    this.element.append(this.#callout.element);
    this.#callout.point(event);
  }

  /** Draw for another size. @param {{width: number, height: number}} box */
  #fit({ width, height }) {
    const size = { width: Math.round(width), height: Math.round(height) };
    if (size.width < 40 || size.height < 40 || (size.width === this.#size.width
      && size.height === this.#size.height)) return;
    this.#size = size;
    this.#layer.replaceChildren();
    this.#callout?.close();
    if (!this.#view) return;
    this.#draw();
    if (this.#view.position) this.#flag(this.#view.position);
  }

  /** Flag what differs from the view before. @param {NonNullable<View['position']>} now */
  #flag(now) {
    for (const part of changedParts(this.#was, now)) {
      const piece = this.#picture.querySelector(`[data-part="${part}"]`);
      if (piece) flagChanged(/** @type {SVGElement} */ (piece));
    }
  }

  /** Draw the view; what had the focus has it afterwards, or the board where it is gone. */
  #draw() {
    const view = this.#view;
    if (!view) return;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const id = focused?.getAttribute('data-spot');
    const { width, height } = this.#size;
    const quiet = matchMedia('(prefers-contrast: more)').matches;
    mount(this.#picture, draw({ components: this.#components, view, viewer: this.#seat === null ? null
      : { seat: this.#seat }, names: namesOf(view.seats), width, height, quiet }));
    set(this.#layer, { viewBox: `0 0 ${width} ${height}` });
    set(this.#picture, { role: 'group', 'aria-label': 'Map, cards and streets' });
    this.element.classList.toggle('is-narrow', width < NARROW);
    this.#news.hidden = view.position !== null;
    say(this.#news, view.position ? '' : 'The cards are not dealt yet: the game has not begun.');
    this.#nameParts();
    const [commands, picked, pick] = this.#offer;
    if (pick) this.offer(commands, picked, pick);
    if (focused && focused !== this.element && document.activeElement !== focused) this.#focus(focused, id ?? null);
  }

  /** @param {Element} focused @param {string | null} id */
  #focus(focused, id) {
    const successor = focused.isConnected ? focused : id ? this.#spots.get(id)?.element : null;
    const target = /** @type {HTMLElement} */ (successor?.hasAttribute('tabindex') ? successor : this.element);
    target.focus({ preventScroll: true });
  }

  /** Every spot and every part has its name; what left the board is not a spot any more. */
  #nameParts() {
    const present = new Set();
    for (const each of this.#picture.querySelectorAll('[data-spot], [data-part]')) {
      const element = /** @type {SVGElement} */ (each);
      const id = element.dataset.spot;
      if (id === undefined) {
        set(element, { role: element.querySelector('[data-spot]') ? 'group' : 'img',
          'aria-label': this.#name(element.dataset.part ?? '') });
        continue;
      }
      present.add(id);
      const now = this.#spots.get(id);
      if (now?.element === element) now.rename(this.#name(id));
      else this.#spots.set(id, spot(element, id, this.#name(id)));
    }
    for (const id of this.#spots.keys()) if (!present.has(id)) this.#spots.delete(id);
  }

  /** What the buttons would cover of the headline gives way. @param {boolean} covers whether they stand there */
  #clearHeadline(covers) {
    const { left, width } = this.#acts.getBoundingClientRect();
    for (const words of this.#picture.querySelectorAll('.lon-doing, .lon-credit')) {
      words.classList.toggle('is-covered', covers && width > 0 && words.getBoundingClientRect().right > left);
    }
  }

  /** The buttons stand in the headline; those that follow a pick stand beside it. @param {string[]} picked */
  #placeActs(picked) {
    const last = picked.at(-1);
    const beside = last && this.#spots.get(last)?.element;
    this.#acts.classList.toggle('is-beside', Boolean(beside));
    if (!beside) {
      this.#acts.style.removeProperty('left');
      this.#acts.style.removeProperty('top');
    }
    this.#clearHeadline(!beside);
    if (!beside) return;
    const frame = this.element.getBoundingClientRect();
    const { left, top, bottom } = beside.getBoundingClientRect();
    const [w, high] = [this.#acts.offsetWidth, this.#acts.offsetHeight];
    const y = top - high - 6 > frame.top ? top - high - 6 : bottom + 6;
    this.#acts.style.setProperty('left', `${Math.max(4, Math.min(frame.width - w - 4, left - frame.left))}px`);
    this.#acts.style.setProperty('top', `${Math.max(4, Math.min(frame.height - high - 4, y - frame.top))}px`);
  }
}
