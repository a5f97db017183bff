/** The arbiter's desk: a ruling is worded, tried, looked at, and only then made, on the version that was tried. */

import { query } from '../../api.js';
import { command, newId } from '../../api/commands.js';
import { fill, freshId, h, moment, toast } from '../../dom.js';
import { titled } from '../../prose.js';
import { button } from '../pieces.js';
import { trouble } from '../troubles.js';
import { seatName } from '../words.js';
import { noteField } from './dialogs.js';
import { FixForm } from './fix_form.js';
import { previewOf, tryRuling, viewAfter } from './preview.js';
import { categoryIn, kindIn, kindName } from './words.js';
import { t } from '../../language/language.js';

const MAKE = `mutation Rule($game: ID!, $id: ID!, $version: Int!, $ruling: RulingInput!, $call: Int, $steps: [Int!],
  $rules: [ID!], $note: String! = "") { makeRuling(game: $game, commandId: $id, expectedVersion: $version,
  ruling: $ruling, call: $call, steps: $steps, rules: $rules, note: $note) { ...Answer } }`;
const DECIDE = `mutation Decide($game: ID!, $id: ID!, $version: Int!, $appeal: Int!, $uphold: Boolean!,
  $ruling: RulingInput, $rules: [ID!], $note: String! = "") { decideAppeal(game: $game, commandId: $id,
  expectedVersion: $version, appeal: $appeal, uphold: $uphold, ruling: $ruling, rules: $rules, note: $note) {
  ...Answer } }`;
const RULES = `query RulesFor($ruleset: String!) { rules(ruleset: $ruleset, first: 500) {
  edges { node { id text } } } }`;
const VERSIONS = `query LaterVersions($game: ID!, $ruleset: ID!) { game(id: $game) { rulesetVersion }
  ruleset(id: $ruleset) { versions } }`;
const TRIES_MAX = 5;
const OFFERED = ['PLAY_ON', 'FIX', 'REWIND', 'POINTS', 'FORFEIT', 'SUBSTITUTE', 'TIME', 'RULESET', 'PLACES',
  'ANNUL'];

/**
 * @typedef {object} DeskContext
 * @property {string} game @property {string} ruleset @property {{name: string}[]} seats @property {number} at
 * @property {boolean} clocks whether the game has clocks
 * @property {AbortSignal} signal
 * @property {import('./fix_form.js').FixContext} fix
 * @property {() => {view: GameView | null, seat: number | null, own: boolean}} lastView of the last step, and whose;
 *   own: as one of those whose views a preview has
 * @property {(view: GameView | null, words?: string) => void} draw on the board; null: what is
 * @property {() => void} done the ruling was made, or the reader gave up
 *
 * @typedef {object} Occasion what it is about
 * @property {import('./reading.js').Call[]} calls the open ones
 * @property {number | null} [call] the one to answer
 * @property {import('./reading.js').Appeal} [appeal] the appeal to decide, by replacing the ruling
 */

