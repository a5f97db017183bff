/** The ZIP of a bundle, in the one form that it may have: stored files, without times, flags or extra fields. */

import { joined, toBytes } from '../game/evidence/bytes.js';
import { expect } from './faults.js';

const BYTES_MAX = 2 ** 31;
const NAME_MAX = 100;
const FILES_MAX = 1_000;
const LOCAL_BYTES = 30;
const LOCAL_SIGN = 0x04034b50;
const CENTRAL_SIGN = 0x02014b50;
const END_SIGN = 0x06054b50;
const DATE = 0x21;
const VERSION = 20;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** @typedef {{name: string, crc: number, size: number, at: number}} Entry */

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = REMAINDERS[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers with the lowest byte first: pairs of a value and its size. @param {number[][]} fields */
function packed(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) {
    for (let byte = 0; byte < size; byte += 1) bytes[at + byte] = Math.floor(value / 256 ** byte) % 256;
    at += size;
  }
  return bytes;
}

/** @param {Entry} entry */
const central = ({ name, crc, size, at }) => joined(
  packed([CENTRAL_SIGN, 4], [VERSION, 2], [VERSION, 2], [0, 2], [0, 2], [0, 2], [DATE, 2], [crc, 4], [size, 4],
    [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), toBytes(name));

/** The list of files and the end, which follow from the files. @param {Entry[]} entries @param {number} offset */
function tail(entries, offset) {
  const list = joined(...entries.map(central));
  const count = entries.length;
  return joined(list, packed([END_SIGN, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4],
    [0, 2]));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** The files of a bundle, in its order. @param {Uint8Array} data @returns {Map<string, Uint8Array>} */
export function unpacked(data) {
  expect(data.length <= BYTES_MAX, 'size', `the file has ${data.length} bytes, and a bundle has at most ${BYTES_MAX}`);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  /** @type {Entry[]} */
  const entries = [];
  let offset = 0;
  while (offset + 4 <= data.length && view.getUint32(offset, true) === LOCAL_SIGN) {
    expect(entries.length < FILES_MAX, 'files', `it has more than ${FILES_MAX} files, and a bundle has a few`);
    const { start, ...entry } = entryAt(data, view, offset);
    files.set(entry.name, content(data, entry, start, files));
    entries.push(entry);
    offset = start + entry.size;
  }
  expect(files.size > 0, 'zip', 'it is not a ZIP file');
  expect(same(data.subarray(offset), tail(entries, offset)), 'zip',
    'the list of files at its end is not that of its files');
  return files;
}

/** @param {Uint8Array} data @param {Entry} entry @param {number} start @param {Map<string, Uint8Array>} files */
function content(data, { name, crc, size }, start, files) {
  expect(!files.has(name), 'twice', `the file ${name} is in it twice`);
  const bytes = data.subarray(start, start + size);
  expect(bytes.length === size, 'zip', 'the file is cut off');
  expect(crc32(bytes) === crc, 'zip', `the checksum of ${name} is wrong`);
  return bytes;
}

/** @param {Uint8Array} data @param {DataView} view @param {number} offset */
function entryAt(data, view, offset) {
  expect(offset + LOCAL_BYTES <= data.length, 'zip', 'the file is cut off');
  const short = (/** @type {number} */ at) => view.getUint16(offset + at, true);
  const long = (/** @type {number} */ at) => view.getUint32(offset + at, true);
  expect(short(8) === 0, 'zip', 'a file in it is compressed, and a bundle has none such');
  const plain = short(4) === VERSION && short(6) === 0 && short(10) === 0 && short(12) === DATE && short(28) === 0;
  expect(plain && long(18) === long(22) && short(26) <= NAME_MAX, 'zip',
    'a file in it has a head that a bundle does not have');
  const start = offset + LOCAL_BYTES + short(26);
  const name = String.fromCharCode(...data.subarray(offset + LOCAL_BYTES, start));
  expect(NAME.test(name), 'path', 'a file in it has a name that is a path elsewhere, or none');
  return { name, crc: long(14), size: long(18), at: offset, start };
}
