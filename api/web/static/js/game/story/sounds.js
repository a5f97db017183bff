/**
 * Sounds by kind of event: off until a reader wants them, with a volume, and silent in the quiet theme. The synthesizer
 * is loaded with the first sound.
 */

import { h, set } from '../../dom.js';

const SETTING = 'emberlog.sounds';
const VOLUME = 'emberlog.volume';
const USUAL = 0.5;
/** Sounds nearer to each other than this would be noise: the later one is left out. */
const APART_MS = 90;

/** @param {string} key */
function stored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** @param {string} key @param {string} value */
function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* It applies as long as the page lives. */ }
}

/** Whether this person wants it quiet. */
const wantsQuiet = () => matchMedia('(prefers-contrast: more)').matches
  || document.documentElement.dataset.look === 'quiet';

export class Sounds {
  #on = stored(SETTING) === 'on';
  #volume = Math.min(1, Math.max(0, Number(stored(VOLUME) ?? USUAL) || 0));
  #last = 0;
  #switch = h('input', { type: 'checkbox', checked: this.#on, onchange: () => this.#switched() });
  #slider = h('input', { type: 'range', min: 0, max: 1, step: 0.05, value: this.#volume, 'aria-label': 'Volume',
    onchange: () => this.#louder() });
  element = h('div', { class: 'replay-sounds' }, h('label', { class: 'check' }, this.#switch, 'sounds'), this.#slider);

  constructor() {
    this.#dress();
  }

  /** @param {string | null} kind fire, water, coin, card or end; null: this event has no sound */
  async play(kind) {
    const now = performance.now();
    if (!kind || !this.#on || this.#volume === 0 || now - this.#last < APART_MS) return;
    if (wantsQuiet() || document.hidden) return;
    this.#last = now;
    const { sound } = await import('./synth.js');
    sound(kind, this.#volume);
  }

  #switched() {
    this.#on = this.#switch.checked;
    store(SETTING, this.#on ? 'on' : '');
    this.#dress();
    this.play('coin');
  }

  #louder() {
    this.#volume = Number(this.#slider.value);
    store(VOLUME, String(this.#volume));
    this.play('coin');
  }

  #dress() {
    const quiet = wantsQuiet();
    set(this.element, { title: quiet ? 'The quiet theme has no sounds.' : null });
    this.#switch.disabled = quiet;
    this.#slider.disabled = quiet || !this.#on;
  }
}
