/** Times of clocks in words and figures. */

import { plural } from '../../dom.js';
import { t, translation } from '../../language/language.js';

/** From here on tenths of a second count. */
const TENTHS_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** @param {number} value */
const two = (value) => String(value).padStart(2, '0');

/** `2 d 03:10`, `1:02:03`, `12:05`, `9.4`. @param {number} ms */
export function figures(ms) {
  const left = Math.max(0, ms);
  const [seconds, minutes, hours] = [Math.floor(left / 1000) % 60, Math.floor(left / MINUTE_MS) % 60,
    Math.floor(left / HOUR_MS)];
  if (left >= DAY_MS) return t`${Math.floor(left / DAY_MS)} d ${two(hours % 24)}:${two(minutes)}`;
  if (left >= HOUR_MS) return `${hours}:${two(minutes)}:${two(seconds)}`;
  if (left >= TENTHS_MS) return `${minutes}:${two(seconds)}`;
  return `${Math.floor(left / 1000)}.${Math.floor(left / 100) % 10}`;
}

/** "2 days 3 hours", "12 minutes 5 seconds", for those who listen. @param {number} ms */
export function spoken(ms) {
  const parts = [[DAY_MS, 'day'], [HOUR_MS, 'hour'], [MINUTE_MS, 'minute'], [1000, 'second']];
  let left = Math.max(0, ms);
  /** @type {string[]} */
  const words = [];
  for (const [unit, name] of /** @type {[number, string][]} */ (parts)) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count) words.push(plural(count, name));
  }
  return words.slice(0, 2).join(' ') || translation('no time');
}

/** A change of a clock: `+0:30`, `−12.4`. @param {number} ms */
export const change = (ms) => `${ms < 0 ? '−' : '+'}${figures(Math.abs(ms))}`;

/**
 * What a clock shows at a moment. It counts down by itself; nothing is asked of the service meanwhile.
 * @param {{left: number, at: string, running: boolean, asleep: boolean}} clock
 * @param {number} nowMs the time of the service @param {boolean} lives whether it is the last step that is shown
 */
export function leftAt({ left, at, running, asleep }, nowMs, lives) {
  if (!lives || !running || asleep) return left;
  return Math.max(0, left - Math.max(0, nowMs - Date.parse(at)));
}
