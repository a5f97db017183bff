/**
 * A new game: the ruleset, the seats, the options, and the commands that open it. Refusals are shown with their rules.
 */

import { ApiError, me, token } from '../api.js';
import { seatEmblem } from '../boards/kit.js';
import { announce, fill, freshId, go, h, say, words } from '../dom.js';
import { ruleButton } from '../dialogs.js';
import { termsFields } from './opening_terms.js';
import { Opening, Refusal } from '../opening.js';
import { optionFields } from '../options.js';
import { guestName, somebody } from '../person.js';
import { prose } from '../prose.js';
import { allRulesets, playersOf } from '../rulesets.js';
import { also, t, translation } from '../language/language.js';

const [ME, OTHERS] = ['me', 'others'];
const USUAL_SEATS = 3;

/** @param {HTMLElement} root @param {{query: URLSearchParams}} params @param {AbortSignal} signal */
export default async function page(root, { query: search }, signal) {
  fill(root, h('h1', null, 'New game'));
  const [rulesets] = await Promise.all([allRulesets(), also('options')]);
  const ruleset = rulesets.find((each) => each.id === search.get('ruleset'));
  if (!ruleset) { root.append(rulesetCards(rulesets)); return undefined; }
  const person = token() ? await me().catch(() => null) : null;
  const form = new NewGame(ruleset, person, search.get('with') === OTHERS, signal);
  fill(root, h('h1', null, t`New game: ${ruleset.title}`), form.element);
  return { person: () => form.busy };
}

// ---- which ruleset

/** @param {Ruleset[]} rulesets */
function rulesetCards(rulesets) {
  return h('ul', { class: 'plain ruleset-cards' }, rulesets.map((ruleset) => {
    const address = `/new?ruleset=${encodeURIComponent(ruleset.id)}`;
    const title = () => h('span', { class: 'unseen' }, `– ${ruleset.title}`);
    return h('li', { class: 'panel card' }, h('h2', null, ruleset.title), h('p', { class: 'soft' }, playersOf(ruleset)),
      h('p', { class: 'row' },
        h('a', { class: 'button primary', href: address }, 'Play against bots', title()),
        h('a', { class: 'button', href: `${address}&with=${OTHERS}` }, 'Open a game for others', title())),
      h('p', { class: 'small' }, h('a', { href: `/rules/${ruleset.id}` }, t`Rules of ${ruleset.title}`)));
  }));
}

// ---- the form

