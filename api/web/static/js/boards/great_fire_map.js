/** The printed map of The Great Fire of London: paper, districts, borders, river, wall, names. Draws nothing that moves. */

import { svg } from '../dom.js';
import { borderOf, layoutOf, pathOf, regionBorders } from './great_fire_geometry.js';

const use = (id, x, y, scale = 1, more = {}) => svg('use', { href: `#gf-${id}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})`, ...more });
export { use };

/** A letter for each colour that no other colour has: the first of its name that is free, the last one for the rest. */
export function lettersOf(colours) {
  const letters = new Map();
  for (const { id } of colours) {
    const first = id[0].toUpperCase();
    letters.set(id, [...letters.values()].includes(first) ? id.at(-1).toUpperCase() : first);
  }
  return letters;
}

const bright = (hex) => [1, 3, 5].reduce((sum, at, k) => sum + parseInt(hex.slice(at, at + 2), 16) * [0.299, 0.587, 0.114][k], 0) > 140;

/** Shapes that are used over and over: houses and pawns by colour, cones, bands, tokens, charges. */
function symbols(colours, directions) {
  const letters = lettersOf(colours);
  const coloured = ({ id, hex }) => {
    const letter = (y, size) => svg('text', { y, 'font-size': size, class: 'gf-letter', fill: bright(hex) ? '#221a08' : '#fff' }, letters.get(id));
    return [
      svg('g', { id: `gf-house-${id}` }, svg('path', { class: 'gf-edge', fill: hex, d: 'M-6.3 7V-1.6H-7.4L0-8.4 7.4-1.6H6.3V7Z' }), letter(5.6, 9.5)),
      svg('g', { id: `gf-pawn-${id}` }, svg('path', { class: 'gf-edge', fill: hex, d: 'M-6.6 8.6C-6.6 3-4-.2-2.9-2.4A4.1 4.1 0 1 1 2.9-2.4C4-.2 6.6 3 6.6 8.6Z' }), letter(7.4, 8.5)),
    ];
  };
  const arrow = ({ id, hex, vector: [x, y] }) => svg('g', { id: `gf-arrow-${id}` }, svg('path', {
    fill: hex, transform: `rotate(${(Math.atan2(x, -y) * 180) / Math.PI})`, class: 'gf-arrow', d: 'M0-10L8.5 0H3.6V10H-3.6V0H-8.5Z',
  }));
  return svg('defs', null,
    colours.map(coloured),
    directions.map(arrow),
    svg('path', { id: 'gf-ghost', class: 'gf-ghost', d: 'M-5.8 6.5V-1.4L0-7.2 5.8-1.4V6.5Z' }),
    svg('g', { id: 'gf-cone' },
      svg('path', { class: 'gf-cone', d: 'M0-8.6L5.7 5.2Q0 8.8-5.7 5.2Z' }),
      svg('path', { class: 'gf-flame', d: 'M0-3.4Q3.4 1.2 2.4 4Q0 6-2.4 4Q-3.4 1.2 0-3.4Z' })),
    svg('g', { id: 'gf-band' },
      svg('path', { class: 'gf-band', d: 'M0-8.6L5.7 5.2Q0 8.8-5.7 5.2Z' }),
      svg('path', { class: 'gf-belt', d: 'M-3 .2Q0 2 3 .2L3.8 2.2Q0 4.2-3.8 2.2Z' })),
    svg('g', { id: 'gf-token' }, svg('circle', { class: 'gf-token', r: 6.8 }), svg('text', { y: 3.6, 'font-size': 10, class: 'gf-letter', fill: '#f6ead0' }, '?')),
    svg('g', { id: 'gf-charge' },
      svg('circle', { class: 'gf-token', r: 7.4 }),
      svg('path', { class: 'gf-keg', d: 'M-3.6-2.6H3.6Q5 1 3.6 4.4H-3.6Q-5 1-3.6-2.6Z' }),
      svg('path', { class: 'gf-fuse', d: 'M0-2.6Q0-5.4 3-5.2' }),
      svg('circle', { class: 'gf-spark', cx: 3.4, cy: -5, r: 1.5 })),
    svg('g', { id: 'gf-double_move' }, svg('circle', { class: 'gf-token', r: 7.4 }), svg('path', { class: 'gf-chevron', d: 'M-4 .2L0-4 4 .2M-4 4.4L0 .2 4 4.4' })),
    svg('g', { id: 'gf-vp' }, svg('circle', { class: 'gf-token', r: 7.4 }), svg('text', { y: 3.4, 'font-size': 9, class: 'gf-letter', fill: '#f6ead0' }, '1')),
    svg('pattern', { id: 'gf-grass', width: 26, height: 22, patternUnits: 'userSpaceOnUse' },
      svg('path', { class: 'gf-tuft', d: 'M4 8l-1.6-4M4 8V3M4 8l1.6-4M17 19l-1.6-4M17 19v-5M17 19l1.6-4' })),
    svg('pattern', { id: 'gf-ash', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('path', { class: 'gf-ash-line', d: 'M0 0V7' })),
    svg('pattern', { id: 'gf-rubble', width: 9, height: 9, patternUnits: 'userSpaceOnUse' },
      svg('path', { class: 'gf-ash-line', d: 'M0 0L9 9M9 0L0 9' })),
  );
}

/** Two small arrows on every border that fire can cross, and a cross where four districts meet. */
function links(printed) {
  const arrows = new Map(printed.directions.map(({ id }) => [id, '']));
  const crosses = new Set();
  for (const { a, b, dirs, fire } of printed.links) {
    const { at, along } = borderOf(printed.areas.get(a), printed.areas.get(b));
    if (!along) crosses.add(String(at));
    else if (fire) {
      const id = dirs[0];
      for (const [dir, side] of [[id, 4], [printed.direction.get(id).opposite, -4]]) {
        const [vx, vy] = printed.direction.get(dir).vector;
        const [x, y] = [at[0] + along[0] * side, at[1] + along[1] * side];
        const corner = (f, s) => `${(x + vx * f - vy * s).toFixed(1)} ${(y + vy * f + vx * s).toFixed(1)}`;
        arrows.set(dir, `${arrows.get(dir)}M${corner(4.4, 0)}L${corner(-2.6, 3.2)}L${corner(-2.6, -3.2)}Z`);
      }
    }
  }
  const cross = [...crosses].map((at) => at.split(',').map(Number)).map(([x, y]) => `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`).join('');
  return svg('g', { class: 'gf-links' },
    printed.directions.map(({ id, hex }) => svg('path', { d: arrows.get(id), fill: hex })),
    svg('path', { class: 'gf-cross-edge', d: cross }), svg('path', { class: 'gf-cross', d: cross }));
}

/** The Thames runs on below the map, so that a tall frame shows water. */
function thames({ points }, [, , width, height]) {
  const bank = points.filter(([, y]) => y < height);
  const shifted = (dy) => pathOf(bank.map(([x, y]) => [x, y + dy]), false);
  const depth = height * 2;
  return svg('g', { class: 'gf-thames' },
    svg('path', { d: `${pathOf(bank, false)}L${width} ${depth}L0 ${depth}Z` }),
    [4, 11, 21, 34].map((dy) => svg('path', { class: 'gf-wave', d: shifted(dy) })));
}

function bridge({ points }) {
  const [[left, top], [right], [, bottom]] = points;
  const houses = [];
  for (let y = top + 12; y < bottom - 6; y += 13) houses.push(svg('path', { class: 'gf-bridge-house', d: `M${left + 1.5} ${y}h${right - left - 3}v8h-${right - left - 3}Z` }));
  return svg('g', { class: 'gf-bridge' }, svg('path', { class: 'gf-bridge-deck', d: `M${left - 1} ${top - 3}H${right + 1}V${bottom}H${left - 1}Z` }), houses);
}

function compass({ points: [[x, y]] }, directions) {
  const point = ({ id, hex, vector: [vx, vy] }) => [
    svg('path', { fill: hex, class: 'gf-arrow', d: `M${vx * 22} ${vy * 22}L${-vy * 5} ${vx * 5}L${vy * 5} ${-vx * 5}Z` }),
    svg('text', { x: vx * 29, y: vy * 29 + 3.6, 'font-size': 11, class: 'gf-letter gf-compass-letter' }, id),
  ];
  return svg('g', { class: 'gf-compass', transform: `translate(${x - 8} ${y - 10})` }, svg('circle', { r: 12, class: 'gf-compass-ring' }), directions.map(point));
}

const gate = ({ points: [[x, y]] }) => svg('path', { class: 'gf-gate', d: `M${x - 6} ${y + 6}V${y - 3}a6 6 0 0 1 12 0V${y + 6}H${x + 2.6}V${y - 1}a2.6 2.6 0 0 0-5.2 0V${y + 6}Z` });

function decorations(printed) {
  const of = (kind) => printed.decorations.filter((each) => each.kind === kind);
  const twice = (kind, points) => ['', '-top'].map((end) => svg('path', { class: `gf-${kind}${end}`, d: pathOf(points, false) }));
  return {
    water: of('water_polygon').map((each) => thames(each, printed.box)),
    over: [
      of('river').map(({ points }) => twice('fleet', points)),
      of('river').map(({ name, points: [, , [x, y]] }) => svg('text', { class: 'gf-fleet-name', transform: `translate(${x - 2.4} ${y}) rotate(90)`, 'font-size': 7.5 }, name)),
      of('wall').map(({ points }) => twice('wall', points)),
      of('gate').map(gate),
      of('bridge').map(bridge),
    ],
    words: [
      of('compass').map((each) => compass(each, printed.directions)),
      svg('text', { class: 'gf-title', x: 60, y: 752, 'font-size': 19 }, `${printed.city.toUpperCase()} 1666`),
      of('water_polygon').map(({ name }) => svg('text', { class: 'gf-river', x: 262, y: 752, 'font-size': 21 }, `The ${name}`)),
    ],
  };
}

/** The banner of a district with its name, and its printed points. */
function label(area, at) {
  const flat = !area.burnable;
  const banner = flat ? null : svg('rect', {
    class: `gf-banner gf-banner-${area.banner}`, x: at.banner.x - at.banner.width / 2, y: at.banner.y, width: at.banner.width, height: at.banner.height, rx: 3,
  });
  // The length is given, so that a name fills its banner in whatever font there is.
  const line = ({ text, width, y }) => svg('text', { x: at.banner.x, y, 'font-size': at.size.toFixed(1), textLength: width.toFixed(1), lengthAdjust: 'spacingAndGlyphs' }, text);
  return svg('g', { class: `gf-label gf-name-${flat ? area.region : area.banner}` }, banner, at.lines.map(line));
}

/**
 * The map, drawn once.
 * @param {object} printed what `readPrinted` made of the components
 * @returns {{picture: SVGElement, places: Map<string, object>, stuff: SVGElement, pawns: SVGElement}} `places`: of each district by id: its `ground`,
 *   its `spot` (the outline on top, which can be chosen), its `star` and its layout `at`
 */
export function drawMap(printed) {
  const { areas, box } = printed;
  const places = new Map();
  const ground = new Map(printed.regions.map(({ id, hex }) => [id, svg('g', { class: `gf-region gf-region-${id}`, style: { '--gf-tint': hex } })]));
  const marks = svg('g', { class: 'gf-spots' });
  const [labels, seals] = [svg('g'), svg('g')];
  for (const area of areas.values()) {
    const at = layoutOf(area);
    const d = pathOf(area.polygon);
    const place = { at, ground: svg('path', { d, class: 'gf-ground' }), ash: svg('path', { d, class: 'gf-scar' }), spot: svg('path', { d, class: 'gf-area' }), star: null };
    ground.get(area.region).append(place.ground, place.ash);
    marks.append(place.spot);
    labels.append(label(area, at));
    if (area.vp) {
      place.star = svg('g', { class: 'gf-vp', transform: `translate(${Math.min(box[2] - 9, at.banner.x + at.banner.width / 2 + 3).toFixed(1)} ${Math.max(9, at.banner.y - 0.5).toFixed(1)})` },
        svg('path', { class: 'gf-star', d: 'M0-11L3-5.5 9.6-6 6-.4 10 5 3.4 5.4 0 11-3.4 5.4-10 5-6-.4-9.6-6-3-5.5Z' }),
        svg('circle', { r: 6.4 }), svg('text', { y: 3.5, 'font-size': 10, class: 'gf-letter', fill: '#fff' }, area.vp));
      seals.append(place.star);
    }
    if (area.setup_icon) {
      const text = `${area.setup_icon}P`;
      labels.append(svg('text', { class: 'gf-icon-players', x: at.x + at.width / 2 + 1, y: at.bottom + 1, 'font-size': 8 }, text));
    }
    places.set(area.id, place);
  }
  const all = [...areas.values()];
  const roads = all.map(({ polygon }) => pathOf(polygon)).join('');
  const { water, over, words } = decorations(printed);
  const [stuff, pawns] = [svg('g', { class: 'gf-stuffs' }), svg('g', { class: 'gf-pawns' })];
  const still = { 'aria-hidden': 'true', class: 'gf-still' };
  const picture = svg('svg', { class: 'gf-map', viewBox: box.join(' '), role: 'group', 'aria-label': `Map of ${printed.city}`, preserveAspectRatio: 'xMidYMin meet' },
    symbols(printed.colours, printed.directions),
    svg('g', { 'aria-hidden': 'true' }, [...ground.values()], svg('path', { class: 'gf-road', d: roads }), svg('path', { class: 'gf-road-top', d: roads }),
      svg('path', { class: 'gf-border', d: regionBorders(all) }), water, over),
    svg('g', still, links(printed)),
    marks,
    svg('g', still, labels, seals, words),
    stuff, pawns);
  return { picture, places, stuff, pawns };
}

/** The printed components by id. @param {object} components */
export function readPrinted(components) {
  const byId = (list) => new Map(list.map((each) => [each.id, each]));
  return {
    city: components.meta.city,
    box: components.meta.view_box,
    constants: components.constants,
    colours: components.colour,
    letters: lettersOf(components.colour),
    directions: components.direction,
    direction: byId(components.direction),
    regions: components.region,
    areas: byId(components.district),
    links: components.board.links,
    decorations: components.decoration,
    steps: components.decoration.find(({ kind }) => kind === 'score_track')?.steps ?? [],
    stacks: byId(components.fire_stack_card),
    objectives: byId(components.objective_card),
  };
}

