/** The reader's language: what the catalogue has is written in it, with values in their places. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { tagged } from './keys.mjs';
import { learn, translation, t } from '../../../api/web/static/js/language/language.js';

const ROOT = new URL('../../../api/web/static/', import.meta.url);
const catalogueOf = (tag) => JSON.parse(readFileSync(new URL(`languages/${tag}.json`, ROOT), 'utf8'));
const [DE, FR] = ['de', 'fr'].map(catalogueOf);
/** Captions of lessons and headings of rules, which only some pages need. */
const LESSONS = ['lessons.de', 'lessons.fr'].map(catalogueOf);
/** The audit desk and the runs by other versions, which arbiters read. */
const DESK = ['desk.de', 'desk.fr'].map(catalogueOf);
/** The page that checks evidence without a network. */
const VERIFY = ['verify.de', 'verify.fr'].map(catalogueOf);
const RULESETS = ['great_fire', 'london', 'brigade'];
/** What each board says beyond that. */
const BOARDS = RULESETS.map((ruleset) => ['de', 'fr'].map((tag) => catalogueOf(`${ruleset}.${tag}`)));
/** Texts of the pages that are made of a count and a word, or of the name of a thing of the API. */
const COUNTED = /^[\p{L} ]+$/u;

/** @param {URL} folder @returns {string} */
const sourceBelow = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => /\.(js|html)$/.test(entry.name))
  .map((entry) => readFileSync(`${entry.parentPath ?? entry.path}/${entry.name}`, 'utf8')).join('\n');

/** The headings of a page of rules that have rules below them, without the ids. @param {string} page */
const headingsOf = (page) => page.split(/^#+ (?:[\d.]+ )?/m).filter((part) => /\*\*[A-Z]{2,5}-[A-Z0-9-]+/.test(part))
  .map((part) => part.split('\n')[0].replace(/ \([A-Z]{2,5}-[^)]*\)/, '').trim());

test('before a catalogue is here everything is English', () => {
  assert.equal(translation('Games'), 'Games');
  assert.equal(t`Step ${3} of ${4}. ${'a'} ${'b'}`, 'Step 3 of 4. a b');
});

test('what the catalogue has is translation in its words, and what it lacks in English', () => {
  learn({ 'Step {0} of {1}': 'Von {1} Schritten der {0}.', Games: 'Spiele' });
  assert.equal(translation('Games'), 'Spiele');
  assert.equal(translation(' Games '), ' Spiele ', 'spaces stay');
  assert.equal(translation('Gamest'), 'Gamest');
  assert.equal(t`Step ${3} of ${'$1'}`, 'Von $1 Schritten der 3.');
  assert.equal(t`${3} of nothing`, '3 of nothing');
});

test('every text is in every language, with the same values', () => {
  assert.deepEqual(Object.keys(DE), Object.keys(FR));
  for (const pair of [LESSONS, DESK, VERIFY, ...BOARDS])
    assert.deepEqual(...pair.map((catalogue) => Object.keys(catalogue)));
  const valuesOf = (text) => (text.match(/\{\d+\}/g) ?? []).sort();
  for (const catalogue of [DE, FR, ...LESSONS, ...DESK, ...VERIFY, ...BOARDS.flat()]) {
    for (const [english, text] of Object.entries(catalogue)) {
      assert.ok(text, english);
      assert.deepEqual(valuesOf(text), valuesOf(english), english);
    }
  }
});

test('the catalogues have no text that the pages lack', () => {
  const source = sourceBelow(new URL('.', ROOT));
  const plain = source.replaceAll(/\s+/g, ' ');
  const keys = new Set(tagged(source));
  const absent = Object.keys(DE).filter((english) => !keys.has(english) && !COUNTED.test(english)
    && !plain.includes(english) && !plain.includes(english.replaceAll("'", "\\'")));
  assert.deepEqual(absent, []);
});

