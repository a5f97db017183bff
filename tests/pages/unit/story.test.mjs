/** The stories of the rulesets over recorded games. The games come from tests/pages/recorded.py. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import './dom.mjs';
import { tagged } from './keys.mjs';
import { shapesOf } from './shapes.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const JS = '../../../api/web/static/js/';
const { Story } = await import(`${JS}game/replay/story.js`);
const { Cards, kindOf, placed } = await import(`${JS}game/replay/turns.js`);

const WRONG = /undefined|null|NaN|\[object|«|»|true|false|_|#|\s{2}|\.\.|^\W|: \.|: ,/;
const LETTERS_MAX = 240;

function recorded() {
  const own = `${ROOT}.venv/bin/python`;
  const python = process.env.EMBERLOG_TEST_PYTHON ?? (existsSync(own) ? own : 'python3');
  const json = execFileSync(python, ['-m', 'tests.pages.recorded'], { cwd: ROOT, maxBuffer: 2 ** 28 });
  return JSON.parse(json.toString());
}

const games = recorded();
for (const game of games) {
  game.module = await import(`${JS}boards/${game.ruleset}/story.js`);
  game.story = new Story(game.module, game.components);
  game.steps = game.steps.reduce((steps, step) => [...steps, placed(step, steps.at(-1))], []);
  game.cards = new Cards(game.story.ends);
  game.cards.grow(game.steps);
}

/** @param {any} game @param {any} card */
const stepsOf = (game, card) => game.steps.slice(card.first - 1, card.last);

function gainsOf({ steps }, { first, last }) {
  const before = steps[first - 2]?.totals ?? steps[0].totals.map(() => 0);
  return steps[last - 1].totals.map((total, seat) => total - before[seat]);
}

for (const game of games) {
  const title = `${game.ruleset}, ${game.name}`;

  test(`${title}: each card has a headline in plain words`, () => {
    for (const card of game.cards.all) {
      const steps = stepsOf(game, card);
      for (const gains of [null, gainsOf(game, card)]) {
        const text = game.story.headline(steps, game.names, gains);
        const where = `${card.key}: ${text}`;
        assert.match(text, /^[A-Z£].*[.!?]$/, where);
        assert.doesNotMatch(text, WRONG, where);
        assert.ok(text.length <= LETTERS_MAX, where);
      }
    }
  });

  test(`${title}: a headline names the seat whose turn it is, and nobody who had no part in it`, () => {
    for (const card of game.cards.all.filter(({ kind }) => kind === 'turn')) {
      const steps = stepsOf(game, card);
      const text = game.story.headline(steps, game.names, null);
      const named = game.names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      const present = steps.map(({ line }) => line?.text ?? '').join(' ');
      for (const name of named) assert.ok(present.includes(name), `${card.key}: ${text}`);
    }
  });

  test(`${title}: every step is on one card, and turns follow one another`, () => {
    let next = 1;
    for (const { first, last } of game.cards.all) {
      assert.equal(first, next);
      next = last + 1;
    }
    assert.equal(next, game.steps.length + 1);
    const turns = game.cards.all.filter(({ kind }) => kind === 'turn').map(({ turn }) => turn);
    assert.deepEqual(turns, turns.map((_, at) => at + 1));
    assert.equal(game.cards.all.at(-1).kind, 'end');
  });

  test(`${title}: a turn is told by the seat that has it, and something of it is told`, () => {
    for (const card of game.cards.all) {
      assert.ok(stepsOf(game, card).some((step) => game.story.tells(step)), card.key);
      const stage = stepsOf(game, card).map((step) => game.story.stageOf(step)).filter((ms) => ms > 0);
      assert.ok(Math.min(...stage) >= 350, card.key);
    }
  });
}

/** The turns of all games, with those of shapes.mjs in the first of each ruleset. */
const told = games.map((game, at) => ({
  ruleset: game.ruleset, components: game.components, names: game.names.concat(['Gil', 'Hal', 'Ivy']).slice(0, 6),
  turns: [
    ...game.cards.all.map((card) => ({ key: card.key, steps: stepsOf(game, card), gains: gainsOf(game, card) })),
    ...(games.findIndex(({ ruleset }) => ruleset === game.ruleset) === at ? shapesOf(game.ruleset) : []),
  ],
}));
const ENGLISH = told.map(({ names, turns }, at) => turns.map(
  ({ steps, gains }) => games[at].story.headline(steps, names, gains)));

