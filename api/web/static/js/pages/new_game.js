/**
 * A new game: the ruleset, who sits where, the options, and the commands that make it so. Refusals are shown with their rules; a lost
 * connection only makes it slower, because every command is sent again under its own id.
 */

import { ApiError, me, token } from '../api.js';
import { seatMark } from '../boards/kit.js';
import { announce, fill, freshId, go, h, words } from '../dom.js';
import { ruleButton } from '../dialogs.js';
import { opening, Refusal } from '../opening.js';
import { optionFields } from '../options.js';
import { guestName, somebody } from '../person.js';
import { prose } from '../prose.js';
import { playersOf, rulesets } from '../rulesets.js';

const [ME, OTHERS] = ['me', 'others'];

export default async function page(root, { query: asked }, signal) {
  fill(root, h('h1', null, 'New game'));
  const shelf = await rulesets();
  const ruleset = shelf.find((each) => each.id === asked.get('ruleset'));
  if (!ruleset) return void root.append(shelfOf(shelf));
  const person = token() ? await me().catch(() => null) : null;
  const table = form(ruleset, person, asked.get('with') === OTHERS, signal);
  fill(root, h('h1', null, `New game: ${ruleset.title}`), table.element);
  return { person: () => table.busy() };
}

// ------------------------------------------------------------------ which ruleset

function shelfOf(shelf) {
  return h('ul', { class: 'plain shelf' }, shelf.map((ruleset) => {
    const at = `/new?ruleset=${encodeURIComponent(ruleset.id)}`;
    const named = h('span', { class: 'unseen' }, `– ${ruleset.title}`);
    return h('li', { class: 'panel card' }, h('h2', null, ruleset.title), h('p', { class: 'soft' }, playersOf(ruleset)),
      h('p', { class: 'row' },
        h('a', { class: 'button primary', href: at }, 'Play against bots', named),
        h('a', { class: 'button', href: `${at}&with=${OTHERS}` }, 'Open a table for others', named.cloneNode(true))),
      h('p', { class: 'small' }, h('a', { href: `/rules/${ruleset.id}` }, `Rules of ${ruleset.title}`)));
  }));
}

// ------------------------------------------------------------------ the form

function form(ruleset, person, forOthers, signal) {
  const name = h('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: guestName(), id: freshId('name') });
  const title = h('input', { type: 'text', maxlength: 80, id: freshId('title') });
  const seats = seatFields(ruleset, forOthers, () => dress());
  const options = optionFields(ruleset.options);
  const delay = delayFields();
  const start = h('button', { type: 'submit', class: 'primary big' });
  const trouble = h('div', { role: 'alert' });
  const progress = h('p', { class: 'soft', role: 'status' });
  const fields = h('div', null,
    !person && h('div', { class: 'field' }, h('label', { for: name.id }, 'Your name'), name,
      h('p', { class: 'hint' }, 'Others see it at the table. You need no account: this browser keeps a token for you.')),
    seats.element,
    h('details', null, h('summary', null, 'Options and more'), h('div', { class: 'options' }, options.element,
      h('p', { class: 'small' }, h('a', { href: `/rules/${ruleset.id}?find=option`, target: '_blank' }, 'What the rules say about options')),
      h('div', { class: 'field' }, h('label', { for: title.id }, 'Title of the table'), title), delay.element)));
  const element = h('form', { class: 'panel new-game', novalidate: true }, fields, trouble, h('div', { class: 'row' }, start, progress));
  /** @type {ReturnType<typeof opening> | null} what has been asked of the service so far, with its command ids */
  let begun = null;
  let busy = false;

  function dress() {
    start.textContent = seats.chosen().includes(OTHERS) ? 'Open the table' : 'Start';
  }

  function wish() {
    return {
      ruleset: ruleset.id, seats: seats.chosen().map(seatWish), options: options.chosen(), title: title.value.trim(), delay: delay.chosen(),
    };
  }

  async function run() {
    fill(trouble);
    begun ??= opening(wish());
    for (const field of fields.querySelectorAll('input, select')) field.disabled = true; // what was asked for once stays asked for
    await somebody(name.value.trim() || guestName(), signal);
    const game = await begun.run({ signal, onStage: (text) => { progress.textContent = `${text} …`; } });
    announce('The game is there.');
    go(`/games/${game}`, { replace: false });
  }

  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    start.setAttribute('aria-disabled', 'true');
    try {
      await run();
    } catch (error) {
      if (signal.aborted) return;
      const again = !begun?.game;
      if (again) {
        begun = error instanceof Refusal || !(error instanceof ApiError) ? null : begun;
        for (const field of fields.querySelectorAll('input, select')) field.disabled = false;
      }
      start.textContent = 'Try again';
      fill(trouble, told(error, begun?.game));
    } finally {
      busy = false;
      progress.textContent = '';
      start.removeAttribute('aria-disabled');
    }
  });
  dress();
  return { element, busy: () => busy };
}

