/** Which files a bundle has, and its manifest: the first things that are checked in it. */

import { sha256, toHex } from '../game/evidence/bytes.js';
import { isInOrder, mayBe } from './beside.js';
import { expect } from './faults.js';
import { bytesOf, checkFields, read } from './records.js';
import { unpacked } from './zip.js';

const MANIFEST = 'manifest.json';
export const STEPS = 'game/steps.ndjson';
export const COMMANDS = 'game/commands.ndjson';
export const HASHES = 'game/hashes';
export const LINES = 'game/lines.ndjson';
const LOG = ['log/key', 'log/checkpoint', 'log/places', 'log/inclusion'];
const SINCE = ['log/earlier', 'log/consistency'];
const OF_BOTH = { files: 'o', format: 's', game: 's', head: 's', ruleset: 's', ruleset_version: 'n', steps: 'n' };
const WHOLE = { format: 'emberlog-bundle-1', files: ['README.txt', MANIFEST, STEPS, COMMANDS, ...LOG],
  fields: { ...OF_BOTH, commands: 'n', link: 's' } };
const PART = { format: 'emberlog-part-1', files: ['README.txt', MANIFEST, HASHES, LINES, ...LOG],
  fields: { ...OF_BOTH, viewer: 's' } };

/** Whether these are the files of a part of a game. @param {Map<string, Uint8Array>} files */
export const isPart = (files) => files.has(HASHES);

/** The files of a bundle, which are those that it must and may have, in their order. @param {Uint8Array} data */
export function filesOf(data) {
  const files = unpacked(data);
  const names = [...files.keys()];
  const needed = (isPart(files) ? PART : WHOLE).files;
  for (const name of needed) expect(files.has(name), 'files', `the file ${name} is missing`);
  for (const name of names)
    expect(needed.includes(name) || SINCE.includes(name) || mayBe(name), 'files',
      `the file ${name} does not belong into it`);
  const since = names.slice(needed.length, needed.length + 2).join() === SINCE.join() ? 2 : 0;
  const inOrder = names.slice(0, needed.length).join() === needed.join();
  expect(inOrder && isInOrder(names.slice(needed.length + since)), 'files',
    'its files are in another order, or one of them is there without another');
  return files;
}

/** The manifest, which names just these files. @param {Map<string, Uint8Array>} files */
export async function manifestOf(files) {
  const { fields, format } = isPart(files) ? PART : WHOLE;
  const manifest = read(bytesOf(files, MANIFEST), 'manifest', 'the manifest');
  checkFields(manifest, fields, 'manifest', 'the manifest');
  expect(manifest.format === format, 'manifest', `its format is not ${format}`);
  const names = [...files.keys()].filter((name) => name !== MANIFEST).sort();
  expect(Object.keys(manifest.files).sort().join() === names.join(), 'manifest',
    'the manifest names other files than there are');
  for (const name of names)
    expect(toHex(await sha256(bytesOf(files, name))) === manifest.files[name], 'digest',
      `the file ${name} is not the one that the manifest names`);
  return manifest;
}
