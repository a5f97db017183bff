/**
 * The little Markdown of the rules as elements: emphasis, strong, code, and rule ids as buttons or links. Parses no markup beyond that, so
 * nothing in a text can become anything but text.
 */

import { h } from './dom.js';

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\b([A-Z]{2,5}(?:-[A-Z0-9]+)+-\d+[a-z]?)\b/g;

/**
 * @param {string} text
 * @param {(id: string) => Node} [rule] what a rule id becomes; plain text if left out
 * @returns {(Node | string)[]}
 */
export function prose(text, rule) {
  const made = [];
  let at = 0;
  for (const match of text.matchAll(PIECE)) {
    made.push(text.slice(at, match.index));
    const [whole, code, strong, em, id] = match;
    if (code !== undefined) made.push(h('code', null, code));
    else if (strong !== undefined) made.push(h('strong', null, prose(strong, rule)));
    else if (em !== undefined) made.push(h('em', null, prose(em, rule)));
    else made.push(rule ? rule(id) : whole);
    at = match.index + whole.length;
  }
  made.push(text.slice(at));
  return made;
}

/** The mark on a rule that this project had to decide. @returns {HTMLElement} */
export const reconstructedMark = () => h('span', {
  class: 'tag tag-warn', title: 'The printed rules are silent here, or contradict themselves: this project decided it.',
}, 'reconstructed');
