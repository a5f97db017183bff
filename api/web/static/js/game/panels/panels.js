/**
 * The column beside the board: the reader's own choices, the players, and tabs for all else. On a phone it is a sheet
 * under the board with everything in tabs, which is raised over the board and lowered.
 */

import { h, set } from '../../dom.js';
import { button } from '../pieces.js';
import { dragged } from './sheet.js';

/** Where board and column stand side by side on one screen (game.css). */
export const BESIDE = '(min-width: 60rem) and (min-height: 31.25rem)';
/** Which panels are in tabs; the others always stand in the column. */
const TABS = { beside: ['result', 'log', 'scores', 'rulings', 'evidence'],
  sheet: ['lobby', 'play', 'result', 'seats', 'log', 'scores', 'rulings', 'evidence'] };

/** @typedef {{title: string, body: Element}} Part */

export class Panels {
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();
  /** @type {Map<string, HTMLElement>} */
  #panels = new Map();
  /** @type {Set<string>} panels that there are not now */
  #absent = new Set();
  /** @type {{beside: string, sheet: string}} the open tab in each arrangement */
  #opened = { beside: '', sheet: '' };
  #media = matchMedia(BESIDE);
  #list;
  #grip = button('', () => this.raise(!this.#raised), { class: 'side-grip' });
  #raised = false;

  /** @param {Record<string, Part>} parts @param {Element} strip stands beside the grip @param {AbortSignal} signal */
  constructor(parts, strip, signal) {
    for (const [name, { title, body }] of Object.entries(parts)) this.#add(name, title, body);
    this.#list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the game',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#move(event) }, [...this.#tabs.values()]);
    this.element = h('aside', { class: 'side', 'aria-label': 'Beside the board' }, this.#grip, strip,
      [...this.#panels.values()]);
    dragged(this.#grip, this.#list, (up) => this.raise(up));
    this.#media.addEventListener('change', () => this.fit(), { signal });
    this.raise(false);
  }

  /** @param {string} name @param {string} title @param {Element} body */
  #add(name, title, body) {
    const attributes = { role: 'tab', id: `tab-${name}`, class: `tab-${name}`, 'aria-controls': `panel-${name}` };
    this.#tabs.set(name, button(title, () => this.#press(name), attributes));
    this.#panels.set(name, h('section', { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': title },
      h('h2', { class: 'panel-title' }, title), body));
  }

  get #arrangement() {
    return this.#media.matches ? 'beside' : 'sheet';
  }

  /** Arrange the panels for the size of the window. Tabs stand right before what they open. */
  fit() {
    this.element.insertBefore(this.#list, this.#panels.get(TABS[this.#arrangement][0]) ?? null);
    this.#draw();
    this.element.dispatchEvent(new CustomEvent('panel', { detail: '' }));
  }

  /** Open a panel of the sheet, or give the screen back to the board. @param {string} name */
  bring(name) {
    if (this.#arrangement !== 'sheet') return;
    if (name !== 'board') this.#open(name);
    this.raise(name !== 'board');
  }

  /** Open a panel wherever it is. @param {string} name */
  show(name) {
    this.#open(name);
    this.bring(name);
  }

  /** Raise the sheet over the board, or lower it. @param {boolean} up */
  raise(up) {
    this.#raised = up;
    this.element.classList.toggle('side-raised', up);
    this.#grip.setAttribute('aria-expanded', String(up));
    set(this.#grip, { 'aria-label': up ? 'Show the whole board' : 'Show more of this list' });
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
    return TABS[this.#arrangement].filter((name) => !this.#absent.has(name));
  }

  /** The tab that is open now: the one chosen, or the first. */
  get #current() {
    const chosen = this.#opened[this.#arrangement];
    return this.#inTabs.includes(chosen) ? chosen : this.#inTabs[0];
  }

  /** A tab of the sheet also raises it; the open one lowers it. @param {string} name */
  #press(name) {
    if (this.#arrangement === 'sheet') this.raise(!this.#raised || name !== this.#current);
    this.#open(name);
  }

  /** @param {string} name */
  #open(name) {
    this.#opened[this.#arrangement] = name;
    this.#draw();
    this.element.dispatchEvent(new CustomEvent('panel', { detail: name }));
  }

  #draw() {
    const names = this.#inTabs;
    const open = this.#current;
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
