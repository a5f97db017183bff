/** Bytes, hashes and canonical JSON, by what every browser has: WebCrypto. */

const text = new TextEncoder();

/** Whether this page may compute hashes: browsers allow it over HTTPS and on the reader's own machine only. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** @param {string} base64 */
export const fromBase64 = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} words */
export const toBytes = (words) => text.encode(words);

/** Bytes one after another; a number is one byte. @param {(Uint8Array | number)[]} parts */
export function joined(...parts) {
  const arrays = parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part));
  const all = new Uint8Array(arrays.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of arrays) { all.set(each, at); at += each.length; }
  return all;
}

/** A whole number, the highest byte first. @param {number} value @param {number} size */
export function number(value, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', source(bytes)));

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export async function hmac(key, bytes) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', source(key), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, source(bytes)));
}

/** @param {Uint8Array} bytes @returns {BufferSource} */
const source = (bytes) => /** @type {BufferSource} */ (bytes);

/** The value of canonical JSON. Throws for bytes that are not UTF-8, or no JSON. @param {Uint8Array} bytes */
export const parsed = (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** Canonical JSON (RFC 8785) of a value without fractions. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort(byCodePoint);
  const members = names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/** The order of names in canonical JSON. It is that of RFC 8785 unless a name goes beyond U+FFFF.
 * @param {string} one @param {string} other */
function byCodePoint(one, other) {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a === b) continue;
    return isSurrogate(a) === isSurrogate(b) ? a - b : Number(isSurrogate(a)) - Number(isSurrogate(b));
  }
  return one.length - other.length;
}

/** @param {number} unit */
const isSurrogate = (unit) => unit >= 0xd800 && unit < 0xe000;

/** Whether bytes are canonical JSON of what they say. @param {Uint8Array} bytes @param {any} value */
export function isCanonical(bytes, value) {
  const anew = toBytes(canonical(value));
  return anew.length === bytes.length && anew.every((byte, at) => byte === bytes[at]) && isWhole(value);
}

/** Whether every number in it is whole, and small enough for every reader. @param {any} value @returns {boolean} */
function isWhole(value) {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value === null || typeof value !== 'object' || Object.values(value).every(isWhole);
}
