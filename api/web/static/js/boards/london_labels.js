/** Where the name and the figures of a borough fit into its outline. Pure geometry; knows neither the game nor the page. */

const LINE = 25;
const CHAR = 15.5; // the widest of the system fonts, in half bold
const FIGURES = { width: 126, height: 42 };
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75];
const STEP = 11;

/**
 * The best place for each name, broken into lines, over a row of figures; small areas choose first, and no label lies on another.
 * @param {{id: string, name: string, outline: [number, number][]}[]} areas
 * @returns {Map<string, {x: number, y: number, scale: number, lines: string[]}>} x, y: the middle of the row of figures
 */
export function labelPlaces(areas) {
  const places = new Map();
  const taken = [];
  const sized = areas.map((area) => ({ ...area, ...shapeOf(area.outline) })).sort((one, other) => one.size - other.size);
  for (const area of sized) {
    const label = labelPlace(area, taken);
    places.set(area.id, label);
    taken.push(...boxesOf(label));
  }
  return places;
}

function labelPlace({ name, outline, middle, xs, ys }, taken) {
  let best = null;
  for (const lines of breaks(name)) {
    for (const scale of SCALES) {
      const size = { width: Math.max(...lines.map((line) => line.length)) * CHAR * scale, height: lines.length * LINE * scale };
      const probes = probesOf(size, scale);
      for (let x = xs[0]; x <= xs[1]; x += STEP) {
        for (let y = ys[0]; y <= ys[1]; y += STEP) {
          const most = 1 - (1 - scale) * 0.8 - Math.hypot(x - middle[0], y - 25 - middle[1]) / 1500;
          if (best && most <= best.worth) continue; // even wholly inside it would be no better
          const worth = most - outside(outline, taken, probes, x, y) / probes.length;
          if (!best || worth > best.worth) best = { worth, x, y, scale, lines, size };
        }
      }
    }
  }
  return best;
}

/** What a label covers: [left, top, right, bottom] of its name and of its figures. */
function boxesOf({ x, y, scale, size }) {
  const [rim, half] = [(FIGURES.width / 2) * scale, (FIGURES.height / 2) * scale];
  return [[x - size.width / 2, y - half - size.height, x + size.width / 2, y - half], [x - rim, y - half, x + rim, y + half]];
}

/** Points of the box of the name and of the box of the figures, seen from the middle of the figures. */
function probesOf({ width, height }, scale) {
  const half = (FIGURES.height / 2) * scale;
  const rim = (FIGURES.width / 2) * scale;
  const points = [];
  for (const dx of [-rim, 0, rim]) points.push([dx, half]);
  for (const dy of [-half - height, -half - height / 2, -half]) for (const dx of [-width / 2, -width / 4, 0, width / 4, width / 2]) points.push([dx, dy]);
  return points;
}

/** How many probes lie outside the area or on another label, which is worse. */
function outside(outline, taken, probes, x, y) {
  let count = 0;
  for (const [dx, dy] of probes) {
    if (!contains(outline, x + dx, y + dy)) count += 1;
    for (const [left, top, right, bottom] of taken) if (x + dx > left && x + dx < right && y + dy > top && y + dy < bottom) count += 2;
  }
  return count;
}

/** The size, the centre and the reach of an area. */
function shapeOf(outline) {
  let [area, x, y] = [0, 0, 0];
  outline.forEach(([bx, by], at) => {
    const [ax, ay] = outline.at(at - 1);
    const cross = ax * by - bx * ay;
    area += cross * 3;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  const reach = (axis) => [Math.min(...outline.map((point) => point[axis])), Math.max(...outline.map((point) => point[axis]))];
  return { size: Math.abs(area), middle: [x / area, y / area], xs: reach(0), ys: reach(1) };
}

/** The ways to break a name into lines of similar length. */
function breaks(name) {
  const words = name.replaceAll('& ', '&\u00a0').split(' ');
  const ways = [];
  for (let count = 1; count <= words.length; count += 1) ways.push(packed(words, Math.ceil((name.length / count) * 1.3)));
  return ways;
}

function packed(words, most) {
  const lines = [words[0]];
  for (const word of words.slice(1)) {
    const joined = `${lines[lines.length - 1]} ${word}`;
    if (joined.length > most) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

function contains(outline, x, y) {
  let inside = false;
  for (let at = 0, last = outline.length - 1; at < outline.length; last = at, at += 1) {
    const [ax, ay] = outline[at];
    const [bx, by] = outline[last];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
