/** Titles of rules, crosses on the track, and tables without a free seat. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const { titled } = await import('../../../api/web/static/js/prose.js');
const { grouped } = await import('../../../api/web/static/js/game/replay/scrubber.js');
const { isFull } = await import('../../../api/web/static/js/pages/games.js');

test('the title of a rule is its first sentence in full', () => {
  assert.deepEqual(titled('Its last step leaves the fire: the link is open. Then it burns.'),
    ['Its last step leaves the fire: the link is open.', 'Then it burns.']);
  assert.deepEqual(titled('Rank 1: the nearest'), ['Rank 1: the nearest', '']);
});

test('refusals at one step are one group, everything else stands alone', () => {
  /** @param {number} version @param {string} kind */
  const at = (version, kind) => ({ version, kind, text: '', seat: null });
  const all = [at(3, 'TURN'), at(3, 'REFUSAL'), at(3, 'TURN'), at(3, 'REFUSAL'), at(4, 'REFUSAL')];
  assert.deepEqual(grouped(all).map((each) => each.length), [1, 2, 1, 1]);
});

test('a table is full when persons or bots have every seat before it begins', () => {
  /** @param {string} phase @param {string[]} seats */
  const full = (phase, seats) => isFull(/** @type {any} */ ({ phase, seats }));
  assert.ok(full('OPEN', ['Ann', 'Cinder the bot', 'Soot the bot', 'Ash the bot']));
  assert.ok(!full('OPEN', ['Ann', '']));
  assert.ok(!full('PLAYING', ['Ann', 'Ben']));
});
