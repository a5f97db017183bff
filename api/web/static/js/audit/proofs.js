/** Proofs: what the signer has signed last, the place of one step in it, and the evidence of the whole game. */

import { query } from '../api.js';
import { fill, freshId, h } from '../dom.js';
import { t } from '../language/language.js';

const PROOF = `query Proof($game: ID!, $step: Int!) { checkpoint { origin size root note cosigned }
  game(id: $game) { proof(step: $step) { place text why } } }`;

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
      if (!signal.aborted) fill(answer, h('p', { class: 'note note-bad', role: 'alert' }, problem.message));
    }
  });
  return h('section', { class: 'audit-part', id: 'proofs' }, h('h2', null, 'Proofs'),
    h('p', null, 'Every step has a place in one order of all games, and that order is signed as it grows. Who keeps a '
      + 'signed note can prove later that nothing before it was changed.'), form, answer,
    game.phase === 'OVER' && h('p', null, h('a', { href: `/bundle/game/${game.id}`, download: '' },
      'Download the evidence'), ' · ', h('a', { href: '/verify.html' }, 'Verify it anywhere')));
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
