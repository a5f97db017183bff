// What keys do on the game page. Listens to the whole page, but leaves fields, buttons and open dialogs their own keys.

/** @param {any} page the game page */
export function keysOf(page) {
  const { player } = page;
  return [
    { names: ['←'], says: 'a step back', keys: ['ArrowLeft'], act: () => player.by(-1) },
    { names: ['→'], says: 'a step on', keys: ['ArrowRight'], act: () => player.by(1) },
    { names: ['↑'], says: 'to where the turn began, then a turn back', keys: ['ArrowUp'], act: () => player.turn(-1) },
    { names: ['↓'], says: 'a turn on', keys: ['ArrowDown'], act: () => player.turn(1) },
    { names: ['Home'], says: 'the first step', keys: ['Home'], act: () => player.to(1) },
    { names: ['End'], says: 'the last step, and follow', keys: ['End'], act: () => player.last() },
    { names: [',', '.'], says: 'the mark before, the next mark', keys: [',', '.'], act: (key) => player.mark(key === '.' ? 1 : -1) },
    { names: ['Space'], says: 'play and pause', keys: [' '], act: () => player.toggle() },
    { names: ['-', '+'], says: 'slower, faster', keys: ['-', '+'], act: (key) => player.faster(key === '+' ? 1 : -1) },
    { names: ['v'], says: 'look through the next pair of eyes', keys: ['v'], act: () => page.cycle() },
    { names: ['c'], says: 'copy the link to what is on the screen', keys: ['c'], act: () => page.copy() },
    { names: ['l'], says: 'the live step', keys: ['l'], act: () => player.last() },
    { names: ['?'], says: 'these keys', keys: ['?'], act: () => page.keys() },
  ];
}

const TYPING = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const PRESSED = 'button, a, summary, [role="button"], [role="tab"], input';

/** @param {any} page @param {AbortSignal} signal */
export function listen(page, signal) {
  const acts = new Map(keysOf(page).flatMap((each) => each.keys.map((key) => [key, each.act])));
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const act = acts.get(event.key);
    if (!act || event.target.matches(TYPING)) return;
    if (event.key === ' ' && event.target.matches(PRESSED)) return;
    event.preventDefault();
    act(event.key);
  }, { signal });
}
