import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ahead, apart } from '../../../api/web/static/js/game/panels/lines.js';
import { largest, turningPoint } from '../../../api/web/static/js/game/panels/moments.js';

/** @param {number[][]} rows the scores of the seats after each step */
const totals = (rows) => (/** @type {number} */ version, /** @type {number} */ seat) => (
  rows[version - 1]?.[seat] ?? null);

test('the largest changes come in the order of the game, and one command is one moment', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [at < 9 ? 0 : at < 10 ? 4 : 9, at < 30 ? 20 : 12]);
  rows[38] = [10, 12];
  rows[39] = [10, 12];
  assert.deepEqual(largest(totals(rows), 40, 2), [
    { version: 11, seat: 0, change: 5 }, { version: 31, seat: 1, change: -8 }, { version: 39, seat: 0, change: 1 }]);
});

test('the turning point is where the winner took the lead and kept it', () => {
  const rows = [[0, 0], [5, 0], [5, 9], [12, 9], [12, 11]];
  assert.equal(turningPoint(totals(rows), 5, 2, 0), 4);
  assert.equal(turningPoint(totals(rows), 5, 2, 1), null, 'it does not lead at the end');
});

test('a leader since the beginning has no turning point', () => {
  assert.equal(turningPoint(totals([[3, 0], [4, 0]]), 2, 2, 0), null);
});

test('the set-up and the reckoning are no moments, and one seat has not all of them where others moved too', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [
    at < 2 ? 0 : at < 12 ? 40 : at < 24 ? 30 : at < 36 ? 19 : 7, at < 48 ? 40 : 39]);
  const moments = largest(totals(rows), 60, 2, (version) => version > 3);
  assert.deepEqual(moments.map(({ seat, change }) => [seat, change]), [[0, -11], [0, -12], [1, -1]]);
});

test('labels at the ends of lines stay near their lines and never cover each other', () => {
  const places = apart([100, 101, 20, 197], 198);
  const sorted = [...places].sort((a, b) => a - b);
  assert.ok(sorted.every((place, at) => at === 0 || place - sorted[at - 1] >= 13), String(places));
  assert.equal(places[2], 20);
  assert.ok(places[0] < places[1] && Math.max(...places) <= 198);
  assert.deepEqual(apart([198, 198, 198], 198), [172, 185, 198]);
});

test('ahead of the average, the seats together are level', () => {
  assert.deepEqual(ahead([{ tops: [1, 4] }, { tops: [3, 0] }]), [{ tops: [-1, 2] }, { tops: [1, -2] }]);
});
