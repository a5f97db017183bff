/**
 * The panels beside the board: all in tabs with the board on a phone, some in tabs beside it, none on a wide screen.
 */

import { h } from '../../dom.js';
import { button } from '../pieces.js';

/** Which panels are in tabs at each width; the others are always visible. */
const WIDTHS = [
  { from: '100rem', tabs: [] },
  { from: '60rem', tabs: ['log', 'scores'] },
  { from: '0rem', tabs: ['board', 'play', 'result', 'log', 'seats', 'scores'] },
];

/** @typedef {{title: string, body: Element}} Part */

export class Panels {
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();
  /** @type {Map<string, HTMLElement>} */
  #panels = new Map();
  /** @type {Set<string>} panels that there are not now */
  #absent = new Set();
  /** @type {Record<string, string>} the open tab at each width */
  #opened = {};
  #width = WIDTHS[2];
  #media = WIDTHS.map((each) => matchMedia(`(min-width: ${each.from})`));
  #list;
  /** To be put before the board: the tabs, while the board is one of them. */
  tabs = h('div', { class: 'tabs-place' });

  /**
   * @param {HTMLElement} board its own section, which stands outside @param {Record<string, Part>} parts
   * @param {AbortSignal} signal
   */
  constructor(board, parts, signal) {
    board.id = 'panel-board';
    this.#add('board', 'Board', board);
    for (const [name, { title, body }] of Object.entries(parts)) {
      this.#add(name, title, h('section', { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': title },
        h('h2', { class: 'panel-title' }, title), body));
    }
    this.#list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the game',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#move(event) }, [...this.#tabs.values()]);
    this.element = h('aside', { class: 'side', 'aria-label': 'Beside the board' },
      [...this.#panels.values()].filter((panel) => panel !== board));
    for (const each of this.#media) each.addEventListener('change', () => this.fit(), { signal });
  }

  /** @param {string} name @param {string} title @param {HTMLElement} panel */
  #add(name, title, panel) {
    const attributes = { role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` };
    this.#tabs.set(name, button(title, () => this.#open(name), attributes));
    this.#panels.set(name, panel);
  }

  /** Arrange the panels for the width of the window. Tabs stand right before what they open. */
  fit() {
    this.#width = WIDTHS[this.#media.findIndex((each) => each.matches)];
    if (this.#width.tabs.includes('board')) this.tabs.append(this.#list);
    else this.element.insertBefore(this.#list, this.#panels.get(this.#width.tabs[0]) ?? null);
    this.#draw();
    this.element.dispatchEvent(new CustomEvent('panel', { detail: '' }));
  }

  /** Open a panel if it is in tabs with the board. @param {string} name */
  bring(name) {
    if (this.#width.tabs.includes('board')) this.#open(name);
  }

  /** @param {string} name */
  isOpen(name) {
    return !this.#panels.get(name)?.hidden;
  }

  /** Say whether there is such a panel now. @param {string} name @param {boolean} is */
  offer(name, is) {
    if (this.#absent.has(name) === !is) return;
    if (is) this.#absent.delete(name);
    else this.#absent.add(name);
    this.#draw();
  }

  get #inTabs() {
    return this.#width.tabs.filter((name) => !this.#absent.has(name));
  }

  /** @param {string} name */
  #open(name) {
    this.#opened[this.#width.from] = name;
    this.#draw();
    this.element.dispatchEvent(new CustomEvent('panel', { detail: name }));
  }

  #draw() {
    const names = this.#inTabs;
    const open = names.includes(this.#opened[this.#width.from]) ? this.#opened[this.#width.from] : names[0];
    this.#list.hidden = names.length < 2;
    for (const [name, tab] of this.#tabs) {
      const tabbed = names.includes(name);
      tab.hidden = !tabbed;
      tab.setAttribute('aria-selected', String(tabbed && name === open));
      tab.tabIndex = tabbed && name === open ? 0 : -1;
    }
    for (const [name, panel] of this.#panels) {
      const tabbed = names.includes(name);
      panel.hidden = this.#absent.has(name) || (tabbed && name !== open);
      if (tabbed) panel.setAttribute('role', 'tabpanel');
      else panel.removeAttribute('role');
    }
  }

  /** Left and right move from tab to tab. @param {KeyboardEvent} event */
  #move(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const names = this.#inTabs;
    const at = names.findIndex((name) => this.#tabs.get(name) === event.target);
    const next = names[(at + by + names.length) % names.length];
    this.#open(next);
    this.#tabs.get(next)?.focus();
  }
}
