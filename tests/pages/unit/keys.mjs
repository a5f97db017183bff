/** The texts with values that a source has, as the catalogues have them. */

/** The keys of the tagged templates in a text. @param {string} source @returns {string[]} */
export function tagged(source) {
  const keys = [];
  for (const { index } of source.matchAll(/(?<![\w$])t`/g)) keys.push(keyAt(source, index + 2));
  return keys;
}

/** @param {string} source @param {number} from */
function keyAt(source, from) {
  let [key, depth, values] = ['', 0, 0];
  for (let at = from; depth > 0 || source[at] !== '`'; at += 1) {
    if (depth === 0 && source.startsWith('${', at)) {
      key += `{${values}}`;
      values += 1;
      depth = 1;
      at += 1;
    } else if (depth > 0) depth += { '{': 1, '}': -1 }[source[at]] ?? 0;
    else key += source[at];
  }
  return key.trim();
}
