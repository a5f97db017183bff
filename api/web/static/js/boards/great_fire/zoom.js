/** Looking closer at the map: buttons, wheel, drag and pinch. */

import { h } from '../../dom.js';

const CLOSEST = 6;
const STEP = 1.6;
const DRAG_PX = 6;
const APART_PX = 20;
const WHEEL = 200;
const FAR = 0.62; // px a unit: below this, names cannot be read

export class Zoom {
  #frame;
  #picture;
  #width;
  #height;
  #zoom = 1;
  /** @type {XY} the middle of what is visible, in the map's units */
  #middle;
  #box;
  /** @type {Map<number, XY>} pointers that are down, and where */
  #pointers = new Map();
  #dragged = false;
  #closer = control('+', 'Look closer', () => this.#by(STEP));
  #farther = control('−', 'Look from farther away', () => this.#by(1 / STEP));
  #whole = control('⤢', 'Show the whole map', () => this.#by(0));
  buttons = h('div', { class: 'gf-zooms', role: 'group', 'aria-label': 'Zoom' }, this.#closer, this.#farther,
    this.#whole);

  /**
   * @param {HTMLElement} frame what holds the map @param {SVGElement} picture the map
   * @param {number} width in its own units @param {number} height
   */
  constructor(frame, picture, width, height) {
    this.#frame = frame;
    this.#picture = picture;
    this.#width = width;
    this.#height = height;
    this.#middle = [width / 2, height / 2];
    this.#box = { x: 0, y: 0, w: width, h: height };
    this.#listen();
    new ResizeObserver(() => this.#look()).observe(frame);
  }

  /** Make a point of the map visible. @param {number} x @param {number} y */
  reveal(x, y) {
    const { x: left, y: top, w, h: tall } = this.#box;
    const visible = x > left + 20 && x < left + w - 20 && y > top + 20 && y < top + tall - 20;
    if (this.#zoom === 1 || visible) return;
    this.#middle = [x, y];
    this.#look();
  }

  /** Draw the part of the map around the middle. */
  #look() {
    const [fw, fh] = [this.#frame.clientWidth, this.#frame.clientHeight];
    if (!fw || !fh) return;
    const [width, height] = [this.#width, this.#height];
    const w = Math.max(width, (height * fw) / fh) / this.#zoom;
    const tall = (w * fh) / fw;
    const [x, y] = [within(this.#middle[0], w, width), tall >= height ? 0 : within(this.#middle[1], tall, height)];
    this.#box = { x, y, w, h: tall };
    this.#middle = [x + w / 2, y + tall / 2];
    this.#picture.setAttribute('viewBox', [x, y, w, tall].map((n) => n.toFixed(1)).join(' '));
    this.#frame.classList.toggle('gf-far', fw / w < FAR);
    this.#frame.classList.toggle('gf-zoomed', this.#zoom > 1);
    this.#farther.disabled = this.#zoom <= 1;
    this.#whole.disabled = this.#zoom <= 1;
    this.#closer.disabled = this.#zoom >= CLOSEST;
  }

  /**
   * Zoom by a factor; the point of the map at (px, py) of the frame stays where it is.
   * @param {number} factor @param {number} [px] @param {number} [py]
   */
  #by(factor, px = this.#frame.clientWidth / 2, py = this.#frame.clientHeight / 2) {
    const [u, v] = [px / this.#frame.clientWidth, py / this.#frame.clientHeight];
    const [mx, my] = [this.#box.x + u * this.#box.w, this.#box.y + v * this.#box.h];
    const next = Math.min(CLOSEST, Math.max(1, this.#zoom * factor));
    const [w, tall] = [(this.#box.w * this.#zoom) / next, (this.#box.h * this.#zoom) / next];
    this.#zoom = next;
    this.#middle = [mx + (0.5 - u) * w, my + (0.5 - v) * tall];
    this.#look();
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
    this.#by(Math.exp(-event.deltaY / WHEEL), ...this.#place(event));
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
    const part = other ? 0.5 : 1;
    this.#middle = [
      this.#middle[0] - (dx * part * this.#box.w) / this.#frame.clientWidth,
      this.#middle[1] - (dy * part * this.#box.h) / this.#frame.clientHeight];
    this.#look();
  }

  /** @param {XY} from @param {XY} to @param {XY} other */
  #pinch(from, to, other) {
    /** @param {XY} point */
    const apart = (point) => Math.max(APART_PX, Math.hypot(point[0] - other[0], point[1] - other[1]));
    this.#by(apart(to) / apart(from), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
  }
}

/** @param {string} text @param {string} label @param {() => void} onclick */
const control = (text, label, onclick) => (
  h('button', { type: 'button', class: 'gf-zoom', 'aria-label': label, title: label, onclick }, text));

/**
 * Where a stretch of `size` around `at` begins within `all`.
 * @param {number} at @param {number} size @param {number} all
 */
const within = (at, size, all) => (size >= all ? (all - size) / 2 : Math.min(all - size, Math.max(0, at - size / 2)));
