/**
 * The schema as a tree: the three roots and all types, each opening into its fields, each field into those of its type.
 * One stop for the Tab key; arrows move, Right and Left open and close, Enter or a click chooses.
 */

import { freshId, h, svg } from '../dom.js';
import { namedType } from '../sdl.js';
import { translation } from '../language/language.js';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
/** @type {[kind: string, title: string][]} */
const KINDS = [['interface', 'Interfaces'], ['type', 'Types'], ['union', 'Unions'], ['input', 'Inputs'],
  ['enum', 'Enums'], ['scalar', 'Scalars']];

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('../console/insert.js').Segment} Segment
 * @typedef {object} Item
 * @property {string} name @property {string} type the type of a field
 * @property {string} coordinate what it shows when it is chosen; empty for a group
 * @property {boolean} deprecated
 * @property {Segment[]} path what is inserted; empty if it cannot be
 * @property {() => Item[]} children
 */

export class Tree {
  #types;
  #choose;
  #insert;
  /** @type {WeakMap<Element, Item>} */
  #items = new WeakMap();
  /** @type {HTMLElement | null} */
  #current = null;

  /**
   * @param {Map<string, Type>} types @param {(coordinate: string) => void} choose shows its documentation
   * @param {(path: Segment[]) => void} insert
   */
  constructor(types, choose, insert) {
    this.#types = types;
    this.#choose = choose;
    this.#insert = insert;
    this.element = h('ul', {
      class: 'plain tree', role: 'tree', 'aria-label': 'Types and fields',
      onclick: (/** @type {MouseEvent} */ event) => this.#clicked(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    }, this.#roots().map((item) => this.#entry(item, 1)));
    const query = this.element.querySelector('[role="treeitem"]');
    if (query instanceof HTMLElement) { this.#toggle(query, true); this.#use(query); }
  }

  /** @returns {Item[]} */
  #roots() {
    const named = ROOTS.flatMap((name) => this.#types.get(name) ?? []);
    const others = [...this.#types.values()].filter(({ name }) => !ROOTS.includes(name));
    const groups = KINDS.map(([kind, title]) => {
      const own = others.filter((type) => type.kind === kind).sort((a, b) => a.name.localeCompare(b.name));
      return { name: `${translation(title)} (${own.length})`, type: '', coordinate: '', deprecated: false, path: [],
        children: () => own.map((type) => this.#itemOfType(type)) };
    });
    return [...named.map((type) => this.#itemOfType(type)), ...groups.filter(({ name }) => !name.endsWith('(0)'))];
  }

  /** @param {Type} type @returns {Item} */
  #itemOfType(type) {
    return { name: type.name, type: '', coordinate: type.name, deprecated: false, path: [],
      children: () => this.#childrenOf(type, []) };
  }

  /** @param {Type} type @param {Segment[]} path @returns {Item[]} */
  #childrenOf(type, path) {
    const selectable = type.kind === 'type' || type.kind === 'interface';
    const fields = type.fields.map((field) => {
      const own = selectable ? [...path, { type: type.name, field }] : [];
      const to = this.#types.get(namedType(field.type));
      return { name: field.name, type: field.type, coordinate: `${type.name}.${field.name}`,
        deprecated: field.deprecated !== null, path: own, children: () => (to ? this.#childrenOf(to, own) : []) };
    });
    const values = type.values.map((value) => ({ name: value.name, type: '', path: [],
      coordinate: `${type.name}.${value.name}`, deprecated: value.deprecated !== null, children: () => [] }));
    const members = type.members.flatMap((name) => this.#types.get(name) ?? []).map((each) => this.#itemOfType(each));
    return [...fields, ...values, ...members];
  }

  /** @param {Item} item @param {number} level */
  #entry(item, level) {
    const opens = item.children().length > 0;
    const row = h('div', { class: 'tree-row', role: 'treeitem', tabindex: -1, 'aria-level': level,
      'aria-selected': 'false', 'aria-expanded': opens ? 'false' : null },
    opens ? svg('svg', { viewBox: '0 0 12 12', class: 'tree-sign', 'aria-hidden': 'true' },
      svg('path', { d: 'M4 2l4 4-4 4' })) : h('span', { class: 'tree-sign' }),
    h('code', { class: item.deprecated ? 'bare old' : 'bare' }, item.name),
    item.type && h('span', { class: 'tree-type', translate: 'no' }, item.type),
    item.deprecated && h('span', { class: 'unseen' }, 'deprecated'),
    item.path.length > 0 && h('span', { class: 'tree-insert', title: 'Insert into the editor (double click, or +)',
      'aria-hidden': 'true' }, '+'));
    this.#items.set(row, item);
    return h('li', { role: 'none' }, row);
  }

  /** @param {HTMLElement} row @param {boolean} open */
  #toggle(row, open) {
    const item = this.#items.get(row);
    if (!item || !row.hasAttribute('aria-expanded')) return;
    row.setAttribute('aria-expanded', String(open));
    const group = row.nextElementSibling;
    if (group instanceof HTMLElement) { group.hidden = !open; return; }
    const [level, id] = [Number(row.getAttribute('aria-level')) + 1, freshId('branch')];
    row.after(h('ul', { class: 'plain', role: 'group', id },
      item.children().map((each) => this.#entry(each, level))));
    row.setAttribute('aria-owns', id);
  }

  /** Make this the entry that Tab reaches. @param {HTMLElement} entry */
  #use(entry) {
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = entry;
    entry.tabIndex = 0;
  }

  /** @param {HTMLElement} entry */
  #select(entry) {
    this.element.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    entry.setAttribute('aria-selected', 'true');
    const item = this.#items.get(entry);
    if (item?.coordinate) this.#choose(item.coordinate);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const { target } = event;
    const entry = target instanceof Element ? target.closest('[role="treeitem"]') : null;
    if (!(entry instanceof HTMLElement) || !(target instanceof Element)) return;
    this.#use(entry);
    const item = this.#items.get(entry);
    const inserts = target.closest('.tree-insert') || event.detail === 2;
    if (inserts && item?.path.length) { this.#insert(item.path); return; }
    entry.focus({ preventScroll: true });
    if (target.closest('.tree-sign') || !item?.coordinate || !item.path.length)
      this.#toggle(entry, entry.getAttribute('aria-expanded') !== 'true');
    this.#select(entry);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const entry = document.activeElement?.closest('[role="treeitem"]');
    if (!(entry instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#act(entry, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What a key does. Returns whether it does anything. @param {HTMLElement} entry @param {string} key */
  #act(entry, key) {
    const visible = this.#visible();
    const at = visible.indexOf(entry);
    const open = entry.getAttribute('aria-expanded');
    const parent = entry.closest('[role="group"]')?.previousElementSibling;
    if (key === 'ArrowDown') this.#focus(visible[at + 1]);
    else if (key === 'ArrowUp') this.#focus(visible[at - 1]);
    else if (key === 'Home') this.#focus(visible[0]);
    else if (key === 'End') this.#focus(visible.at(-1));
    else if (key === 'ArrowRight' && open === 'false') this.#toggle(entry, true);
    else if (key === 'ArrowRight' && open) this.#focus(visible[at + 1]);
    else if (key === 'ArrowLeft' && open === 'true') this.#toggle(entry, false);
    else if (key === 'ArrowLeft') this.#focus(parent);
    else if (key === 'Enter' || key === ' ') this.#select(entry);
    else if (key === '+' || key === 'Insert') this.#insertOf(entry);
    else if (/^\w$/.test(key)) this.#focus(nextWith(visible, at, key, (each) => this.#items.get(each)?.name ?? ''));
    else return false;
    return true;
  }

  /** @param {HTMLElement} entry */
  #insertOf(entry) {
    const path = this.#items.get(entry)?.path ?? [];
    if (path.length) this.#insert(path);
  }

  /** @param {Element | null | undefined} entry */
  #focus(entry) {
    if (!(entry instanceof HTMLElement)) return;
    this.#use(entry);
    entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: 'nearest' });
  }

  #visible() {
    const all = [...this.element.querySelectorAll('[role="treeitem"]')].filter((each) => each instanceof HTMLElement);
    return all.filter((each) => !each.closest('ul[hidden]'));
  }
}

/**
 * The next entry whose name begins with a letter.
 * @param {HTMLElement[]} entries @param {number} at @param {string} key @param {(entry: HTMLElement) => string} nameOf
 */
function nextWith(entries, at, key, nameOf) {
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
  return after.find((each) => nameOf(each).toLowerCase().startsWith(key.toLowerCase()));
}
