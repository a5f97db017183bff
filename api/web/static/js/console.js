/** A console for the API: an operation, its variables, the answer. Subscriptions run until they are stopped. */

import { ApiError, newId, query, subscribe } from './api.js';
import { announce, fill, freshId, h, plural } from './dom.js';

const EVENTS_MAX = 50;
const CHARS_MAX = 200_000;

/** @type {[name: string, operation: string, variables: string][]} */
const EXAMPLES = [
  ['The games that moved last', `{
  games(first: 5) {
    totalCount
    edges { node { id ruleset title phase version seats lastMoveAt } }
  }
}`, ''],
  ['The rulesets', `{
  rulesets {
    id title seatsMin seatsMax bots
    options { name title description kind default values }
  }
}`, ''],
  ['The first steps of a game', `query Steps($game: ID!) {
  game(id: $game) {
    title phase turn toAct
    seats { seat name bot }
    steps(first: 10) { edges { node { version line { text rules { id } } patch } } }
  }
}`, '{ "game": "GAME" }'],
  ['Follow a game', `subscription Follow($game: ID!, $after: Cursor) {
  gameSteps(game: $game, after: $after) {
    version
    line { text rules { id title } }
  }
}`, '{ "game": "GAME", "after": "0" }'],
  ['A rule', '{\n  rule(id: "GAME-PLAY-03") { id title text source reconstructed }\n}', ''],
  ['Open a game', `mutation Open($id: ID!) {
  openGame(commandId: $id, ruleset: "london", seats: 2) {
    __typename
    ... on CommandAccepted { gameId version }
    ... on CommandRefused { code text rules { id text } }
    ... on NotAuthenticated { text }
  }
}`, '{ "id": "UUID" }'],
];

/** @param {AbortSignal} signal what ends all requests @returns {HTMLElement} */
export function apiConsole(signal) {
  return h('section', { 'aria-label': 'Console' }, h('h2', null, 'Console'), new Console(signal).element);
}

class Console {
  #ids = ['operation', 'variables', 'example'].map(freshId);
  #operation = area(this.#ids[0], 10, EXAMPLES[0][1]);
  #variables = area(this.#ids[1], 3, '');
  #examples = h('select', { id: this.#ids[2], onchange: () => this.#useExample() },
    EXAMPLES.map(([name], at) => h('option', { value: at }, name)));
  #answer = h('pre', { class: 'answer', tabindex: 0, role: 'region', 'aria-label': 'Answer' },
    h('code', null, 'No request yet.'));
  #run = h('button', { type: 'submit', class: 'primary' }, 'Run');
  #stop = h('button', { type: 'button', hidden: true, onclick: () => this.#stopped() }, 'Stop');
  #status = h('p', { class: 'hint', role: 'status' });
  #request = new AbortController();
  #signal;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#request.abort());
    this.element = this.#form();
  }

  #form() {
    const [operation, variables, example] = this.#ids;
    return h('form', {
      class: 'panel console', novalidate: true,
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#send(); },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.#send(); }
      },
    },
    h('div', { class: 'console-ask' },
      h('div', { class: 'field' }, h('label', { for: example }, 'Examples'), this.#examples),
      h('div', { class: 'field' }, h('label', { for: operation }, 'Query, mutation or subscription'), this.#operation),
      h('div', { class: 'field' }, h('label', { for: variables }, 'Variables, as JSON'), this.#variables),
      h('div', { class: 'row' }, this.#run, this.#stop,
        h('span', { class: 'hint' }, h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'Enter'), ' runs it')), this.#status),
    this.#answer);
  }

  async #useExample() {
    const [, text, template] = EXAMPLES[Number(this.#examples.value)];
    this.#operation.value = text;
    this.#variables.value = template;
    const filled = await filledIn(template, this.#signal);
    // Unless the reader has changed it meanwhile.
    if (this.#variables.value === template) this.#variables.value = filled;
  }

  async #send() {
    this.#request.abort();
    this.#request = new AbortController();
    const variables = this.#readVariables();
    if (variables === null) return;
    this.#status.textContent = 'Waiting for the answer …';
    if (isSubscription(this.#operation.value)) this.#subscribe(variables, this.#request.signal);
    else await this.#query(variables, this.#request.signal);
  }

  /** @returns {Record<string, unknown> | null} null if they are not JSON */
  #readVariables() {
    try {
      return this.#variables.value.trim() ? JSON.parse(this.#variables.value) : {};
    } catch (error) {
      this.#status.textContent = '';
      this.#show(`The variables are not JSON: ${error.message}`);
      return null;
    }
  }

  /** @param {Record<string, unknown>} variables @param {AbortSignal} signal */
  async #query(variables, signal) {
    const began = performance.now();
    try {
      this.#show({ data: await query(this.#operation.value, variables, { signal }) });
      this.#end(`Answered in ${Math.round(performance.now() - began)} ms.`);
    } catch (error) {
      if (signal.aborted) return;
      this.#show(problemOf(error));
      this.#end('Answered with an error.');
    }
  }

  /** @param {Record<string, unknown>} variables @param {AbortSignal} signal */
  #subscribe(variables, signal) {
    /** @type {unknown[]} */
    const events = [];
    let total = 0;
    this.#show('Waiting for the first event …');
    this.#stop.hidden = false;
    const open = subscribe(this.#operation.value, variables, (data) => {
      total += 1;
      events.unshift(data);
      events.length = Math.min(events.length, EVENTS_MAX);
      this.#status.textContent = `${plural(total, 'event')} so far, the latest first.`;
      this.#show(events);
    }, (state, detail) => {
      if (state === 'lost') { this.#show(problemOf(detail)); this.#end('Ended with an error.'); }
      if (state === 'ended') this.#end(`Complete after ${plural(total, 'event')}.`);
      if (state === 'live' && total === 0) announce('Subscribed.');
    });
    signal.addEventListener('abort', open.close);
  }

  #stopped() {
    this.#request.abort();
    this.#end('Stopped.');
    this.#run.focus();
  }

  /** @param {unknown} value */
  #show(value) {
    fill(this.#answer, h('code', null, pretty(value)));
  }

  /** @param {string} text */
  #end(text) {
    this.#stop.hidden = true;
    this.#status.textContent = text;
  }
}

/** @param {string} id @param {number} rows @param {string} value */
const area = (id, rows,
  value) => h('textarea', { id, rows, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', value });

/**
 * An example's variables, with the game that moved last and a new command id.
 * @param {string} template @param {AbortSignal} signal
 */
async function filledIn(template, signal) {
  if (!template.includes('GAME')) return template.replace('UUID', newId());
  const data = await query('{ games(first: 1) { edges { node { id } } } }', {}, { signal }).catch(() => null);
  return template.replace('GAME', data?.games.edges[0]?.node.id ?? '');
}

const SUBSCRIPTION = /^(?:\s|,|#[^\n]*\n|fragment\s[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*subscription\b/;

/** Whether the first operation of a document is a subscription. @param {string} text */
export const isSubscription = (text) => SUBSCRIPTION.test(text);

/** @param {any} error */
function problemOf(error) {
  if (!(error instanceof ApiError)) return `Something on this page went wrong: ${error.message}`;
  const { message, code, extensions, data } = error;
  return { errors: [{ message, extensions: { code, ...extensions } }], data: data ?? undefined };
}

/** @param {unknown} value */
function pretty(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (text.length <= CHARS_MAX) return text;
  return `${text.slice(0, CHARS_MAX)}\n… and ${text.length - CHARS_MAX} more characters`;
}
