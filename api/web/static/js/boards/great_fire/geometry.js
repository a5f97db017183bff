/**
 * Where things lie on the map of The Great Fire of London: boxes inside polygons, borders, lines of text. Draws
 * nothing.
 */

const MARGIN = 4;
const LINE = 1.12;
const STEP = 14.5;
const ROW = 17;

/**
 * Where the border of a polygon crosses the line on which coordinate `k` is `at`.
 * @param {number[][]} polygon @param {number} at @param {number} k
 */
function crossings(polygon, at, k) {
  /** @type {number[]} */
  const hits = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    if ((p[k] <= at) !== (q[k] <= at)) hits.push(p[1 - k] + ((at - p[k]) * (q[1 - k] - p[1 - k])) / (q[k] - p[k]));
  });
  return hits.sort((a, b) => a - b);
}

/**
 * The part of that line inside the polygon that holds `through`.
 * @param {number[][]} polygon @param {number} at @param {number} k @param {number} through
 */
function span(polygon, at, k, through) {
  const hits = crossings(polygon, at, k);
  for (let i = 0; i + 1 < hits.length; i
    += 2) if (hits[i] <= through && through <= hits[i + 1]) return [hits[i], hits[i + 1]];
  return null;
}

/** A roomy upright box inside a district, around its printed label. @param {GreatFire.District} district */
function boxOf({ polygon, label: [lx, ly] }) {
  let [top, bottom] = span(polygon, lx, 0, ly) ?? [ly, ly];
  let [left, right] = [-Infinity, Infinity];
  for (let y = top + 10; y <= bottom - 10; y += 4) {
    const row = span(polygon, y, 1, lx);
    if (row) [left, right] = [Math.max(left, row[0]), Math.min(right, row[1])];
  }
  const reach = Math.min((right - left) / 2 - 6, 32);
  for (const x of [-reach, 0, reach].map((dx) => (left + right) / 2 + dx)) {
    const column = span(polygon, x, 0, ly);
    if (column) [top, bottom] = [Math.max(top, column[0]), Math.min(bottom, column[1])];
  }
  return { left: left + MARGIN, right: right - MARGIN, top: top + MARGIN, bottom: bottom - MARGIN };
}

