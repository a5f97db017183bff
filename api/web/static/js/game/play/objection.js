/** A click on a spot that is not offered: one sentence beside it says why, with the rule. */

import { clear, fill, h } from '../../dom.js';
import { ruleButton } from '../../dialogs.js';
import { button } from '../pieces.js';
import { pin, spotElement } from './places/place.js';
import { likely, whyNot } from './unoffered.js';
import { t } from '../../language/language.js';

/** @typedef {{isOpen: () => boolean, prompt: () => string, before: () => RulesetCommand[]}} ObjectionContext */

export class Objection {
  element = h('div', { class: 'objection-place', role: 'status' });
  #game;
  #offers;
  #signal;
  #context;
  #unpin = () => {};

  /**
   * @param {string} game @param {import('./offers.js').Offers} offers @param {AbortSignal} signal
   * @param {ObjectionContext} context `isOpen`: whether the reader is to choose; `prompt`: what;
   *   `before`: what is planned before it
   */
  constructor(game, offers, signal, context) {
    this.#game = game;
    this.#offers = offers;
    this.#signal = signal;
    this.#context = context;
    document.addEventListener('click', (event) => this.#clicked(event), { signal });
    document.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.clear(); }, { signal });
    signal.addEventListener('abort', () => this.clear());
  }

  clear() {
    this.#unpin();
    this.#unpin = () => {};
    if (this.element.firstChild) clear(this.element);
  }

  /** @param {Event} event */
  #clicked({ target }) {
    if (!(target instanceof Element) || this.element.contains(target)) return;
    this.clear();
    const spot = target.closest('.game-board [data-spot]');
    const id = spot?.getAttribute('data-spot');
    if (!id || !this.#context.isOpen() || spot?.matches('.spot-offered, .spot-goal')) return;
    this.#explain(id);
  }

  /** @param {string} id */
  async #explain(id) {
    const { legal, picked } = this.#offers;
    const json = likely(id, legal, (each) => this.#offers.spotsOf(each), picked);
    const objection = json && await whyNot(this.#game, json, this.#context.before(), this.#signal).catch(() => null);
    if (!this.#context.isOpen()) return;
    const text = objection?.text ?? t`${this.#offers.nameOf(id)} cannot be chosen now. ${this.#context.prompt()}`;
    const rule = objection?.rules?.[0];
    const note = h('div', { class: 'objection' }, h('p', null, text, ' ', rule && ruleButton(rule.id)),
      button('Close', () => this.clear(), { class: 'quiet' }));
    fill(this.element, note);
    this.#unpin = pin(note, () => spotElement(id));
  }
}
