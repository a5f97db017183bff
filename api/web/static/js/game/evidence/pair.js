/** Two viewers side by side at one step: a board for each, and what one knows that the other does not. */

import { query } from '../../api.js';
import { openDialog } from '../../dialogs.js';
import { fill, h } from '../../dom.js';
import { heads } from '../pieces.js';
import { viewerName, viewerOf } from '../words.js';
import { differences } from './reading.js';
import { TEXT, t } from '../../language/language.js';

const BOTH = `query SideBySide($game: ID!, $step: Int!, $one: ViewerInput, $other: ViewerInput) { game(id: $game) {
  one: step(version: $step, as: $one) { line { ${TEXT} } viewJson }
  other: step(version: $step, as: $other) { line { ${TEXT} } viewJson } } }`;
const ROWS_MAX = 200;

/**
 * @typedef {object} Pair
 * @property {string} game @property {number} at @property {string[]} viewers words of those that may be chosen
 * @property {GameSeatView[]} seats @property {(view: GameView) => Promise<Board>} board makes another board
 * @property {AbortSignal} signal
 */

/** @param {Pair} pair */
export function openPair(pair) {
  const { viewers, seats, at } = pair;
  /** @param {string} word @param {string} label */
  const select = (word, label) => h('select', { 'aria-label': label, value: word, onchange: () => draw() },
    viewers.map((each) => h('option', { value: each }, viewerName(each, seats))));
  const one = select(viewers[0], 'Left');
  const other = select(viewers.includes('spectator') ? 'spectator' : viewers.at(-1) ?? '', 'Right');
  const body = h('div', { class: 'eyes-body' });
  const dialog = openDialog(t`Step ${at}, side by side`, h('div', { class: 'eyes-choice' }, one, other), body);
  dialog.classList.add('dialog-eyes');

  async function draw() {
    fill(body, h('p', { class: 'busy' }, 'Reading both views'));
    try {
      fill(body, ...await sides(pair, one.value, other.value));
    } catch (problem) {
      fill(body, h('p', { class: 'note note-bad' }, problem.message));
    }
  }
  draw();
}

/** @param {Pair} pair @param {string} left @param {string} right */
async function sides({ game, at, board, signal }, left, right) {
  const [one, other] = [viewerOf(left), viewerOf(right)];
  const answer = (await query(BOTH, { game, step: at, one, other }, { signal })).game;
  const boards = await Promise.all([[answer.one, one], [answer.other, other]].map(async ([step, viewer]) => {
    const drawn = await board(step.viewJson);
    queueMicrotask(() => drawn.show(step.viewJson, { before: null, viewer, animate: false }));
    return h('div', { class: 'eyes-side' }, h('p', null, step.line?.text ?? 'Something this viewer may not know.'),
      h('div', { class: 'eyes-board', inert: true }, drawn.element));
  }));
  return [h('div', { class: 'eyes-boards' }, boards), known(answer.one.viewJson, answer.other.viewJson)];
}

/** @param {any} one @param {any} other */
function known(one, other) {
  const rows = differences(one, other, ROWS_MAX);
  if (rows.length === 0) return h('p', null, 'Both know the same at this step.');
  const many = rows.length === ROWS_MAX ? t`more than ${ROWS_MAX}` : rows.length;
  return h('details', null, h('summary', null, t`What differs: ${many}`),
    h('table', null, heads('Where', 'Left', 'Right'), h('tbody', null, rows.map((each) => h('tr', null,
      h('th', { scope: 'row' }, h('code', null, each.path)), h('td', null, h('code', null, worded(each.one))),
      h('td', null, h('code', null, worded(each.other))))))));
}

/** @param {any} value */
const worded = (value) => (value === undefined ? '–' : JSON.stringify(value));
