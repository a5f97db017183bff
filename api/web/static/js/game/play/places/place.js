/** A bubble beside a spot of the board. It is in the browser's top layer, so nothing of the page cuts or covers it. */

const GAP = 8;

/** @param {string} id @returns {Element | null} the spot of the board, if it is on the screen */
export function spotElement(id) {
  const element = document.querySelector(`.game-board [data-spot="${CSS.escape(id)}"]`);
  return element?.getClientRects().length ? element : null;
}

/**
 * Where a bubble of this size goes: beside the box, where there is most space, inside the screen.
 * @param {{left: number, right: number, top: number, bottom: number}} box
 * @param {{width: number, height: number}} size @param {{width: number, height: number}} screen
 */
export function besides(box, size, screen) {
  const middle = (box.top + box.bottom - size.height) / 2;
  const centre = (box.left + box.right - size.width) / 2;
  /** @param {number} value @param {number} most */
  const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
  const fitsRight = box.right + GAP + size.width <= screen.width - GAP;
  const fitsLeft = box.left - GAP - size.width >= GAP;
  const below = box.bottom + GAP + size.height <= screen.height - GAP;
  const x = fitsRight ? box.right + GAP : fitsLeft ? box.left - GAP - size.width : centre;
  const y = fitsRight || fitsLeft ? middle : below ? box.bottom + GAP : box.top - GAP - size.height;
  return { x: within(x, screen.width - size.width), y: within(y, screen.height - size.height) };
}

/**
 * Put an element beside another one until `unpin`. The place follows the page.
 * @param {HTMLElement} element @param {() => Element | null} anchor what it points at; null: it stays where it was
 * @returns {() => void} `unpin`
 */
export function pin(element, anchor) {
  const stop = new AbortController();
  const place = () => {
    const box = anchor()?.getBoundingClientRect();
    if (!box) return;
    const { width, height } = element.getBoundingClientRect();
    const { x, y } = besides(box, { width, height }, { width: innerWidth, height: innerHeight });
    element.style.setProperty('left', `${Math.round(x)}px`);
    element.style.setProperty('top', `${Math.round(y)}px`);
  };
  element.setAttribute('popover', 'manual');
  element.classList.add('at-place');
  element.showPopover();
  place();
  for (const event of ['resize', 'scroll']) addEventListener(event, place, { capture: true, signal: stop.signal });
  const watcher = new ResizeObserver(place);
  watcher.observe(element);
  return () => {
    stop.abort();
    watcher.disconnect();
    if (element.isConnected && element.matches(':popover-open')) element.hidePopover();
    element.removeAttribute('popover');
    element.classList.remove('at-place');
  };
}
