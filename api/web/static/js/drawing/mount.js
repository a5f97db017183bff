/** Put a drawing into the page, and change there only what differs from the drawing before. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {import('./tree.js').Branch} Branch */
/** @typedef {import('./tree.js').Leaf} Leaf */

/** What an element was made from: nothing is compared while it is the same object. @type {WeakMap<Node, Branch>} */
const origins = new WeakMap();

/**
 * Make an element what a tree says. Attributes that others have set (classes of a spot, roles, names) stay.
 * @template {Element} T
 * @param {T} element made by `mount` before, or empty and of the tree's tag
 * @param {Branch} branch @returns {T}
 */
export function mount(element, branch) {
  const before = origins.get(element);
  if (before === branch) return element;
  dress(element, before?.attrs ?? {}, branch.attrs);
  grow(element, branch.children);
  origins.set(element, branch);
  return element;
}

/** A new element of a tree. @param {Branch} branch */
export const planted = (branch) => mount(document.createElementNS(SVG, branch.tag), branch);

/** @param {Element} element @param {Branch['attrs']} before @param {Branch['attrs']} now */
function dress(element, before, now) {
  if (before.class !== now.class) classes(element, String(before.class || ''), String(now.class || ''));
  for (const name of Object.keys(before)) {
    if (name !== 'class' && !(name in now)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(now)) {
    if (name === 'class' || value === before[name]) continue;
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {string} text */
const split = (text) => text.split(' ').filter(Boolean);

/** @param {Element} element @param {string} before @param {string} now */
function classes(element, before, now) {
  element.classList.remove(...split(before));
  element.classList.add(...split(now));
}

/** @param {Node} node @param {Leaf} leaf */
function suits(node, leaf) {
  if (typeof leaf === 'string') return node.nodeType === Node.TEXT_NODE;
  const origin = origins.get(node);
  return origin !== undefined && origin.tag === leaf.tag && origin.key === leaf.key;
}

/**
 * Children with a key keep their element wherever they stand among their siblings; the others keep theirs by place.
 * @param {Element} parent @param {Leaf[]} leaves
 */
function grow(parent, leaves) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const key = origins.get(child)?.key;
    if (key) keyed.set(key, child);
  }
  let at = parent.firstChild;
  for (const leaf of leaves) {
    const node = sameNode(leaf, at, keyed);
    if (!node) {
      parent.insertBefore(typeof leaf === 'string' ? document.createTextNode(leaf) : planted(leaf), at);
      continue;
    }
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (typeof leaf !== 'string') mount(/** @type {Element} */ (node), leaf);
    else if (node.textContent !== leaf) node.textContent = leaf;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The node that a leaf had before, if it has one.
 * @param {Leaf} leaf @param {Node | null} at where the leaf belongs @param {Map<string, Element>} keyed
 */
function sameNode(leaf, at, keyed) {
  if (typeof leaf === 'string' || !leaf.key) return at && suits(at, leaf) ? at : null;
  const node = keyed.get(leaf.key);
  if (!node || !suits(node, leaf)) return null;
  keyed.delete(leaf.key);
  return node;
}
