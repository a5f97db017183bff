/**
 * Where things lie on the map of The Great Fire of London: boxes inside polygons, borders, lines of text. Draws
 * nothing.
 */

const MARGIN = 4;
const STEP = 17.5;
const ROW = 17.5;

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
export function span(polygon, at, k, through) {
  const hits = crossings(polygon, at, k);
  for (let i = 0; i + 1 < hits.length; i
    += 2) if (hits[i] <= through && through <= hits[i + 1]) return [hits[i], hits[i + 1]];
  return null;
}

/** A roomy upright box inside a district, around its printed label. @param {any} district @param {number} k */
function boxOf({ polygon, label: [lx, ly] }, k) {
  let [top, bottom] = span(polygon, lx, 0, ly) ?? [ly, ly];
  let [left, right] = [-Infinity, Infinity];
  for (let y = top + 10 * k; y <= bottom - 10 * k; y += 8 * k) {
    const row = span(polygon, y, 1, lx);
    if (row) [left, right] = [Math.max(left, row[0]), Math.min(right, row[1])];
  }
  const reach = Math.min((right - left) / 2 - 6 * k, 32 * k);
  for (const x of [-reach, 0, reach].map((dx) => (left + right) / 2 + dx)) {
    const column = span(polygon, x, 0, ly);
    if (column) [top, bottom] = [Math.max(top, column[0]), Math.min(bottom, column[1])];
  }
  const margin = MARGIN * k;
  return { left: left + margin, right: right - margin, top: top + margin, bottom: bottom - margin };
}

/** How wide a text is, roughly, in units of its font size. @param {string} text */
export function textWidth(text) {
  let width = 0;
  for (const letter of text)
    width += /[iljtfr.,' I]/.test(letter) ? 0.33 : /[mwMW]/.test(letter) ? 0.84 : /[A-Z]/.test(letter) ? 0.68 : 0.53;
  return width;
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** How many houses and tokens a district has room for. @param {any} area */
const roomsOf = ({ size, banner }) => size + (banner === 'yellow' ? 1 : 0);

/**
 * The size of a house, so that a row of them fits; on a phone there are no names, so that houses may be larger.
 * @param {any} area @param {number} width @param {number} space @param {number} k @param {string} kind
 */
function houseScale(area, width, space, k, kind) {
  if (!area.burnable) return 0;
  const most = kind === 'full' ? 1.42 : 2.1;
  return clamp(Math.min((width + 8 * k) / (roomsOf(area) * STEP), space / (1.75 * ROW)), 0.94 * k, most * k);
}

/**
 * What of a district is drawn where: its row of houses (its flames stand in their ruins), its row of people.
 * @param {any} area in px @param {import('./names.js').Name | null} name @param {number} k the scale of the sheet
 * @param {string} kind of the sheet
 */
export function layoutOf(area, name, k, kind) {
  const { left, right, top, bottom } = boxOf(area, k);
  const width = Math.max(10 * k, right - left);
  const high = kind === 'full' && name && name.y < (top + bottom) / 2;
  const nameEnd = high ? Math.max(top, name.y + name.h) : top;
  const house = houseScale(area, width, bottom - nameEnd, k, kind);
  const slack = Math.max(0, bottom - nameEnd - house * ROW - 1.3 * ROW * k);
  const x = (left + right) / 2;
  const rows = nameEnd + 1.5 * k + slack / 4;
  return {
    x, y: (top + bottom) / 2, left, right, top, bottom, width, house, k, rows, nameEnd,
    fixed: area.region === 'pudding_lane',
    row: spread(roomsOf(area), width + 6 * k, STEP * house).map((dx) => x + dx),
    houses: rows + (ROW * house) / 2, large: kind === 'full' ? 1.7 : 2.2,
  };
}

/**
 * How large the flames and the people of a district are, and the y of their rows: few flames are large ones.
 * @param {ReturnType<typeof layoutOf>} at @param {number} [cones] @param {number} [people] how many there are
 */
export function rowsOf({ house, houses, bottom, fixed, k, y, rows, width, large, nameEnd }, cones = 1, people = 0) {
  const small = large > 2 ? 1.5 * k : 1.08 * k;
  const others = Math.max(bottom - 8 * small, (house ? houses : y) + 6 * small);
  if (fixed) {
    // Three rows at most, between the name and the border.
    const scale = Math.min(1.42 * k, (bottom - nameEnd - 4 * k) / 52);
    return { scale, cones: Math.max(y - 12 * k, nameEnd + 11 * scale), people: small, others: bottom - 12 * k };
  }
  if (!house) return { scale: k, cones: y, people: small, others };
  const room = Math.min((bottom - rows - (people ? 12 * k : 0)) / 23, (width + 8 * k) / (Math.max(1, cones) * 13.2));
  const scale = clamp(room, k, large * k);
  return { scale, cones: rows + 11.5 * scale, people: small, others };
}

/**
 * A polygon drawn in from its borders.
 * @param {number[][]} polygon @param {number} by
 */
export function inset(polygon, by) {
  const turn = Math.sign(polygon.reduce((sum, [x, y], i) => {
    const [u, v] = polygon[(i + 1) % polygon.length];
    return sum + x * v - u * y;
  }, 0));
  return polygon.map(([x, y], i) => {
    const [px, py] = polygon.at(i - 1) ?? [0, 0];
    const [nx, ny] = polygon[(i + 1) % polygon.length];
    const [a, b] = [unit(x - px, y - py), unit(nx - x, ny - y)];
    const [dx, dy] = [-(a[1] + b[1]), a[0] + b[0]];
    const miter = Math.max(0.5, (dx * dx + dy * dy) / 2);
    return [x + (turn * dx * by) / miter, y + (turn * dy * by) / miter].map((n) => Math.round(n * 10) / 10);
  });
}

/** @param {number} dx @param {number} dy */
function unit(dx, dy) {
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
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
 * A closed polygon as a short path: each point from the one before.
 * @param {number[][]} polygon
 */
export function ringOf([first, ...rest]) {
  let [px, py] = first;
  const steps = rest.map(([x, y]) => {
    const [dx, dy] = [x - px, y - py].map((n) => Math.round(n * 10) / 10);
    [px, py] = [x, y];
    return `${dx}${dy < 0 ? '' : ' '}${dy}`;
  });
  return `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/**
 * The middle of the border that two districts share, and along it a unit vector; at a four-way cross the vector is
 * null.
 * @param {{polygon: number[][]}} a @param {{polygon: number[][]}} b
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