test('every caption and every heading of rules is in the catalogues, and nothing else is in that of lessons', () => {
  const captions = readdirSync(new URL('js/boards/', ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => JSON.parse(readFileSync(new URL(`js/boards/${name}/lesson.json`, ROOT), 'utf8')))
    .flatMap(({ title, text }) => [title, text]);
  const rules = ['game', 'rulesets/great_fire', 'rulesets/london', 'rulesets/brigade'].map(
    (folder) => readFileSync(new URL(`../../../domain/${folder}/rules.md`, import.meta.url), 'utf8'));
  const headings = rules.flatMap(headingsOf);
  const [english] = LESSONS.map((catalogue) => Object.keys(catalogue));
  assert.ok(captions.length > 60 && headings.length > 60);
  assert.deepEqual([...captions, ...headings].filter((text) => !english.includes(text) && !(text in DE)), []);
  const used = new Set([...captions, ...headings]);
  assert.deepEqual(english.filter((text) => !used.has(text) || text in DE), []);
});

test('no page has a text with values that the catalogues lack', () => {
  const folders = ['audit/', 'console/', 'game/', 'pages/', 'reel/', 'schema/', 'share/'];
  const known = (key) => key in DE || key in DESK[0] || !/\p{L}{3}/u.test(key.replaceAll(/\{\d+\}/g, ''));
  const absent = folders.map((folder) => sourceBelow(new URL(`js/${folder}`, ROOT)))
    .concat(['boards/any', 'boards/kit', 'boards/tale', 'dialogs', 'dom', 'frame', 'opening', 'options', 'person',
      'prose', 'tokens'].map((name) => readFileSync(new URL(`js/${name}.js`, ROOT), 'utf8')))
    .flatMap(tagged).filter((key) => !known(key));
  assert.deepEqual(absent, []);
});

test('the catalogue of the desk has no text that its pages lack', () => {
  const source = [sourceBelow(new URL('js/audit/', ROOT)), ...['audit', 'versions'].map(
    (name) => readFileSync(new URL(`js/pages/${name}.js`, ROOT), 'utf8'))].join('\n');
  const [keys, plain] = [tagged(source), source.replaceAll(/'\s*\+ '/g, '').replaceAll(/\s+/g, ' ')];
  const answers = [...readFileSync(new URL('../../../services/audit/not_allowed.py', import.meta.url), 'utf8')
    .replaceAll(/"\s+"/g, '').matchAll(/"([A-Z][^"]*\.)"\n/g)].map(([, sentence]) => sentence);
  assert.ok(answers.length > 12, 'what the service says to those who may not read it');
  assert.deepEqual(answers.filter((sentence) => !(sentence in DESK[0])), []);
  assert.deepEqual(Object.keys(DESK[0]).filter((english) => english in DE || (!keys.includes(english)
    && !plain.includes(english) && !answers.includes(english))), []);
});

test('no board has a text with values that the catalogues lack, and its catalogue has no other texts', () => {
  for (const [at, ruleset] of RULESETS.entries()) {
    const source = sourceBelow(new URL(`js/boards/${ruleset}/`, ROOT));
    const [catalogue, keys] = [BOARDS[at][0], tagged(source)];
    const known = (key) => key in DE || key in catalogue || !/\p{L}{3}/u.test(key.replaceAll(/\{\d+\}/g, ''));
    assert.deepEqual(keys.filter((key) => !known(key)), [], ruleset);
    const plain = source.replaceAll(/\s+/g, ' ');
    assert.deepEqual(Object.keys(catalogue).filter((english) => english in DE || (!keys.includes(english)
      && !COUNTED.test(english) && !plain.includes(english))), [], ruleset);
  }
});

test('no sentence of the desk, the evidence, the console and the schema is left in English', () => {
  const source = ['audit/', 'console/', 'game/evidence/', 'schema/']
    .map((folder) => sourceBelow(new URL(`js/${folder}`, ROOT)))
    .join('\n').replaceAll(/\/\*\*[^]*?\*\//g, '');
  const whole = source.replaceAll(/'\s*\+ '/g, '');
  const sentences = [...whole.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => text.trim().replaceAll("\\'", "'"))
    .filter((text) => /^[A-Z].* .*[.…]$/.test(text));
  assert.ok(sentences.length > 20);
  assert.deepEqual(sentences.filter((text) => !(text in DE) && !(text in DESK[0])), []);
});
