import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/game/replay/';
const { Player, TURN_MS } = await import(`${JS}player.js`);
const { LATE_MS, LOST_MS, STAGE_MS_MIN } = await import(`${JS}director.js`);

/** A clock that moves when the test says so. `drawMs`: what each drawing costs. */
function fakeClock() {
  const timers = new Map();
  let [now, ids] = [0, 0];
  return {
    now: () => now,
    after(ms, act) { ids += 1; timers.set(ids, { due: now + ms, act }); return ids; },
    cancel: (id) => timers.delete(id),
    spend(ms) { now += ms; },
    /** Run until a moment, timer by timer. */
    run(ms) {
      const until = now + ms;
      for (;;) {
        const next = [...timers].filter(([, { due }]) => due <= until).sort((a, b) => a[1].due - b[1].due)[0];
        if (!next) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].due);
        next[1].act();
      }
      now = Math.max(now, until);
    },
  };
}

/** A reader of a game whose steps have these stage times; `seats` name who did what. */
function watching(stages, { own = () => false, atOnce = false, drawMs = 0, turns = [] } = {}) {
  const clock = fakeClock();
  const steps = [];
  const shown = [];
  const jumps = [];
  const store = { steps, get head() { return steps.length; }, stepAt: (version) => steps[version - 1] ?? null };
  const add = (...more) => more.forEach((ms) => {
    steps.push({ version: steps.length + 1, turn: turns[steps.length] ?? 1, ms, time: '' });
  });
  const player = new Player(() => store, {
    moved(why, beat) {
      shown.push({ why, at: player.at, step: beat?.step?.version ?? null, ms: beat?.ms ?? null, time: clock.now() });
      clock.spend(drawMs);
    },
    played() {}, paused() {}, jumped: (from) => jumps.push(from),
  }, () => [], { stageOf: (step) => step.ms, isOwn: own, atOnce: () => atOnce, clock });
  add(...stages);
  player.last();
  shown.length = 0;
  return { player, clock, add, shown, jumps, steps };
}

test('told steps follow one another, each for its time; bookkeeping passes with the next one', () => {
  const { player, clock, add, shown } = watching([1]);
  add(900, 0, 0, 1200, 500);
  player.grown();
  clock.run(10_000);
  assert.deepEqual(shown.map(({ at, step }) => [at, step]), [[2, 2], [5, 5], [6, 6]]);
  const [first, second, third] = shown.map(({ time }) => time);
  assert.deepEqual([second - first, third - second], [900, 1200]);
  assert.ok(first < 50);
});

test('bookkeeping at the end passes with the last told step', () => {
  const { player, clock, add, shown } = watching([1]);
  add(0, 700, 0, 0);
  player.grown();
  clock.run(1000);
  assert.deepEqual(shown.map(({ at, step }) => [at, step]), [[5, 3]]);
  assert.equal(player.following, true);
});

test('what comes while a step is on the stage waits for it', () => {
  const { player, clock, add, shown } = watching([1]);
  add(1000);
  player.grown();
  clock.run(400);
  add(1000);
  player.grown();
  clock.run(400);
  assert.equal(player.at, 2);
  assert.equal(player.staging, true);
  clock.run(400);
  assert.equal(player.at, 3);
  assert.equal(shown.length, 2);
});

test('no told step is on the screen for less than 350 ms, however far behind', () => {
  const { player, clock, add, shown } = watching([1]);
  add(...Array(24).fill(1200));
  player.grown();
  clock.run(60_000);
  const gaps = shown.slice(1).map(({ time }, at) => time - shown[at].time);
  assert.equal(shown.length, 24);
  assert.ok(Math.min(...gaps) >= STAGE_MS_MIN, String(gaps));
  assert.ok(gaps[0] < 1200, `${gaps[0]} ms: it is more than ${LATE_MS} ms behind`);
  assert.equal(gaps.at(-1), 1200);
});

test('too far behind it jumps to the last step, and says from where', () => {
  const { player, clock, add, shown, jumps } = watching([1]);
  add(...Array(Math.ceil(LOST_MS / 1000) + 2).fill(1000));
  player.grown();
  clock.run(100);
  assert.deepEqual([player.at, jumps, shown.length], [33, [1], 1]);
  assert.equal(player.following, true);
});

