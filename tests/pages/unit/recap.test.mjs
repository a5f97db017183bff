import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import './dom.mjs';

const { Recap } = await import('../../../api/web/static/js/game/story/recap.js');

test('what happened since one\'s last turn folds by itself, for it lies over what can be chosen', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const recap = new Recap(() => {});
  recap.element.contains = () => false; // nothing in it has the focus
  const turns = [1, 2].map((last) => ({ card: { seat: 0, first: 1, last }, headline: `Turn ${last}.` }));
  recap.show('Since your last turn', []);
  assert.ok(!recap.element.open);
  recap.show('Since your last turn', turns);
  assert.equal(recap.element.open, true);
  mock.timers.tick(5_000);
  assert.equal(recap.element.open, true, 'there is time to read two sentences');
  mock.timers.tick(1_500);
  assert.equal(recap.element.open, false);
  mock.timers.reset();
});
