// The panels beside the board: all in tabs with the board on a phone, some in tabs beside it, none on a wide screen. Knows not what
// is in them.

import { h } from '../../dom.js';
import { button } from '../pieces.js';

/** Which panels are in tabs at each width; the others are always there. */
const WIDTHS = [
  { from: '100rem', tabs: [] },
  { from: '60rem', tabs: ['log', 'scores'] },
  { from: '0rem', tabs: ['board', 'play', 'result', 'log', 'seats', 'scores'] },
];

/**
 * @param {HTMLElement} board the board's own section, which stands outside
 * @param {Record<string, {title: string, body: Element}>} parts by name
 * @param {AbortSignal} signal
 * @returns {{element: HTMLElement, tabs: HTMLElement, fit: () => void, bring: (name: string) => void,
 *   shown: (name: string) => boolean, offer: (name: string, is: boolean) => void}} tabs: to be put before the board, for when they
 *   are not beside it; bring: show it if it is in tabs with the board; offer: whether there is such a panel now
 */
export function makePanels(board, parts, signal) {
  const tabs = {};
  const panels = {};
  const absent = new Set();
  const opened = {};
  let width = WIDTHS[2];
  board.id = 'panel-board';
  const tab = (name, title) => {
    tabs[name] = button(title, () => show(name), { role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` });
  };
  tab('board', 'Board');
  panels.board = board;
  for (const [name, { title, body }] of Object.entries(parts)) {
    tab(name, title);
    panels[name] = h('section', { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': title },
      h('h2', { class: 'panel-title' }, title), body);
  }
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the game', onkeydown: step }, Object.values(tabs));
  const before = h('div', { class: 'tabs-place' });
  const element = h('aside', { class: 'side', 'aria-label': 'Beside the board' }, Object.values(panels).filter((panel) => panel !== board));

  const inTabs = () => width.tabs.filter((name) => !absent.has(name));

  function show(name) {
    opened[width.from] = name;
    dress();
    element.dispatchEvent(new CustomEvent('panel', { detail: name }));
  }

  function dress() {
    const now = inTabs();
    const open = now.includes(opened[width.from]) ? opened[width.from] : now[0];
    list.hidden = now.length < 2;
    for (const [name, panel] of Object.entries(panels)) {
      const tabbed = now.includes(name);
      tabs[name].hidden = !tabbed;
      tabs[name].setAttribute('aria-selected', String(tabbed && name === open));
      tabs[name].tabIndex = tabbed && name === open ? 0 : -1;
      panel.hidden = absent.has(name) || (tabbed && name !== open);
      if (tabbed) panel.setAttribute('role', 'tabpanel');
      else panel.removeAttribute('role');
    }
  }

  function step(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const now = inTabs();
    const at = now.findIndex((name) => tabs[name] === event.target);
    const next = now[(at + by + now.length) % now.length];
    show(next);
    tabs[next].focus();
  }

  const asks = WIDTHS.map((each) => matchMedia(`(min-width: ${each.from})`));
  /** The tabs stand right before what they open, for the eye and for the keyboard. */
  function fit() {
    width = WIDTHS[asks.findIndex((ask) => ask.matches)];
    if (width.tabs.includes('board')) before.append(list);
    else element.insertBefore(list, panels[width.tabs[0]] ?? null);
    dress();
    element.dispatchEvent(new CustomEvent('panel', { detail: '' }));
  }
  for (const ask of asks) ask.addEventListener('change', fit, { signal });
  return {
    element,
    tabs: before,
    fit,
    bring(name) { if (width.tabs.includes('board')) show(name); },
    shown: (name) => !panels[name].hidden,
    offer(name, is) {
      if (absent.has(name) === !is) return;
      if (is) absent.delete(name);
      else absent.add(name);
      dress();
    },
  };
}
