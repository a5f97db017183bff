/**
 * What all boards share: the colour and shape of a seat, the flag on what just changed, the spots that can be chosen,
 * moving pieces.
 */

import { h, lessMotion, set, svg } from '../dom.js';
import { t, translation } from '../language/language.js';

export { stylesheet } from '../dom.js';

/**
 * Six seats, different in shape as well as in colour. `path` lies in a box of 24 by 24. `--seat-0` to `--seat-5` are
 * the colours
 * (base.css); the class `seat-2` sets `--seat` and `--seat-ink` for everything inside.
 */
export const SEATS = [
  { name: 'circle', path: 'M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19Z' },
  { name: 'square', path: 'M3.5 3.5h17v17h-17Z' },
  { name: 'triangle', path: 'M12 2L23 21.5H1Z' },
  { name: 'diamond', path: 'M12 .8L23.2 12L12 23.2L.8 12Z' },
  { name: 'star', path: 'M12 .8L15.3 8.2L23.3 9L17.3 14.4L19 22.3L12 18.2L5 22.3L6.7 14.4L.7 9L8.7 8.2Z' },
  { name: 'hexagon', path: 'M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12Z' },
];

/** @param {number} seat @returns {{name: string, path: string}} */
export const seatShape = (seat) => SEATS[((seat % SEATS.length) + SEATS.length) % SEATS.length];

/**
 * The emblem of a seat, for HTML and (with `x` and `y` set by the caller) inside other SVG.
 * @param {number} seat
 * @param {number} [size] in px, or in the user units of the SVG it is put into
 * @param {string} [title] what it is called; by default "seat 1, circle"; empty: decoration beside a name that is
 *   written out
 * @returns {SVGElement}
 */
export function seatEmblem(seat, size = 16, title = t`seat ${seat + 1}, ${translation(seatShape(seat).name)}`) {
  const box = { class: `seat-emblem seat-${seat % SEATS.length}`, viewBox: '0 0 24 24', width: size, height: size };
  const shape = svg('path', { d: seatShape(seat).path });
  if (!title) return svg('svg', { ...box, 'aria-hidden': 'true' }, shape);
  return svg('svg', { ...box, role: 'img', 'aria-label': title }, svg('title', null, title), shape);
}

/** The seat of a viewer, or null for those without one. @param {ViewerInput | number | null} viewer */
export function seatOf(viewer) {
  const seat = typeof viewer === 'number' ? viewer : viewer?.seat;
  return seat !== undefined && Number.isInteger(seat) && seat >= 0 ? seat : null;
}

/** What each seat is called, by seat. @param {{name: string, seat: number}[]} seats */
export const namesOf = (seats) => seats.map(({ name, seat }) => name || t`Seat ${seat + 1}`);

// ---- what changed

/**
 * Flag what just changed: a ring that pulses once, or a still outline for those who want less motion (base.css,
 * `.changed`).
 * @param {HTMLElement | SVGElement} element
 * @param {string} [text] what changed, such as "+3"; shown beside an HTML element
 */
export function flagChanged(element, text = '') {
  element.classList.add('changed');
  if (text) element.dataset.changed = text;
}

/** Remove all flags inside an element: the first thing a board does in `show`. @param {Element} root */
export function clearChanged(root) {
  for (const element of root.querySelectorAll('.changed')) {
    element.classList.remove('changed');
    element.removeAttribute('data-changed');
  }
}

/**
 * Give an element other classes; those that say what is offered, picked and changed stay.
 * @param {Element} element @param {unknown[]} classes those that are not truthy are left out
 */
export function dress(element, classes) {
  const stateful = [...element.classList].filter((name) => name.startsWith('spot') || name === 'changed');
  set(element, { class: [...classes.filter(Boolean), ...stateful].join(' ') });
}

/**
 * Let a piece glide to where it stands now from where it stood, if this person does not mind motion.
 * @param {Element} element already in its new place
 * @param {number} dx how far back it stood: in px, inside SVG in the units of its parent
 * @param {number} dy
 * @param {number} [ms]
 */
export function glide(element, dx, dy, ms = 350) {
  if (lessMotion() || (dx === 0 && dy === 0) || !element.animate) return;
  // `translate` is added to whatever `transform` the piece has.
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0px 0px' }], { duration: ms, easing: 'ease-out' });
}

/** Let a piece appear. @param {Element} element @param {number} [ms] */
export function appear(element, ms = 250) {
  if (!lessMotion() && element.animate) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
}

// ---- spots

const NATIVE = new Set(['button', 'a', 'input', 'select', 'summary']);

/** @param {Element} element */
const hasText = (element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim());

/**
 * While an element is a button, its name says all of it, so its content is not read out a second time. The name is then
 * a text
 * inside it: an `aria-label` over other visible words would contradict them (WCAG 2.5.3).
 * @param {Element} element @param {boolean} offered @param {string} name @param {Element} words what holds the name
 */
