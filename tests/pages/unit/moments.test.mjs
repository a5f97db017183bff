import assert from 'node:assert/strict';
import { test } from 'node:test';

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
