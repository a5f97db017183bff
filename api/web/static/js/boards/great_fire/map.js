/**
 * The printed map of The Great Fire of London: paper, districts, borders, river, wall, names.
 */

import { svg } from '../../dom.js';
import { borderOf, layoutOf, pathOf, regionBorders } from './geometry.js';
import { lettersOf } from './printed.js';

/** @param {number} x @param {number} y @param {number} scale */
const moved = (x, y, scale) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})`;

/**
 * One of the shapes of `symbols` in its place.
 * @param {string} id @param {number} x @param {number} y @param {number} scale
 */
export const use = (id, x, y, scale) => svg('use', { href: `#gf-${id}`, transform: moved(x, y, scale) });

/** @param {string} name @param {string} d @param {Record<string, unknown>} [more] */
const path = (name, d, more = {}) => svg('path', { class: `gf-${name}`, d, ...more });
/** @param {string | number} text @param {number} y @param {number} size @param {string} ink */
const letter = (text, y, size, ink) => svg('text', { class: 'gf-letter', y, 'font-size': size, fill: ink }, text);
const INK = '#221a08';
const PAPER = '#f6ead0';
const HOUSE = 'M-6.3 7V-1.6H-7.4L0-8.4 7.4-1.6H6.3V7Z';
const PAWN = 'M-6.6 8.6C-6.6 3-4-.2-2.9-2.4A4.1 4.1 0 1 1 2.9-2.4C4-.2 6.6 3 6.6 8.6Z';
const CONE = 'M0-8.6L5.7 5.2Q0 8.8-5.7 5.2Z';
const STAR = 'M0-11L3-5.5 9.6-6 6-.4 10 5 3.4 5.4 0 11-3.4 5.4-10 5-6-.4-9.6-6-3-5.5Z';

/** @param {string} hex */
const bright = (hex) =>
  [1, 3, 5].reduce((sum, at, k) => sum + parseInt(hex.slice(at, at + 2), 16) * [0.299, 0.587, 0.114][k], 0) > 140;

/** @param {string} id @param {Children} parts */
const group = (id, ...parts) => svg('g', { id: `gf-${id}` }, ...parts);
/** @param {number} r */
const disc = (r) => svg('circle', { class: 'gf-token', r });

/** The house and the pawn of a colour. @param {GreatFire.Colour} colour @param {string} initial */
function coloured({ id, hex }, initial) {
  const ink = bright(hex) ? INK : '#fff';
  return [
    group(`house-${id}`, path('edge', HOUSE, { fill: hex }), letter(initial, 5.6, 9.5, ink)),
    group(`pawn-${id}`, path('edge', PAWN, { fill: hex }), letter(initial, 7.4, 8.5, ink)),
  ];
}

/** @param {GreatFire.Direction} of */
function arrow({ id, hex, vector: [x, y] }) {
  const transform = `rotate(${(Math.atan2(x, -y) * 180) / Math.PI})`;
  return group(`arrow-${id}`, path('arrow', 'M0-10L8.5 0H3.6V10H-3.6V0H-8.5Z', { fill: hex, transform }));
}

/** @param {string} id @param {number} size @param {string} line @param {string} d @param {string} [turned] */
function pattern(id, size, line, d, turned) {
  const box = { width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: turned };
  return svg('pattern', { id: `gf-${id}`, ...box }, path(line, d));
}

/**
 * Shapes that are used over and over: houses and pawns by colour, arrows, cones, bands, tokens; and the patterns of the
 * ground.
 * @param {GreatFire.Colour[]} colours @param {GreatFire.Direction[]} directions
 */
function symbols(colours, directions) {
  const letters = lettersOf(colours);
  return svg('defs', null,
    colours.map((colour) => coloured(colour, letters.get(colour.id) ?? '')),
    directions.map(arrow),
    path('ghost', 'M-5.8 6.5V-1.4L0-7.2 5.8-1.4V6.5Z', { id: 'gf-ghost' }),
    group('cone', path('cone', CONE), path('flame', 'M0-3.4Q3.4 1.2 2.4 4Q0 6-2.4 4Q-3.4 1.2 0-3.4Z')),
    group('band', path('band', CONE), path('belt', 'M-3 .2Q0 2 3 .2L3.8 2.2Q0 4.2-3.8 2.2Z')),
    group('token', disc(6.8), letter('?', 3.6, 10, PAPER)),
    group('charge', disc(7.4), path('keg', 'M-3.6-2.6H3.6Q5 1 3.6 4.4H-3.6Q-5 1-3.6-2.6Z'),
      path('fuse', 'M0-2.6Q0-5.4 3-5.2'),
      svg('circle', { class: 'gf-spark', cx: 3.4, cy: -5, r: 1.5 })),
    group('double_move', disc(7.4), path('chevron', 'M-4 .2L0-4 4 .2M-4 4.4L0 .2 4 4.4')),
    group('vp', disc(7.4), letter('1', 3.4, 9, PAPER)),
    pattern('grass', 24, 'tuft', 'M4 8l-1.6-4M4 8V3M4 8l1.6-4M16 20l-1.6-4M16 20v-5M16 20l1.6-4'),
    pattern('ash', 7, 'ash-line', 'M0 0V7', 'rotate(45)'),
    pattern('rubble', 9, 'ash-line', 'M0 0L9 9M9 0L0 9'),
  );
}

