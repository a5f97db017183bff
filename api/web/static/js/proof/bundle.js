/**
 * Checks the evidence of a game: every byte, both chains, and the place of each step and command in the signed tree.
 * Knows no page and no network, and trusts nothing but what follows from a signature by a key that the reader named.
 */

import { canonical, fromHex, hmac, joined, number, sha256, toBytes, toHex } from '../game/evidence/bytes.js';
import { checkBeside } from './beside.js';
import { COMMANDS, filesOf, isPart, LINES, HASHES, manifestOf, STEPS } from './contents.js';
import { expect } from './faults.js';
import { checkSigned, cosignedAt, ED25519, parseKey, parseNote } from './note.js';
import { bytesOf, checkFields, hashesOf, isHash, linesOf, read, textOf } from './records.js';
import { checkConsistency, leafOf, rootByBatch } from './tree.js';
import { same } from './zip.js';

const PLACE = /^[1-9][0-9]{0,15}$/;
const REVEALED = 'game.SeedRevealed';

const STEP_FIELDS = { command: 's', data: 'o', principal: 's', salt: 's', schema: 'n', seat: 'n?', state: 's?',
  stream: 's', time_us: 'n', type: 's', version: 'n' };
const COMMAND_FIELDS = { answer: 's', body: 's', command: 's', first_version: 'n', last_version: 'n', outcome: 's',
  principal: 's', received_us: 'n', request: 's', seat: 'n?', time_us: 'n', token: 's' };
const LINE_FIELDS = { rules: 'a', text: 's?', time_us: 'n', version: 'n' };

/**
 * @typedef {import('./note.js').Key} Key
 * @typedef {{key?: Key | null, witnesses?: Key[], earlier?: Uint8Array | null, part?: Uint8Array | null}} Trusted what
 *   the reader knows; `part`: a part of the game that was given while it ran
 * @typedef {{command: string, principal: string, seat: number | null, time_us: number, ends: boolean}} Cause
 * @typedef {{manifest: any, files: Map<string, Uint8Array>, hashes: Uint8Array[], causes: Cause[], commands: any[],
 *   links: Uint8Array[], refused: number, notes: number, key: Key | null,
 *   note: import('./note.js').Note | null}} Checked
 */

/**
 * Check a whole bundle.
 * @param {Uint8Array} data @param {Trusted} trusted @param {(done: number) => void} [tell]
 * @returns {Promise<Checked>} @throws {Fault} with the first thing that does not hold
 */
export async function check(data, trusted, tell = () => {}) {
  const files = filesOf(data);
  /** @type {Checked} */
  const checked = { manifest: await manifestOf(files), files, hashes: [], causes: [], commands: [], links: [],
    refused: 0, notes: 0, key: null, note: null };
  if (isPart(files)) checkPart(checked);
  else {
    await checkSteps(checked, tell);
    await checkCommands(checked);
    checkManifest(checked);
  }
  await checkSignature(checked, trusted);
  await checkPlaces(checked);
  await checkContinues(checked, trusted);
  checked.notes = await checkBeside(files, checked.manifest.ruleset, files.get(STEPS));
  if (trusted.part) await checkGoesOn(checked, trusted.part);
  return checked;
}

// ---------------------------------------------------------------- steps

/** @param {Checked} checked @param {(done: number) => void} tell */
async function checkSteps({ manifest, files, hashes, causes }, tell) {
  let [secret, step] = [new Uint8Array(), /** @type {any} */ (null)];
  for (const body of linesOf(files, STEPS, 'chain')) {
    const version = hashes.length + 1;
    step = stepOf(body, manifest.game, version);
    if (version === 1) secret = await sealed(step.data, manifest);
    const salt = await hmac(secret, joined(toBytes('emberlog.salt'), number(version, 8)));
    expect(step.salt === toHex(salt.subarray(0, 16)), 'salt',
      `the salt of step ${version} does not follow from the secret`);
    hashes.push(await sha256(joined(1, hashes.at(-1) ?? new Uint8Array(32), body)));
    const { command, principal, seat, time_us } = step;
    causes.push({ command, principal, seat, time_us, ends: step.state !== null });
    tell(version);
  }
  expect(step?.type === REVEALED, 'seed', 'its last step does not reveal the secret');
  expect(step.data.secret === toHex(secret), 'seed', 'the revealed secret is not the sealed one');
}

