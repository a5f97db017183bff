import assert from 'node:assert/strict';
import test from 'node:test';

const { commandsOf, leader, segments, thinned } = await import('../../../api/web/static/js/game/replay/thinning.js');

const steps = ['a', 'b', 'b', 'c', 'd', 'e'].map((commandId, index) => ({ version: index + 1, commandId, line: null }));
const rows = [[0, 0], [3, 0], [6, 0], [6, 2], [6, 7], [6, 7]];
const game = { steps, seats: 2, total: (version, seat) => rows[version - 1]?.[seat] ?? null, milestone: () => false };
const score = (version) => ({ version, kind: 'SCORE', text: '', seat: 0 });
const NAMES = ['Ada', 'Ben'];

test('the steps of one command are one span', () => {
  assert.deepEqual(commandsOf(steps).map(({ first, last }) => [first, last]), [[1, 1], [2, 3], [4, 4], [5, 5], [6, 6]]);
});

test('nobody leads at a tie', () => assert.deepEqual([leader([1, 4]), leader([4, 4])], [1, null]));

test('swings of a whole command and changes of the lead are marked, small scores are not', () => {
  const marks = thinned([score(2), score(3), score(4), score(5)], game, NAMES);
  assert.deepEqual(marks.map(({ version, kind }) => [version, kind]), [[3, 'SCORE'], [5, 'SCORE'], [5, 'LEAD']]);
  assert.equal(marks[2].text, 'Ben takes the lead.');
});

test('what is no score stays, and milestones come in', () => {
  const great = { ...game, milestone: ({ version }) => version === 4 };
  const marks = thinned([{ version: 6, kind: 'END', text: '', seat: null }], great, NAMES);
  assert.deepEqual(marks.map(({ kind }) => kind), ['MILESTONE', 'LEAD', 'END']);
});

test('scores that are not known yet mark nothing', () => {
  assert.deepEqual(thinned([score(3)], { ...game, total: () => null }, NAMES), []);
});

test('a turn lasts to the step before the next', () => {
  const turn = (version) => ({ version, kind: 'TURN', text: '', seat: 0 });
  assert.deepEqual(segments([turn(2), score(3), turn(5)], 9).map(({ first, last }) => [first, last]), [[2, 4], [5, 9]]);
});

test('the set-up has no swings', () => {
  const before = { ...game, steps: steps.map((step) => ({ ...step, turn: 0 })) };
  assert.deepEqual(thinned([score(3), score(5)], before, NAMES), []);
});
