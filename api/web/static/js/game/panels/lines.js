/** What the lines of a graph are reckoned by. Knows no document. */

/** How far apart the labels at the ends of lines are. */
const LABEL_GAP = 13;

/**
 * Where labels go whose lines end at these heights: as near as they can without covering each other.
 * @param {number[]} heights @param {number} low the lowest place, below on the screen @returns {number[]}
 */
export function apart(heights, low) {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height);
  /** @type {number[]} */
  const places = [];
  order.forEach(({ height, at }, index) => {
    const above = index ? places[order[index - 1].at] + LABEL_GAP : -Infinity;
    places[at] = Math.max(height, above);
  });
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const below = index + 1 < order.length ? places[order[index + 1].at] - LABEL_GAP : low;
    places[order[index].at] = Math.min(places[order[index].at], below);
  }
  return places;
}

/** How far ahead of the average of all seats each one is. @param {{tops: number[]}[]} curves */
export const ahead = (curves) => curves.map(({ tops }) => ({ tops: tops.map((value, at) => (
  value - curves.reduce((total, each) => total + each.tops[at], 0) / curves.length)) }));