/** @param {Uint8Array} body @param {string} game @param {number} version */
function stepOf(body, game, version) {
  const step = read(body, 'canonical', `step ${version}`);
  checkFields(step, STEP_FIELDS, 'chain', `step ${version}`);
  expect(step.stream === game && step.version === version && step.data.type === step.type, 'chain',
    `step ${version} is not the next step of this game`);
  return step;
}

/** The secret of the first step. @param {any} data @param {any} manifest */
async function sealed(data, manifest) {
  expect(data.ruleset === manifest.ruleset && data.ruleset_version === manifest.ruleset_version, 'head',
    'the manifest names another ruleset than the first step');
  expect(typeof data.secret === 'string' && isHash(data.secret), 'commitment', 'its first step seals no secret');
  const secret = fromHex(data.secret);
  const commitment = toHex(await sha256(joined(toBytes('emberlog.commitment'), secret)));
  expect(data.commitment === commitment, 'commitment', 'the commitment was not made for this secret');
  return secret;
}

// ---------------------------------------------------------------- commands

/** @param {Checked} checked */
async function checkCommands(checked) {
  let covered = 0;
  for (const line of linesOf(checked.files, COMMANDS, 'commands')) {
    const ordinal = checked.commands.length + 1;
    const command = read(line, 'commands', `command ${ordinal}`);
    checkFields(command, COMMAND_FIELDS, 'commands', `command ${ordinal}`);
    checked.links.push(await linkOf(command, checked.manifest.game, ordinal, checked.links.at(-1)));
    checked.commands.push(command);
    covered = checkCause(checked, command, ordinal, covered);
  }
  expect(covered === checked.hashes.length, 'cause', `no command led to step ${covered + 1}`);
}

/** @param {any} command @param {string} game @param {number} ordinal @param {Uint8Array} [before] */
async function linkOf(command, game, ordinal, before = new Uint8Array(32)) {
  const [answer, body] = [await sha256(toBytes(command.answer)), await sha256(toBytes(command.body))];
  const content = canonical({ ...command, answer: toHex(answer), body: toHex(body), game });
  return sha256(joined(2, before, number(ordinal, 4), await sha256(toBytes(content))));
}

/** Which steps a command led to: the last step that has a command now. @param {Checked} checked @param {any} command
 * @param {number} ordinal @param {number} covered */
function checkCause(checked, command, ordinal, covered) {
  const { outcome, first_version: first, last_version: last } = command;
  if (outcome === 'refused') {
    expect(first === last && first === covered, 'cause',
      `command ${ordinal} was refused at a step where the game was not`);
    checked.refused += 1;
    return covered;
  }
  expect(outcome === 'accepted' && first === covered + 1 && first <= last && last <= checked.causes.length, 'cause',
    `command ${ordinal} names other steps than those that are next`);
  for (let version = first; version <= last; version += 1) checkNamed(checked, command, ordinal, version);
  return last;
}

/** @param {Checked} checked @param {any} command @param {number} ordinal @param {number} version */
function checkNamed(checked, command, ordinal, version) {
  const cause = checked.causes[version - 1];
  const agree = /** @type {const} */ (['command', 'principal', 'seat', 'time_us'])
    .every((name) => cause[name] === command[name]);
  expect(agree, 'cause', `step ${version} and command ${ordinal} do not name each other`);
  expect(cause.ends === (version === command.last_version), 'state',
    `the hash of the state after command ${ordinal} is not on its last step alone`);
}

/** @param {Checked} checked */
function checkManifest({ manifest, hashes, links }) {
  expect(hashes.length === manifest.steps && toHex(hashes[hashes.length - 1]) === manifest.head, 'head',
    'the last step is not the one that the manifest names');
  expect(links.length === manifest.commands && toHex(links[links.length - 1]) === manifest.link, 'head',
    'the last command is not the one that the manifest names');
}

// ---------------------------------------------------------------- the signed tree

/** @param {Checked} checked @param {Trusted} trusted */
async function checkSignature(checked, { key: known = null, witnesses = [] }) {
  const line = textOf(bytesOf(checked.files, 'log/key'));
  const key = await parseKey(line);
  expect(key.kind === ED25519, 'key', 'the key of the log cannot be read');
  expect(line === `${key.text}\n`, 'key', 'the key of the log is not one line by itself');
  const note = parseNote(bytesOf(checked.files, 'log/checkpoint'), 'the checkpoint');
  expect(!known || known.text === key.text, 'unknown-key', `it was signed by a key that you do not know: ${key.text}`);
  await checkSigned(note, key, 'the checkpoint');
  for (const witness of witnesses)
    expect(await cosignedAt(note, witness) !== null, 'witness',
      `the witness ${witness.name} has not cosigned the checkpoint`);
  [checked.key, checked.note] = [key, note];
}

