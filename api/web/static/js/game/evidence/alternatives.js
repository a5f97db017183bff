/** What was legal when a command was decided, and why another move was not: from a list, on the board, or typed. */

import { fill, h, plural } from '../../dom.js';
import { button } from '../pieces.js';
import { seatName } from '../words.js';
import { likely } from '../play/unoffered.js';
import { citations, section } from './sections.js';
import { t } from '../../language/language.js';

/**
 * @typedef {object} Moment before a command was decided
 * @property {number} before the step before it @property {number} seat whose command it was
 * @property {any} played the command, if these eyes may know it
 * @property {{name: string}[]} seats @property {Board | null} board
 * @property {ReturnType<import('./reading.js').reading>} read
 */

export class Alternatives {
  #list = h('div', null, h('p', { class: 'busy' }, 'Reading what was legal'));
  #answer = h('div', { role: 'status', class: 'evidence-answer' });
  #field = h('textarea', { rows: 4, spellcheck: 'false', 'aria-label': 'A command as JSON' });
  /** @type {LegalCommand[]} */
  #legal = [];
  #moment;

  /** @param {Moment} moment */
  constructor(moment) {
    this.#moment = moment;
    const { seat, seats, before } = moment;
    this.element = section('What else was possible', h('p', null,
      t`${seatName(seats, seat)}, after step ${before}.`), this.#list,
    h('h4', { class: 'evidence-whynot' }, 'Why not …?'), h('p', { class: 'soft small' },
      'Press a place on the board, take a command of the list, or change the text.'),
    this.#field, button('Ask the rules', () => this.#typed()), this.#answer);
    /** Settles once the commands that were legal stand in the list, or why they do not. */
    this.listed = this.#read();
  }

  async #read() {
    const { read, before, seat, played } = this.#moment;
    try {
      this.#legal = await read.legal(before, seat);
      this.#draw();
    } catch (problem) {
      fill(this.#list, h('p', { class: 'note' }, problem.message));
    }
    this.#propose(played ?? this.#legal[0]?.json ?? null);
  }

  #draw() {
    const all = this.#legal;
    fill(this.#list, all.length === 0 ? h('p', null, 'No command of this seat was legal then.')
      : h('details', { open: all.length < 8 }, h('summary', null, plural(all.length, 'legal command')),
        h('ul', { class: 'plain evidence-legal' }, all.map((each) => h('li', null,
          button(each.text, () => this.#propose(each.json), { class: 'quiet',
            'aria-current': this.#isPlayed(each) ? 'true' : null }),
          this.#isPlayed(each) && h('span', { class: 'tag' }, 'played'))))));
  }

  /** @param {LegalCommand} legal */
  #isPlayed({ json }) {
    const { played } = this.#moment;
    return played && Object.keys(played).every((name) => JSON.stringify(played[name]) === JSON.stringify(json[name]));
  }

  /** @param {any} json */
  #propose(json) {
    this.#field.value = json ? JSON.stringify(json, null, 1) : '{}';
  }

  /** A press on the board stands for the command that the place would have meant. @param {string} spot */
  async pressed(spot) {
    const { board } = this.#moment;
    await board?.ready?.();
    const json = board && likely(spot, this.#legal, (each) => board.spotsOf?.(each.json) ?? [], []);
    if (!json) {
      fill(this.#answer, h('p', null, t`No command of that moment could have meant ${board?.nameOf?.(spot) ?? spot}.`));
      return;
    }
    this.#propose(json);
    await this.#ask(json);
  }

  #typed() {
    try {
      this.#ask(JSON.parse(this.#field.value));
    } catch {
      fill(this.#answer,
        h('p', { class: 'note note-bad' }, 'This is not JSON. Take a command of the list to begin with.'));
    }
  }

  /** @param {any} json */
  async #ask(json) {
    const { read, before, seat } = this.#moment;
    fill(this.#answer, h('p', { class: 'busy' }, 'Asking the rules'));
    try {
      const objections = await read.whyNot(before, seat, json);
      fill(this.#answer, objections.length === 0 ? h('p', null, 'It was legal: no rule forbade it.')
        : objections.map((each) => h('div', { class: 'note' }, h('p', null, each.text), citations(each.rules))));
    } catch (problem) {
      fill(this.#answer, h('p', { class: 'note note-bad' }, problem.message));
    }
  }
}
