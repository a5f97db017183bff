/** What the cards of chiefs, crew and wagons share: their water, and the ground of their guild. */
import { GUILDS, NIGHT } from '../art/palette.js';
import { rect, round, use } from '../art/text.js';

/**
 * Full drops, then empty ones, on a dark band. @param {number} water @param {number} size
 * @param {{x: number, y: number, w: number, size: number}} at
 */
export function drops(water, size, { x, y, w, size: s }) {
  const count = Math.max(water, size);
  if (!count) return null;
  const step = Math.min(s, (w - 2) / count);
  const left = x + (w - step * count) / 2;
  return [rect({ x: left - 2, y: y - s * 0.06, w: step * count + 4, h: s * 1.14 },
    { rx: round(s * 0.4), fill: NIGHT, opacity: 0.82 }),
    Array.from({ length: count }, (_, at) => use(at < water ? 'water' : 'dry',
      left + at * step + (step - s * 0.96) / 2, y, s * 0.96))];
}

/** The ground of a guild's card. @param {string} guild */
export const groundOf = (guild) => (GUILDS[guild] ?? GUILDS.none).sign;