/** @param {Checked} checked */
async function checkPlaces(checked) {
  const { size, root } = /** @type {import('./note.js').Note} */ (checked.note);
  const places = [...linesOf(checked.files, 'log/places', 'places')].map(placeOf);
  const leaves = await leavesOf(checked);
  expect(places.length === leaves.length, 'places', `it has ${places.length} places for ${leaves.length} entries`);
  expect(places.every((place, at) => at === 0 || places[at - 1] < place), 'places', 'its places do not rise');
  expect(places[places.length - 1] <= size, 'places', 'it has a place outside of the signed tree');
  const path = hashesOf(checked.files, 'log/inclusion', 'inclusion');
  const made = await rootByBatch(places.map((place, at) => ({ place, leaf: leaves[at] })), size, path);
  expect(same(made, root), 'root', 'its steps and commands are not those of the signed tree');
}

/** @param {Uint8Array} line */
function placeOf(line) {
  const text = textOf(line);
  expect(PLACE.test(text), 'places', 'a line of log/places is not a position');
  return Number(text);
}

/** The leaves of all entries: the steps of a command, then the command. @param {Checked} checked */
async function leavesOf({ files, commands, hashes, links }) {
  if (isPart(files)) return Promise.all(hashes.map(leafOf));
  const leaves = [];
  for (const [at, { outcome, first_version: first, last_version: last }] of commands.entries()) {
    if (outcome === 'accepted')
      for (let version = first; version <= last; version += 1) leaves.push(await leafOf(hashes[version - 1]));
    leaves.push(await leafOf(links[at]));
  }
  return leaves;
}

/** The tree continues the earlier one in the bundle, and the one that the reader has. @param {Checked} checked
 * @param {Trusted} trusted */
async function checkContinues({ files, key, note }, trusted) {
  if (!key || !note) return;
  const stored = files.get('log/earlier');
  const earlier = stored ? parseNote(stored, 'the earlier checkpoint') : null;
  if (earlier) {
    await checkSigned(earlier, key, 'the earlier checkpoint');
    await checkConsistency(earlier, note, hashesOf(files, 'log/consistency', 'consistency'));
  }
  if (!trusted.earlier) return;
  const known = parseNote(trusted.earlier, 'your earlier checkpoint');
  expect(earlier, 'earlier', `it has no proof from your checkpoint of size ${known.size}`);
  expect(earlier?.body === known.body, 'earlier', 'its proof begins at another checkpoint than yours');
}

// ---------------------------------------------------------------- a part of a game

/** The hashes of the steps so far, and what the viewer may know of each. @param {Checked} checked */
function checkPart({ manifest, files, hashes }) {
  hashes.push(...hashesOf(files, HASHES, 'chain'));
  expect(hashes.length && hashes.length === manifest.steps && toHex(hashes[hashes.length - 1]) === manifest.head,
    'head', 'the last step is not the one that the manifest names');
  let count = 0;
  for (const row of linesOf(files, LINES, 'lines')) {
    count += 1;
    const line = read(row, 'lines', `line ${count}`);
    checkFields(line, LINE_FIELDS, 'lines', `line ${count}`);
    expect(line.version === count && line.rules.every((/** @type {any} */ each) => typeof each === 'string'), 'lines',
      `line ${count} is not that of step ${count}`);
  }
  expect(count === hashes.length, 'lines', `it has ${count} lines for ${hashes.length} steps`);
}

/** The game begins with the steps of the part that the reader has. @param {Checked} checked @param {Uint8Array} data */
async function checkGoesOn({ manifest, files, hashes, key }, data) {
  const part = await check(data, { key });
  expect(isPart(part.files), 'part', 'what you named as a part of it has a whole game');
  expect(part.manifest.game === manifest.game, 'part', 'the part that you have is of another game');
  for (const [at, hash] of part.hashes.entries())
    expect(at < hashes.length && same(hashes[at], hash), 'part',
      `step ${at + 1} is not the one in the part that you have`);
  await checkBeside(part.files, part.manifest.ruleset, files.get(STEPS));
}
