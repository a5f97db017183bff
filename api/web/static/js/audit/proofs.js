/** Proofs: what the signer has signed last, who cosigns, the place of a step, and the evidence of the whole game. */

import { query } from '../api.js';
import { fill, freshId, h, moment } from '../dom.js';
import { evidenceFile } from '../proof/download.js';
import { t } from '../language/language.js';
import { trouble } from './trouble.js';

const WITNESSES = '{ checkpoint { size } witnesses { name key size cosignedAt } }';
const PROOF = `query Proof($game: ID!, $step: Int!) { checkpoint { origin size root note cosigned }
  game(id: $game) { proof(step: $step) { place text why } } }`;
const HEADS = ['Witness', 'Has cosigned', 'When', 'Public key'];

/** @param {import('../pages/audit.js').Audited} game @param {AbortSignal} signal */
export function proofs(game, signal) {
  const step = freshId('step');
  const answer = h('div', { 'aria-live': 'polite' });
  const form = h('form', { class: 'audit-form' }, h('label', { for: step }, 'Step'),
    h('input', { id: step, name: 'step', type: 'number', min: '1', max: String(game.version), value: '1',
      required: true }), h('button', { type: 'submit' }, 'Show the proof'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const at = Number(new FormData(form).get('step'));
    try {
      const { checkpoint, game: { proof } } = await query(PROOF, { game: game.id, step: at }, { signal });
      fill(answer, view(game, at, checkpoint, proof));
    } catch (problem) {
      if (!signal.aborted) fill(answer, trouble(problem));
    }
  });
  return h('section', { class: 'audit-part', id: 'proofs' }, h('h2', null, 'Proofs'),
    h('p', null, 'Every step has a place in one order of all games, and that order is signed as it grows. Who keeps a '
      + 'signed note can prove later that nothing before it was changed.'), form, answer, witnesses(signal),
    game.phase === 'OVER' && evidenceFile(game.id, signal));
}

/** Who cosigns: read when somebody opens it. @param {AbortSignal} signal */
function witnesses(signal) {
  const answer = h('div', { 'aria-live': 'polite' });
  const part = h('details', { id: 'witnesses' }, h('summary', null, 'Who cosigns the order'), answer);
  part.addEventListener('toggle', async () => {
    try {
      const { checkpoint, witnesses: list } = await query(WITNESSES, {}, { signal });
      fill(answer, cosigners(list, checkpoint?.size ?? 0));
    } catch (problem) {
      if (!signal.aborted) fill(answer, trouble(problem));
    }
  });
  return part;
}

/** @typedef {{name: string, key: string, size: number | null, cosignedAt: string | null}} Witness */

/** @param {Witness[]} list @param {number} newest */
function cosigners(list, newest) {
  if (list.length === 0)
    return h('p', null, 'The signer asks no witness. Then nobody but you and those who keep notes would notice that it '
      + 'shows others another order.');
  const rows = list.map(({ name, key, size, cosignedAt }) => h('tr', null, [
    name, size === null ? 'nothing yet' : t`${size} of ${newest} places`,
    cosignedAt && h('time', { datetime: cosignedAt }, moment(cosignedAt)),
    h('code', { translate: 'no' }, key)].map((cell) => h('td', null, cell))));
  return [h('p', null, 'A witness signs elsewhere, and only what continues all that they have signed. Ask them for '
    + 'their key, and compare it with the one here.'), h('div', { class: 'audit-table' }, h('table', null,
    h('thead', null, h('tr', null, HEADS.map((each) => h('th', { scope: 'col' }, each)))), h('tbody', null, rows)))];
}

/**
 * @param {import('../pages/audit.js').Audited} game @param {number} step
 * @param {{origin: string, size: number, root: string, note: string, cosigned: string[]} | null} checkpoint
 * @param {{place: number | null, text: string | null, why: string}} proof
 */
function view(game, step, checkpoint, proof) {
  if (proof.text === null)
    return h('p', { class: proof.place === null ? 'note' : 'note note-bad', role: 'alert' }, proof.why);
  const href = URL.createObjectURL(new Blob([proof.text], { type: 'text/plain' }));
  return [h('p', null, t`Step ${step} has place ${proof.place} in the order of all games.`, ' ',
    h('a', { href, download: `${game.id}-${step}.tlog-proof` }, 'Save the proof')),
  checkpoint && h('p', null, t`Signed by ${checkpoint.origin} up to place ${checkpoint.size}.`, ' ',
    checkpoint.cosigned.length > 0 && t`Cosigned by ${checkpoint.cosigned.join(', ')}.`, ' ',
    h('a', { href: URL.createObjectURL(new Blob([checkpoint.note], { type: 'text/plain' })), download: 'checkpoint' },
      'Save the newest note')),
  h('pre', { translate: 'no' }, proof.text)];
}
