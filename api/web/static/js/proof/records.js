/** Reads the files of a bundle with care: canonical JSON with known fields, lines with ends, hashes in hex. */

import { canonical, fromHex, parsed, toBytes } from '../game/evidence/bytes.js';
import { expect } from './faults.js';
import { same } from './zip.js';

const DEPTH_MAX = 100;
const HEX = /^[0-9a-f]{64}$/;

/** Whether a text is a hash in hex. @param {string} text */
export const isHash = (text) => HEX.test(text);

/** @param {Map<string, Uint8Array>} files @param {string} name */
export const bytesOf = (files, name) => /** @type {Uint8Array} */ (files.get(name));

/** A value, and its canonical JSON; null for bytes that are no JSON, or too deep. @param {Uint8Array} bytes
 * @returns {[any, any]} */
function writtenAnew(bytes) {
  try {
    const value = parsed(bytes);
    return [value, canonical(value)];
  } catch {
    return [null, null];
  }
}

/** The object of canonical JSON. @param {Uint8Array} bytes @param {string} kind @param {string} what */
export function read(bytes, kind, what) {
  const [value, text] = writtenAnew(bytes);
  expect(text !== null, kind, `${what} cannot be read`);
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  expect(isObject && isPlain(value) && same(toBytes(text), bytes), kind, `${what} is not canonical JSON`);
  return value;
}

/** Whether numbers are whole and small enough, texts can be written, and it is not too deep.
 * @param {any} value @param {number} [depth] @returns {boolean} */
function isPlain(value, depth = DEPTH_MAX) {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== 'object') return true;
  return depth > 0 && Object.entries(value).every(([name, each]) => isPlain(name) && isPlain(each, depth - 1));
}

/** @param {any} value @param {string} kind */
function isOfKind(value, kind) {
  if (kind.endsWith('?') && value === null) return true;
  if (kind[0] === 'n') return typeof value === 'number';
  if (kind[0] === 's') return typeof value === 'string';
  if (kind[0] === 'a') return Array.isArray(value);
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** @param {any} value @param {Record<string, string>} fields @param {string} kind @param {string} what */
export function checkFields(value, fields, kind, what) {
  const names = Object.keys(fields);
  const fits = Object.keys(value).length === names.length
    && names.every((name) => Object.hasOwn(value, name) && isOfKind(value[name], fields[name]));
  expect(fits, kind, `${what} has other fields than it must have`);
}

/** @param {Map<string, Uint8Array>} files @param {string} name @param {string} kind */
export function* linesOf(files, name, kind) {
  const data = bytesOf(files, name);
  expect(!data.length || data[data.length - 1] === 10, kind, `the last line of ${name} has no end`);
  for (let start = 0; start < data.length;) {
    const end = data.indexOf(10, start);
    yield data.subarray(start, end);
    start = end + 1;
  }
}

/** @param {Uint8Array} bytes */
export const textOf = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** @param {Map<string, Uint8Array>} files @param {string} name @param {string} kind */
export function hashesOf(files, name, kind) {
  return [...linesOf(files, name, kind)].map((line) => {
    const text = textOf(line);
    expect(isHash(text), kind, `a line of ${name} is not a hash`);
    return fromHex(text);
  });
}
