import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const words = await import('../../../api/web/static/js/game/words.js');
const { ago, listed, plural, words: capitalised } = await import('../../../api/web/static/js/dom.js');
const SEATS = [{ name: 'Ann' }, { name: '' }];

test('a word of an address is a viewer, counted from one', () => {
  assert.deepEqual(words.viewerOf('seat-2'), { seat: 1 });
  assert.deepEqual(words.viewerOf('spectator'), { kind: 'SPECTATOR' });
  assert.deepEqual(words.viewerOf('arbiter'), { kind: 'ARBITER' });
});

test('other words are no viewers', () => {
  for (const word of ['', null, undefined, 'seat-0', 'seat-', 'seat-123', 'Seat-1',
    'anybody']) assert.equal(words.viewerOf(word), null);
});

test('a viewer of the API becomes the same word', () => {
  for (const word of ['seat-1', 'seat-12', 'spectator',
    'arbiter']) assert.equal(words.wordOf(words.viewerOf(word)), word);
  assert.equal(words.wordOfSeat(null), 'spectator');
});

test('viewers have names, and the own seat is told apart', () => {
  assert.equal(words.viewerName('seat-1', SEATS, 0), 'Ann (you)');
  assert.equal(words.viewerName('seat-2', SEATS, 0), 'Seat 2');
  assert.equal(words.viewerName('spectator', SEATS), 'a spectator');
});

test('a spectator and a player see no other hands while the game runs', () => {
  assert.deepEqual(words.viewpoints({ over: false, seats: 2, mine: null, arbiter: false }), ['spectator']);
  assert.deepEqual(words.viewpoints({ over: false, seats: 2, mine: 1, arbiter: true }), ['seat-2', 'spectator']);
});

test('an arbiter, and everybody after the end, may use every viewer', () => {
  const all = ['seat-1', 'seat-2', 'spectator', 'arbiter'];
  assert.deepEqual(words.viewpoints({ over: false, seats: 2, mine: null, arbiter: true }), all);
  assert.deepEqual(words.viewpoints({ over: true, seats: 2, mine: 0, arbiter: false }), all);
});

test('the address of a step names game, step and viewer', () => {
  assert.equal(words.addressOf('g'), '/games/g');
  assert.equal(words.addressOf('g', 3), '/games/g/3');
  assert.equal(words.addressOf('g', 3, 'seat-1'), '/games/g/3?as=seat-1');
});

test('whose turn it is', () => {
  const view = { phase: 'playing', to_act: [0], seats: SEATS };
  assert.equal(words.whoseTurn(view, 0), 'It is your turn.');
  assert.equal(words.whoseTurn(view, null), 'Ann to act.');
  assert.equal(words.whoseTurn({ ...view, to_act: [0, 1] }, null), 'Ann and Seat 2 to act.');
  assert.equal(words.whoseTurn({ ...view, phase: 'abandoned' }, 0), 'The game was closed without a result.');
});

test('a type of command as words', () => {
  assert.equal(words.plainType('great_fire.PlayFireCard'), 'Play fire card');
});

test('spans of time', () => {
  assert.deepEqual([400, 12_000, 180_000, 7_200_000, 200_000_000].map(words.span),
    ['0.4 s', '12 s', '3 min', '2 h', '2 days']);
});

test('lists, plurals and names', () => {
  assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed), ['', 'a', 'a and b', 'a, b and c']);
  assert.deepEqual([plural(1, 'game'), plural(2, 'game'), plural(0, 'more', 'more')], ['1 game', '2 games', '0 more']);
  assert.equal(capitalised('hidden_colours'), 'Hidden colours');
});

test('how long ago', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  assert.equal(ago('2026-01-01T23:59:55Z', now), 'just now');
  assert.equal(ago('2026-01-01T23:55:00Z', now), '5 minutes ago');
  assert.equal(ago('2026-01-01T22:00:00Z', now), '2 hours ago');
  assert.equal(ago(null, now), '');
});