/** How wide a text is, roughly, in units of its font size. @param {string} text */
export function textWidth(text) {
  let width = 0;
  for (const letter of text)
    width += /[iljtfr.,' I]/.test(letter) ? 0.33 : /[mwMW]/.test(letter) ? 0.84 : /[A-Z]/.test(letter) ? 0.68 : 0.53;
  return width;
}

/**
 * A name in as few lines as fit into `width` at a font size, or one word a line; in one line if that is hardly smaller.
 * @param {string} name @param {number} width @param {number} size
 */
function wrapped(name, width, size) {
  if (textWidth(name) * size * 0.88 <= width) return [name];
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(' ')) {
    /** @type {string} */
    const joined = `${lines.at(-1)} ${word}`;
    if (lines.length && textWidth(joined) * size <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/**
 * The lines of a name, their size, and the middle of the room they have near the top of the district.
 * @param {GreatFire.District} district @param {number} base @param {number} top @param {number} x
 */
function nameOf({ name, polygon, burnable }, base, top, x) {
  let [left, right] = [-Infinity, Infinity];
  for (const y of [top + 2, top + 14, top + 26]) {
    const row = span(polygon, y, 1, x);
    if (row) [left, right] = [Math.max(left, row[0]), Math.min(right, row[1])];
  }
  const width = right - left - 9;
  const lines = wrapped(name, width, base);
  const size = Math.min(base, ...lines.map((line) => width / textWidth(line)));
  return { lines, size, x: (left + right) / 2, height: lines.length * size * LINE + (burnable ? 4 : 0) };
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * What of a district is drawn where: the lines of its name, its row of houses, its rows of pieces.
 * @param {GreatFire.District} area
 */
export function layoutOf(area) {
  const { left, right, top, bottom } = boxOf(area);
  const width = right - left;
  const height = bottom - top;
  const base = area.burnable ? 12.5 : area.region === 'park' ? 12 : 22;
  const name = nameOf(area, base, top, (left + right) / 2);
  const { lines, size, height: nameHeight } = name;
  const space = height - nameHeight - 2;
  const inRow = area.size + (area.banner === 'yellow' ? 1 : 0);
  const house = area.burnable ? clamp(Math.min(width / (inRow * STEP), space / (2.2 * ROW)), 0.85, 1.25) : 0;
  const slack = Math.max(0, space - house * ROW - 2.4 * ROW);
  const nameTop = top + Math.min(slack * 0.4, 24);
  const rowsTop = nameTop + nameHeight + 2 + Math.min(slack / 6, 5);
  const pieces = rowsTop + ROW * house;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width,
    house,
    fixed: area.burnable || area.region === 'park' ? null : 1.25,
    row: spread(inRow, width, STEP * house).map((dx) => (left + right) / 2 + dx),
    lines: lines.map(
      (text,
        i) => ({ text, width: textWidth(text) * size,
          y: nameTop + (area.burnable ? 2 : 0) + size * (0.86 + i * LINE) })),
    size,
    banner: { x: name.x, y: nameTop, width: Math.max(...lines.map((line) => textWidth(line) * size)) + 7,
      height: nameHeight },
    houses: rowsTop + (ROW * house) / 2,
    pieces,
    bottom,
  };
}

/**
 * How large the pieces of a district are, and the y of its two rows: cones, then bands and landowners; one row if it
 * needs only one.
 * @param {GreatFire.Layout} at @param {GreatFire.Area} area
 */
export function rowsOf(at, area) {
  const both = area.cones > 0 && area.free_bands + area.landowners.length > 0;
  const scale = at.fixed ?? clamp((at.bottom - at.pieces) / ((both ? 2 : 1) * ROW), 0.8, 1.3);
  const first = at.pieces + (ROW * scale) / 2;
  return { scale, cones: first, others: both ? first + ROW * scale : first };
}

/**
 * The x of `count` things in a row of `width`, `step` apart or closer, around 0.
 * @param {number} count @param {number} width @param {number} step
 */
export function spread(count, width, step) {
  const gap = count > 1 ? Math.min(step, (width - step) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * gap);
}

/** Points as a path. @param {number[][]} points @param {boolean} [closed] */
export const pathOf = (points,
  closed = true) => `M${points.map((point) => point.join(' ')).join('L')}${closed ? 'Z' : ''}`;

/**
 * The middle of the border that two districts share, and along it a unit vector; at a four-way cross the vector is
 * null.
 * @param {GreatFire.District} a @param {GreatFire.District} b
 */
export function borderOf(a, b) {
  const other = new Set(b.polygon.map(String));
  const shared = a.polygon.filter((point) => other.has(String(point)));
  if (shared.length < 2) return { at: shared[0], along: null };
  const [u, v] = farthest(shared);
  const [dx, dy] = [v[0] - u[0], v[1] - u[1]];
  const length = Math.hypot(dx, dy);
  const middle = [(u[0] + v[0]) / 2, (u[1] + v[1]) / 2];
  /** @param {number[]} point */
  const nearest = (point) => Math.hypot(point[0] - middle[0], point[1] - middle[1]);
  const inner = shared.length > 2 ? shared.reduce((best, point) => (nearest(point) < nearest(best) ? point : best))
    : middle;
  return { at: inner, along: [dx / length, dy / length] };
}

/** @param {number[][]} points */
function farthest(points) {
  let best = [points[0], points[1]];
  let length = 0;
  for (const u of points) {
    for (const v of points) {
      const far = Math.hypot(u[0] - v[0], u[1] - v[1]);
      if (far > length) [best, length] = [[u, v], far];
    }
  }
  return best;
}

/** The borders between districts of different regions, as one path. @param {GreatFire.District[]} areas */
export function regionBorders(areas) {
  const visited = new Map();
  let path = '';
  for (const { polygon, region } of areas) {
    polygon.forEach((p, i) => {
      const q = polygon[(i + 1) % polygon.length];
      const key = [String(p), String(q)].sort().join(';');
      if (visited.has(key) && visited.get(key) !== region) path += pathOf([p, q], false);
      visited.set(key, region);
    });
  }
  return path;
}