test('Space skips what waits, and plays only when nothing does', () => {
  const { player, clock, add } = watching([1]);
  add(1000, 1000, 1000);
  player.grown();
  clock.run(100);
  assert.equal(player.at, 2);
  player.toggle();
  assert.deepEqual([player.at, player.playing, player.staging, player.following], [4, false, false, true]);
  clock.run(5000);
  assert.equal(player.at, 4);
});

test('an own command shows at once, though others are still on the stage, and takes no longer than it must', () => {
  const { player, clock, add, shown } = watching([1], { own: ({ version }) => version > 2 });
  add(5000);
  player.grown();
  clock.run(100);
  add(900, 850, 1200);
  player.grown();
  clock.run(1000);
  assert.deepEqual(shown.map(({ at }) => at), [2, 3, 4, 5]);
  assert.ok(shown[1].time < 150);
  assert.deepEqual(shown.slice(1).map(({ ms }) => ms), [STAGE_MS_MIN, STAGE_MS_MIN, STAGE_MS_MIN]);
});

test('the others are staged after an own command', () => {
  const { player, clock, add, shown } = watching([1], { own: ({ version }) => version === 2 });
  add(1200);
  player.grown();
  clock.run(50);
  add(900, 900);
  player.grown();
  clock.run(3000);
  assert.deepEqual(shown.map(({ ms }) => ms), [STAGE_MS_MIN, 900, 900]);
  assert.equal(shown[2].time - shown[1].time, 900);
});

test('a reader who wants moves at once, or does not look, is at the last step', () => {
  const { player, add } = watching([1], { atOnce: true });
  add(1000, 1000);
  player.grown();
  assert.equal(player.at, 3);
});

test('a reader who looks back is left alone', () => {
  const { player, clock, add, shown } = watching([1, 1]);
  player.by(-1);
  add(1000, 1000);
  player.grown();
  clock.run(5000);
  assert.equal(player.at, 1);
  assert.equal(shown.filter(({ why }) => why === 'live').length, 0);
});

test('a replay at eight times keeps its pace, though drawing is slow', () => {
  const { player, clock, shown } = watching(Array(400).fill(800), { drawMs: 130 });
  player.to(1);
  player.setSpeed('8');
  shown.length = 0;
  player.play();
  clock.run(20_000);
  const wanted = 20_000 / 100;
  assert.ok(player.at >= 0.95 * wanted && player.at <= 1.05 * wanted, `${player.at} of ${wanted}`);
  assert.ok(shown.length < player.at - 1, 'a step whose time is over is not drawn');
});

test('a replay waits no longer than the stages say', () => {
  const { player, clock } = watching([500, 0, 0, 500, 1500]);
  player.to(1);
  player.play();
  clock.run(450);
  assert.equal(player.at, 4);
  clock.run(500);
  assert.deepEqual([player.at, player.playing, player.following], [5, false, true]);
});

test('by turns: the end of each turn, one every four seconds', () => {
  const { player, clock } = watching(Array(9).fill(500), { turns: [0, 0, 1, 1, 1, 2, 2, 3, 3] });
  player.to(1);
  player.byTurns();
  clock.run(500);
  assert.equal(player.at, 2);
  clock.run(TURN_MS);
  assert.equal(player.at, 5);
  clock.run(TURN_MS);
  assert.equal(player.at, 7);
  player.byTurns();
  assert.equal(player.speed, '1');
});

test('some turns once more: from their first step to their last, then back to the live step', () => {
  const { player, clock, add, shown } = watching([500, 500, 500, 500, 500, 500]);
  player.replay(3, 4);
  shown.length = 0;
  clock.run(900);
  assert.deepEqual(shown.map(({ at }) => at), [3, 4]);
  add(500);
  player.grown();
  assert.equal(player.at, 4);
  clock.run(1000);
  assert.deepEqual([player.at, player.following, player.playing], [7, true, false]);
});
