/** JSON Patch (RFC 6902) on plain JSON. Never changes its document: what an operation does not touch is shared. */

/** An operation that does not fit the document. */
export class PatchError extends Error {}

/** @typedef {any} Json */
/** @typedef {Set<object>} Copies the containers that were copied already and may be changed */

/**
 * The document after all operations. Containers on the way to a change are copied once, however many operations touch
 * them.
 * @param {Json} document @param {PatchOperation[]} operations @returns {Json}
 */
export function patched(document, operations) {
  /** @type {Copies} */
  const copies = new Set();
  return operations.reduce((root, operation) => applied(root, operation, copies), document);
}

/** @param {Json} root @param {PatchOperation} operation @param {Copies} copies @returns {Json} */
function applied(root, { op, path, from, value }, copies) {
  switch (op) {
    case 'add':
      return changed(root, tokens(path), copies, (place, key) => insert(place, key, value), () => value);
    case 'replace':
      return changed(root, tokens(path), copies, (place, key) => put(place, existing(place, key), value), () => value);
    case 'remove':
      return changed(root, tokens(path), copies, takeOut, () => null);
    case 'copy':
    case 'move':
      return transferred(root, { op, path, from: from ?? '' }, copies);
    case 'test':
      if (!same(valueAt(root, tokens(path)), value)) throw new PatchError(`another value lies at "${path}"`);
      return root;
    default:
      throw new PatchError(`"${op}" is no operation`);
  }
}

/**
 * @param {Json} root @param {{op: string, path: string, from: string}} operation @param {Copies} copies @returns {Json}
 */
function transferred(root, { op, path, from }, copies) {
  const value = valueAt(root, tokens(from));
  unown(value, copies);
  if (op === 'copy') return applied(root, { op: 'add', path, value }, copies);
  if (path === from) return root;
  if (path.startsWith(`${from}/`)) throw new PatchError(`"${from}" cannot move into itself`);
  return applied(applied(root, { op: 'remove', path: from }, copies), { op: 'add', path, value }, copies);
}

/**
 * The root with `leaf` done to the last container on the way, and every container on the way copied.
 * @param {Json} root @param {string[]} way @param {Copies} copies
 * @param {(place: Json, key: string) => void} leaf @param {() => Json} whole @returns {Json}
 */
function changed(root, way, copies, leaf, whole) {
  const last = way.at(-1);
  if (last === undefined) return whole();
  const top = copied(root, copies);
  let place = top;
  for (const token of way.slice(0, -1)) {
    const key = existing(place, token);
    const next = copied(place[key], copies);
    put(place, key, next);
    place = next;
  }
  leaf(place, last);
  return top;
}

/** @param {Json} container @param {Copies} copies @returns {Json} */
function copied(container, copies) {
  if (container === null || typeof container !== 'object') throw new PatchError('there is nothing to go into');
  if (copies.has(container)) return container;
  const copy = Array.isArray(container) ? container.slice() : { ...container };
  copies.add(copy);
  return copy;
}

/**
 * A value that stands in two places must be copied before it is changed in one.
 * @param {Json} value @param {Copies} copies
 */
function unown(value, copies) {
  if (value === null || typeof value !== 'object') return;
  copies.delete(value);
  for (const part of Object.values(value)) unown(part, copies);
}

/** @param {Json} place @param {string} token @param {Json} value */
function insert(place, token, value) {
  if (!Array.isArray(place)) put(place, token, value);
  else place.splice(token === '-' ? place.length : index(token, place.length), 0, value);
}

/** @param {Json} place @param {string} token */
function takeOut(place, token) {
  const key = existing(place, token);
  if (Array.isArray(place)) place.splice(Number(key), 1);
  else delete place[key];
}

/** @param {Json} place @param {string | number} key @param {Json} value */
function put(place, key, value) {
  // A key called __proto__ is a key like any other.
  if (key === '__proto__')
    Object.defineProperty(place, key, { value, writable: true, enumerable: true, configurable: true });
  else place[key] = value;
}

/** @param {Json} place @param {string} token @returns {string | number} */
function existing(place, token) {
  if (Array.isArray(place)) return index(token, place.length - 1);
  if (place === null || typeof place !== 'object' || !Object.hasOwn(place, token))
    throw new PatchError(`nothing is at "${token}"`);
  return token;
}

/** @param {string} token @param {number} most */
function index(token, most) {
  if (!/^(0|[1-9][0-9]*)$/.test(token)
    || Number(token) > most) throw new PatchError(`"${token}" is no place in this list`);
  return Number(token);
}

/** @param {Json} root @param {string[]} way @returns {Json} */
function valueAt(root, way) {
  return way.reduce((place, token) => place[existing(place, token)], root);
}

/** @param {string} path @returns {string[]} */
function tokens(path) {
  if (path === '') return [];
  if (typeof path !== 'string' || path[0] !== '/') throw new PatchError(`"${path}" is no pointer`);
  return path.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @param {Json} left @param {Json} right @returns {boolean} */
function same(left, right) {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  const keys = Object.keys(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}