function nameOnce(element, offered, name, words) {
  for (const child of element.children) if (child !== words) hushChild(child, offered);
  if (offered && !hasText(element)) {
    words.textContent = name;
    if (words.parentNode !== element) element.append(words);
    element.removeAttribute('aria-label');
  } else {
    words.remove();
    element.setAttribute('aria-label', name);
  }
}

/** Hide content from screen readers, or unhide what was hidden here. @param {Element} child @param {boolean} offered */
function hushChild(child, offered) {
  if (offered && !child.hasAttribute('aria-hidden')) {
    child.setAttribute('aria-hidden', 'true');
    child.setAttribute('data-hushed', '');
  } else if (!offered && child.hasAttribute('data-hushed')) {
    child.removeAttribute('aria-hidden');
    child.removeAttribute('data-hushed');
  }
}

/** What a screen reader calls a spot, offered or not. @param {Element} element @returns {string} */
export const nameOn = (element) =>
  element.getAttribute('aria-label') ?? element.querySelector(':scope > .spot-name')?.textContent ?? '';

/**
 * Make an element choosable by mouse, touch, Enter and Space while it is offered. It always has its name. At rest it is
 * an image
 * (inside SVG) or a group (in HTML) with that name.
 * @param {HTMLElement | SVGElement} element @param {string} id @param {string} label
 * @param {string} [rest] its role while it is not offered
 * @returns {Spot}
 */
export function spot(element, id, label, rest = element instanceof SVGElement ? 'img' : 'group') {
  return new BoardSpot(element, id, label, rest);
}

/** @implements {Spot} */
class BoardSpot {
  #rest;
  #native;
  #words;
  /** @type {Choose | null} */
  #choose = null;

  /** @param {HTMLElement | SVGElement} element @param {string} id @param {string} label @param {string} rest */
  constructor(element, id, label, rest) {
    this.element = element;
    this.id = id;
    this.name = label;
    this.#rest = rest;
    this.#native = NATIVE.has(element.localName);
    this.#words = element instanceof SVGElement ? null : h('span', { class: 'spot-name' });
    element.classList.add('spot');
    element.dataset.spot = id;
    if (!this.#words) element.setAttribute('aria-label', label);
    element.addEventListener('click', (event) => this.#chosen(event));
    if (!this.#native) element.addEventListener('keydown', (event) => this.#pressed(event));
    this.#dress(false, false);
  }

  /** @param {string} name */
  rename(name) {
    if (name === this.name) return;
    this.name = name;
    if (this.#words?.parentNode === this.element) this.#words.textContent = name;
    else this.element.setAttribute('aria-label', name);
  }

  /** @param {Choose} choose */
  offer(choose, picked = false) {
    this.#choose = choose;
    this.#dress(true, picked);
  }

  withdraw(picked = false) {
    if (this.#choose === null && this.element.classList.contains('spot-picked') === picked) return;
    this.#choose = null;
    this.#dress(false, picked);
  }

  /** @param {boolean} offered @param {boolean} picked */
  #dress(offered, picked) {
    const { element } = this;
    element.classList.toggle('spot-offered', offered);
    element.classList.toggle('spot-picked', picked);
    if (this.#native) element.toggleAttribute('disabled', !offered);
    else element.setAttribute('role', offered ? 'button' : this.#rest);
    if (offered && !this.#native) element.setAttribute('tabindex', '0');
    else element.removeAttribute('tabindex');
    if (offered) element.setAttribute('aria-pressed', String(picked));
    else element.removeAttribute('aria-pressed');
    if (this.#words) nameOnce(element, offered, this.name, this.#words);
  }

  /** @param {Event} event */
  #chosen(event) {
    if (!this.#choose) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(this.id);
  }

  /** @param {Event} event */
  #pressed(event) {
    if (event instanceof KeyboardEvent && (event.key === 'Enter' || event.key === ' ')) this.#chosen(event);
  }
}

/**
 * Offer what can be chosen next among the commands still in question: the usual `offer` of a board.
 * @param {Spots} spots all spots of the board by id
 * @param {(command: RulesetCommand) => string[]} spotsOf
 * @param {RulesetCommand[]} commands
 * @param {string[]} picked in the order they were chosen
 * @param {Choose | null} pick
 */
export function offerSpots(spots, spotsOf, commands, picked, pick) {
  const next = new Set();
  for (const command of commands) {
    const row = spotsOf(command);
    if (picked.every((id, at) => row[at] === id) && row.length > picked.length) next.add(row[picked.length]);
  }
  for (const each of spots.values()) {
    const taken = picked.includes(each.id);
    if (pick && (taken || next.has(each.id))) each.offer(pick, taken);
    else each.withdraw(taken);
  }
}
