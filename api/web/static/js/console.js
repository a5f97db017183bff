/**
 * A console for the API: an operation, its variables, the answer. Subscriptions run until they are stopped. Sends what is written, as the
 * person who is signed in.
 */

import { ApiError, newId, query, subscribe } from './api.js';
import { announce, fill, freshId, h, plural } from './dom.js';

const SHOWN_MAX = 50;
const CHARS_MAX = 200_000;

const EXAMPLES = [
  ['The games that moved last', '{\n  games(first: 5) {\n    totalCount\n    edges { node { id ruleset title phase version seats lastMoveAt } }\n  }\n}', ''],
  ['What is on the shelf', '{\n  rulesets {\n    id title seatsMin seatsMax bots\n    options { name title description kind default values }\n  }\n}', ''],
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
  ['Open a table', `mutation Open($id: ID!) {
  openGame(commandId: $id, ruleset: "london", seats: 2) {
    __typename
    ... on CommandAccepted { game version }
    ... on CommandRefused { code text rules { id text } }
    ... on NotAuthenticated { text }
  }
}`, '{ "id": "UUID" }'],
];

/** @param {AbortSignal} signal what ends it all @returns {HTMLElement} */
export function askingConsole(signal) {
  const [operationId, variablesId, exampleId] = ['operation', 'variables', 'example'].map(freshId);
  const operation = h('textarea', { id: operationId, rows: 10, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', value: EXAMPLES[0][1] });
  const variables = h('textarea', { id: variablesId, rows: 3, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  const examples = h('select', { id: exampleId }, EXAMPLES.map(([name], at) => h('option', { value: at }, name)));
  const answer = h('pre', { class: 'answer', tabindex: 0, role: 'region', 'aria-label': 'Answer' }, h('code', null, 'Nothing asked yet.'));
  const run = h('button', { type: 'submit', class: 'primary' }, 'Run');
  const stop = h('button', { type: 'button', hidden: true }, 'Stop');
  const status = h('p', { class: 'hint', role: 'status' });
  let asking = new AbortController();

  examples.addEventListener('change', async () => {
    const [, text, given] = EXAMPLES[Number(examples.value)];
    operation.value = text;
    variables.value = given;
    const filled = await filledIn(given, signal);
    if (variables.value === given) variables.value = filled; // else somebody has written there, or chosen another, while it was asked for
  });
  const element = h('form', { class: 'panel console', novalidate: true },
    h('div', { class: 'console-ask' },
      h('div', { class: 'field' }, h('label', { for: exampleId }, 'Examples'), examples),
      h('div', { class: 'field' }, h('label', { for: operationId }, 'Query, mutation or subscription'), operation),
      h('div', { class: 'field' }, h('label', { for: variablesId }, 'Variables, as JSON'), variables),
      h('div', { class: 'row' }, run, stop, h('span', { class: 'hint' }, h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'Enter'), ' runs it')), status),
    answer);

  const show = (value) => fill(answer, h('code', null, pretty(value)));
  const end = (text) => { stop.hidden = true; status.textContent = text; };

  async function ask() {
    asking.abort();
    asking = new AbortController();
    const own = asking.signal;
    let given;
    try {
      given = variables.value.trim() ? JSON.parse(variables.value) : {};
    } catch (error) {
      status.textContent = '';
      return show(`The variables are not JSON: ${error.message}`);
    }
    status.textContent = 'Asking …';
    if (isSubscription(operation.value)) return listen(given, own);
    const began = performance.now();
    try {
      const data = await query(operation.value, given, { signal: own });
      show({ data });
      end(`Answered in ${Math.round(performance.now() - began)} ms.`);
    } catch (error) {
      if (own.aborted) return undefined;
      show(troubleOf(error));
      end('Answered with an error.');
    }
    return undefined;
  }

  function listen(given, own) {
    const heard = [];
    let total = 0;
    show('Waiting for the first …');
    stop.hidden = false;
    const open = subscribe(operation.value, given, (data) => {
      total += 1;
      heard.unshift(data);
      heard.length = Math.min(heard.length, SHOWN_MAX);
      status.textContent = `${plural(total, 'event')} so far, the latest first.`;
      show(heard);
    }, (state, detail) => {
      if (state === 'lost') { show(troubleOf(detail)); end('Ended with an error.'); }
      if (state === 'ended') end(`Complete after ${plural(total, 'event')}.`);
      if (state === 'live' && total === 0) announce('Subscribed.');
    });
    own.addEventListener('abort', open.close);
  }

  stop.addEventListener('click', () => { asking.abort(); end('Stopped.'); run.focus(); });
  element.addEventListener('submit', (event) => { event.preventDefault(); ask(); });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); ask(); }
  });
  signal.addEventListener('abort', () => asking.abort());
  return h('section', { 'aria-label': 'Console' }, h('h2', null, 'Ask'), element);
}

/** An example's variables, with the game that moved last and a new command id. */
async function filledIn(given, signal) {
  if (!given.includes('GAME')) return given.replace('UUID', newId());
  const data = await query('{ games(first: 1) { edges { node { id } } } }', {}, { signal }).catch(() => null);
  return given.replace('GAME', data?.games.edges[0]?.node.id ?? '');
}

/** Whether the first operation of a document is a subscription. @param {string} text */
export const isSubscription = (text) => /^(?:\s|,|#[^\n]*\n|fragment\s[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*subscription\b/.test(text);

const troubleOf = (error) => (error instanceof ApiError
  ? { errors: [{ message: error.message, extensions: { code: error.code, ...error.extensions } }], data: error.data ?? undefined }
  : `Something in this page went wrong: ${error.message}`);

function pretty(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}\n… and ${text.length - CHARS_MAX} characters more` : text;
}
