/** The chance of a finished game, derived anew: its commitment, its seed, its salts and every draw. */

import { fromHex, hmac, joined, number, sha256, toBytes, toHex } from './bytes.js';

const BLOCKS_MAX = 64;
const WORD = 1n << 64n;

/** What was published before the first draw. @param {string} secret in hex */
export const commitmentOf = async (secret) =>
  toHex(await sha256(joined(toBytes('emberlog.commitment'), fromHex(secret))));

/** The seed of all draws. @param {string} secret in hex @param {string[]} shares of the seats, in their order */
export async function seedOf(secret, shares) {
  const parts = shares.map((share) => joined(number(toBytes(share).length, 4), toBytes(share)));
  return hmac(fromHex(secret), joined(toBytes('emberlog.play'), ...parts));
}

/** What salts the body of a step. @param {string} secret in hex @param {number} version */
export async function saltOf(secret, version) {
  const bytes = await hmac(fromHex(secret), joined(toBytes('emberlog.salt'), number(version, 8)));
  return toHex(bytes.slice(0, 16));
}

/**
 * One draw.
 * @param {Uint8Array} seed @param {number} step the version at which the command was decided @param {number} index
 * @param {number} bound how many outcomes there are
 */
export async function drawOf(seed, step, index, bound) {
  const limit = WORD - WORD % BigInt(bound);
  const head = joined(toBytes('emberlog.draw'), number(step, 8), number(index, 4));
  for (let block = 0; block < BLOCKS_MAX; block += 1) {
    const view = new DataView((await hmac(seed, joined(head, number(block, 4)))).buffer);
    for (const at of [0, 8, 16, 24]) {
      const word = view.getBigUint64(at);
      if (word < limit) return Number(word % BigInt(bound));
    }
  }
  throw new Error('chance gave no outcome');
}
