/**
 * Places where a command ends can be chosen at once: a click on the district that burns next says which fire card is
 * meant. Under the pointer a bubble says what a click would play.
 *
 * It is for the pointer alone: by keyboard and list every command is reached as before.
 */

import { clear, fill, h } from '../../../dom.js';
import { pin, spotElement } from './place.js';
import { t } from '../../../language/language.js';

const WAIT_MS = 150;
const WAYS = (/** @type {number} */ number) => t`${number} ways: choose this, then which.`;

/** @typedef {{isOpen: () => boolean, pick: (id: string, careful: boolean) => void}} ShortcutContext */

export class Shortcuts {
  element = h('div', { class: 'shortcut-place', 'aria-hidden': 'true' });
  #offers;
  #context;
  /** @type {Map<string, LegalCommand[]>} */
  #goals = new Map();
  #unpin = () => {};
  #timer = 0;

  /**
   * @param {import('../offers.js').Offers} offers @param {AbortSignal} signal
   * @param {ShortcutContext} context `pick`: `careful` where nothing could say before what a click means
   */
  constructor(offers, signal, context) {
    this.#offers = offers;
    this.#context = context;
    document.addEventListener('click', (event) => this.#clicked(event), { signal, capture: true });
    document.addEventListener('pointerover', (event) => this.#over(event), { signal });
    signal.addEventListener('abort', () => this.#close());
  }

  /** Flag the places where a command ends. */
  draw() {
    this.#close();
    this.#goals = this.#context.isOpen() ? this.#offers.goals : new Map();
    for (const element of document.querySelectorAll('.game-board [data-spot]')) {
      element.classList.toggle('spot-goal', this.#goals.has(element.getAttribute('data-spot') ?? ''));
    }
  }

  /** @param {Event} event @returns {string} the goal that an event is about; empty: none */
  #goalOf({ target }) {
    const spot = target instanceof Element ? target.closest('.game-board [data-spot]') : null;
    const id = spot?.getAttribute('data-spot') ?? '';
    return this.#goals.has(id) && this.#context.isOpen() ? id : '';
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const id = this.#goalOf(event);
    if (!id) return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
    this.#context.pick(id, /** @type {PointerEvent} */ (event).pointerType !== 'mouse');
  }

  /** @param {PointerEvent} event */
  #over(event) {
    clearTimeout(this.#timer);
    this.#close();
    const id = event.pointerType === 'mouse' && this.#goalOf(event);
    if (id) this.#timer = setTimeout(() => this.#say(id), WAIT_MS);
  }

  /** @param {string} id */
  #say(id) {
    const ends = this.#goals.get(id) ?? [];
    if (!ends.length || !spotElement(id)) return;
    const note = h('p', { class: 'shortcut' }, ends.length === 1 ? ends[0].text : WAYS(ends.length));
    fill(this.element, note);
    this.#unpin = pin(note, () => spotElement(id));
  }

  #close() {
    clearTimeout(this.#timer);
    this.#unpin();
    this.#unpin = () => {};
    if (this.element.firstChild) clear(this.element);
  }
}
