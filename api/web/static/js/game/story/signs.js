/** The rule signs `§` of the story's steps. What opens over them is loaded when one is pointed at or pressed. */

import { h } from '../../dom.js';
import { t } from '../../language/language.js';

const OPEN_MS = 180;

export class RuleSigns {
  /** Where the pointer was seen last on a sign. */
  #hand = { x: NaN, y: NaN };
  #timer = 0;
  #explain;
  /** @type {import('./rules.js').RuleBox | null} */
  #box = null;
  /** The newest sign of each step: rows may be made anew while what opens is loading.
   * @type {Map<number, HTMLElement>} */
  #newest = new Map();
  element = h('div', { class: 'log-rules', popover: 'auto', role: 'group', 'aria-label': 'Rules of this step' });

  /** @param {(version: number) => Promise<Node>} explain */
  constructor(explain) {
    this.#explain = explain;
  }

  /** The sign of a step. @param {number} version @param {RuleRef[]} rules */
  signOf(version, rules) {
    const ids = rules.map(({ id }) => id);
    const sign = h('button', { type: 'button', class: 'log-sign', tabindex: '-1', 'aria-expanded': 'false',
      'aria-label': t`Rules of step ${version}: ${ids.join(', ')}` }, '§');
    this.#newest.set(version, sign);
    const there = () => (sign.isConnected ? sign : this.#newest.get(version) ?? sign);
    const open = () => this.#use((box) => box.open(there(), version, ids));
    sign.addEventListener('pointermove', ({ clientX: x, clientY: y }) => { this.#hand = { x, y }; });
    sign.addEventListener('pointerenter', ({ pointerType, clientX: x, clientY: y }) => {
      this.#hand = { x, y };
      clearTimeout(this.#timer);
      this.#box?.stay();
      if (pointerType === 'mouse') this.#timer = setTimeout(open, OPEN_MS);
    });
    sign.addEventListener('pointerleave', ({ clientX, clientY }) => {
      // Where the pointer rests, the row went away under it.
      if (clientX !== this.#hand.x || clientY !== this.#hand.y) this.#leave();
    });
    sign.addEventListener('focus', () => { if (sign.matches(':focus-visible')) open(); });
    sign.addEventListener('blur', () => this.#leave());
    sign.addEventListener('click', () => {
      clearTimeout(this.#timer);
      this.#use((box) => { // in one wish: two of them may be granted in the other order
        box.open(there(), version, ids);
        box.explainStep(version);
      });
    });
    this.#box?.moved(sign, version);
    return sign;
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#box?.closeSoon();
  }

  /** The rows have moved. @param {HTMLElement} list */
  follow(list) {
    this.#box?.follow(list);
  }

  /** @param {(box: import('./rules.js').RuleBox) => void} wish */
  async #use(wish) {
    if (!this.#box) {
      const { RuleBox } = await import('./rules.js');
      this.#box ??= new RuleBox(this.element, this.#explain);
    }
    wish(this.#box);
  }
}
