/**
 * The log: each step as a plain sentence with its rules and time.
 *
 * Rows are laid out only where they are visible (`content-visibility` on each chunk), so thousands of them cost little,
 * and all of
 * them can still be read, searched and focused.
 */

import { fill, h, moment } from '../../dom.js';
import { showRule } from '../../dialogs.js';
import { seatEmblem } from '../../boards/kit.js';

/** Rows laid out together: about as many as are visible at once, because a jump lays out whole chunks. */
const CHUNK = 10;
const SLICE = 150;
const LAYOUTS_MAX = 8;
const HIDDEN = 'Something happened that this viewer may not see.';
const clock = new Intl.DateTimeFormat(undefined,
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** @typedef {import('../replay/store.js').Store} Store */

export class Log {
  element = h('div', { class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log of steps' });
  #explanation = h('div', { class: 'log-why', role: 'status' });
  #why = h('button', { type: 'button', class: 'log-ask', 'aria-expanded': 'false', onclick: () => this.#explain() },
    'Why?');
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {Store | null} */
  #store = null;
  /** @type {HTMLElement | null} */
  #chunk = null;
  /** @type {HTMLElement | null} the row of the step on the screen */
  #current = null;
  #version = 0;
  #timer = 0;
  #frame = 0;
  #explainStep;

  /** @param {(version: number) => void} goTo @param {(version: number) => Promise<Node>} explainStep */
  constructor(goTo, explainStep) {
    this.#explainStep = explainStep;
    this.element.addEventListener('click', ({ target }) => {
      if (!(target instanceof Element)) return;
      const rule = target.closest('[data-rule]');
      if (rule instanceof HTMLElement) { showRule(rule.dataset.rule ?? ''); return; }
      const row = target.closest('.log-go')?.closest('li');
      if (row) goTo(Number(row.dataset.step));
    });
  }

  /** Show the steps of a store, from now on. @param {Store} store */
  use(store) {
    if (this.#store !== store) {
      this.#store = store;
      this.#rows = [];
      this.#current = null;
      this.#closeExplanation();
      this.element.replaceChildren();
    }
    this.#grow(store);
  }

  /** Highlight the step on the screen. @param {number} version */
  at(version) {
    this.#version = version;
    this.#setCurrent();
  }

  /** Scroll to the current step without moving anything but the log itself. */
  reveal() {
    if (!this.#current || this.element.contains(document.activeElement)) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => { if (this.element.offsetParent !== null) this.#centre(LAYOUTS_MAX); });
  }

  async #explain() {
    const version = Number(this.#current?.dataset.step);
    if (this.#why.getAttribute('aria-expanded') === 'true') { this.#closeExplanation(); return; }
    this.#why.setAttribute('aria-expanded', 'true');
    this.#current?.append(fill(this.#explanation, 'Looking it up …'));
    const answer = await this.#explainStep(version).catch((problem) => problem.message);
    if (Number(this.#current?.dataset.step) !== version) return;
    fill(this.#explanation, answer);
    const below = this.#explanation.getBoundingClientRect().bottom - this.element.getBoundingClientRect().bottom;
    if (below > 0) this.element.scrollTop += below;
  }

  #closeExplanation() {
    this.#why.setAttribute('aria-expanded', 'false');
    this.#explanation.remove();
  }

  /**
   * Rows that were never laid out have a guessed height, so the scroll is corrected several times.
   * @param {number} times
   */
  #centre(times) {
    if (!this.#current) return;
    const [row, box] = [this.#current.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (row.top >= box.top && row.bottom <= box.bottom) return;
    this.element.scrollTop += row.top - box.top - (box.height - row.height) / 2;
    if (times > 0) this.#frame = requestAnimationFrame(() => this.#centre(times - 1));
  }

  #setCurrent() {
    const row = this.#rows[this.#version - 1] ?? null;
    if (row === this.#current) return;
    this.#current?.removeAttribute('aria-current');
    this.#closeExplanation();
    this.#current = row;
    if (!row) return;
    row.setAttribute('aria-current', 'step');
    row.querySelector('.log-meta')?.append(this.#why);
    this.reveal();
  }

  /** Add rows in slices, so that the page stays responsive. @param {Store} store */
  #grow(store) {
    clearTimeout(this.#timer);
    const until = Math.min(this.#rows.length + SLICE, store.steps.length);
    while (this.#rows.length < until) this.#addRow(store);
    this.#setCurrent();
    if (this.#rows.length < store.steps.length) this.#timer = setTimeout(() => this.#grow(store), 0);
  }

  /** @param {number} version of its first step */
  #startChunk(version) {
    this.#chunk = h('ol', { class: 'log-chunk', start: version });
    this.element.append(this.#chunk);
  }

  /** @param {Store} store */
  #addRow({ steps }) {
    const step = steps[this.#rows.length];
    if (this.#rows.length % CHUNK === 0) this.#startChunk(step.version);
    const turn = step.turn ?? 0;
    const before = steps[this.#rows.length - 1]?.turn ?? 0;
    const row = rowOf(step, turn > 0 && turn !== before ? turn : 0);
    this.#rows.push(row);
    this.#chunk?.append(row);
  }
}

/** @param {Step} step @param {number} turn the turn that starts with this step, or 0 */
function rowOf({ version, time, line }, turn) {
  const dataset = { step: version, turn: turn ? `Turn ${turn}` : '' };
  return h('li', { class: line ? 'log-row' : 'log-row log-hidden', dataset },
    h('button', { type: 'button', class: 'log-go' },
      h('span', { class: 'log-number' }, version),
      line && line.seat !== null ? seatEmblem(line.seat, 12, '') : h('span', { class: 'log-nobody' }),
      h('span', { class: 'log-text' }, line ? line.text : HIDDEN)),
    h('span', { class: 'log-meta' }, (line?.rules ?? []).map(ruleOf),
      h('time', { datetime: time, title: moment(time) }, clock.format(new Date(time)))));
}

/** @param {{id: string}} rule */
const ruleOf = ({ id }) => h('button', { type: 'button', class: 'log-rule', dataset: { rule: id } }, id);
