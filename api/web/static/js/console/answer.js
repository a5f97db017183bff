/** What the service answered: data, errors with their places in the text, and the cost; or events as they come. */

import { ruleButton } from '../dialogs.js';
import { fill, h, plural, say } from '../dom.js';
import { prose } from '../prose.js';
import { laidOut } from './layout.js';
import { t } from '../language/language.js';

const CHARS_MAX = 200_000;
const EVENTS_MAX = 500;
const LATE_PX = 40;

/**
 * @typedef {{message?: string, locations?: {line: number, column: number}[], path?: (string | number)[],
 *   extensions?: Record<string, any>}} Problem an error of an answer
 */

export class Answer {
  #goTo;
  #problems = h('div', { class: 'problems' });
  #code = h('code', null, t`No request yet.`);
  #text = h('pre', { class: 'answer', tabindex: 0, role: 'region', 'aria-label': 'Answer' }, this.#code);
  #facts = h('p', { class: 'hint', role: 'status' });
  #events = new Events();

  /** @param {(line: number, column: number) => void} goTo moves the cursor to a place in the operation */
  constructor(goTo) {
    this.#goTo = goTo;
    this.element = h('div', { class: 'console-answer' }, this.#facts, this.#problems, this.#text, this.#events.element);
    this.#events.element.hidden = true;
  }

  /** @param {string} text what goes on, in a sentence */
  say(text) {
    say(this.#facts, text);
  }

  /** @param {unknown} value @param {Problem[]} [problems] */
  show(value, problems = []) {
    this.#text.hidden = value === undefined;
    this.#events.element.hidden = true;
    if (value !== undefined) this.#code.textContent = pretty(value);
    this.showProblems(problems);
  }

  /** @param {Problem[]} problems */
  showProblems(problems) {
    fill(this.#problems, problems.length > 0 && h('ul', { class: 'plain note note-bad', 'aria-label': 'Errors' },
      problems.map((problem) => this.#problem(problem))));
  }

  /** A list that grows with each event. @returns {Events} */
  listen() {
    this.#text.hidden = true;
    this.#events.element.hidden = false;
    this.#events.clear();
    this.showProblems([]);
    return this.#events;
  }

  /** @param {Problem} problem */
  #problem({ message = 'An error without a message.', locations = [], path, extensions = {} }) {
    const { code, ...facts } = extensions;
    return h('li', null, h('p', null, prose(message, ruleButton)), h('p', { class: 'row small' },
      code && h('a', { href: `/docs/errors#${encodeURIComponent(code)}`, target: '_blank', rel: 'noopener' },
        h('code', null, code)),
      locations.map(({ line, column }) => h('button', { type: 'button', class: 'small',
        onclick: () => this.#goTo(line, column) }, t`Line ${line}, column ${column}`)),
      path && h('span', null, 'at ', h('code', null, path.join('.'))),
      Object.keys(facts).length > 0 && h('code', null, JSON.stringify(facts))));
  }
}

/** Events of a subscription, as they come: counted, followed, and cleared on request. */
export class Events {
  #list = h('ol', { class: 'plain', 'aria-label': 'Events' });
  #box = h('div', { class: 'answer events', tabindex: 0, role: 'region', 'aria-label': 'Answer',
    onscroll: () => this.#scrolled() }, this.#list);
  #follow = h('input', { type: 'checkbox', checked: true, onchange: () => this.#toEnd() });
  #count = h('span', { class: 'events-count' });
  #total = 0;

  constructor() {
    this.element = h('div', null, h('div', { class: 'row spread' }, this.#count,
      h('span', { class: 'row' }, h('label', { class: 'check small' }, this.#follow, 'Follow the latest'),
        h('button', { type: 'button', class: 'small', onclick: () => this.clear() }, 'Clear'))), this.#box);
    this.clear();
  }

  get total() {
    return this.#total;
  }

  clear() {
    this.#total = 0;
    fill(this.#list);
    this.#counted();
  }

  /** @param {unknown} data @param {Date} now */
  add(data, now) {
    this.#total += 1;
    const time = now.toLocaleTimeString(undefined, { hour12: false });
    this.#list.append(h('li', null, h('p', { class: 'soft small' }, `${this.#total} · ${time}`),
      h('pre', null, h('code', null, pretty(data)))));
    if (this.#list.children.length > EVENTS_MAX) this.#list.firstElementChild?.remove();
    this.#counted();
    this.#toEnd();
  }

  #counted() {
    const older = this.#total > EVENTS_MAX ? t`, the last ${EVENTS_MAX} are here` : '';
    say(this.#count, this.#total ? `${plural(this.#total, 'event')}${older}` : 'No event yet.');
  }

  #toEnd() {
    if (this.#follow.checked) this.#box.scrollTop = this.#box.scrollHeight;
  }

  /** Who scrolls back stays there; who scrolls to the end follows. */
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    this.#follow.checked = scrollHeight - clientHeight - scrollTop < LATE_PX;
  }
}

/** @param {unknown} value */
export function pretty(value) {
  const text = typeof value === 'string' ? value : laidOut(value);
  if (text.length <= CHARS_MAX) return text;
  return [text.slice(0, CHARS_MAX), t`… and ${text.length - CHARS_MAX} more characters`].join('\n');
}

/** What an answer took, in a sentence. @param {{ms: number, bytes: number, body: any}} answer */
export function factsOf({ ms, bytes, body }) {
  const took = t`Answered in ${Math.round(ms)} ms, ${sizeOf(bytes)}.`;
  const cost = body.extensions?.cost;
  if (!cost) return took;
  const [requested, left, limit] = [cost.requested, cost.left, cost.limit].map((each) => Number(each).toLocaleString());
  return [took, t`It cost ${requested} points; ${left} of ${limit} are left.`].join(' ');
}

/** @param {number} bytes */
const sizeOf = (bytes) => (bytes < 1000 ? t`${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`);
