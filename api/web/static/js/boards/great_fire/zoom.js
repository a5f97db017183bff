/** Looking closer at the map: buttons, wheel, drag and pinch. Knows no game. */

import { h } from '../../dom.js';

const CLOSEST = 6;
const DRAG_PX = 6;
const FAR = 0.62; // px a unit: below this names cannot be read

/**
 * @param {HTMLElement} frame what holds the map
 * @param {SVGElement} picture the map
 * @param {number} width of the map in its own units
 * @param {number} height
 * @returns {{buttons: HTMLElement, reveal: (x: number, y: number) => void}}
 */
export function makeZoom(frame, picture, width, height) {
  let [zoom, x, y] = [1, width / 2, height / 2];
  let box = { x: 0, y: 0, w: width, h: height };
  const pointers = new Map();
  let dragged = false;

  const within = (at, size, all) => (size >= all ? (all - size) / 2 : Math.min(all - size, Math.max(0, at - size / 2)));
  function look() {
    const [fw, fh] = [frame.clientWidth, frame.clientHeight];
    if (!fw || !fh) return;
    const whole = Math.max(width, (height * fw) / fh);
    const w = whole / zoom;
    const tall = (w * fh) / fw;
    box = { x: within(x, w, width), y: tall >= height ? 0 : within(y, tall, height), w, h: tall };
    [x, y] = [box.x + w / 2, box.y + tall / 2];
    picture.setAttribute('viewBox', [box.x, box.y, w, tall].map((n) => n.toFixed(1)).join(' '));
    frame.classList.toggle('gf-far', fw / w < FAR);
    frame.classList.toggle('gf-zoomed', zoom > 1);
    out.disabled = fit.disabled = zoom <= 1;
    closer.disabled = zoom >= CLOSEST;
  }
  /** Zoom by a factor and keep the point of the map at (px, py) of the frame where it is. */
  function by(factor, px = frame.clientWidth / 2, py = frame.clientHeight / 2) {
    const [u, v] = [px / frame.clientWidth, py / frame.clientHeight];
    const [mx, my] = [box.x + u * box.w, box.y + v * box.h];
    const next = Math.min(CLOSEST, Math.max(1, zoom * factor));
    const [w, tall] = [(box.w * zoom) / next, (box.h * zoom) / next];
    [zoom, x, y] = [next, mx + (0.5 - u) * w, my + (0.5 - v) * tall];
    look();
  }
  const button = (text, label, onclick) => h('button', { type: 'button', class: 'gf-zoom', 'aria-label': label, title: label, onclick }, text);
  const closer = button('+', 'Look closer', () => by(1.6));
  const out = button('−', 'Look from farther away', () => by(1 / 1.6));
  const fit = button('⤢', 'Show the whole map', () => by(0));

  const spot = (event) => {
    const edge = frame.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  };
  frame.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    pointers.set(event.pointerId, spot(event));
    dragged = pointers.size > 1;
  });
  frame.addEventListener('pointermove', (event) => {
    const from = pointers.get(event.pointerId);
    if (!from) return;
    const to = spot(event);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (!dragged && (zoom === 1 || Math.hypot(dx, dy) < DRAG_PX)) return;
    // Captured only now: a pointer captured at once would take the click from the district under it.
    if (!dragged) frame.setPointerCapture(event.pointerId);
    dragged = true;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, to);
    if (other) {
      const apart = (a) => Math.max(20, Math.hypot(a[0] - other[0], a[1] - other[1]));
      by(apart(to) / apart(from), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
    }
    x -= ((other ? dx / 2 : dx) * box.w) / frame.clientWidth;
    y -= ((other ? dy / 2 : dy) * box.h) / frame.clientHeight;
    look();
  });
  const release = (event) => pointers.delete(event.pointerId);
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) frame.addEventListener(name, release);
  // The click that ends a drag chooses nothing.
  frame.addEventListener('click', (event) => { if (dragged) event.stopPropagation(); dragged = false; }, true);
  frame.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    by(Math.exp(-event.deltaY / 200), ...spot(event));
  }, { passive: false });
  new ResizeObserver(look).observe(frame);

  return {
    buttons: h('div', { class: 'gf-zooms', role: 'group', 'aria-label': 'Zoom' }, closer, out, fit),
    reveal(px, py) {
      if (zoom === 1 || (px > box.x + 20 && px < box.x + box.w - 20 && py > box.y + 20 && py < box.y + box.h - 20)) return;
      [x, y] = [px, py];
      look();
    },
  };
}
