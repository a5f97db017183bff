/** A GraphQL document as tokens with their places, also while it is being written: nothing here ever fails. */

const TOKEN = new RegExp([
  /(?<comment>#[^\n]*)/,
  /(?<string>"""(?:\\"""|[^"]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?)/,
  /(?<sign>\.\.\.|[!$&()=:@[\]{|}])/,
  /(?<number>-?\d[\w.+-]*)/,
  /(?<name>[A-Za-z_]\w*)/,
  /[\s,\uFEFF]+/,
  /(?<other>[^])/,
].map((each) => each.source).join('|'), 'gy');

const ROOTS = new Set(['query', 'mutation', 'subscription']);

/**
 * @typedef {{kind: string, text: string, from: number, to: number}} Token kind: comment, string, sign, number, name or
 *   other
 * @typedef {{kind: string, name: string | null, from: number, to: number}} Operation kind: query, mutation or
 *   subscription; from, to: its place in the text
 */

/** @param {string} text @returns {Token[]} */
export function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  for (const match of text.matchAll(TOKEN)) {
    const kind = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined)?.[0];
    if (kind) tokens.push({ kind, text: match[0], from: match.index, to: match.index + match[0].length });
  }
  return tokens;
}

/** The operations of a document, in order. @param {string} text @returns {Operation[]} */
export function operationsOf(text) {
  /** @type {Operation[]} */
  const operations = [];
  let [depth, within] = [0, false];
  const tokens = tokensOf(text).filter((token) => token.kind !== 'comment');
  tokens.forEach((token, at) => {
    const opens = token.text === '{' || token.text === '(';
    if (depth === 0 && !within && (ROOTS.has(token.text) || token.text === '{')) {
      const next = tokens[at + 1];
      const name = token.text !== '{' && next?.kind === 'name' ? next.text : null;
      operations.push({ kind: token.text === '{' ? 'query' : token.text, name, from: token.from, to: text.length });
      within = true;
    } else if (depth === 0 && token.text === 'fragment' && !within) within = true;
    if (token.kind !== 'sign') return;
    if (opens) depth += 1;
    else if (token.text === '}' || token.text === ')') depth = Math.max(0, depth - 1);
    if (token.text !== '}' || depth > 0) return;
    const last = operations.at(-1);
    if (last && last.to === text.length) last.to = token.to;
    within = false;
  });
  return operations;
}

/** The operation that a place in the text belongs to, or the first one. @param {string} text @param {number} at */
export function operationAt(text, at) {
  const operations = operationsOf(text);
  return operations.find(({ from, to }) => from <= at && at <= to) ?? operations[0] ?? null;
}