export class Desk {
  #context;
  #occasion;
  #fields = h('div', { class: 'desk-fields' });
  #outcome = h('div', { class: 'desk-outcome', 'aria-live': 'polite' });
  #kind = h('select', { id: freshId('kind'), onchange: () => this.#use() });
  #call = h('select', { id: freshId('call') });
  #steps = h('input', { id: freshId('steps'), type: 'text', inputmode: 'numeric', autocomplete: 'off' });
  #rules = h('input', { id: freshId('rules'), type: 'text', list: 'desk-rules', autocomplete: 'off',
    spellcheck: 'false' });
  #rulesList = h('datalist', { id: 'desk-rules' });
  #note = noteField('Reason', 'For arbiters, for who called, and for those whom it touches. What it does is public.');
  /** @type {() => Record<string, unknown> | null} what the ruling does, as the API takes it */
  #ruling = () => ({ playOn: 'YES' });
  #id = newId();

  /** @param {DeskContext} context @param {Occasion} occasion */
  constructor(context, occasion) {
    this.#context = context;
    this.#occasion = occasion;
    const { appeal } = occasion;
    const offered = OFFERED.filter((kind) => kind !== 'TIME' || context.clocks);
    fill(this.#kind, offered.map((kind) => h('option', { value: kind }, kindName(kind))));
    fill(this.#call, h('option', { value: '' }, 'none'), occasion.calls.map((call) => h('option',
      { value: call.number },
      t`${call.number}: ${seatName(context.seats, call.seat)}, step ${call.step}, ${categoryIn(call.category)}`)));
    this.#call.value = occasion.call ? String(occasion.call) : '';
    const answered = occasion.calls.find((call) => call.number === occasion.call);
    this.#steps.value = String(answered?.step ?? context.at);
    const form = h('form', { class: 'stack desk', onsubmit: (/** @type {Event} */ event) => this.#try(event),
      oninput: () => this.#stale() },
    h('h3', null, appeal ? t`Replace ruling ${appeal.ruling}` : 'A ruling'),
    field('What it does', this.#kind), this.#fields,
    !appeal && occasion.calls.length > 0 && field('Answers call', this.#call),
    !appeal && field('About steps', this.#steps, 'Numbers, such as 12, 15.'),
    field('Rests on rules', this.#rules, 'Ids, such as GAME-RULING-05, one after the other with commas.'),
    this.#rulesList, this.#note.element,
    h('div', { class: 'row' }, h('button', { type: 'submit', class: 'primary' }, 'Try it'),
      button('Leave it', () => this.#close())), this.#outcome);
    this.element = form;
    this.#use();
    this.#offerRules();
  }

  async #offerRules() {
    const { ruleset, signal } = this.#context;
    const [own, game] = await Promise.all([ruleset, 'game'].map((id) => query(RULES, { ruleset: id }, { signal })
      .then((data) => data.rules.edges, () => [])));
    fill(this.#rulesList, [...own, ...game].map(({ node: { id, text } }) => (
      h('option', { value: id, label: titled(text)[0] }))));
  }

  // ---- what it does

  #use() {
    const { seats } = this.#context;
    this.#stale();
    this.#ruling = this.#reader(this.#kind.value, seats);
  }

  /** Draws the fields of a kind. @param {string} kind @param {{name: string}[]} seats @returns {() => any} */
  #reader(kind, seats) {
    fill(this.#fields);
    switch (kind) {
      case 'FIX': {
        const form = new FixForm(this.#context.fix);
        fill(this.#fields, form.element);
        return () => ({ fix: form.value });
      }
      case 'POINTS': {
        const inputs = this.#numbers(seats, { value: 0 });
        return () => ({ points: inputs.flatMap((input, seat) => (
          Number(input.value) ? [{ seat, points: Number(input.value) }] : [])) });
      }
      case 'REWIND': {
        const to = h('input', { id: freshId('to'), type: 'number', min: 1, step: 1, required: true,
          value: Math.max(1, this.#context.at - 1) });
        fill(this.#fields, field('Go on after step', to,
          'If anything was drawn or learned since, all that no seat knew there is dealt again.', ' ',
          'Nothing goes back behind a fix.'));
        return () => ({ rewind: Number(to.value) });
      }
      case 'TIME': {
        const inputs = this.#numbers(seats, { value: 0 });
        this.#fields.append(h('p', { class: 'hint' }, 'In seconds: 180 gives three minutes, −60 takes one.'));
        return () => ({ time: inputs.flatMap((input, seat) => (
          Number(input.value) ? [{ seat, seconds: Number(input.value) }] : [])) });
      }
      case 'PLACES': {
        const inputs = this.#numbers(seats, { min: 1, max: seats.length, value: 1 });
        return () => ({ places: inputs.map((input) => Number(input.value)) });
      }
      case 'FORFEIT': {
        const seat = this.#seat();
        return () => ({ forfeit: Number(seat.value) });
      }
      case 'SUBSTITUTE': {
        const seat = this.#seat();
        const person = h('input', { id: freshId('person'), type: 'text', required: true, autocomplete: 'off' });
        this.#fields.append(field('The substitute', person,
          'Their id. They find it under their own name, at the top of every page.'));
        return () => ({ substitute: { seat: Number(seat.value), principal: person.value.trim() } });
      }
      case 'RULESET': {
        const version = h('select', { id: freshId('version'), required: true });
        fill(this.#fields, field('The version', version, 'Everything after this step is played by it.', ' ',
          'Nothing goes back behind it.'));
        this.#offerVersions(version);
        return () => ({ rulesetVersion: Number(version.value) });
      }
      case 'ANNUL':
        return () => ({ annul: 'YES' });
      default:
        return () => ({ playOn: 'YES' });
    }
  }

  /** The later versions of the rules. @param {HTMLSelectElement} select */
  async #offerVersions(select) {
    const { game, ruleset, signal } = this.#context;
    try {
      const data = await query(VERSIONS, { game, ruleset }, { signal });
      const later = data.ruleset.versions.filter((/** @type {number} */ each) => each > data.game.rulesetVersion);
      fill(select, later.map((/** @type {number} */ each) => h('option', { value: each }, String(each))));
      if (later.length === 0) select.replaceWith(h('p', { class: 'note' }, 'There is no later version.'));
    } catch (problem) {
      if (!signal.aborted) select.replaceWith(trouble(problem.message));
    }
  }

  /** @param {{name: string}[]} seats @param {Record<string, unknown>} more @returns {HTMLInputElement[]} */
  #numbers(seats, more) {
    const inputs = seats.map(() => h('input',
      { id: freshId('number'), type: 'number', step: 1, required: true, ...more }));
    fill(this.#fields, h('div', { class: 'desk-numbers' },
      inputs.map((input, seat) => field(seatName(seats, seat), input))));
    return inputs;
  }

  #seat() {
    const { seats } = this.#context;
    const select = h('select', { id: freshId('seat') }, seats.map((_, seat) => h('option', { value: seat },
      seatName(seats, seat))));
    fill(this.#fields, field('Seat', select));
    return select;
  }

  // ---- trying and making it

  #variables() {
    const rules = this.#rules.value.split(/[\s,]+/).filter(Boolean);
    const ruling = this.#ruling();
    if (this.#occasion.appeal) return { ruling, rules };
    const steps = [...this.#steps.value.matchAll(/\d+/g)].map(([number]) => Number(number));
    return { ruling, call: this.#call.value ? Number(this.#call.value) : null, steps, rules };
  }

  /** What was tried is not what stands there any more. */
  #stale() {
    this.#context.draw(null);
    this.#id = newId();
    fill(this.#outcome);
  }

  #close() {
    this.#context.draw(null);
    this.#context.done();
  }

  /** @param {Event} event */
  async #try(event) {
    event.preventDefault();
    const { game, seats, signal } = this.#context;
    const variables = this.#variables();
    fill(this.#outcome, h('p', { class: 'busy' }, 'Trying it'));
    try {
      const { version, outlook } = await tryRuling(game, variables, signal);
      fill(this.#outcome, previewOf(outlook, seats), !outlook.refusal && h('div', { class: 'row' },
        button(this.#label(), () => this.#make(version, variables), { class: 'primary' }),
        button('Show it on the board', () => this.#show(outlook))),
      !outlook.refusal && h('p', { class: 'hint' }, t`On step ${version}, tried ${
        moment(new Date().toISOString())}. If the game moves on, nothing is done.`));
    } catch (problem) {
      if (!signal.aborted) fill(this.#outcome, trouble(problem.message));
    }
  }

  #label() {
    const { appeal } = this.#occasion;
    return appeal ? t`Replace ruling ${appeal.ruling} by this` : t`Rule: ${kindIn(this.#kind.value)}`;
  }

  /** @param {import('./preview.js').Outlook} outlook */
  #show(outlook) {
    const { view, seat, own } = this.#context.lastView();
    const after = view && own ? viewAfter(view, outlook, seat) : null;
    if (after) this.#context.draw(after, 'What the ruling would bring');
    else toast('Look as a seat or as a spectator to see it on the board.');
  }

  /** @param {number} version @param {Record<string, unknown>} variables */
  async #make(version, variables) {
    const { game } = this.#context;
    const { appeal } = this.#occasion;
    const note = this.#note.area.value;
    const all = { game, id: this.#id, version, note, ...variables };
    const sent = appeal ? command(DECIDE, { ...all, appeal: appeal.number, uphold: false }) : command(MAKE, all);
    const answer = await sent
      .catch((problem) => ({ __typename: 'Problem', text: problem.message, rules: [] }));
    if (answer.__typename === 'CommandAccepted') { this.#close(); return; }
    fill(this.#outcome, trouble(answer.__typename === 'VersionConflict'
      ? 'The game has moved on, so nothing was done. Try it on the step that is the last one now.' : answer.text,
    answer.rules));
    this.#id = newId();
  }
}

/**
 * Uphold a ruling, on whatever step the game is by now: nothing on the board changes by it.
 * @param {string} game @param {number} version the last step that is known @param {number} appeal
 * @returns {Promise<Element | null>} what is wrong
 */
export async function uphold(game, version, appeal) {
  try {
    for (let at = version, tries = 1; ; tries += 1) {
      const answer = await command(DECIDE, { game, id: newId(), version: at, appeal, uphold: true });
      if (answer.__typename === 'CommandAccepted') return null;
      if (answer.__typename !== 'VersionConflict' || tries === TRIES_MAX) return trouble(answer.text, answer.rules);
      at = answer.actual ?? at;
    }
  } catch (problem) {
    return trouble(problem.message, []);
  }
}

/** @param {string} label @param {HTMLElement} control @param {string[]} hint */
const field = (label, control, ...hint) => h('div', { class: 'field' }, h('label', { for: control.id }, label), control,
  hint.length > 0 && h('p', { class: 'hint' }, hint));