/** The messages of all stories. */
const MESSAGES = [...new Set(['tale', ...new Set(games.map(({ ruleset }) => `${ruleset}/story`))].flatMap(
  (name) => tagged(readFileSync(`${ROOT}api/web/static/js/boards/${name}.js`, 'utf8'))))];

/** @param {string} locale @returns {Promise<{headlines: string[][], unused: string[]}>} */
const readIn = (locale) => new Promise((resolve, reject) => {
  const worker = new Worker(new URL('reader.mjs', import.meta.url),
    { workerData: { locale, games: told, keys: MESSAGES } });
  worker.once('message', resolve).once('error', reject);
});

/** @param {string} text @param {string} name */
const timesIn = (text, name) => wordsOf(text).filter((word) => word.replace(/'s$/, '') === name).length;
/** Words of German and French, or of their rulebooks, that are written as in English. */
const COMMON = { de: ['in', 'die', 'all', 'wind'], fr: ['points', 'place', 'cube', 'point', 'leadership'] };
/** @param {string} text */
const wordsOf = (text) => text.match(/[\p{L}’']+/gu) ?? [];
/** @param {string} text */
const numbersOf = (text) => (text.match(/\d+/g) ?? []).sort();

/** What printed things are called. @param {any} value @returns {string[]} */
const namesIn = (value) => (value === null || typeof value !== 'object' ? [] : Object.entries(value).flatMap(
  ([key, each]) => (key === 'name' && typeof each === 'string' ? [each] : namesIn(each))));

for (const locale of ['de', 'fr']) {
  const { headlines, unused } = await readIn(locale);

  test(`${locale}: each card has the headline that it has in English, from the same facts`, () => {
    for (const [at, { names, turns, ruleset }] of told.entries()) {
      for (const [index, { key }] of turns.entries()) {
        const [english, own] = [ENGLISH[at][index], headlines[at][index]];
        const where = `${ruleset} ${key}: ${english} ${own}`;
        assert.match(own, /^[\p{Lu}„0-9+].*[.!?]$/u, where);
        assert.doesNotMatch(own.replace(/^[+„]/, ''), WRONG, where);
        for (const name of names) assert.equal(timesIn(own, name), timesIn(english, name), where);
        assert.deepEqual(numbersOf(own), numbersOf(english), where);
      }
    }
  });

  test(`${locale}: no headline has a word of the English one, but in names`, () => {
    for (const [at, { names, turns, components }] of told.entries()) {
      const named = new Set(wordsOf(namesIn(components).concat(names).join(' ').toLowerCase()));
      for (const [index, english] of ENGLISH[at].entries()) {
        const known = new Set(wordsOf(english.toLowerCase()));
        const left = wordsOf(headlines[at][index].toLowerCase()).filter((word) => word.length > 1 && known.has(word)
          && !COMMON[locale].includes(word) && !named.has(word));
        assert.deepEqual(left, [], `${turns[index].key}: ${english} ${headlines[at][index]}`);
        assert.notEqual(headlines[at][index], english);
      }
    }
  });

  test(`${locale}: every message of the stories is in a headline`, () => assert.deepEqual(unused, []));
}

test('the last headline says who won', () => {
  for (const game of games) {
    const end = game.cards.all.at(-1);
    const text = game.story.headline(stepsOf(game, end), game.names, null);
    const line = game.steps.findLast(({ line: each }) => each).line.text;
    const [, winners] = /^(.+) wins? with [0-9]+ points?\.$/.exec(text) ?? [];
    assert.ok(winners, text);
    assert.ok(line.includes(`${winners} won`) || line.includes(`${winners} shared the victory`), `${text} ${line}`);
  }
});

test('every event of a ruleset has a stage time of its own', () => {
  for (const { ruleset, events, module } of games) {
    assert.deepEqual(events.filter((kind) => module.stages[kind] === undefined), [], ruleset);
    assert.deepEqual(Object.keys(module.stages).filter((kind) => !events.includes(kind)), [], ruleset);
  }
});

test('each example of a rule has a caption, and its board draws it', async () => {
  const { drawn, positionsOf } = await import(`${JS}pages/examples.js`);
  const boards = new Map(games.map(({ ruleset, components }) => [ruleset, components]));
  for (const [ruleset, components] of boards) {
    const [recordedOnes, lesson] = ['examples', 'lesson'].map((name) => (
      JSON.parse(readFileSync(`${ROOT}api/web/static/js/boards/${ruleset}/${name}.json`, 'utf8'))));
    const parts = await Promise.all(['draw', 'looks'].map((name) => import(`${JS}boards/${ruleset}/${name}.js`)));
    const art = Object.assign({}, ...parts);
    const positions = positionsOf(recordedOnes);
    assert.ok(positions.size > 9, ruleset);
    const captions = new Set(lesson.map(({ rule }) => rule));
    assert.deepEqual([...positions.keys()].filter((rule) => !captions.has(rule)), [], ruleset);
    const pictures = [...positions.values()].map((position) => drawn(art, components, position, recordedOnes.names));
    for (const each of pictures) assert.match(each, /^data:image\/svg\+xml,%3Csvg.{20000,}%3C%2Fsvg%3E$/, ruleset);
    assert.ok(new Set(pictures).size > 8, ruleset);
  }
});

test('the board of a game that an arbiter ended says who won and asks nothing any more', async () => {
  const { positionsOf } = await import(`${JS}pages/examples.js`);
  const { markup } = await import(`${JS}drawing/tree.js`);
  const texts = (svg) => [...svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text);
  for (const [ruleset, components] of new Map(games.map((game) => [game.ruleset, game.components]))) {
    const { draw } = await import(`${JS}boards/${ruleset}/draw.js`);
    const told = JSON.parse(readFileSync(`${ROOT}api/web/static/js/boards/${ruleset}/examples.json`, 'utf8'));
    const { names } = told;
    const places = names.map((_, seat) => ({ seat, place: seat + 1, points: 9 - seat, sources: [] }));
    for (const [rule, position] of positionsOf(told)) {
      if (position.phase === 'over') continue;
      const drawn = (phase, result) => texts(markup(draw({ components, names, width: 860, height: 690,
        viewer: { seat: position.active ?? 0 },
        view: { phase, result, position, seats: names.map((name, seat) => ({ seat, name })) } })));
      const ruled = drawn('over', { ending: 'adjudicated', places, rules: [] });
      const [asks, closed] = [drawn('playing', null), drawn('abandoned', null)];
      assert.ok(ruled.some((text) => /^won by Ada|^1st, 9 points$/.test(text)), `${ruleset} ${rule}: ${ruled}`);
      assert.ok(closed.some((text) => /^[Tt]he game is over$/.test(text)), `${ruleset} ${rule}: ${closed}`);
      for (const after of [ruled, closed]) {
        const gone = asks.filter((text) => !after.includes(text));
        assert.ok(gone.length > 0, `${ruleset} ${rule}: ${after}`);
        const asked = /^(End actions|Keep hand|Exchange hand)$| has to | may |: which .*\?$|chooses an action/;
        assert.deepEqual(after.filter((text) => asked.test(text)), [], `${ruleset} ${rule}`);
      }
    }
  }
});

test('a sound belongs to events that a ruleset has, and to a kind that can be made', async () => {
  const { KINDS } = await import('../../../api/web/static/js/game/story/synth.js');
  for (const { ruleset, events, module } of games) {
    const { sounds } = module;
    assert.ok(sounds.end.length > 0, ruleset);
    assert.deepEqual(Object.keys(sounds).filter((kind) => !(kind in KINDS)), [], ruleset);
    assert.deepEqual(Object.values(sounds).flat().filter((event) => !events.includes(event)), [], ruleset);
    assert.deepEqual(Object.values(sounds).flat().filter((event) => module.stages[event] === 0), [], ruleset);
  }
});

test('Great Fire: a turn begins with the fire and ends with the draw (the heading stood a line too early)', () => {
  for (const game of games.filter(({ ruleset }) => ruleset === 'great_fire')) {
    for (const card of game.cards.all.filter(({ kind }) => kind === 'turn')) {
      const steps = stepsOf(game, card);
      assert.match(kindOf(steps[0]), /^(FireCardPlayed|NoMoveDeclared)$/, card.key);
      const seats = new Set(steps.flatMap(({ line }) => (line?.seat === null ? [] : [line.seat])));
      assert.deepEqual([...seats], [card.seat], card.key);
    }
  }
});
