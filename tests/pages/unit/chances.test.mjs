import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/';
const { WinChances, bandInWords, inWords } = await import(`${JS}game/panels/chances/chances.js`);

const seats = [{ seat: 0, name: 'Ada', taken: true }, { seat: 1, name: 'Bo', taken: true }];
const view = /** @type {any} */ ({ seats });
const row = (/** @type {number} */ version, /** @type {number} */ share, playouts = 40) => ({
  version, playouts, costMs: 10, seats: [{ seat: 0, share, standardError: playouts && 0.07 },
    { seat: 1, share: 1 - share, standardError: playouts && 0.07 }] });

test('the chances at a step are those of the last analysed step up to it', () => {
  const chances = new WinChances('game', new AbortController().signal);
  assert.equal(chances.at(10), null);
  chances.rows = [row(4, 0.5), row(9, 0.25)];
  assert.deepEqual([3, 4, 8, 9, 99].map((at) => chances.at(at)?.version), [undefined, 4, 4, 9, 9]);
  assert.equal(chances.settled, false);
  chances.rows = [...chances.rows, row(12, 1, 0)];
  assert.equal(chances.settled, true);
});

test('chances and their band are said in words', () => {
  assert.equal(inWords(row(9, 0.25), view), 'Ada 25 % and Bo 75 %');
  assert.equal(bandInWords(row(9, 0.25), view), 'Two standard errors of 40 playouts: Ada ± 14 % and Bo ± 14 %.');
  assert.equal(bandInWords(row(12, 1, 0), view), 'The outcome is known.');
});