/** A small arrow at a point. @param {number[]} at @param {number[]} vector where it points */
function arrowhead([x, y], [vx, vy]) {
  /** @param {number} f @param {number} s */
  const corner = (f, s) => `${(x + vx * f - vy * s).toFixed(1)} ${(y + vy * f + vx * s).toFixed(1)}`;
  return `M${corner(4.4, 0)}L${corner(-2.6, 3.2)}L${corner(-2.6, -3.2)}Z`;
}

/** @param {number[]} at */
const crossOf = ([x, y]) => `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`;

/**
 * Two small arrows on every border that fire can cross, and a cross where four districts meet.
 * @param {GreatFire.Printed} printed
 */
function links(printed) {
  const arrows = new Map(printed.directions.map(({ id }) => [id, '']));
  const crosses = new Set();
  for (const { a, b, dirs, fire } of printed.links) {
    const { at, along } = borderOf(printed.areas.get(a), printed.areas.get(b));
    if (!along) crosses.add(String(at));
    else if (fire) {
      for (const [dir, side] of [[dirs[0], 4], [printed.direction.get(dirs[0]).opposite, -4]]) {
        const place = [at[0] + along[0] * side, at[1] + along[1] * side];
        arrows.set(dir, arrows.get(dir) + arrowhead(place, printed.direction.get(dir).vector));
      }
    }
  }
  const crossed = [...crosses].map((at) => crossOf(at.split(',').map(Number))).join('');
  return svg('g', { class: 'gf-links' },
    printed.directions.map(({ id, hex }) => svg('path', { d: arrows.get(id), fill: hex })),
    path('cross-edge', crossed), path('cross', crossed));
}

/**
 * The Thames runs on below the map, so that a tall frame shows water.
 * @param {GreatFire.Decoration} river @param {number[]} box
 */
function thames({ points }, [, , width, height]) {
  const bank = points.filter(([, y]) => y < height);
  /** @param {number} dy */
  const shifted = (dy) => pathOf(bank.map(([x, y]) => [x, y + dy]), false);
  const depth = height * 2;
  return svg('g', { class: 'gf-thames' },
    svg('path', { d: `${pathOf(bank, false)}L${width} ${depth}L0 ${depth}Z` }),
    [4, 11, 21, 34].map((dy) => path('wave', shifted(dy))));
}

/** @param {GreatFire.Decoration} of */
function bridge({ points }) {
  const [[left, top], [right], [, bottom]] = points;
  const houses = [];
  const width = right - left - 3;
  for (let y = top + 12; y < bottom - 6; y
    += 13) houses.push(path('bridge-house', `M${left + 1.5} ${y}h${width}v8h-${width}Z`));
  return [path('bridge-deck', `M${left - 1} ${top - 3}H${right + 1}V${bottom}H${left - 1}Z`), houses];
}

/** @param {GreatFire.Decoration} of @param {GreatFire.Direction[]} directions */
function compass({ points: [[x, y]] }, directions) {
  /** @param {GreatFire.Direction} of */
  const point = ({ id, hex, vector: [vx, vy] }) => [
    path('arrow', `M${vx * 22} ${vy * 22}L${-vy * 5} ${vx * 5}L${vy * 5} ${-vx * 5}Z`, { fill: hex }),
    svg('text', { x: vx * 29, y: vy * 29 + 3.6, 'font-size': 11, class: 'gf-letter gf-compass-letter' }, id),
  ];
  const ring = svg('circle', { r: 12, class: 'gf-compass-ring' });
  return svg('g', { transform: `translate(${x - 8} ${y - 10})` }, ring, directions.map(point));
}

/** @param {GreatFire.Decoration} of */
const gate = ({ points: [[x, y]] }) =>
  path('gate', 'M-6 6V-3a6 6 0 0 1 12 0V6H2.6V-1a2.6 2.6 0 0 0-5.2 0V6Z', { transform: `translate(${x} ${y})` });

/** @param {GreatFire.Decoration} of */
const riverName = ({ name, points: [, , [x, y]] }) =>
  svg('text', { class: 'gf-fleet-name', transform: `translate(${x - 2.4} ${y}) rotate(90)`, 'font-size': 7.5 }, name);

