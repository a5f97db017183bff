/** What opens over a rule sign: the step's rules by name, and why it happened once that is wanted. */

import { ruleOf, showRule } from '../../dialogs.js';
import { fill, h, stylesheet } from '../../dom.js';
import { button } from '../pieces.js';

const CLOSE_MS = 300;
const GAP_PX = 6;

export class RuleBox {
  #box;
  /** @type {HTMLElement | null} the sign that the box belongs to */
  #sign = null;
  #version = 0;
  #timer = 0;
  #explain;

  /** @param {HTMLElement} box @param {(version: number) => Promise<Node>} explain */
  constructor(box, explain) {
    this.#box = box;
    this.#explain = explain;
    stylesheet('/assets/css/game/why.css');
    this.#box.addEventListener('pointerenter', () => clearTimeout(this.#timer));
    this.#box.addEventListener('pointerleave', () => this.closeSoon());
    this.#box.addEventListener('toggle', () => this.#sign?.setAttribute('aria-expanded', String(this.#isOpen)));
  }

  /** The row of a step was made anew, and its sign with it. @param {HTMLElement} sign @param {number} version */
  moved(sign, version) {
    if (!this.#isOpen || this.#version !== version) return;
    this.#sign = sign;
    sign.setAttribute('aria-expanded', 'true');
  }

  /** The pointer came back. */
  stay() {
    clearTimeout(this.#timer);
  }

  /** The rows have moved: an open box goes with its sign, while that is in sight. @param {HTMLElement} list */
  follow(list) {
    if (!this.#sign || !this.#isOpen) return;
    const [at, bounds] = [this.#sign.getBoundingClientRect(), list.getBoundingClientRect()];
    const isVisible = this.#sign.isConnected && at.bottom > bounds.top && at.top < bounds.bottom;
    if (isVisible) this.#settle();
    else this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#box.hidePopover();
  }

  get #isOpen() {
    return this.#box.matches(':popover-open');
  }

  closeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { if (!this.#box.contains(document.activeElement)) this.#close(); }, CLOSE_MS);
  }

  /** @param {HTMLElement} sign @param {number} version @param {string[]} ids */
  open(sign, version, ids) {
    clearTimeout(this.#timer);
    if (this.#isOpen && this.#version === version) { this.moved(sign, version); return; } // it may tell why by now
    this.#sign?.setAttribute('aria-expanded', 'false');
    this.#sign = sign;
    this.#version = version;
    fill(this.#box, h('ul', { class: 'log-rule-list' }, ids.map((id) => this.#ruleOf(id))),
      button('Why did this happen?', () => this.explainStep(version), { class: 'log-ask' }));
    if (!this.#isOpen) this.#box.showPopover();
    this.#settle();
  }

  /** A rule by its id, and how it begins as soon as that is known. @param {string} id */
  #ruleOf(id) {
    const says = h('span', { class: 'log-rule-text' });
    ruleOf(id).then((rule) => { says.textContent = rule?.text ?? ''; this.#settle(); }, () => {});
    const text = [h('span', { class: 'log-rule-id' }, id), ' ', says];
    return h('li', null, button(text, () => showRule(id), { class: 'log-rule' }));
  }

  /** @param {number} version */
  async explainStep(version) {
    const place = h('div', { class: 'log-why', role: 'status' }, 'Looking it up …');
    this.#box.replaceChildren(place);
    const answer = await this.#explain(version).catch((problem) => problem.message);
    if (this.#version !== version) return;
    fill(place, answer);
    this.#settle();
  }

  /** Put the box beside its sign, within the window. */
  #settle() {
    if (!this.#sign || !this.#isOpen) return;
    const at = this.#sign.getBoundingClientRect();
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.max(GAP_PX, Math.min(at.right - width, innerWidth - width - GAP_PX));
    const below = at.bottom + GAP_PX;
    const top = below + height > innerHeight ? Math.max(GAP_PX, at.top - height - GAP_PX) : below;
    this.#box.style.setProperty('left', `${left}px`);
    this.#box.style.setProperty('top', `${top}px`);
  }
}
