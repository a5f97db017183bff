/**
 * What stands beside the evidence in a bundle: notes, whose hashes stand in steps; names and cited rules, which prove
 * nothing and may be missing.
 */

import { fromHex, joined, sha256, toBytes, toHex } from '../game/evidence/bytes.js';
import { expect } from './faults.js';
import { bytesOf, checkFields, isHash, linesOf, read } from './records.js';

const [NOTES, NAMES, RULES] = ['notes.ndjson', 'names.json', 'rules/'];
const BYTES_MAX = 2 ** 24;
const PAGE = /^rules\/[a-z][a-z0-9_]*\.md$/;
const NOTED = /"note_hash":"([0-9a-f]{64})"/g;
const NOTE_FIELDS = { hash: 's', salt: 's', words: 's' };
const NAME_FIELDS = { persons: 'o', seats: 'a', title: 's' };

/** Whether a bundle may have a file of this name beside the evidence. @param {string} name */
export const mayBe = (name) => name === NOTES || name === NAMES || PAGE.test(name);

/** Whether a bundle may end with these files. @param {string[]} names */
export function isInOrder(names) {
  const rest = [...names];
  for (const name of [NOTES, NAMES]) if (rest[0] === name) rest.shift();
  return rest.length <= 2 && rest.every((name) => PAGE.test(name));
}

/** @param {string} name */
function kindOf(name) {
  if (name === NOTES) return 'notes';
  return name === NAMES ? 'names' : 'cited';
}

/**
 * Check these files. Returns how many notes there are.
 * @param {Map<string, Uint8Array>} files @param {string} ruleset
 * @param {Uint8Array | undefined} steps the bodies, in one of which the hash of each note stands
 */
export async function checkBeside(files, ruleset, steps) {
  for (const [name, data] of files)
    expect(!mayBe(name) || data.length <= BYTES_MAX, kindOf(name), `${name} has more than ${BYTES_MAX} bytes`);
  const notes = files.has(NOTES) ? await checkNotes(files, steps) : 0;
  if (files.has(NAMES)) checkNames(bytesOf(files, NAMES));
  const pages = [...files.keys()].filter((name) => name.startsWith(RULES));
  const all = [`${RULES}game.md`, `${RULES}${ruleset}.md`];
  const mayCite = [[], [all[0]], [all[1]], all].map((each) => each.join());
  expect(mayCite.includes(pages.join()), 'cited', 'it has the rules of another ruleset, or has them in another order');
  for (const name of pages) checkPage(name, bytesOf(files, name));
  return notes;
}

/** @param {Map<string, Uint8Array>} files @param {Uint8Array} [steps] */
async function checkNotes(files, steps) {
  const noted = steps && notedIn(steps);
  let [before, count] = ['', 0];
  for (const row of linesOf(files, NOTES, 'notes')) {
    count += 1;
    const note = read(row, 'notes', `note ${count}`);
    checkFields(note, NOTE_FIELDS, 'notes', `note ${count}`);
    expect(isHash(note.hash) && isHash(note.salt) && note.hash > before, 'notes',
      `note ${count} is not the next one in the order of their hashes`);
    const made = await sha256(joined(fromHex(note.salt), toBytes(note.words)));
    expect(toHex(made) === note.hash, 'notes', `the words of note ${count} are not those that were hashed`);
    expect(!noted || noted.has(note.hash), 'notes', `no step of the game refers to note ${count}`);
    before = note.hash;
  }
  expect(count, 'notes', `${NOTES} has no note`);
  return count;
}

/** The hashes of notes that stand in steps, line by line. @param {Uint8Array} steps @returns {Set<string>} */
function notedIn(steps) {
  const decoder = new TextDecoder();
  const noted = new Set();
  for (const line of linesOf(new Map([['', steps]]), '', 'chain'))
    for (const [, hash] of decoder.decode(line).matchAll(NOTED)) noted.add(hash);
  return noted;
}

/** @param {Uint8Array} data */
function checkNames(data) {
  const called = read(data, 'names', NAMES);
  checkFields(called, NAME_FIELDS, 'names', NAMES);
  const texts = [...Object.values(called.persons), ...called.seats];
  expect(texts.every((each) => typeof each === 'string'), 'names', `${NAMES} has a name that is no text`);
}

/** @param {string} name @param {Uint8Array} data */
function checkPage(name, data) {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    // Then it is not text, which is what the next line says.
  }
  expect(text.endsWith('\n'), 'cited', `${name} is not text that ends with a line`);
}
