import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/';
const { Outlook, bandInWords, inWords } = await import(`${JS}game/panels/outlook.js`);

const seats = [{ seat: 0, name: 'Ada', taken: true }, { seat: 1, name: 'Bo', taken: true }];
const view = /** @type {any} */ ({ seats });
const row = (/** @type {number} */ version, /** @type {number} */ share, playouts = 40) => ({
  version, playouts, costMs: 10, seats: [{ seat: 0, share, standardError: playouts && 0.07 },
    { seat: 1, share: 1 - share, standardError: playouts && 0.07 }] });

test('the chances at a step are those of the last analysed step up to it', () => {
  const outlook = new Outlook('game', new AbortController().signal);
  assert.equal(outlook.at(10), null);
  outlook.rows = [row(4, 0.5), row(9, 0.25)];
  assert.deepEqual([3, 4, 8, 9, 99].map((at) => outlook.at(at)?.version), [undefined, 4, 4, 9, 9]);
  assert.equal(outlook.settled, false);
  outlook.rows = [...outlook.rows, row(12, 1, 0)];
  assert.equal(outlook.settled, true);
});

test('chances and their band are said in words', () => {
  assert.equal(inWords(row(9, 0.25), view), 'Ada 25 % and Bo 75 %');
  assert.equal(bandInWords(row(9, 0.25), view), 'Two standard errors of 40 playouts: Ada ± 14 % and Bo ± 14 %.');
  assert.equal(bandInWords(row(12, 1, 0), view), 'The outcome is known.');
});
