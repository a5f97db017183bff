import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './dom.mjs';

const { Player } = await import('../../../api/web/static/js/game/replay/player.js');
const { Cards, placed } = await import('../../../api/web/static/js/game/replay/turns.js');

/** A player over steps with these turns, one second apart. */
function over(turns, highlights = []) {
  const steps = turns.map((turn, at) => ({ version: at + 1, turn, time: new Date(at * 1000).toISOString() }));
  const store = { steps, get head() { return steps.length; }, stepAt: (version) => steps[version - 1] ?? null };
  const events = { moved: mock.fn(), played: mock.fn(), paused: mock.fn() };
  return { player: new Player(() => store, events, () => highlights), events, steps };
}

test('it stays between the first step and the last', () => {
  const { player } = over([1, 1, 2]);
  player.to(99);
  assert.equal(player.at, 3);
  player.by(-99);
  assert.equal(player.at, 1);
});

test('a reader at the last step follows, a reader who looks back stays', () => {
  const { player, steps } = over([1, 1]);
  player.last();
  steps.push({ version: 3, turn: 1, time: '' });
  player.grown();
  player.skip();
  assert.equal(player.at, 3);
  player.by(-1);
  steps.push({ version: 4, turn: 1, time: '' });
  player.grown();
  assert.equal(player.at, 2);
  assert.equal(player.followedTo, 3);
});

test('a move to the same step reports nothing', () => {
  const { player, events } = over([1, 1]);
  player.to(1);
  assert.equal(events.moved.mock.callCount(), 0);
});

test('turns: to the start of the turn, then of the turn before, and forward', () => {
  const { player } = over([1, 1, 2, 2, 2, 3]);
  player.to(5);
  player.turn(-1);
  assert.equal(player.at, 3);
  player.turn(-1);
  assert.equal(player.at, 1);
  player.turn(1);
  assert.equal(player.at, 3);
});

test('the event that ends a turn belongs to it, the event that begins one to the next', () => {
  const steps = [];
  const add = (commandId, turn, type) => steps.push(
    placed({ version: steps.length + 1, commandId, turn, line: { type } }, steps.at(-1)));
  add('a', 0, 'great_fire.LandownerPlaced');
  add('b', 1, 'great_fire.LandownerPlaced');
  add('c', 1, 'great_fire.FireCardPlayed');
  add('d', 2, 'great_fire.FireCardDrawn');
  add('d', 2, 'great_fire.FinalRoundStarted');
  add('e', 2, 'great_fire.FireCardPlayed');
  add('e', 3, 'london.TurnBegan');
  assert.deepEqual(steps.map(({ turn }) => turn), [0, 0, 1, 1, 1, 2, 3]);
});

test('cards: the set-up, the turns, the end; each step is on one', () => {
  const cards = new Cards(['GameScored']);
  const types = ['game.GameBegun', 'great_fire.FireCardPlayed', 'great_fire.ActionsEnded', 'great_fire.FireCardPlayed',
    'great_fire.GameScored', 'game.GameEnded'];
  const turns = [0, 1, 1, 2, 2, 2];
  const seats = [null, 2];
  const steps = types.map((type, at) => (
    { version: at + 1, turn: turns[at], line: { type, seat: seats[at] ?? null } }));
  cards.grow(steps.slice(0, 2));
  cards.grow(steps);
  assert.deepEqual(cards.all.map(({ kind, first, last, seat }) => [kind, first, last, seat]),
    [['opening', 1, 1, null], ['turn', 2, 3, 2], ['turn', 4, 4, null], ['end', 5, 6, null]]);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((version) => cards.all.indexOf(cards.of(version))), [0, 1, 1, 2, 3, 3]);
});

test('highlights: the nearest one in each direction, and none past the last', () => {
  const { player } = over([1, 1, 1, 1, 1], [2, 4]);
  player.highlight(1);
  player.highlight(1);
  assert.equal(player.at, 4);
  player.highlight(1);
  assert.equal(player.at, 4);
  player.highlight(-1);
  assert.equal(player.at, 2);
});

test('a move by the reader stops it, and playing at the end starts from the first step', () => {
  const { player } = over([1, 1, 1]);
  player.last();
  player.play();
  assert.deepEqual([player.at, player.playing], [1, true]);
  player.to(2);
  assert.equal(player.playing, false);
});

test('speeds have a slowest and a fastest', () => {
  const { player } = over([1]);
  for (let times = 0; times < 9; times += 1) player.faster(1);
  assert.equal(player.speed, 'turns');
  for (let times = 0; times < 9; times += 1) player.faster(-1);
  assert.equal(player.speed, '0.5');
});

test('at real pace a long pause is shortened, and the reader hears of it', () => {
  const { player, events, steps } = over([1, 1]);
  steps[1].time = new Date(3_600_000).toISOString();
  player.setSpeed('real');
  player.play();
  assert.match(events.paused.mock.calls[0].arguments[0], /shortened to 5 s/);
  player.stop();
});
