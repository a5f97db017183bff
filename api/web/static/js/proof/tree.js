/** The hash tree of the order of all games (RFC 9162): proofs for many leaves, and of consistency. */

import { joined, sha256 } from '../game/evidence/bytes.js';
import { expect } from './faults.js';
import { same } from './zip.js';

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeOf = (left, right) => sha256(joined(1, left, right));

/** The leaf of a step with this hash, or of a command with this link. @param {Uint8Array} hash */
export const leafOf = (hash) => sha256(joined(0, hash));

/** How many of `width` leaves are left of the topmost node. @param {number} width */
function split(width) {
  let left = 1;
  while (left * 2 < width) left *= 2;
  return left;
}

/**
 * The root over many leaves and the subtrees between them.
 * @param {{place: number, leaf: Uint8Array}[]} leaves places from 1, which rise
 * @param {number} size @param {Uint8Array[]} path the roots of the largest subtrees without any of them
 */
export async function rootByBatch(leaves, size, path) {
  let nextLeaf = 0;
  let nextGap = 0;
  /** @param {number} low @param {number} high @returns {Promise<Uint8Array>} */
  const over = async (low, high) => {
    const isGap = nextLeaf === leaves.length || leaves[nextLeaf].place > high;
    if (isGap) return path[nextGap++] ?? new Uint8Array(32);
    if (high - low === 1) return leaves[nextLeaf++].leaf;
    const middle = low + split(high - low);
    const left = await over(low, middle);
    return nodeOf(left, await over(middle, high));
  };
  const root = await over(0, size);
  expect(nextGap === path.length, 'inclusion',
    `the proof of inclusion is wrong: it has ${path.length} hashes, and must have ${nextGap}`);
  return root;
}

/** @param {string} why */
const broken = (why) => `the tree does not continue the earlier one: ${why}`;

/**
 * Check that a tree continues another one (RFC 9162, 2.1.4.2).
 * @param {{size: number, root: Uint8Array}} old @param {{size: number, root: Uint8Array}} later
 * @param {Uint8Array[]} path
 */
export async function checkConsistency(old, later, path) {
  const fits = (/** @type {unknown} */ holds, /** @type {string} */ why) => expect(holds, 'consistency', broken(why));
  fits(old.size > 0 && old.size <= later.size, `a tree of ${later.size} leaves cannot continue one of ${old.size}`);
  if (old.size === later.size) {
    fits(path.length === 0, 'it has hashes too many');
    fits(same(old.root, later.root), 'two trees of one size have different roots');
    return;
  }
  const [first, second] = await rootsOf(old, later.size, path, fits);
  fits(same(first, old.root), 'it does not lead to the root of the earlier tree');
  fits(same(second, later.root), 'it does not lead to the root of the later tree');
}

/**
 * @param {{size: number, root: Uint8Array}} old @param {number} size @param {Uint8Array[]} path
 * @param {(holds: unknown, why: string) => void} fits
 */
async function rootsOf(old, size, path, fits) {
  const isWhole = split(old.size + 1) === old.size; // a power of two is the root of a subtree
  const hashes = isWhole ? [old.root, ...path] : path;
  fits(hashes.length > 0, 'it has no hashes');
  let [number, last] = [old.size - 1, size - 1];
  const up = () => { [number, last] = [Math.floor(number / 2), Math.floor(last / 2)]; };
  while (number % 2) up();
  let [first, second] = [hashes[0], hashes[0]];
  for (const each of hashes.slice(1)) {
    fits(last > 0, 'it has hashes too many');
    if (number % 2 || number === last) {
      [first, second] = [await nodeOf(each, first), await nodeOf(each, second)];
      while (number && number % 2 === 0) up();
    } else second = await nodeOf(second, each);
    up();
  }
  fits(last === 0, 'it has hashes too few');
  return [first, second];
}
