/** The reader's saved operations and what they ran last, below the editor. */

import { fill, h, moment } from '../dom.js';
import { NotStored } from './storage.js';
import { t } from '../language/language.js';

const LINE_CHARS_MAX = 80;

/**
 * @typedef {import('./storage.js').Storage} Storage
 * @typedef {import('./storage.js').Written} Written
 */

export class Library {
  #storage;
  #open;
  #say;
  #saved = h('details', { open: true });
  #history = h('details');

  /**
   * @param {Storage} storage @param {(written: Written, name: string) => void} open puts one into the editor
   * @param {(text: string) => void} say
   */
  constructor(storage, open, say) {
    this.#storage = storage;
    this.#open = open;
    this.#say = say;
    this.element = h('div', { class: 'library' }, this.#saved, this.#history);
    this.show();
  }

  /** @param {string} name @param {Written} written */
  save(name, written) {
    this.#guarded(() => {
      const title = this.#storage.save(name, written);
      this.#say(t`Saved as “${title}” in this browser.`);
    });
  }

  /** @param {Written} written */
  note(written) {
    this.#storage.note(written, new Date());
    this.show();
  }

  show() {
    const { saved, history } = this.#storage;
    fill(this.#saved, h('summary', null, t`Saved operations (${saved.length})`),
      saved.length === 0 && h('p', { class: 'hint' }, 'None yet. They stay in this browser.'),
      h('ul', { class: 'plain' }, saved.map((each) => h('li', { class: 'row' },
        h('button', { type: 'button', class: 'quiet', translate: 'no', onclick: () => this.#open(each, each.name) },
          each.name),
        h('button', { type: 'button', class: 'small', 'aria-label': t`Remove ${each.name}`,
          onclick: () => this.#remove(each.name) }, 'Remove')))));
    fill(this.#history, h('summary', null, t`History (${history.length})`),
      h('ul', { class: 'plain' }, history.map((each) => h('li', null,
        h('button', { type: 'button', class: 'quiet', translate: 'no', onclick: () => this.#open(each, '') },
          lineOf(each.text),
          h('span', { class: 'soft small' }, ` ${moment(each.at)}`))))),
      history.length > 0 && h('button', { type: 'button', class: 'small', onclick: () => this.#forget() },
        'Forget the history'));
  }

  /** @param {string} name */
  #remove(name) {
    this.#guarded(() => {
      this.#storage.remove(name);
      this.#say(t`“${name}” is removed.`);
    });
    this.#saved.querySelector('summary')?.focus();
  }

  #forget() {
    this.#guarded(() => this.#storage.forgetHistory());
    this.#history.querySelector('summary')?.focus();
  }

  /** @param {() => void} act */
  #guarded(act) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      this.#say(error.message);
    }
    this.show();
  }
}

/** The first line that says something. @param {string} text */
function lineOf(text) {
  const line = text.split('\n').map((each) => each.trim()).filter((each) => each && each !== '{').join(' ');
  return line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX)}…` : line;
}