/** @param {GreatFire.Printed} printed */
function decorations(printed) {
  /** @param {string} kind */
  const of = (kind) => printed.decorations.filter((each) => each.kind === kind);
  /** @param {string} kind @param {number[][]} points */
  const twice = (kind, points) => ['', '-top'].map((end) => path(`${kind}${end}`, pathOf(points, false)));
  return {
    water: of('water_polygon').map((each) => thames(each, printed.box)),
    over: [
      of('river').map(({ points }) => twice('fleet', points)),
      of('river').map(riverName),
      of('wall').map(({ points }) => twice('wall', points)),
      of('gate').map(gate),
      of('bridge').map(bridge),
    ],
    words: [
      of('compass').map((each) => compass(each, printed.directions)),
      svg('text', { class: 'gf-title', x: 60, y: 752, 'font-size': 19 }, `${printed.city.toUpperCase()} 1666`),
      of('water_polygon').map(
        ({ name }) => svg('text', { class: 'gf-river', x: 262, y: 752, 'font-size': 21 }, `The ${name}`)),
    ],
  };
}

/** The banner of a district with its name. @param {GreatFire.District} area @param {GreatFire.Layout} at */
function label(area, at) {
  const { x, y, width, height } = at.banner;
  const banner = area.burnable
    ? svg('rect', { class: `gf-banner gf-banner-${area.banner}`, x: x - width / 2, y, width, height, rx: 3 }) : null;
  // The length is given, so that a name fills its banner in whatever font there is.
  /** @param {GreatFire.Layout['lines'][number]} each */
  const line = (each) => svg('text', {
    x, y: each.y, 'font-size': at.size.toFixed(1), textLength: each.width.toFixed(1), lengthAdjust: 'spacingAndGlyphs',
  }, each.text);
  return svg('g', { class: `gf-label gf-name-${area.burnable ? area.banner : area.region}` }, banner,
    at.lines.map(line));
}

/**
 * The points of an objective, a seal on the corner of its banner; a star behind it tells that it is one's own.
 * @param {GreatFire.District} area @param {GreatFire.Layout} at @param {number} right
 */
function seal(area, at, right) {
  const x = Math.min(right - 9, at.banner.x + at.banner.width / 2 + 3);
  return svg('g', { class: 'gf-vp', transform: moved(x, Math.max(9, at.banner.y - 0.5), 1) },
    path('star', STAR), svg('circle', { r: 6.4 }), letter(area.vp ?? '', 3.5, 10, '#fff'));
}

/** @param {string} name @param {Children} parts */
const layer = (name, ...parts) => svg('g', { class: name }, ...parts);

/**
 * What is drawn of one district, on several layers of the map.
 * @param {GreatFire.District} area @param {number} right the right edge of the map
 */
function placeOf(area, right) {
  const at = layoutOf(area);
  const d = pathOf(area.polygon);
  return { at, ground: path('ground', d), ash: path('scar', d), spot: path('area', d),
    star: area.vp ? seal(area, at, right) : null };
}

/**
 * For how many players a district has an icon at set-up.
 * @param {GreatFire.District} area @param {GreatFire.Layout} at
 */
function playersIcon({ setup_icon: icon }, { x, width, bottom }) {
  if (!icon) return null;
  return svg('text', { class: 'gf-icon-players', x: x + width / 2 + 1, y: bottom + 1, 'font-size': 8 }, `${icon}P`);
}

/**
 * The map, drawn once.
 * @param {GreatFire.Printed} printed @returns {GreatFire.Chart} `places` by district: its `ground`, the `ash` on it,
 *   its `spot` (the outline on
 *   top, which can be chosen), its `star` and its layout `at`
 */
export function drawMap(printed) {
  const { areas, box } = printed;
  const drawn = [...areas.values()].map((area) => ({ area, place: placeOf(area, box[2]) }));
  const ground = printed.regions.map(({ id, hex }) =>
    svg('g', { class: `gf-region-${id}`, style: { '--gf-tint': hex } },
      drawn.filter(({ area }) => area.region === id).map(({ place }) => [place.ground, place.ash])));
  const labels = drawn.map(({ area, place: { at } }) => [label(area, at), playersIcon(area, at)]);
  const roads = [...areas.values()].map(({ polygon }) => pathOf(polygon)).join('');
  const { water, over, words } = decorations(printed);
  const [stuff, pawns] = [layer('gf-stuffs'), layer('gf-pawns')];
  const still = { 'aria-hidden': 'true', class: 'gf-still' };
  const named = { role: 'group', 'aria-label': `Map of ${printed.city}` };
  const borders = regionBorders([...areas.values()]);
  const picture = svg('svg',
    { class: 'gf-map', viewBox: box.join(' '), preserveAspectRatio: 'xMidYMin meet', ...named },
    symbols(printed.colours, printed.directions),
    svg('g', still, ground, path('road', roads), path('road-top', roads), path('border', borders), water,
      over),
    svg('g', still, links(printed)),
    layer('gf-spots', drawn.map(({ place }) => place.spot)),
    svg('g', still, layer('gf-labels', labels), layer('gf-seals', drawn.map(({ place }) => place.star)), words),
    stuff, pawns);
  return { picture, places: new Map(drawn.map(({ area, place }) => [area.id, place])), stuff, pawns };
}
