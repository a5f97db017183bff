/** The evidence of a game in one file, also with the proof that the log continues a checkpoint that the reader has. */

import { fill, freshId, h } from '../dom.js';
import { locale, t } from '../language/language.js';

const NOTE_BYTES_MAX = 16_384;

/** @param {string} game its id @param {AbortSignal} signal @returns {HTMLElement} */
export function evidenceFile(game, signal) {
  const address = `/bundle/game/${game}`;
  const link = h('a', { href: address, download: '' }, 'Download the evidence');
  const answer = h('div', { role: 'status' });
  const input = h('input', { id: freshId('earlier'), type: 'file' });
  input.addEventListener('change', async () => {
    const note = input.files?.[0];
    fill(answer, note && h('p', { class: 'busy' }, 'Reading the evidence'));
    try {
      const file = note && await since(address, note, signal);
      if (input.files?.[0] !== note) return; // another one was chosen meanwhile
      point(link, file ? URL.createObjectURL(file) : address, file ? `${game}.emberlog` : '');
      fill(answer, note && h('p', { class: 'note note-good' },
        'The evidence above now proves that the log continues this checkpoint. Verify it together with the note.'));
    } catch (problem) {
      if (signal.aborted || input.files?.[0] !== note) return;
      point(link, address, '');
      fill(answer, h('p', { class: 'note note-bad', role: 'alert' }, problem.message));
    }
  });
  return h('div', null, h('p', null, link, ' · ',
    h('a', { href: `/verify.html?lang=${locale}` }, 'Verify it anywhere')),
  h('details', null, h('summary', null, 'I have an earlier checkpoint'),
    h('p', null, h('label', { for: input.id },
      'The note that you saved. The file will prove that nothing before it was changed.'), ' ', input), answer));
}

/** @param {HTMLAnchorElement} link @param {string} href @param {string} name */
function point(link, href, name) {
  if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
  link.href = href;
  link.download = name;
}

/** @param {string} address @param {File} note @param {AbortSignal} signal @throws {Error} in a sentence for people */
async function since(address, note, signal) {
  if (note.size > NOTE_BYTES_MAX) throw new Error(t`${note.name} is too long for a checkpoint.`);
  const wanted = `${address}?${new URLSearchParams({ since: await note.text() })}`;
  const answer = await fetch(wanted, { credentials: 'omit', signal });
  if (answer.ok) return answer.blob();
  const { detail } = await answer.json().catch(() => ({}));
  throw new Error(detail ?? t`The service answered ${answer.status}.`);
}
