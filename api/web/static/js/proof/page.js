/** The page `verify.html`: a form, and the verdict on one bundle. It is saved as one file and uses no network. */

import { canHash } from '../game/evidence/bytes.js';
import { check } from './bundle.js';
import { Fault } from './faults.js';
import { parseKey } from './note.js';

const WORDS = {
  cannot: 'This browser cannot compute hashes here. Save the page and open the file, or use HTTPS.',
  working: (/** @type {number} */ steps) => `Checking: ${steps} steps …`,
  verified: 'Verified: signed by the key that you named.',
  unnamed: 'It holds, but only by a key that you have not named.',
  unnamedWhy: (/** @type {string} */ key) => `The file was signed by ${key}. Somebody else could have made a file with `
    + 'a key of their own: name the key that you trust.',
  broken: (/** @type {string} */ kind) => `NOT verified (${kind}).`,
  badKey: 'A key that you named cannot be read.',
  whole: 'A key is one line: a name, an id and the key itself, with plus signs between them. Copy all of it.',
  unread: 'The file cannot be read.',
};
const TELL_EVERY = 500;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));

/** What to do about each kind of fault, as the verifier for Python says it. @type {Record<string, string>} */
const ADVICE = JSON.parse(at('advice').textContent ?? '{}');

/** @param {string} mood @param {string} head @param {string[]} lines */
function tell(mood, head, ...lines) {
  const strong = document.createElement('strong');
  strong.textContent = head;
  const rest = lines.map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph;
  });
  at('verdict').className = mood;
  at('verdict').replaceChildren(strong, ...rest);
}

/** The bytes of the file in a field; null when none is chosen. @param {string} id */
async function bytesIn(id) {
  const [file] = /** @type {HTMLInputElement} */ (at(id)).files ?? [];
  return file ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** @param {string} id */
const textIn = (id) => /** @type {HTMLTextAreaElement} */ (at(id)).value.trim();

/** Thrown when a key in the form cannot be read. */
class BadKey extends Error {}

/** @param {string} text */
const keyOf = (text) => parseKey(text).catch(() => { throw new BadKey(); });

async function trusted() {
  const witnesses = textIn('witnesses').split('\n').filter((line) => line.trim());
  return { key: textIn('key') ? await keyOf(textIn('key')) : null, witnesses: await Promise.all(witnesses.map(keyOf)),
    earlier: await bytesIn('earlier') };
}

/** @param {number} steps */
const progress = (steps) => { if (steps % TELL_EVERY === 0) tell('', WORDS.working(steps)); };

async function verify() {
  const data = await bytesIn('file');
  if (!data) return;
  tell('', WORDS.working(0));
  const known = await trusted();
  const checked = await check(data, known, progress);
  const { game, ruleset, ruleset_version: version } = checked.manifest;
  const facts = [`Game ${game}, ${ruleset} version ${version}: ${checked.hashes.length} steps and `
    + `${checked.links.length} commands, ${checked.refused} of them refused, hold.`,
  `All of them are in the log ${checked.note?.origin}, in the tree of size ${checked.note?.size}.`];
  if (known.key) tell('good', WORDS.verified, ...facts);
  else tell('', WORDS.unnamed, WORDS.unnamedWhy(checked.key?.text ?? ''), ...facts);
}

/** @param {Error} problem */
function failed(problem) {
  if (problem instanceof Fault) {
    const why = `${problem.message[0].toUpperCase()}${problem.message.slice(1)}.`;
    tell('bad', WORDS.broken(problem.kind), why, ADVICE[problem.kind]);
  } else if (problem instanceof BadKey) tell('bad', WORDS.badKey, WORDS.whole);
  else tell('bad', WORDS.unread);
}

if (canHash()) {
  at('form').addEventListener('submit', (event) => {
    event.preventDefault();
    verify().catch(failed);
  });
} else tell('bad', WORDS.cannot);
