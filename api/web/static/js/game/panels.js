// The panels beside the board: all in tabs on a phone, some in tabs beside the board, none on a wide screen. Knows not what is in them.

import { h } from '../dom.js';

/** Which panels are in tabs at each width; the others are always there. */
const WIDTHS = [
  { from: '100rem', name: 'wide', tabs: [] },
  { from: '60rem', name: 'middle', tabs: ['log', 'scores'] },
  { from: '0rem', name: 'narrow', tabs: ['play', 'result', 'log', 'seats', 'scores'] },
];

/**
 * @param {Record<string, {title: string, body: Element}>} parts by name
 * @param {AbortSignal} signal
 * @returns {{element: HTMLElement, open: (name: string) => void, shown: (name: string) => boolean, offer: (name: string, is: boolean) => void}}
 */
export function makePanels(parts, signal) {
  const tabs = {};
  const panels = {};
  const absent = new Set();
  let open = 'log';
  let width = WIDTHS[2];
  for (const [name, { title, body }] of Object.entries(parts)) {
    tabs[name] = h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => show(name) }, title);
    panels[name] = h('section', { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': title }, h('h2', { class: 'panel-title' }, title), body);
  }
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Beside the board', onkeydown: step }, Object.values(tabs));
  const element = h('aside', { class: 'side', 'aria-label': 'Beside the board' }, list, Object.values(panels));

  const inTabs = () => width.tabs.filter((name) => !absent.has(name));

  function show(name) {
    open = name;
    dress();
    element.dispatchEvent(new CustomEvent('panel', { detail: name }));
  }

  function dress() {
    const now = inTabs();
    if (now.length && !now.includes(open)) open = now[0];
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
    const next = now[(now.indexOf(open) + by + now.length) % now.length];
    show(next);
    tabs[next].focus();
  }

  const asks = WIDTHS.map((each) => matchMedia(`(min-width: ${each.from})`));
  const fit = () => {
    width = WIDTHS[asks.findIndex((ask) => ask.matches)];
    // The tabs stand right before what they open, for the eye and for the keyboard.
    element.insertBefore(list, width.tabs.length ? [...element.children].find((each) => width.tabs.some((name) => panels[name] === each)) : null);
    dress();
  };
  for (const ask of asks) ask.addEventListener('change', fit, { signal });
  fit();
  return {
    element,
    open: show,
    shown: (name) => !panels[name].hidden,
    offer(name, is) {
      if (absent.has(name) === !is) return;
      if (is) absent.delete(name);
      else absent.add(name);
      dress();
    },
  };
}
