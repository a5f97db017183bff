/**
 * The city of The Brigade: 36 tiles with fires, cubes and loyalty, and the pawns that move over them.
 */
import { clear, fill, h, lessMotion, set } from '../../dom.js';
import { dress, nameOn, spot } from '../kit.js';
import { icon, piece } from './art.js';
import { place } from './words.js';

/** @typedef {ReturnType<typeof makeFace>} Face */

const SIDE = 6;
const CELLS = SIDE * SIDE;
const LEVELS = [1, 2, 3, 4, 5];
/** Where one, two, ... pawns stand on a tile and how large they are: x, y and size in parts of a tile. */
/** @type {Brigade.Place[][]} */
const PAWN_PLACES = [
  [[0.5, 0.46, 0.46]],
  [[0.28, 0.46, 0.44], [0.72, 0.46, 0.44]],
  [[0.19, 0.46, 0.35], [0.5, 0.46, 0.35], [0.81, 0.46, 0.35]],
  [[0.28, 0.38, 0.31], [0.72, 0.38, 0.31], [0.28, 0.66, 0.31], [0.72, 0.66, 0.31]],
];
/** @type {Brigade.Place[]} */
const CROWD = Array.from({ length: 8 }, (_, at) => [0.14 + (at % 4) * 0.24, at < 4 ? 0.38 : 0.66, 0.26]);

/** @param {Brigade.Bench} bench what the parts of the board share: words, parts, spots, seats */
export function makeCity(bench) {
  const grid = h('div', { class: 'bri-grid', role: 'group', 'aria-label': 'The city, rows from north to south' });
  const over = h('div', { class: 'bri-over' });
  const tiles = Array.from({ length: CELLS }, (_, cell) => makeTile(bench, cell));
  fill(grid, tiles.map((tile) => tile.element));
  const pawns = makePawns(bench.seats);
  fill(over, pawns.map((pawn) => pawn.element));
  const wind = h('div', { class: 'bri-gust', hidden: true, 'aria-hidden': 'true' }, icon('arrow'));
  const city = h('div', { class: 'bri-city' }, grid, wind, over);
  const frame = h('div', { class: 'bri-frame' }, h('span', { class: 'bri-north', 'aria-hidden': 'true' }, 'N'),
    numbers('columns'), numbers('rows'), city);
  grid.addEventListener('keydown', (event) => moveFocus(event, tiles));
  return {
    element: h('section', { class: 'bri-town', 'aria-label': 'City' }, frame, readoutOf(grid), key(bench.words)),
    over,
    /** Pawns to their tiles; what the event in resolution strikes. @param {BrigadeView} position */
    show(position) {
      placePawns(pawns, position);
      blow(wind, bench.words.events[position.event ?? '']);
    },
  };
}

/** The numbers of the columns, or of the rows. @param {string} name */
function numbers(name) {
  const each = Array.from({ length: SIDE }, (_, at) => h('span', null, at));
  return h('div', { class: `bri-${name}`, 'aria-hidden': 'true' }, each);
}

/** The line under the city that says what the tile under the pointer or the focus holds. @param {HTMLElement} grid */
function readoutOf(grid) {
  const readout = h('p', { class: 'bri-readout', 'aria-hidden': 'true' }, 'Point at a tile to read it.');
  /** @param {Event} event */
  const read = (event) => {
    const tile = event.target instanceof Element && event.target.closest('.bri-tile');
    if (tile) readout.textContent = nameOn(tile);
  };
  for (const type of ['pointerover', 'focusin', 'click']) grid.addEventListener(type, read);
  return readout;
}

/** The places on the face of a tile that are filled and emptied. */
function makeFace() {
  const emblem = h('span', { class: 'bri-emblem' });
  const token = h('span', { class: 'bri-loyal' });
  const value = h('b', { class: 'bri-value' });
  const name = h('span', { class: 'bri-name' });
  const cubes = h('span', { class: 'bri-cubes' });
  const slots = LEVELS.map((level) => h('i', null, level < 5 ? level : '✕'));
  const fire = h('span', { class: 'bri-fire' }, slots);
  const element = h('span', { class: 'bri-face', 'aria-hidden': 'true' },
    h('span', { class: 'bri-top' }, emblem, token, value), name, cubes, fire, icon('ruin', 'bri-rubble'),
    icon('flame', 'bri-blaze'));
  return { element, emblem, token, value, name, cubes, slots, fire };
}

