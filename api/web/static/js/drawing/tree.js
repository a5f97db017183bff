/**
 * Drawings as plain values: a board, a miniature or a picture is a tree of these, wherever it is drawn.
 *
 * Nothing here knows a document: the pages mount a tree (mount.js), the service writes it as SVG.
 */

/**
 * @typedef {{tag: string, attrs: Record<string, string | number | boolean | null | undefined>, children: Leaf[],
 *   key: string}} Branch
 * @typedef {Branch | string} Leaf
 * @typedef {unknown[]} Twigs branches, texts, numbers and lists of them; null, undefined and booleans are left out
 */

/**
 * One element of a drawing.
 * @param {string} tag the name of an SVG element
 * @param {Record<string, any> | null} attrs attributes; null, undefined and false leave one out, true writes it empty;
 *   `key` is not an attribute: it tells a moving piece from its siblings when the tree is mounted once more
 * @param {Twigs} twigs
 * @returns {Branch}
 */
export function el(tag, attrs, ...twigs) {
  const { key = '', ...rest } = attrs ?? {};
  /** @type {Leaf[]} */
  const children = [];
  for (const twig of /** @type {Twigs} */ (twigs.flat(Infinity))) {
    if (twig === null || twig === undefined || twig === false || twig === true) continue;
    children.push(typeof twig === 'object' ? /** @type {Branch} */ (twig) : String(twig));
  }
  return { tag, attrs: rest, children, key: String(key) };
}

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {unknown} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** The tree as markup. @param {Leaf} leaf @returns {string} */
export function markup(leaf) {
  if (typeof leaf === 'string') return escaped(leaf);
  const attrs = Object.entries(leaf.attrs)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${value === true ? '' : escaped(value)}"`).join('');
  if (leaf.children.length === 0) return `<${leaf.tag}${attrs}/>`;
  return `<${leaf.tag}${attrs}>${leaf.children.map(markup).join('')}</${leaf.tag}>`;
}

/** A whole picture: the tree of an `svg` element as a file of its own. @param {Branch} root @returns {string} */
export const picture = (root) => markup({ ...root, attrs: { xmlns: 'http://www.w3.org/2000/svg', ...root.attrs } });

/**
 * Numbers between 0 and 1 that are the same for the same word: what looks like chance in a drawing.
 * @param {string} word @returns {() => number}
 */
export function seeded(word) {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    state ^= state >>> 16;
    return (state >>> 0) / 4294967296;
  };
}
