/** What is chosen but lies nowhere on the drawing: amounts, yes and no, chiefs; and badges on tiles. Only those who
 * choose load it. */
import { fill, h, svg } from '../../dom.js';
import { planted } from '../../drawing/mount.js';
import { spot } from '../kit.js';
import { portrait } from './art/portraits.js';
import { use } from './art/text.js';
import { labelOf } from './labels.js';
import { boxOf } from './layout.js';
import { translation } from '../../language/language.js';

/** Whether a spot is a badge on a tile. @param {string} id */
const isBadge = (id) => /^(via|cube):/.test(id);

/** @typedef {{words: Brigade.Words, position: BrigadeView | null, layout: import('./layout.js').Layout}} Known */

/** @param {string} id @param {Known} known */
function badge(id, { words, position }) {
  const element = h('button', { type: 'button', class: 'bri-badge' },
    svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      planted(use(id.startsWith('via') ? 'walk' : 'cube', 0, 0, 24))));
  return spot(element, id, labelOf(id, position, words));
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {string} id @param {Known} known */
function chip(id, { words, position }) {
  const [kind, what] = id.split(':');
  const printed = kind === 'pick' ? words.chiefs[what] : kind === 'colour' ? words.houses[what] : null;
  const does = printed && position?.options.advanced ? words.ability(printed.ability)
    : printed?.base_colour ? translation(`${printed.base_colour} firehouse`) : '';
  const name = labelOf(id, position, words);
  const face = kind === 'pick' ? svg('svg', { viewBox: '0 0 48 52', 'aria-hidden': 'true', class: 'bri-face' },
    planted(portrait(what, '#a9573a', '#3a3148', { hat: 0 }))) : null;
  const element = h('button', { type: 'button', class: 'bri-chip' }, face,
    h('span', null, capital(name), does && h('small', null, does)));
  return spot(element, id, does ? `${name}: ${does}` : name);
}

/** The buttons that exist only while they are wanted; one that stays keeps the focus. */
export class Tray {
  element = h('div', { class: 'bri-tray', role: 'group', 'aria-label': 'Choices', hidden: true });
  badges = h('div', { class: 'bri-badges' });
  /** @type {Map<string, Spot>} */
  #current = new Map();

  /**
   * @param {string[]} wanted ids that the drawing has not @param {Known} known
   * @param {boolean} above whether the action card must stay in sight under it
   * @returns {Map<string, Spot>}
   */
  lay(wanted, known, above) {
    for (const [id, each] of this.#current) {
      if (wanted.includes(id)) continue;
      this.#current.delete(id);
      each.element.remove();
    }
    for (const id of wanted) if (!this.#current.has(id)) this.#add(id, known);
    this.element.hidden = !this.element.childElementCount;
    this.element.classList.toggle('bri-above', above);
    this.place(known.layout);
    return this.#current;
  }

  /** @param {string} id @param {Known} known */
  #add(id, known) {
    const isOnTile = isBadge(id);
    const made = isOnTile ? badge(id, known) : chip(id, known);
    this.#current.set(id, made);
    (isOnTile ? this.badges : this.element).append(made.element);
  }

  /** Put everything where the drawing of this size has its place. @param {import('./layout.js').Layout} layout */
  place(layout) {
    const { actions, city } = layout;
    Object.assign(this.element.style, { left: `${city.x}px`, width: `${city.w}px` });
    const height = this.element.parentElement?.clientHeight ?? 0;
    this.element.style.setProperty('--above', `${Math.round(height - actions.y + 6)}px`);
    for (const [id, { element }] of this.#current) {
      if (!isBadge(id)) continue;
      const { x, y, w } = boxOf(layout, Number(id.split(':')[1]));
      Object.assign(element.style, { left: `${x + w / 2}px`, top: `${y + w / 2}px` });
    }
  }

  clear() {
    this.#current.clear();
    fill(this.element);
    fill(this.badges);
    this.element.hidden = true;
  }
}
