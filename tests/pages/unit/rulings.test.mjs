// Clocks, take-backs and rulings: the figures and words that the pages make of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './dom.mjs';

const JS = '../../../api/web/static/js';
const { change, figures, leftAt, spoken } = await import(`${JS}/game/clocks/time.js`);
const { stintsOf, stintsWords } = await import(`${JS}/game/clocks/stints.js`);
const { stretchWords, stretchesOf, takenBackBy } = await import(`${JS}/game/take_back/struck.js`);
const { countRulings } = await import(`${JS}/game/rulings/count.js`);
const { amendmentWords } = await import(`${JS}/game/rulings/words.js`);
const { idsFor } = await import(`${JS}/game/rulings/fix_form.js`);

test('a time is written as clocks write it', () => {
  const written = [[0, '0.0'], [9_460, '9.4'], [20_000, '0:20'], [725_000, '12:05'], [3_723_000, '1:02:03'],
    [2 * 86_400_000 + 11_400_000, '2 d 03:10'], [-5, '0.0']];
  for (const [ms, text] of written) assert.equal(figures(ms), text);
  assert.equal(change(-12_400), '−12.4');
  assert.equal(change(180_000), '+3:00');
  assert.equal(spoken(90_000), '1 minute 30 seconds');
});

test('a clock counts down only while it runs, at the last step', () => {
  const clock = { left: 60_000, at: '2026-01-01T00:00:00Z', running: true, asleep: false };
  const later = Date.parse(clock.at) + 10_000;
  assert.equal(leftAt(clock, later, true), 50_000);
  assert.equal(leftAt(clock, later, false), 60_000);
  assert.equal(leftAt({ ...clock, asleep: true }, later, true), 60_000);
  assert.equal(leftAt({ ...clock, running: false }, later, true), 60_000);
  assert.equal(leftAt(clock, later + 90_000, true), 0);
  assert.equal(leftAt(clock, later - 20_000, true), 60_000, 'a clock of this machine that is behind gives no time');
});

const entry = (version, seat, kind, ms, endsStint = false) => ({ version, seat, kind, ms, endsStint });

test('what one stint took is one bar, with all its commands', () => {
  const ledger = [entry(4, 0, 'BANK', 60_000), entry(4, 1, 'BANK', 60_000), entry(6, 0, 'SPENT', -4_000),
    entry(6, 0, 'FREE', 1_000), entry(8, 0, 'SPENT', -2_000, true), entry(8, 0, 'CREDIT', 5_000, true),
    entry(9, 1, 'ADJUSTED', 9_000), entry(10, 1, 'SPENT', -3_000, true), entry(12, 0, 'SPENT', -1_000)];
  const stints = stintsOf(ledger);
  assert.deepEqual(stints.map(({ seat, from, to, bankMs, freeMs, over }) => [seat, from, to, bankMs, freeMs, over]),
    [[0, 6, 8, 6_000, 1_000, true], [1, 10, 10, 3_000, 0, true], [0, 12, 12, 1_000, 0, false]]);
  assert.equal(stintsWords('Ann', stints.filter(({ seat }) => seat === 0)),
    'Ann: 2 stints, 8 seconds in all; the longest took 7 seconds, up to step 8.');
  assert.equal(stintsWords('Ben', []), 'Ben has not used any time.');
});

const step = (version, type, facts = {}, seat = 0) => ({ version, line: { type, text: '', seat, facts, rules: [] } });

test('what was taken back is struck, and calls and motions stand', () => {
  const steps = [step(1, 'game.GameBegun'), step(2, 'london.CardDrawn'), step(3, 'game.ArbiterCalled'),
    step(4, 'london.LoanTaken'), { version: 5, line: null },
    step(6, 'game.StepsTakenBack', { to: 1, steps: 3, why: 'consent', redealt: true })];
  const store = { steps, loaded: 5 };
  assert.deepEqual(stretchesOf(store), []);
  store.loaded = 6;
  assert.equal(stretchesOf(store).length, 1, 'it grows with the log');
  assert.deepEqual(steps.map((each) => takenBackBy(store, each)), [null, 6, null, 6, 6, null]);
  assert.equal(stretchWords(stretchesOf(store)[0], ['Ann']),
    '3 steps taken back by Ann; what no seat knew was dealt again');
  assert.equal(countRulings(store), 1);
});

test('a fix is told in the words of its fields', () => {
  const facts = { ruling: 1, amendment: { type: 'london.FixAmount', seat: 1, of: 'money', amount: 41 } };
  assert.equal(amendmentWords(facts, [{ name: 'Ann' }, { name: 'Ben' }]), 'Fix amount: seat Ben, of money, amount 41.');
  assert.equal(amendmentWords({}, []), '');
});

test('a field offers the printed ids of its kind, and of cards those in the position', () => {
  const components = { area: [{ id: 'cheapside', name: 'Cheapside' }], card: [{ id: 'school', name: 'School' }] };
  assert.deepEqual(idsFor('from_district', components, {}), [['cheapside', 'Cheapside']]);
  const position = { hands: [['school#A1', 'nothing']], discard: ['school#A2'] };
  assert.deepEqual(idsFor('card', components, position), [['school#A1', 'School'], ['school#A2', 'School']]);
});
