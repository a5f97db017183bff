/** JSON for people: what fits into a line stands in one. */

const WIDTH = 60;
const INDENT = 2;

/**
 * A JSON value as text. An object or a list that fits into the width stands in one line.
 * @param {unknown} value @param {number} [at] how far the text is indented @param {number} [before] what is before it
 * @returns {string}
 */
export function laidOut(value, at = 0, before = 0) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const width = WIDTH - at - before;
  const short = inLine(value, width);
  if (short !== null && short.length <= width) return short;
  const isList = Array.isArray(value);
  const inner = at + INDENT;
  const rows = Object.entries(value).map(([name, each]) => {
    const label = isList ? '' : `${JSON.stringify(name)}: `;
    return `${' '.repeat(inner)}${label}${laidOut(each, inner, label.length)}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${rows.join(',\n')}\n${' '.repeat(at)}${close}`;
}

/**
 * A value in one line; null as soon as it is longer than the width, so that a large value is not written many times.
 * @param {unknown} value @param {number} width @returns {string | null}
 */
function inLine(value, width) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  /** @type {string[]} */
  const parts = [];
  let left = width;
  for (const [name, each] of Object.entries(value)) {
    const text = left > 0 ? inLine(each, left) : null;
    if (text === null) return null;
    parts.push(isList ? text : `${JSON.stringify(name)}: ${text}`);
    left -= text.length;
  }
  if (isList) return `[${parts.join(', ')}]`;
  return parts.length ? `{ ${parts.join(', ')} }` : '{}';
}
