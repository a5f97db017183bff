/** A step through the eyes of two seats: what each knew, what it had just learned, and what it could play. */

import { query } from '../api.js';
import { fill, freshId, h } from '../dom.js';
import { TEXT, t } from '../language/language.js';
import { trouble } from './trouble.js';

const KNOWN = `query Known($game: ID!, $seat: Int!, $at: Int!, $since: Int!) { game(id: $game) {
  knowledge(seat: $seat, at: $at, since: $since) { at since digest viewJson patch learned { version line { ${TEXT} } } }
  legalAt(seat: $seat, at: $at) { ${TEXT} json } } }`;

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function stepDesk(game, signal) {
  const [at, since, left, right] = ['at', 'since', 'left', 'right'].map(freshId);
  const answer = h('div', { class: 'audit-pair', 'aria-live': 'polite' });
  const number = { type: 'number', min: '1', max: String(game.version), required: true };
  const seats = (/** @type {number} */ chosen) => game.seats.map((each) => h('option',
    { value: String(each.seat), selected: each.seat === chosen }, `${each.seat} ${each.name}`));
  const form = h('form', { class: 'audit-form' },
    h('label', { for: at }, 'After step'), h('input', { ...number, id: at, name: 'at', value: String(game.version) }),
    h('label', { for: since }, 'compared with step'), h('input', { ...number, id: since, name: 'since', value: '1' }),
    h('label', { for: left }, 'Seat'), h('select', { id: left, name: 'left' }, seats(0)),
    h('label', { for: right }, 'beside seat'), h('select', { id: right, name: 'right' }, seats(1)),
    h('button', { type: 'submit' }, 'Show'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const value = (/** @type {string} */ name) => Number(new FormData(form).get(name));
    const chosen = [...new Set([value('left'), value('right')])];
    const sides = chosen.map((seat) => side(game, seat, value('at'), value('since'), signal));
    answer.setAttribute('aria-busy', 'true');
    fill(answer, await Promise.all(sides));
    answer.removeAttribute('aria-busy');
  });
  return h('section', { class: 'audit-part', id: 'step' }, h('h2', null, 'A step, two seats side by side'),
    h('p', null, 'What a seat could know is computed from the log by the views of this build. It does not say what a ',
      'person looked at. ', h('a', { href: `/games/${game.id}/${game.version}` }, 'The board'), ' is on the page of ',
      'the game.'), form, answer);
}

/**
 * @param {import('../pages/audit.js').Audited} game @param {number} seat @param {number} at @param {number} since
 * @param {AbortSignal} signal
 */
async function side(game, seat, at, since, signal) {
  const name = game.seats[seat]?.name ?? '';
  try {
    const { knowledge, legalAt } = (await query(KNOWN, { game: game.id, seat, at, since }, { signal })).game;
    return h('article', { class: 'audit-side' }, h('h3', null, t`Seat ${seat} ${name} after step ${knowledge.at}`),
      h('p', null, 'Digest of its view: ', h('code', null, knowledge.digest)),
      part(t`Told to this seat and not to everybody since step ${knowledge.since}`, knowledge.learned.map(
        (/** @type {any} */ each) => `${each.version}: ${each.line.text}`)),
      part('It could play', legalAt.map((/** @type {any} */ each) => each.text)),
      h('details', null, h('summary', null, t`What changed in its view: ${knowledge.patch.length}`),
        h('pre', null, JSON.stringify(knowledge.patch, null, 1))),
      h('details', null, h('summary', null, 'Its whole view'),
        h('pre', null, JSON.stringify(knowledge.viewJson, null, 1))));
  } catch (problem) {
    return h('article', { class: 'audit-side' }, h('h3', null, t`Seat ${seat} ${name}`),
      trouble(problem));
  }
}

/** @param {string} heading @param {string[]} lines */
const part = (heading, lines) => [h('h4', null, heading),
  lines.length === 0 ? h('p', { class: 'soft' }, 'Nothing.') : h('ul', null, lines.map((line) => h('li', null, line)))];