class NewGame {
  busy = false;
  #ruleset;
  #signal;
  #name = h('input',
    { type: 'text', maxlength: 40, autocomplete: 'nickname', value: guestName(), id: freshId('name') });
  #title = h('input', { type: 'text', maxlength: 80, id: freshId('title') });
  #seats;
  #options;
  #delay = delayFields();
  #terms = termsFields();
  #start = h('button', { type: 'submit', class: 'primary big' });
  #trouble = h('div', { role: 'alert' });
  #progress = h('p', { class: 'soft', role: 'status' });
  #fields;
  /** @type {Opening | null} what was requested of the service so far, with its command ids */
  #opening = null;

  /** @param {Ruleset} ruleset @param {Person | null} person @param {boolean} forOthers @param {AbortSignal} signal */
  constructor(ruleset, person, forOthers, signal) {
    this.#ruleset = ruleset;
    this.#signal = signal;
    this.#seats = new SeatFields(ruleset, forOthers, () => this.#dress());
    this.#options = optionFields(ruleset.options);
    this.#fields = this.#allFields(person);
    this.element = h('form', { class: 'panel new-game', novalidate: true,
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#submit(); } },
    this.#fields, this.#trouble, h('div', { class: 'row' }, this.#start, this.#progress));
    this.#dress();
  }

  /** @param {Person | null} person */
  #allFields(person) {
    const rules = `/rules/${this.#ruleset.id}?find=option`;
    return h('div', null,
      !person && this.#nameField(),
      this.#seats.element,
      h('details', null, h('summary', null, 'Options and more'), h('div', { class: 'options' }, this.#options.element,
        h('p', { class: 'small' }, h('a', { href: rules, target: '_blank' }, 'What the rules say about options')),
        h('div', { class: 'field' }, h('label', { for: this.#title.id }, 'Title of the game'), this.#title),
        this.#delay.element, this.#terms.element)));
  }

  #nameField() {
    return h('div', { class: 'field' }, h('label', { for: this.#name.id }, 'Your name'), this.#name,
      h('p', { class: 'hint' }, 'The other players see it. You need no account: this browser stores a token for you.'));
  }

  #dress() {
    say(this.#start, this.#seats.chosen.includes(OTHERS) ? 'Open the game' : 'Start');
  }

  async #submit() {
    if (this.busy) return;
    this.busy = true;
    this.#start.setAttribute('aria-disabled', 'true');
    try {
      await this.#run();
    } catch (error) {
      if (!this.#signal.aborted) this.#failed(error);
    } finally {
      this.busy = false;
      this.#progress.textContent = '';
      this.#start.removeAttribute('aria-disabled');
    }
  }

  async #run() {
    fill(this.#trouble);
    this.#opening ??= new Opening(this.#wish());
    this.#disable(true); // a retry repeats the same request, so its fields must not change
    await somebody(this.#name.value.trim() || guestName(), this.#signal);
    const onStage = (/** @type {string} */ text) => { this.#progress.textContent = `${text} …`; };
    const game = await this.#opening.run({ signal: this.#signal, onStage });
    announce('The game is ready.');
    go(`/games/${game}`, { replace: false });
  }

  /** @returns {import('../opening.js').Wish} */
  #wish() {
    return {
      ruleset: this.#ruleset.id, seats: this.#seats.chosen.map(seatWish), options: this.#options.chosen(),
      title: this.#title.value.trim(), delay: this.#delay.chosen(), terms: this.#terms.chosen(),
    };
  }

  /** @param {any} error */
  #failed(error) {
    const game = this.#opening?.game;
    if (!game) {
      if (error instanceof Refusal || !(error instanceof ApiError)) this.#opening = null;
      this.#disable(false);
    }
    say(this.#start, 'Try again');
    fill(this.#trouble, troubleNote(error, game));
  }

  /** @param {boolean} disabled */
  #disable(disabled) {
    for (const field of this.#fields.querySelectorAll('input, select')) field.toggleAttribute('disabled', disabled);
  }
}

/** @param {string} value @returns {import('../opening.js').SeatWish} */
function seatWish(value) {
  if (value === ME) return { me: true };
  return value === OTHERS ? { open: true } : { bot: value };
}

/** What went wrong, with the rules that say so. @param {any} error @param {string | null} [game] */
function troubleNote(error, game) {
  const known = error instanceof Refusal || error instanceof ApiError;
  if (!known) console.error(error);
  const rules = error instanceof Refusal ? error.rules : [];
  return h('div', { class: 'note note-bad' },
    h('p', null, known ? error.message : 'Something on this page went wrong.'),
    rules.map((rule) => h('p', { class: 'small' }, ruleButton(rule.id), ' ', prose(rule.text ?? ''))),
    game && h('p', null, h('a', { href: `/games/${game}` }, 'Go to the game as it is now')));
}

// ---- the seats

/** How many players. @param {number} min @param {number} max @param {() => void} onchange */
function numberSelect(min, max, onchange) {
  const numbers = Array.from({ length: max - min + 1 }, (_, more) => min + more);
  return h('select', { id: freshId('seats'), value: Math.min(Math.max(USUAL_SEATS, min), max), onchange },
    numbers.map((number) => h('option', { value: number }, number)));
}

class SeatFields {
  #ruleset;
  #strongest;
  #changed;
  #list = h('ol', { class: 'plain seat-choices' });
  /** @type {string[]} for each seat: me, others or a bot */
  #values;
  #count;

  /** @param {Ruleset} ruleset @param {boolean} forOthers @param {() => void} changed */
  constructor(ruleset, forOthers, changed) {
    const { seatsMin, seatsMax, bots } = ruleset;
    this.#ruleset = ruleset;
    this.#changed = changed;
    this.#strongest = bots.at(-1) ?? OTHERS;
    const usual = forOthers ? OTHERS : this.#strongest;
    this.#values = Array.from({ length: seatsMax }, (_, seat) => (seat === 0 ? ME : usual));
    this.#count = numberSelect(seatsMin, seatsMax, () => this.#resized());
    this.#draw();
    this.element = h('fieldset', null, h('legend', null, 'Seats'),
      h('div', { class: 'field inline' }, h('label', { for: this.#count.id }, 'Players'), this.#count), this.#list);
  }

  get #seats() {
    return Number(this.#count.value);
  }

  get chosen() {
    return this.#values.slice(0, this.#seats);
  }

  #resized() {
    const mine = this.#values.indexOf(ME);
    if (mine >= this.#seats) this.#toFirst(mine);
    this.#draw();
    this.#changed();
  }

  /** Take the first seat instead of this one, which has gone. @param {number} mine */
  #toFirst(mine) {
    this.#values[mine] = this.#strongest;
    this.#values[0] = ME;
  }

  /** @param {number} seat @param {string} value */
  #choose(seat, value) {
    const mine = this.#values.indexOf(ME);
    if (value === ME && mine >= 0 && mine !== seat) this.#values[mine] = this.#values[seat];
    this.#values[seat] = value;
    this.#draw();
    this.#list.querySelectorAll('select')[seat]?.focus();
    this.#changed();
  }

  #draw() {
    fill(this.#list, Array.from({ length: this.#seats }, (_, seat) => this.#row(seat)));
  }

  /** @param {number} seat */
  #row(seat) {
    const id = freshId('seat');
    const select = h('select', { id, value: this.#values[seat], onchange: () => this.#choose(seat, select.value) },
      this.#choices.map(([value, text]) => h('option', { value }, text)));
    return h('li', { class: 'row' }, seatEmblem(seat, 18, ''), h('label', { for: id }, t`Seat ${seat + 1}`), select);
  }

  /** Who may take a seat, and what that is called. */
  get #choices() {
    const bots = this.#ruleset.bots.toReversed().map((bot) => (
      [bot, t`Bot: ${words(bot)}${bot === this.#strongest ? translation(' (strongest)') : ''}`]));
    return [[ME, 'You'], ...bots, [OTHERS, 'Somebody else: share the link']];
  }
}

// ---- what spectators see

/** @returns {{element: HTMLElement, chosen: () => Delay | null}} */
function delayFields() {
  const [id, amountId] = [freshId('delay'), freshId('amount')];
  const amount = h('input', { type: 'number', id: amountId, min: 1, max: 86400, value: 10, step: 1 });
  const holder = h('span', { class: 'row', hidden: true }, h('label', { for: amountId }, 'How many'), amount);
  const unit = h('select', { id, onchange: () => { holder.hidden = !unit.value; } },
    h('option', { value: '' }, 'None: they see it live'), h('option', { value: 'steps' }, 'By steps'),
    h('option', { value: 'seconds' }, 'By seconds'));
  const element = h('div', { class: 'field' }, h('label', { for: id }, 'Delay for spectators'),
    h('div', { class: 'row' }, unit, holder),
    h('p', { class: 'hint' }, 'Everybody without a seat sees the game this much later, on every page and in the API.'));
  return { element,
    chosen: () => (unit.value ? { [unit.value]: Math.max(1, Math.trunc(Number(amount.value)) || 1) } : null) };
}
