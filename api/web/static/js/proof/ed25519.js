/**
 * Ed25519 (RFC 8032) on whole numbers, since not every browser has it. Verifies only, and strictly: S is below the
 * order of the group, points are encoded in the one way that there is, and it compares without the cofactor.
 */

import { joined } from '../game/evidence/bytes.js';

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @typedef {[bigint, bigint, bigint, bigint]} Point X, Y, Z and T with x = X/Z, y = Y/Z, x*y = T/Z */

/** @param {bigint} value @returns {bigint} */
const mod = (value) => ((value % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base); exponent; exponent >>= 1n, square = square * square % P)
    if (exponent & 1n) result = result * square % P;
  return result;
}

/** @param {bigint} value */
const inverse = (value) => power(value, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** @param {Point} a @param {Point} b @returns {Point} */
function add(a, b) {
  const [first, second] = [mod((a[1] - a[0]) * (b[1] - b[0])), mod((a[1] + a[0]) * (b[1] + b[0]))];
  const [third, fourth] = [mod(2n * a[3] * b[3] % P * D), mod(2n * a[2] * b[2])];
  const [e, f, g, h] = [second - first, fourth - third, fourth + third, second + first];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {bigint} number @param {Point} point */
function times(number, point) {
  /** @type {Point} */
  let result = [0n, 1n, 1n, 0n];
  for (let double = point; number; number >>= 1n, double = add(double, double))
    if (number & 1n) result = add(result, double);
  return result;
}

/** The lowest byte first. @param {Uint8Array} bytes */
const numberOf = (bytes) => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** The point of 32 bytes; null when they are no encoding of one. @param {Uint8Array} bytes @returns {Point | null} */
function decoded(bytes) {
  const number = numberOf(bytes);
  const [sign, y] = [number >> 255n, number & (1n << 255n) - 1n];
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = /** @type {Point} */ (decoded(Uint8Array.from({ length: 32 }, (_, at) => (at ? 0x66 : 0x58))));

/** @param {Point} a @param {Point} b */
const equal = (a, b) => mod(a[0] * b[2] - b[0] * a[2]) === 0n && mod(a[1] * b[2] - b[1] * a[2]) === 0n;

/**
 * Whether a signature of a message was made with the secret of this public key.
 * @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature
 */
export async function verify(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const [point, commitment] = [decoded(key), decoded(signature.subarray(0, 32))];
  const answer = numberOf(signature.subarray(32));
  if (!point || !commitment || answer >= ORDER) return false;
  const hashed = await crypto.subtle.digest('SHA-512',
    /** @type {BufferSource} */ (joined(signature.subarray(0, 32), key, message)));
  return equal(times(answer, BASE), add(commitment, times(numberOf(new Uint8Array(hashed)) % ORDER, point)));
}
