/**
 * Example pictures beside the main rules of a ruleset: positions of a recorded game, drawn by the board's own `draw`,
 * with the words of its lesson. The positions come from tests/pages/examples.py.
 */

import { query } from '../api.js';
import { picture } from '../drawing/tree.js';
import { h } from '../dom.js';
import { patched } from '../game/replay/patch.js';
import { also, printed } from '../language/language.js';
import { onceVisible } from '../pictures.js';

const RULESET = 'query Ruleset($id: ID!) { ruleset(id: $id) { id title version bots components } }';
const SIZE = { width: 720, height: 480 };

/**
 * @typedef {{names: string[], examples: {rule: string, patch: any[]}[]}} Recorded
 * @typedef {{event: string, title: string, text: string, rule: string}} Caption
 */

/** @param {string} ruleset @param {string} name @returns {Promise<any>} */
async function fileOf(ruleset, name) {
  const answer = await fetch(`/assets/js/boards/${encodeURIComponent(ruleset)}/${name}.json`);
  if (!answer.ok) throw new Error(`there is no ${name} of ${ruleset}`);
  return answer.json();
}

/** The positions one after the other. @param {Recorded} recorded @returns {Map<string, any>} by rule */
export function positionsOf({ examples }) {
  let position = /** @type {any} */ (null);
  return new Map(examples.map(({ rule, patch }) => {
    position = patched(position, patch);
    return [rule, position];
  }));
}

/**
 * A picture as a file in an address.
 * @param {{draw: Function, seatLook?: Function}} art @param {any} components @param {any} position
 * @param {string[]} names by seat
 */
export function drawn({ draw, seatLook }, components, position, names) {
  const seats = names.map((name, seat) => ({ seat, name, taken: true, bot: '', resigned: false }));
  const view = { version: 1, phase: 'playing', seats, to_act: [], position };
  const looks = names.map((_, seat) => seatLook?.(components, position, seat) ?? null);
  const root = draw({ components, view, viewer: null, names, ...SIZE, quiet: false, looks });
  return `data:image/svg+xml,${encodeURIComponent(picture({ ...root, attrs: { ...root.attrs, ...SIZE } }))}`;
}

/**
 * The example of each rule that has one; none where something is missing: the rules are there without them.
 * @param {string} ruleset @param {AbortSignal} signal @returns {Promise<Map<string, HTMLElement>>}
 */
export async function examplesOf(ruleset, signal) {
  try {
    const [recorded, lesson, answer, art, looks] = await Promise.all([
      fileOf(ruleset, 'examples'), fileOf(ruleset, 'lesson'), query(RULESET, { id: ruleset }, { signal }),
      import(`../boards/${ruleset}/draw.js`), import(`../boards/${ruleset}/looks.js`), also('lessons')]);
    const { components } = await printed(answer.ruleset);
    const captions = new Map(lesson.toReversed().map((/** @type {Caption} */ each) => [each.rule, each]));
    return new Map([...positionsOf(recorded)].map(([rule, position]) => [rule, figure(captions.get(rule),
      () => drawn({ ...art, ...looks }, components, position, recorded.names))]));
  } catch (problem) {
    if (!signal.aborted) console.warn(problem);
    return new Map();
  }
}

/** @param {Caption} caption @param {() => string} draw */
function figure({ title, text }, draw) {
  const image = h('img', { alt: '', ...SIZE, loading: 'lazy' });
  queueMicrotask(() => onceVisible(image, draw));
  return h('figure', { class: 'rule-example' }, image, h('figcaption', { class: 'small' }, h('strong', null, title),
    ' ', h('span', null, text)));
}
