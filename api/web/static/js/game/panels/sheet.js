/** Gestures of a phone: a sheet that is dragged up and down, and a board that is swiped from turn to turn. */

const DRAG_PX = 24;
const SWIPE_PX = 60;
const SWIPE_MS = 600;

/**
 * Tell which way a sheet is dragged by its grip or its tabs.
 * @param {HTMLElement} grip @param {HTMLElement} tabs @param {(up: boolean) => void} drag
 */
export function dragged(grip, tabs, drag) {
  for (const handle of [grip, tabs]) {
    let from = 0;
    handle.addEventListener('touchstart', (event) => { from = event.touches[0].clientY; }, { passive: true });
    handle.addEventListener('touchend', (event) => {
      const by = event.changedTouches[0].clientY - from;
      if (Math.abs(by) < DRAG_PX) return;
      event.preventDefault(); // it was no tap
      drag(by < 0);
    });
  }
}

/**
 * Whether something under the finger scrolls sideways by itself.
 * @param {EventTarget | null} target @param {Element} within
 */
function scrolls(target, within) {
  let element = target instanceof Element ? target : null;
  while (element && element !== within.parentElement) {
    if (element.scrollWidth > element.clientWidth + 1 && element instanceof HTMLElement) return true;
    element = element.parentElement;
  }
  return false;
}

/**
 * A swipe to the left is the next turn, one to the right the turn before. A page that is zoomed in is moved instead.
 * @param {HTMLElement} element @param {(direction: number) => void} turn
 */
export function swiped(element, turn) {
  /** @type {{x: number, y: number, ms: number} | null} */
  let from = null;
  element.addEventListener('touchstart', (event) => {
    const [touch] = event.touches;
    const zoomed = (visualViewport?.scale ?? 1) > 1.05;
    from = event.touches.length > 1 || zoomed || scrolls(event.target, element) ? null
      : { x: touch.clientX, y: touch.clientY, ms: event.timeStamp };
  }, { passive: true });
  element.addEventListener('touchend', (event) => {
    if (!from || event.timeStamp - from.ms > SWIPE_MS) return;
    const [touch] = event.changedTouches;
    const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx < 0 ? 1 : -1);
  }, { passive: true });
}
