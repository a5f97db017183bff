/**
 * The page `verify.html`: a form, and the verdict on one bundle. It is saved as one file and uses no network; the texts
 * of the other languages are in it. It may read nothing that a browser stores, so its address names the language.
 */

import { canHash } from '../game/evidence/bytes.js';
import { check } from './bundle.js';
import { Fault } from './faults.js';
import { sayer } from './texts.js';
import { COSIGNATURE, ED25519, parseKey } from './note.js';

const WORDS = {
  cannot: 'This browser cannot compute hashes here. Save the page and open the file, or use HTTPS.',
  working: 'Checking: {0} steps …',
  verified: 'Verified: signed by the key that you named.',
  unnamed: 'It holds, but only by a key that you have not named.',
  unnamedWhy: 'The file was signed by {0}. Somebody else could have made a file with a key of their own: '
    + 'name the key that you trust.',
  broken: 'NOT verified ({0}).',
  badKey: 'A key that you named cannot be read.',
  otherKind: 'A key that you named is of the other kind: a log’s is not a witness’s.',
  whole: 'A key is one line: a name, an id and the key itself, with plus signs between them. Copy all of it.',
  unread: 'The file cannot be read.',
  holds: 'Game {0}, {1} version {2}: {3} steps and {4} commands, {5} of them refused, hold.',
  part: 'Game {0}, {1} version {2}, as {3}: the hashes of its first {4} steps hold. What its lines say of them is not '
    + 'proved before the game is over. Keep this file until then.',
  goesOn: 'It goes on from the part that you have: those steps are the same.',
  continues: 'The log continues the checkpoint that you have: nothing before it was changed.',
  noted: '{0} notes have the words that were hashed.',
  logged: 'All of them are in the log {0}, in the tree of size {1}.',
};
const TELL_EVERY = 500;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));

const { locale, say, dress } = sayer(JSON.parse(at('texts').textContent ?? '{}'));
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

/** @param {string} text @param {number} kind */
async function keyOf(text, kind) {
  const key = await parseKey(text).catch(() => { throw new BadKey(WORDS.badKey); });
  if (key.kind !== kind) throw new BadKey(WORDS.otherKind);
  return key;
}

async function trusted() {
  const witnesses = textIn('witnesses').split('\n').filter((line) => line.trim());
  return { key: textIn('key') ? await keyOf(textIn('key'), ED25519) : null,
    witnesses: await Promise.all(witnesses.map((line) => keyOf(line, COSIGNATURE))),
    earlier: await bytesIn('earlier'), part: await bytesIn('part') };
}

/** @param {number} steps */
const progress = (steps) => { if (steps % TELL_EVERY === 0) tell('', say(WORDS.working, steps)); };

async function verify() {
  const data = await bytesIn('file');
  if (!data) return;
  tell('', say(WORDS.working, 0));
  const known = await trusted();
  const checked = await check(data, known, progress);
  const { key } = checked;
  const facts = factsOf(checked, known);
  if (known.key) tell('good', say(WORDS.verified), ...facts);
  else tell('', say(WORDS.unnamed), say(WORDS.unnamedWhy, key?.text ?? ''), ...facts);
}

/** What holds, in sentences. @param {import('./bundle.js').Checked} checked
 * @param {{earlier: Uint8Array | null, part: Uint8Array | null}} known */
function factsOf({ manifest, hashes, links, refused, notes, note }, { earlier, part }) {
  const { game, ruleset, ruleset_version: version, viewer } = manifest;
  const whole = say(WORDS.holds, game, ruleset, version, hashes.length, links.length, refused);
  return [viewer === undefined ? whole : say(WORDS.part, game, ruleset, version, viewer, hashes.length),
    ...(part ? [say(WORDS.goesOn)] : []), ...(notes ? [say(WORDS.noted, notes)] : []),
    say(WORDS.logged, note?.origin, note?.size), ...(earlier ? [say(WORDS.continues)] : [])];
}

/** What does not hold, and what to do about it. The detail is in English. @param {Fault} problem */
function wordsOf({ kind, message }) {
  const why = `${message[0].toUpperCase()}${message.slice(1)}.`;
  if (locale === 'en') return [why, ADVICE[kind]];
  return [say(`kind ${kind}`), say(`advice ${kind}`), `${say('In English:')} ${why}`];
}

/** @param {Error} problem */
function failed(problem) {
  if (problem instanceof BadKey) tell('bad', say(problem.message), say(WORDS.whole));
  else if (!(problem instanceof Fault)) tell('bad', say(WORDS.unread));
  else tell('bad', say(WORDS.broken, problem.kind), ...wordsOf(problem));
}

dress(document.documentElement);
if (canHash()) {
  at('form').addEventListener('submit', (event) => {
    event.preventDefault();
    verify().catch(failed);
  });
} else tell('bad', say(WORDS.cannot));