const seatWish = (value) => (value === ME ? { me: true } : value === OTHERS ? { open: true } : { bot: value });

/** What went wrong, in sentences, with the rules that say so. */
function told(error, game) {
  const text = error instanceof Refusal || error instanceof ApiError ? error.message : 'Something in this page went wrong.';
  if (!(error instanceof Refusal) && !(error instanceof ApiError)) console.error(error);
  const rules = error instanceof Refusal ? error.rules : [];
  return h('div', { class: 'note note-bad' }, h('p', null, text),
    rules.map((rule) => h('p', { class: 'small' }, ruleButton(rule.id), ' ', prose(rule.text))),
    game && h('p', null, h('a', { href: `/games/${game}` }, 'Go to the table as it is now')));
}

// ------------------------------------------------------------------ who sits where

function seatFields(ruleset, forOthers, changed) {
  const list = h('ol', { class: 'plain seat-choices' });
  const strongest = ruleset.bots.at(-1);
  const chosen = Array.from({ length: ruleset.seatsMax }, (_, seat) => (seat === 0 ? ME : forOthers ? OTHERS : strongest));
  const count = h('select', { id: freshId('seats') }, Array.from({ length: ruleset.seatsMax - ruleset.seatsMin + 1 }, (_, more) =>
    h('option', { value: ruleset.seatsMin + more }, ruleset.seatsMin + more)));
  const usual = Math.min(Math.max(3, ruleset.seatsMin), ruleset.seatsMax);
  count.value = String(usual);

  function choose(seat, value) {
    const mine = chosen.indexOf(ME);
    if (value === ME && mine >= 0 && mine !== seat) chosen[mine] = chosen[seat] === ME ? strongest : chosen[seat];
    chosen[seat] = value;
    show();
    list.querySelectorAll('select')[seat]?.focus();
    changed();
  }

  function row(seat) {
    const id = freshId('seat');
    const choices = [[ME, 'You'], ...ruleset.bots.toReversed().map((bot) => [bot, `Bot: ${words(bot)}${bot === strongest ? ' (strongest)' : ''}`]),
      [OTHERS, 'Somebody else: share the link']];
    const select = h('select', { id, value: chosen[seat], onchange: () => choose(seat, select.value) },
      choices.map(([value, text]) => h('option', { value }, text)));
    return h('li', { class: 'row' }, seatMark(seat, 18, ''), h('label', { for: id }, `Seat ${seat + 1}`), select);
  }

  function show() {
    fill(list, Array.from({ length: Number(count.value) }, (_, seat) => row(seat)));
  }

  count.addEventListener('change', () => {
    const seats = Number(count.value);
    if (chosen.indexOf(ME) >= seats) { chosen[chosen.indexOf(ME)] = strongest; chosen[0] = ME; }
    show();
    changed();
  });
  show();
  const element = h('fieldset', null, h('legend', null, 'At the table'),
    h('div', { class: 'field inline' }, h('label', { for: count.id }, 'Players'), count), list);
  return { element, chosen: () => chosen.slice(0, Number(count.value)) };
}

// ------------------------------------------------------------------ what spectators see

function delayFields() {
  const [id, amountId] = [freshId('delay'), freshId('amount')];
  const amount = h('input', { type: 'number', id: amountId, min: 1, max: 86400, value: 10, step: 1 });
  const holder = h('span', { class: 'row', hidden: true }, h('label', { for: amountId }, 'How many'), amount);
  const unit = h('select', { id }, h('option', { value: '' }, 'None: they see it live'), h('option', { value: 'steps' }, 'By steps'),
    h('option', { value: 'seconds' }, 'By seconds'));
  unit.addEventListener('change', () => { holder.hidden = !unit.value; });
  const element = h('div', { class: 'field' }, h('label', { for: id }, 'Delay for spectators'), h('div', { class: 'row' }, unit, holder),
    h('p', { class: 'hint' }, 'Whoever does not sit at the table sees it that much later, everywhere.'));
  return { element, chosen: () => (unit.value ? { [unit.value]: Math.max(1, Math.trunc(Number(amount.value)) || 1) } : null) };
}
