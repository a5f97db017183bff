/** Looking closer at the map: buttons, wheel, drag and pinch. */

import { h } from '../../dom.js';

const CLOSEST = 6;
const STEP = 1.6;
const DRAG_PX = 6;
const APART_PX = 20;
const WHEEL = 200;

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

export class Zoom {
  #frame;
  #look;
  #zoom = 1;
  /** @type {Box} the whole of what can be looked at */
  #all = { x: 0, y: 0, w: 1, h: 1 };
  /** @type {XY} the middle of what is visible */
  #middle = [0, 0];
  /** @type {Map<number, XY>} pointers that are down, and where */
  #pointers = new Map();
  #dragged = false;
  #closer = control('+', 'Look closer', () => this.#by(STEP));
  #farther = control('−', 'Look from farther away', () => this.#by(1 / STEP));
  #whole = control('⤢', 'Show the whole map', () => this.#by(0));
  buttons = h('div', { class: 'gf-zooms', role: 'group', 'aria-label': 'Zoom' }, this.#closer, this.#farther,
    this.#whole);

  /**
   * @param {Element} frame what holds the map
   * @param {(visible: Box, zoom: number) => void} look draws the part of the map that is visible
   */
  constructor(frame, look) {
    this.#frame = /** @type {HTMLElement} */ (frame);
    this.#look = look;
    this.#listen();
  }

  /** The map has another size. @param {Box} all */
  fit(all) {
    const [u, v] = [(this.#middle[0] - this.#all.x) / this.#all.w, (this.#middle[1] - this.#all.y) / this.#all.h];
    this.#all = all;
    this.#middle = [all.x + u * all.w, all.y + v * all.h];
    this.#draw();
  }

  /** Make a point of the map visible. @param {number} x @param {number} y */
  reveal(x, y) {
    const { x: left, y: top, w, h: tall } = this.#box();
    const visible = x > left + 20 && x < left + w - 20 && y > top + 20 && y < top + tall - 20;
    if (this.#zoom === 1 || visible) return;
    this.#middle = [x, y];
    this.#draw();
  }

  /** What is visible. @returns {Box} */
  #box() {
    const { x, y, w, h: tall } = this.#all;
    const [wide, high] = [w / this.#zoom, tall / this.#zoom];
    return { x: within(this.#middle[0], wide, x, w), y: within(this.#middle[1], high, y, tall), w: wide, h: high };
  }

  #draw() {
    const box = this.#box();
    this.#middle = [box.x + box.w / 2, box.y + box.h / 2];
    this.#frame.classList.toggle('gf-zoomed', this.#zoom > 1);
    this.#frame.classList.toggle('gf-near', this.#zoom >= 2);
    this.#farther.disabled = this.#zoom <= 1;
    this.#whole.disabled = this.#zoom <= 1;
    this.#closer.disabled = this.#zoom >= CLOSEST;
    this.#look(box, this.#zoom);
  }

  /**
   * Zoom by a factor; the point of the map at (px, py) of the frame stays where it is.
   * @param {number} factor @param {XY} [at] in the map's units before any zoom
   */
  #by(factor, at = [this.#all.x + this.#all.w / 2, this.#all.y + this.#all.h / 2]) {
    const box = this.#box();
    const [u, v] = [(at[0] - this.#all.x) / this.#all.w, (at[1] - this.#all.y) / this.#all.h];
    const point = [box.x + u * box.w, box.y + v * box.h];
    this.#zoom = Math.min(CLOSEST, Math.max(1, this.#zoom * factor));
    const [wide, high] = [this.#all.w / this.#zoom, this.#all.h / this.#zoom];
    this.#middle = [point[0] + (0.5 - u) * wide, point[1] + (0.5 - v) * high];
    this.#draw();
  }

  #listen() {
    const frame = this.#frame;
    frame.addEventListener('pointerdown', (event) => this.#press(event));
    frame.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel', 'pointerleave'])) {
      frame.addEventListener(name, (event) => this.#pointers.delete(event.pointerId));
    }
    frame.addEventListener('click', (event) => this.#click(event), true);
    frame.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button) return;
    this.#pointers.set(event.pointerId, this.#place(event));
    this.#dragged = this.#pointers.size > 1;
  }

  /** The click that ends a drag chooses nothing. @param {MouseEvent} event */
  #click(event) {
    if (this.#dragged) event.stopPropagation();
    this.#dragged = false;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#by(Math.exp(-event.deltaY / WHEEL), this.#place(event));
  }

  /** @param {MouseEvent} event @returns {XY} where in the frame */
  #place({ clientX, clientY }) {
    const edge = this.#frame.getBoundingClientRect();
    return [clientX - edge.left, clientY - edge.top];
  }

  /** Drag with one pointer, pinch with two. @param {PointerEvent} event */
  #move(event) {
    const from = this.#pointers.get(event.pointerId);
    if (!from) return;
    const to = this.#place(event);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (!this.#dragged && (this.#zoom === 1 || Math.hypot(dx, dy) < DRAG_PX)) return;
    // Captured only now: a pointer captured at once would take the click from the district under it.
    if (!this.#dragged) this.#frame.setPointerCapture(event.pointerId);
    this.#dragged = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, to);
    if (other) this.#pinch(from, to, other);
    const part = (other ? 0.5 : 1) / this.#zoom;
    this.#middle = [this.#middle[0] - dx * part, this.#middle[1] - dy * part];
    this.#draw();
  }

  /** @param {XY} from @param {XY} to @param {XY} other */
  #pinch(from, to, other) {
    /** @param {XY} point */
    const apart = (point) => Math.max(APART_PX, Math.hypot(point[0] - other[0], point[1] - other[1]));
    this.#by(apart(to) / apart(from), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
  }
}

/** @param {string} text @param {string} label @param {() => void} onclick */
const control = (text, label, onclick) => (
  h('button', { type: 'button', class: 'gf-zoom', 'aria-label': label, title: label, onclick }, text));

/**
 * Where a stretch of `size` around `at` begins within the stretch of `all` from `first` on.
 * @param {number} at @param {number} size @param {number} first @param {number} all
 */
const within = (at, size, first, all) => Math.min(first + all - size, Math.max(first, at - size / 2));