/** @param {Face} face @param {BrigadeTileView} tile @param {number | null} home the seat whose firehouse it is */
function fillFace({ emblem, token, value, name, cubes, slots, fire }, tile, home) {
  const owner = tile.loyal ?? home;
  const isFirehouse = tile.kind === 'firehouse';
  fill(emblem, icon(tile.guild in GUILDS ? tile.guild : 'none'), h('small', null, GUILDS[tile.guild] ?? ''));
  fill(token, owner !== null && piece('token', owner));
  fill(value, isFirehouse ? '' : tile.value);
  fill(name, tile.name);
  fill(cubes, [...tile.cubes, ...tile.roasts.map((seat) => ({ seat, cubes: 1 }))].map(heapOf));
  markFire(slots, tile.fire);
  fire.hidden = isFirehouse || tile.destroyed;
}

/** @param {Face} face */
function emptyFace({ emblem, token, value, name, cubes, slots, fire }) {
  [emblem, token, value, name, cubes].forEach(clear);
  markFire(slots, 0);
  fire.hidden = false;
}

/** @param {{seat: number, cubes: number}} of */
const heapOf = ({ seat, cubes }) =>
  h('span', { class: 'bri-heap', dataset: { heap: seat } }, piece('cube', seat), cubes);

/** @param {HTMLElement[]} slots one a level of fire @param {number} fire */
function markFire(slots, fire) {
  for (const [at, slot] of slots.entries()) {
    const level = at + 1;
    set(slot, { class: level === fire ? 'bri-here' : level < fire ? 'bri-past' : null });
  }
}

/** @param {BrigadeTileView} tile @param {boolean} struck by the event in resolution */
function classesOf(tile, struck) {
  return ['bri-tile', `bri-g-${tile.guild}`, tile.destroyed && 'bri-ruined', tile.doomed && 'bri-doomed',
    struck && 'bri-struck', tile.loyal !== null && `bri-owned seat-${tile.loyal}`,
    tile.kind === 'firehouse' && 'bri-firehouse', tile.brigades.length + tile.wagons.length > 0 && 'bri-manned'];
}

/** @param {Brigade.Bench} bench @param {number} cell */
function makeTile(bench, cell) {
  const { words } = bench;
  const face = makeFace();
  const element = h('div', { class: 'bri-tile', dataset: { part: `tile:${cell}` } }, face.element);
  const target = spot(element, `tile:${cell}`, `tile ${place(cell)}`, 'img');
  bench.spots.set(target.id, target);

  /** @param {BrigadeTileView | null} tile @param {{struck: boolean, home: number | null}} extra */
  function draw(tile, { struck, home }) {
    if (!tile) return unlay();
    const label = words.tile(tile);
    target.rename(label);
    dress(element, classesOf(tile, struck));
    set(element, { 'data-fire': tile.fire || null, title: label });
    fillFace(face, tile, home);
  }

  function unlay() {
    target.rename(`tile ${place(cell)}`);
    dress(element, ['bri-tile', 'bri-unlaid']);
    set(element, { 'data-fire': null, title: null });
    emptyFace(face);
  }

  bench.parts.push({
    id: target.id,
    element,
    read: (position) => position.tiles[cell] ?? null,
    extra: (position) => ({ struck: strikes(words.events[position.event ?? ''], cell),
      home: words.homes.get(cell) ?? null }),
    draw,
  });
  return { element, cell };
}

/** What the emblems on the tiles mean. @param {Brigade.Words} words */
function key(words) {
  return h('ul', { class: 'bri-key' },
    Object.keys(GUILDS).map((id) => h('li', { class: `bri-g-${id}` }, icon(id), words.guild(id))));
}

/** @type {Record<string, string>} */
const GUILDS = { commons: 'Co', nobles: 'No', council: 'Ci', merchants: 'Me', university: 'Un' };
/** @param {Brigade.Card} card @param {number} cell */
const strikes = (card,
  cell) =>
    card?.kind === 'firestorm'
      && card.cells.some((/** @type {number[]} */ [row, column]) => row * SIDE + column === cell);
/** A wagon and a brigade of each seat. @param {number} seats */
const makePawns = (seats) =>
  Array.from({ length: seats }, (_, seat) => [makePawn('wagon', seat), makePawn('brigade', seat)]).flat();

/** @param {Brigade.Pawn['kind']} kind @param {number} seat */
function makePawn(kind, seat) {
  return { kind, seat, at: '',
    element: h('span',
      { class: `bri-pawn bri-pawn-${kind}`, 'aria-hidden': 'true', dataset: { pawn: `${kind}:${seat}` } },
      piece(kind, seat)) };
}

/**
 * All pawns to where the view has them; only those that stand elsewhere than drawn are touched.
 * @param {Brigade.Pawn[]} pawns @param {Pick<BrigadeView, 'seats' | 'tiles'>} position
 */
