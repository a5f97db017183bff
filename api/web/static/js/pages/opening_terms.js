/** The part of the opening form for clocks, take-backs and calls: a few presets each, and nothing by default. */

import { freshId, h } from '../dom.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WAY = { lagMs: 500, lagMaxMs: 3000 };

/** @type {Record<string, {name: string, clock: Record<string, unknown> | null}>} */
const CLOCKS = {
  none: { name: 'No clocks', clock: null },
  quick: { name: 'Quick: 10 minutes, and 30 seconds a turn',
    clock: { kind: 'BANK', bankMs: 10 * MINUTE, addMs: 30 * SECOND, capMs: 15 * MINUTE, ...WAY } },
  usual: { name: 'Usual: 30 minutes, and a minute a turn',
    clock: { kind: 'BANK', bankMs: 30 * MINUTE, addMs: MINUTE, capMs: HOUR, ...WAY } },
  free: { name: 'Easy: 2 minutes free at each stint, then 20 minutes',
    clock: { kind: 'FREE', freeMs: 2 * MINUTE, bankMs: 20 * MINUTE, ...WAY } },
  each: { name: 'Steady: 3 minutes for each stint', clock: { kind: 'EACH', eachMs: 3 * MINUTE, ...WAY } },
  days: { name: 'By correspondence: 2 days for each stint, with sleep and rest',
    clock: { kind: 'EACH', eachMs: 2 * DAY, overtimeMs: 6 * HOUR, sleepMinutesMax: 600, restMs: 14 * DAY } },
};
/** @type {[string, string][]} */
const FLAGS = [['RULES', 'The rules\' default is played'], ['BOT', 'A bot plays on for good'],
  ['FORFEIT', 'The seat is lost'], ['CLAIM', 'Nothing, until another player claims it']];
const HOURS_MAX = 720;

/** @type {[string, string][]} */
const TAKE_BACKS = [['NONE', 'None'], ['FREE', 'Free, as long as nothing was learned'],
  ['CONSENT', 'Free, and further if all others agree'], ['ARBITER', 'Only by an arbiter']];

/** @typedef {{clock: object | null, takeBacks: object | null, rulings: object | null}} TermsWish what `openGame` takes
 * beside the rest */

/** @returns {{element: HTMLElement, chosen: () => TermsWish}} */
export function termsFields() {
  const flag = h('select', { id: freshId('flag') }, FLAGS.map(([value, name]) => h('option', { value }, name)));
  const flagField = field('When a flag falls', flag);
  flagField.hidden = true;
  const clock = h('select', { id: freshId('clock'), onchange: () => { flagField.hidden = clock.value === 'none'; } },
    Object.entries(CLOCKS).map(([value, { name }]) => h('option', { value }, name)));
  const backs = h('select', { id: freshId('backs') },
    TAKE_BACKS.map(([value, name]) => h('option', { value }, name)));
  const stops = h('input', { type: 'checkbox', id: freshId('stops') });
  const hours = h('input', { type: 'number', id: freshId('hours'), min: 0, max: HOURS_MAX, step: 1, value: 0 });
  const element = h('fieldset', { class: 'terms' }, h('legend', null, 'Clocks, take-backs and calls'),
    field('Clocks', clock, 'Bots have none. The terms never change once the game is open.'), flagField,
    field('Take-backs', backs, 'What a player takes back stays in the log, and shows who did it.'),
    h('div', { class: 'field' }, h('label', { for: stops.id }, stops, ' A call for an arbiter stops the game')),
    field('Hours for an appeal', hours, '0: until the game is over.'));
  return { element, chosen: () => ({
    clock: clockOf(clock.value, flag.value),
    takeBacks: backs.value === 'NONE' ? null : { policy: backs.value },
    rulings: stops.checked || Number(hours.value) > 0
      ? { callStops: stops.checked, appealSeconds: Math.max(0, Math.trunc(Number(hours.value))) * 3600 } : null,
  }) };
}

/** @param {string} preset @param {string} flag */
function clockOf(preset, flag) {
  const terms = CLOCKS[preset]?.clock;
  if (!terms) return null;
  return { ...terms, flag, ...(flag === 'CLAIM' ? { claimed: 'FORFEIT' } : {}) };
}

/** @param {string} label @param {HTMLElement} control @param {string} [hint] */
const field = (label, control, hint) => h('div', { class: 'field' }, h('label', { for: control.id }, label), control,
  hint && h('p', { class: 'hint' }, hint));
