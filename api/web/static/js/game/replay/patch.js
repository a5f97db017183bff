// JSON Patch (RFC 6902) on plain JSON. Never changes the document it is given: what an operation does not touch is shared.

/** An operation that does not fit the document. */
export class PatchError extends Error {}

/**
 * The document after all operations. Containers on the way to a change are copied once, however many operations touch them.
 * @param {unknown} document
 * @param {{op: string, path: string, from?: string, value?: unknown}[]} operations
 * @returns {unknown}
 */
export function patched(document, operations) {
  const own = new Set();
  let root = document;
  for (const operation of operations) root = applied(root, operation, own);
  return root;
}

function applied(root, { op, path, from, value }, own) {
  switch (op) {
    case 'add':
      return changed(root, tokens(path), own, (place, key) => insert(place, key, value), () => value);
    case 'replace':
      return changed(root, tokens(path), own, (place, key) => put(place, existing(place, key), value), () => value);
    case 'remove':
      return changed(root, tokens(path), own, takeOut, () => null);
    case 'copy':
    case 'move': {
      const moved = found(root, tokens(from));
      share(moved, own);
      if (op === 'copy') return applied(root, { op: 'add', path, value: moved }, own);
      if (path === from) return root;
      if (path.startsWith(`${from}/`)) throw new PatchError(`"${from}" cannot move into itself`);
      return applied(applied(root, { op: 'remove', path: from }, own), { op: 'add', path, value: moved }, own);
    }
    case 'test':
      if (!same(found(root, tokens(path)), value)) throw new PatchError(`another value lies at "${path}"`);
      return root;
    default:
      throw new PatchError(`"${op}" is no operation`);
  }
}

/** The root with `leaf` done to the last container on the way, and every container down to it a copy of our own. */
function changed(root, way, own, leaf, whole) {
  if (way.length === 0) return whole();
  const top = ours(root, own);
  let place = top;
  for (const token of way.slice(0, -1)) {
    const key = existing(place, token);
    const next = ours(place[key], own);
    put(place, key, next);
    place = next;
  }
  leaf(place, way[way.length - 1]);
  return top;
}

function ours(container, own) {
  if (container === null || typeof container !== 'object') throw new PatchError('there is nothing to go into');
  if (own.has(container)) return container;
  const copy = Array.isArray(container) ? container.slice() : { ...container };
  own.add(copy);
  return copy;
}

/** A value that stands in two places must be copied again before it is changed in one. */
function share(value, own) {
  if (value === null || typeof value !== 'object') return;
  own.delete(value);
  for (const part of Object.values(value)) share(part, own);
}

function insert(place, token, value) {
  if (!Array.isArray(place)) put(place, token, value);
  else place.splice(token === '-' ? place.length : index(token, place.length), 0, value);
}

function takeOut(place, token) {
  const key = existing(place, token);
  if (Array.isArray(place)) place.splice(key, 1);
  else delete place[key];
}

function put(place, key, value) {
  // A key called __proto__ is a key like any other.
  if (key === '__proto__') Object.defineProperty(place, key, { value, writable: true, enumerable: true, configurable: true });
  else place[key] = value;
}

function existing(place, token) {
  if (Array.isArray(place)) return index(token, place.length - 1);
  if (place === null || typeof place !== 'object' || !Object.hasOwn(place, token)) throw new PatchError(`nothing is at "${token}"`);
  return token;
}

function index(token, most) {
  if (!/^(0|[1-9][0-9]*)$/.test(token) || Number(token) > most) throw new PatchError(`"${token}" is no place in this list`);
  return Number(token);
}

function found(root, way) {
  return way.reduce((place, token) => place[existing(place, token)], root);
}

function tokens(path) {
  if (path === '') return [];
  if (typeof path !== 'string' || path[0] !== '/') throw new PatchError(`"${path}" is no pointer`);
  return path.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

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