function placePawns(pawns, position) {
  /** @type {Map<number, Brigade.Pawn[]>} */
  const on = new Map();
  for (const pawn of pawns) {
    const cell = position.seats[pawn.seat]?.[pawn.kind] ?? null;
    if (cell !== null && position.tiles.length) on.set(cell, [...(on.get(cell) ?? []), pawn]);
    else hide(pawn);
  }
  for (const [cell, here] of on) {
    const places = PAWN_PLACES[here.length - 1] ?? CROWD;
    const { cubes, roasts } = position.tiles[cell];
    const heaps = cubes.length + roasts.length;
    here.forEach(
      (pawn, /** @type {number} */ at) => put(pawn, cell, heaps ? aboveCubes(places[at], heaps) : places[at]));
  }
}

/**
 * Higher and smaller, so that the cubes of the tile are seen.
 * @param {Brigade.Place} place @param {number} heaps @returns {Brigade.Place}
 */
const aboveCubes = ([x, y, size], heaps) => (heaps > 2 ? [x, y - 0.09, size * 0.66] : [x, y - 0.04, size * 0.82]);

/** @param {Brigade.Pawn} pawn */
function hide(pawn) {
  pawn.at = '';
  pawn.element.hidden = true;
}

/** @param {Brigade.Pawn} pawn @param {number} cell @param {Brigade.Place} place */
function put(pawn, cell, [x, y, size]) {
  const at = `translate(${((cell % SIDE) + x - 0.5) * 100}%, ${(Math.floor(cell / SIDE) + y - 0.5)
    * 100}%) scale(${size})`;
  if (at === pawn.at) return;
  pawn.at = at;
  pawn.element.hidden = false;
  pawn.element.style.transform = at;
}

/** @param {HTMLElement} element @param {Brigade.Card} card */
function blow(element, card) {
  element.hidden = card?.kind !== 'wind';
  if (!element.hidden) element.dataset.to = card.direction;
}

/**
 * Arrow keys go from an offered tile to the next offered one that way.
 * @param {KeyboardEvent} event @param {Brigade.CityTile[]} tiles
 */
function moveFocus(event, tiles) {
  const step = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const from = tiles.findIndex((tile) => tile.element === event.target);
  if (!step || from < 0 || !tiles[from].element.classList.contains('spot-offered')) return;
  event.preventDefault();
  event.stopPropagation();
  const offered = tiles.filter(({ element }) => element.classList.contains('spot-offered'));
  nearestThatWay(offered, from, step)?.element.focus();
}

/**
 * The tile that lies nearest to a cell in the direction of a step; one straight ahead counts as nearer than one aside.
 * @param {Brigade.CityTile[]} tiles @param {number} from @param {number} step
 */
function nearestThatWay(tiles, from, step) {
  const reached = tiles.map((tile) => ({ tile, ...offset(from, tile.cell, step) })).filter(({ ahead }) => ahead > 0);
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

/**
 * New cubes fly in from their owner's board, or from the tile they were moved from. After `show`, off its time.
 * @param {Element} root @param {BrigadeView} position @param {BrigadeView} before
 */
export function flyCubes(root, position, before) {
  if (lessMotion()) return;
  const was = cubesOf(before);
  const now = cubesOf(position);
  requestAnimationFrame(() => {
    for (const [key, count] of now) {
      if (count <= (was.get(key) ?? 0)) continue;
      const [cell, seat] = key.split(':');
      const isMoved = position.seats[seat].cubes_left === before.seats[seat].cubes_left;
      const from = root.querySelector(`[data-part="${isMoved && shrunk(was, now, seat) || `supply:${seat}`}"]`);
      const to = root.querySelector(`[data-part="tile:${cell}"] [data-heap="${seat}"]`);
      if (from && to) fly(from.getBoundingClientRect(), to);
    }
  });
}

/**
 * The tile that has fewer cubes of a seat than before.
 * @param {Map<string, number>} was @param {Map<string, number>} now @param {string} seat
 */
function shrunk(was, now, seat) {
  const tile = [...was].find(([key, count]) => key.endsWith(`:${seat}`) && count > (now.get(key) ?? 0));
  return tile && `tile:${tile[0].split(':')[0]}`;
}

/** @param {DOMRect} from @param {Element} element */
function fly(from, element) {
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  element.animate([{ translate: `${dx}px ${dy}px`, scale: 1.6 }, { translate: '0px 0px', scale: 1 }],
    { duration: 450, easing: 'ease-out' });
}

/** @param {BrigadeView} position */
function cubesOf(position) {
  const counts = new Map();
  for (const tile of position.tiles) for (const { seat, cubes } of tile.cubes)
    counts.set(`${tile.cell}:${seat}`, cubes);
  return counts;
}
