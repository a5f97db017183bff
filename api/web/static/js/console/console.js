/** A console for the API: an operation, its variables, and the answer. Subscriptions run until they are stopped. */

import { ApiError, subscribe, token } from '../api.js';
import { newId } from '../api/commands.js';
import { execute } from './execute.js';
import { announce, fill, freshId, h, plural, say } from '../dom.js';
import { t, translation } from '../language/language.js';
import { inEnglish, prose } from '../prose.js';
import { Answer, factsOf } from './answer.js';
import { fieldAt } from './context.js';
import { Editor } from './editor.js';
import { EXAMPLES, filledIn } from './examples.js';
import { formatted } from './format.js';
import { inserted, withVariables } from './insert.js';
import { Library } from './library.js';
import { fragmentOf, NotStored, Storage } from './storage.js';
import { suggestionsAt } from './suggest.js';
import { operationAt, operationsOf } from './tokens.js';

/**
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {import('./context.js').Types} Types
 * @typedef {import('./insert.js').Segment} Segment
 * @typedef {import('./storage.js').Written} Written
 */

const STACKED = '(max-width: 76rem)'; // as in console.css: the answer stands below the operation
const LONG_CHARS = 6000; // some programs cut longer addresses

export class Console {
  #signal;
  /** @type {Types} */
  #types = new Map();
  #request = new AbortController();
  #answer = new Answer((line, column) => this.#operation.goTo(placeOf(this.#operation.text, line, column)));
  #operation;
  #variables;
  #storage = new Storage(storageArea(), token);
  #library = new Library(this.#storage, (written, name) => this.open(written, name),
    (text) => this.#answer.say(text));
  #name = h('input', { type: 'text', id: freshId('name'), maxlength: 80, autocomplete: 'off' });
  #examples = h('select', { id: freshId('example'), onchange: () => this.#useExample() },
    EXAMPLES.map(([name], at) => h('option', { value: at }, name)));
  #transport = h('select', { id: freshId('transport') },
    h('option', { value: 'socket' }, 'Websocket'), h('option', { value: 'events' }, 'Server-sent events'));
  #help = h('p', { class: 'hint editor-help' });
  #wrong = h('p', { class: 'hint variables-wrong', id: freshId('wrong') });
  #run = h('button', { type: 'submit', class: 'primary' }, 'Run');
  #stop = h('button', { type: 'button', hidden: true, onclick: () => this.#stopped() }, 'Stop');

  /** @param {AbortSignal} signal what ends all requests */
  constructor(signal) {
    this.#signal = signal;
    this.#operation = new Editor({
      id: freshId('operation'), rows: 12, value: EXAMPLES[0][1], changed: () => this.#explain(),
      suggest: (text, at) => suggestionsAt(text, at, this.#types),
    });
    this.#variables = new Editor({ id: freshId('variables'), rows: 4, value: '',
      changed: () => this.#checkVariables() });
    this.#variables.area.setAttribute('aria-describedby', this.#wrong.id);
    signal.addEventListener('abort', () => this.#request.abort());
    this.element = this.#form();
  }

  /** Complete names by this schema. @param {Types} types */
  know(types) {
    this.#types = types;
    this.#explain();
  }

  /** Put an operation into the editor; it does not run by itself. @param {Written} written @param {string} name */
  open({ text, variables }, name) {
    this.#operation.text = text;
    this.#variables.text = variables;
    this.#name.value = name;
    this.#operation.goTo(0);
    this.#answer.say(name ? t`“${name}” is in the editor.` : 'It is in the editor.');
  }

  /** Write a field of the schema into the operation. @param {Segment[]} path */
  insert(path) {
    const { text, cursor, variables } = inserted(this.#operation.text, this.#operation.cursor, path, this.#types);
    this.#operation.write(text, cursor);
    const values = withVariables(this.#variables.text, variables, newId);
    if (values !== this.#variables.text) this.#variables.text = values;
    announce(t`${path[path.length - 1].field.name} is in the editor.`);
  }

  // ---- the form

  #form() {
    return h('form', {
      class: 'panel console', novalidate: true, 'aria-label': 'Console',
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#send(); },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    }, h('div', { class: 'console-ask' }, h('div', { class: 'row' }, labelled(this.#examples, 'Examples')),
      this.#tools(), this.#fields()), this.#answer.element,
    h('div', { class: 'console-saved' }, this.#saving(), this.#library.element));
  }

  #fields() {
    return [
      h('div', { class: 'field' },
        h('label', { for: this.#operation.area.id }, 'Query, mutation or subscription'),
        this.#operation.element, this.#help),
      h('div', { class: 'field' }, h('label', { for: this.#variables.area.id }, 'Variables, as JSON'),
        this.#variables.element, this.#wrong),
      h('p', { class: 'hint' }, h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'Enter'), ' runs it, ',
        h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'Space'), ' completes names, ', h('kbd', null, 'Alt'), ' ',
        h('kbd', null, 'Shift'), ' ', h('kbd', null, 'F'), ' tidies up.'),
      h('div', { class: 'row' }, labelled(this.#transport, 'Subscribe by')),
    ];
  }

  #tools() {
    return h('div', { class: 'row' }, this.#run, this.#stop,
      h('button', { type: 'button', onclick: () => this.#tidy() }, 'Tidy'),
      h('button', { type: 'button', onclick: () => this.#link() }, 'Copy a link'));
  }

  #saving() {
    return h('div', { class: 'row saving' }, labelled(this.#name, 'Save as'),
      h('button', { type: 'button', onclick: () => this.#library.save(this.#name.value, this.#written) }, 'Save'));
  }

  get #written() {
    return { text: this.#operation.text, variables: this.#variables.text };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const run = key === 'Enter' && (ctrlKey || metaKey);
    const tidy = altKey && shiftKey && key.toLowerCase() === 'f';
    if (!run && !tidy && !(key === 'Enter' && event.target === this.#name)) return;
    event.preventDefault();
    if (run) this.#send();
    else if (tidy) this.#tidy();
    else this.#library.save(this.#name.value, this.#written);
  }

  #tidy() {
    const { text } = this.#operation;
    const layout = formatted(text);
    if (layout !== text) this.#operation.write(layout, Math.min(this.#operation.cursor, layout.length));
    this.#tidyVariables();
  }

  #tidyVariables() {
    const values = this.#readVariables();
    if (values && this.#variables.text.trim()) this.#variables.text = JSON.stringify(values, null, 2);
  }

  async #link() {
    try {
      this.#storage.check(this.#written);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      this.#answer.say('A link would show your token to everybody, so there is none.');
      return;
    }
    const address = new URL(fragmentOf({ ...this.#written, name: this.#name.value.trim() }), location.href);
    history.replaceState(history.state, '', address);
    const copied = await navigator.clipboard?.writeText(address.href).then(() => true, () => false);
    const long = address.href.length > LONG_CHARS ? translation(' It is long: some programs may cut it.') : '';
    const where = copied ? translation('The link is copied.') : translation('The link is in the address bar.');
    this.#answer.say(`${where}${long}`);
  }

  async #useExample() {
    const [, text, template] = EXAMPLES[Number(this.#examples.value)];
    this.#operation.text = text;
    this.#variables.text = template;
    const values = await filledIn(template, this.#signal);
    // Unless the reader has changed it meanwhile.
    if (this.#variables.text === template) { this.#variables.text = values; this.#tidyVariables(); }
  }

  /** Show what the field at the cursor is. */
  #explain() {
    const { text, cursor } = this.#operation;
    const known = this.#types.size ? fieldAt(text, cursor, this.#types) : null;
    if (!known) { fill(this.#help); return; }
    const { type, field } = known;
    fill(this.#help, h('a', { href: `#${type}.${field.name}` }, h('code', null, `${type}.${field.name}`)),
      `: ${field.type} `, inEnglish(prose(field.description)),
      field.deprecated !== null && [' Deprecated. ', inEnglish(field.deprecated)]);
  }

  #checkVariables() {
    const values = this.#readVariables();
    this.#variables.area.setAttribute('aria-invalid', String(values === null));
    return values;
  }

  /** @returns {Record<string, unknown> | null} null if they are not a JSON object */
  #readVariables() {
    const text = this.#variables.text.trim();
    this.#wrong.textContent = '';
    try {
      const values = text ? JSON.parse(text) : {};
      if (values && typeof values === 'object' && !Array.isArray(values)) return values;
      say(this.#wrong, 'The variables are not a JSON object, as in {"game": "…"}.');
    } catch (error) {
      this.#wrong.textContent = t`The variables are not JSON: ${error.message}`;
    }
    return null;
  }

  // ---- asking

  async #send() {
    this.#request.abort();
    this.#request = new AbortController();
    const variables = this.#checkVariables();
    if (!variables) { this.#variables.area.focus(); return; }
    const { text, cursor } = this.#operation;
    const operation = operationAt(text, cursor);
    const name = operationsOf(text).length > 1 ? operation?.name ?? undefined : undefined;
    const request = { query: text, variables, operationName: name };
    this.#operation.underline([]);
    this.#library.note(this.#written);
    this.#answer.say('Waiting for the answer …');
    if (matchMedia(STACKED).matches) this.#answer.element.scrollIntoView({ block: 'nearest' });
    if (operation?.kind === 'subscription') this.#subscribe(request, this.#request.signal);
    else await this.#execute(request, this.#request.signal);
  }

  /** @param {import('../stream.js').Request} request @param {AbortSignal} signal */
  async #execute(request, signal) {
    this.#stop.hidden = true;
    try {
      const answer = await execute(request, signal);
      const { errors = [], ...rest } = answer.body;
      this.#answer.show('data' in rest || !errors.length ? rest : undefined, errors);
      this.#underlineErrors(errors);
      this.#answer.say(factsOf(answer));
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** @param {import('../stream.js').Request} request @param {AbortSignal} signal */
  #subscribe(request, signal) {
    const events = this.#answer.listen();
    this.#stop.hidden = false;
    const open = subscribe(() => request, (data) => {
      events.add(data, new Date());
      this.#answer.say('Live.');
      request = resumed(request, data);
    }, (state, detail) => {
      if (state === 'lost') this.#failed(detail);
      else if (state === 'ended') this.#end(t`Complete after ${plural(events.total, 'event')}.`);
      else if (state === 'live') this.#answer.say('Live. Waiting for the next event …');
      else if (detail?.attempt) this.#answer.say(t`Connection lost. Attempt ${detail.attempt} follows …`);
    }, { byEvents: this.#transport.value === 'events' });
    signal.addEventListener('abort', open.close);
  }

  /** @param {import('./answer.js').Problem[]} errors */
  #underlineErrors(errors) {
    const { text } = this.#operation;
    this.#operation.underline(errors.flatMap(({ locations = [] }) => locations)
      .map(({ line, column }) => placeOf(text, line, column)));
  }

  /** @param {any} error */
  #failed(error) {
    const known = error instanceof ApiError;
    const { message, code, extensions } = error;
    this.#answer.showProblems([known ? { message, extensions: { code, ...extensions } }
      : { message: t`Something on this page went wrong: ${message}` }]);
    this.#end('Ended with an error.');
  }

  #stopped() {
    this.#request.abort();
    this.#end('Stopped.');
    this.#run.focus();
  }

  /** @param {string} text */
  #end(text) {
    this.#stop.hidden = true;
    this.#answer.say(text);
  }
}

/** @param {HTMLElement} field @param {string} text */
const labelled = (field, text) => h('div', { class: 'field inline' }, h('label', { for: field.id }, text), field);

/** The place of a line and a column, both from 1. @param {string} text @param {number} line @param {number} column */
export function placeOf(text, line, column) {
  const before = text.split('\n').slice(0, line - 1);
  return Math.min(text.length, before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1);
}

/**
 * The request that continues behind an event, if the operation has the usual `$after` and the event a cursor.
 * @param {import('../stream.js').Request} request @param {Record<string, any> | null} data
 */
export function resumed(request, data) {
  const [event] = Object.values(data ?? {});
  const cursor = event?.cursor ?? event?.version;
  if (cursor === undefined || cursor === null || !/\$after\b/.test(request.query)) return request;
  return { ...request, variables: { ...request.variables, after: String(cursor) } };
}

function storageArea() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
