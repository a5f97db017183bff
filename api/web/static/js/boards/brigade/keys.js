/** Arrow keys go from an offered tile to the next offered one that way. */

const SIDE = 6;
/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 };

/** @param {Element} element */
const cellOf = (element) => Number(element.getAttribute('data-spot')?.slice('tile:'.length));

/** @param {KeyboardEvent} event @param {SVGElement} svg */
export function moveFocus(event, svg) {
  const step = STEPS[event.key];
  const { target } = event;
  if (!step || !(target instanceof Element) || !target.matches('.bri-tile.spot-offered')) return;
  event.preventDefault();
  event.stopPropagation();
  const offered = /** @type {SVGElement[]} */ ([...svg.querySelectorAll('.bri-tile.spot-offered')]);
  nearest(offered, cellOf(target), step)?.focus();
}

/**
 * The tile that lies nearest in the direction of a step; one straight ahead counts as nearer than one aside.
 * @param {SVGElement[]} tiles @param {number} from @param {number} step
 */
function nearest(tiles, from, step) {
  const reached = tiles.map((tile) => ({ tile, ...offset(from, cellOf(tile), step) })).filter(({ ahead }) => ahead > 0);
  /** @param {{ahead: number, aside: number}} of */
  const distance = ({ ahead, aside }) => Math.hypot(ahead, aside) + aside;
  return reached.sort((a, b) => distance(a) - distance(b))[0]?.tile;
}

/**
 * How far one cell lies from another in the direction of a step, and across it.
 * @param {number} from @param {number} to @param {number} step
 */
function offset(from, to, step) {
  const columns = (to % SIDE) - (from % SIDE);
  const rows = Math.floor(to / SIDE) - Math.floor(from / SIDE);
  const [along, across] = Math.abs(step) === 1 ? [columns, rows] : [rows, columns];
  return { ahead: Math.sign(step) * along, aside: Math.abs(across) };
}
