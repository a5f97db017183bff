/** What keys do on the game page. Fields, buttons and open dialogs have their own keys. */

/**
 * @typedef {object} KeyTarget what keys act on
 * @property {import('./replay/player.js').Player} player
 * @property {() => void} nextViewer
 * @property {() => void} copyLink
 * @property {() => void} showKeys
 *
 * @typedef {{names: string[], does: string, keys: string[], act: (key: string) => void}} KeyBinding
 */

/** @param {KeyTarget} target @returns {KeyBinding[]} */
export function keysOf({ player, nextViewer, copyLink, showKeys }) {
  return [
    { names: ['←'], does: 'one step back', keys: ['ArrowLeft'], act: () => player.by(-1) },
    { names: ['→'], does: 'one step forward', keys: ['ArrowRight'], act: () => player.by(1) },
    { names: ['↑'], does: 'to the start of the turn, then one turn back', keys: ['ArrowUp'],
      act: () => player.turn(-1) },
    { names: ['↓'], does: 'one turn forward', keys: ['ArrowDown'], act: () => player.turn(1) },
    { names: ['Home'], does: 'the first step', keys: ['Home'], act: () => player.to(1) },
    { names: ['End'], does: 'the last step, and follow', keys: ['End'], act: () => player.last() },
    { names: [',', '.'], does: 'previous highlight, next highlight', keys: [',', '.'],
      act: (key) => player.highlight(key === '.' ? 1 : -1) },
    { names: ['Space'], does: 'play and pause; live: skip to the last step', keys: [' '], act: () => player.toggle() },
    { names: ['t'], does: 'play by turns, a turn every 4 s', keys: ['t'], act: () => player.byTurns() },
    { names: ['-', '+'], does: 'slower, faster', keys: ['-', '+'], act: (key) => player.faster(key === '+' ? 1 : -1) },
    { names: ['v'], does: 'view as the next viewer', keys: ['v'], act: nextViewer },
    { names: ['c'], does: 'copy the link to what is on the screen', keys: ['c'], act: copyLink },
    { names: ['l'], does: 'the live step', keys: ['l'], act: () => player.last() },
    { names: ['?'], does: 'show these keys', keys: ['?'], act: showKeys },
  ];
}

const TYPING =
  'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const PRESSED = 'button, a, summary, [role="button"], [role="tab"], input';

/** @param {KeyTarget} target @param {AbortSignal} signal */
export function listen(target, signal) {
  const acts = new Map(keysOf(target).flatMap((each) => each.keys.map((key) => [key, each.act])));
  document.addEventListener('keydown', (event) => {
    const act = acts.get(event.key);
    if (!act || !isOurs(event)) return;
    event.preventDefault();
    act(event.key);
  }, { signal });
}

/** Whether nothing else on the page takes this key. @param {KeyboardEvent} event */
function isOurs(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  return !target.matches(TYPING) && !(event.key === ' ' && target.matches(PRESSED));
}
