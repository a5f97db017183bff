/** Signed notes, checkpoints and keys, as C2SP has them. */

import { fromBase64, joined, sha256, toBytes, toHex } from '../game/evidence/bytes.js';
import { verify } from './ed25519.js';
import { expect, Fault } from './faults.js';

/** The kind of a log’s key. */
export const ED25519 = 1;
/** The kind of a witness’s. */
export const COSIGNATURE = 4;
const NOTE_BYTES_MAX = 16_384;
const SIGNATURES_MAX = 64;
const NAME = /^[!-*,-~]{1,200}$/;
const SIZE = /^[1-9][0-9]{0,15}$/;
const DASH = '\u2014 ';

/**
 * @typedef {{name: string, kind: number, public: Uint8Array, id: string, text: string}} Key
 * @typedef {{name: string, id: string, data: Uint8Array}} Signature
 * @typedef {{origin: string, size: number, root: Uint8Array, body: string, signatures: Signature[]}} Note
 */

/** @param {string} text @returns {Uint8Array | null} */
function decoded(text) {
  try {
    const bytes = fromBase64(text);
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** @param {string} text @returns {Promise<Key | null>} */
async function keyOf(text) {
  const [, name, id, encoded] = /^([^+]*)\+([^+]*)\+([^]*)$/.exec(text) ?? [];
  const data = encoded === undefined ? null : decoded(encoded);
  if (!data || !NAME.test(name) || data.length !== 33 || ![ED25519, COSIGNATURE].includes(data[0])) return null;
  const hash = toHex((await sha256(joined(toBytes(`${name}\n`), data))).subarray(0, 4));
  return hash === id ? { name, kind: data[0], public: data.subarray(1), id, text } : null;
}

/** The key that a text names. @param {string} text @returns {Promise<Key>} */
export async function parseKey(text) {
  const key = await keyOf(text.trim());
  if (!key) throw new Fault('key', 'the key of the log cannot be read');
  return key;
}

/** @param {string} line @returns {Signature | null} */
function signatureOf(line) {
  const [, name, encoded] = /^\u2014 ([^ ]*) ([^]*)$/.exec(line) ?? [];
  const data = encoded === undefined ? null : decoded(encoded);
  if (!line.startsWith(DASH) || !data || !NAME.test(name) || data.length < 5) return null;
  return { name, id: toHex(data.subarray(0, 4)), data: data.subarray(4) };
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** The checkpoint of a note; its signatures are not verified. @param {Uint8Array} bytes @param {string} what */
export function parseNote(bytes, what) {
  const note = bytes.length > NOTE_BYTES_MAX ? null : noteOf(textOf(bytes));
  if (!note) throw new Fault('note', `${what} cannot be read`);
  return note;
}

/** @param {string} text @returns {Note | null} */
function noteOf(text) {
  const end = text.indexOf('\n\n');
  const [lines, below] = [text.slice(0, end).split('\n'), text.slice(end + 2).split('\n')];
  if (end < 0 || lines.length !== 3 || below.pop() !== '') return null;
  if (!below.length || below.length > SIGNATURES_MAX) return null;
  const [origin, size, encoded] = lines;
  const [root, signatures] = [decoded(encoded), below.map(signatureOf)];
  if (!NAME.test(origin) || !SIZE.test(size) || root?.length !== 32 || signatures.includes(null)) return null;
  return { origin, size: Number(size), root, body: `${lines.join('\n')}\n`,
    signatures: /** @type {Signature[]} */ (signatures) };
}

/** Check that the log signed a note: of several lines of its key all must be good. @param {Note} note @param {Key} key
 * @param {string} what */
export async function checkSigned(note, key, what) {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  const good = await Promise.all(own.map(({ data }) => verify(key.public, toBytes(note.body), data)));
  expect(note.origin === key.name && own.length && good.every(Boolean), 'signature',
    `${what} was not signed by the key of the log`);
}

/** When a witness signed a note, in seconds since 1970; null if it did not. @param {Note} note @param {Key} key */
export async function cosignedAt(note, key) {
  for (const { name, id, data } of note.signatures) {
    if (name !== key.name || id !== key.id || data.length !== 72) continue;
    const seconds = new DataView(data.buffer, data.byteOffset).getBigUint64(0);
    const signed = toBytes(`cosignature/v1\ntime ${seconds}\n${note.body}`);
    if (await verify(key.public, signed, data.subarray(8))) return Number(seconds);
  }
  return null;
}
