import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import './dom.mjs';

const { addressBar } = await import('../../../api/web/static/js/game/address.js');

function opened() {
  const written = [];
  globalThis.history = { state: { scrollY: 4 }, replaceState: (state, _, address) => written.push({ state, address }) };
  const control = new AbortController();
  return { written, control, bar: addressBar(control.signal) };
}

test('the first address is written at once, with whether a reload follows', () => {
  const { bar, written } = opened();
  bar.show('/games/g/1', 'Game, step 1', true);
  assert.deepEqual(written, [{ state: { scrollY: 4, follows: true }, address: '/games/g/1' }]);
  assert.equal(document.title, 'Game, step 1 · Emberlog');
});

test('of many addresses in a moment only the last one is written', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { bar, written } = opened();
  for (const step of [1, 2, 3]) bar.show(`/games/g/${step}`, 'Game', false);
  assert.deepEqual(written.map((each) => each.address), ['/games/g/1']);
  mock.timers.tick(1000);
  assert.deepEqual(written.map((each) => each.address), ['/games/g/1', '/games/g/3']);
  mock.timers.reset();
});

test('a page that was left writes nothing', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { bar, written, control } = opened();
  bar.show('/games/g/1', 'Game', false);
  bar.show('/games/g/2', 'Game', false);
  control.abort();
  mock.timers.tick(1000);
  assert.equal(written.length, 1);
  mock.timers.reset();
});
