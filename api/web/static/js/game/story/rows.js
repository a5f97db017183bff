/** The rows of the story: the card of a turn with its headline, and the line of a step. */

import { h, moment } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { signed } from '../../boards/tale.js';
import { titleOf } from '../replay/turns.js';

export const HIDDEN = 'Something happened that this viewer may not see.';
const clock = new Intl.DateTimeFormat(undefined,
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** Guesses of heights, in px: what a row has in any case, and for each line of text. */
const CARD_PX = 54;
const LINE_PX = 30;
const TEXT_PX = 20;
const LETTERS_A_LINE = 46;

/** @param {number} base @param {string} text */
const guessed = (base, text) => base + TEXT_PX * Math.floor(text.length / LETTERS_A_LINE);
/** @param {string} text */
export const cardGuess = (text) => guessed(CARD_PX, text);
/** @param {string} text */
export const lineGuess = (text) => guessed(LINE_PX, text);

/** The change of the score as chips. @param {number[] | null} gains by seat @param {string[]} names */
export function chips(gains, names) {
  const changed = (gains ?? []).flatMap((gain, seat) => (gain ? [{ gain, seat }] : []));
  if (changed.length === 0) return null;
  return h('span', { class: 'log-chips' }, changed.map(({ gain, seat }) => chip(gain, seat, names[seat])));
}

/** @param {number} gain @param {number} seat @param {string} name */
function chip(gain, seat, name) {
  return h('span', { class: `log-chip ${gain < 0 ? 'log-loss' : 'log-gain'}`, title: `${name} ${signed(gain)}` },
    seatEmblem(seat, 12, ''), h('span', { class: 'unseen' }, `${name} `), signed(gain));
}

/**
 * The card of a turn.
 * @param {TurnCard} card
 * @param {{headline: string, gains: number[] | null, names: string[], open: boolean, current: boolean}} telling
 */
export function cardRow(card, { headline, gains, names, open, current }) {
  const who = card.kind === 'turn' && card.seat !== null ? names[card.seat] : '';
  return h('li', { class: 'log-card', dataset: { card: card.key }, 'aria-current': current && !open ? 'step' : null },
    h('button', { type: 'button', class: 'log-go', tabindex: '-1', 'aria-expanded': String(open),
      dataset: { go: card.first } },
    h('span', { class: 'log-turn' }, card.seat !== null && card.kind === 'turn' && seatEmblem(card.seat, 14, ''),
      titleOf(card), who && ` · ${who}`),
    h('span', { class: 'log-headline' }, headline)),
    card.kind === 'opening' ? null : chips(gains, names));
}

/**
 * The line of a step.
 * @param {Step} step
 * @param {{full: boolean, current: boolean, gains: number[] | null, names: string[], struck: number | null,
 *   sign: HTMLElement | null}} telling  struck: the step that took it back
 */
export function lineRow({ version, time, line }, { full, current, gains, names, struck, sign }) {
  const dataset = { step: version };
  const name = `log-row${line ? '' : ' log-hidden'}${struck ? ' log-struck' : ''}`;
  const title = struck ? `Taken back by step ${struck}` : null;
  return h('li', { class: name, title, dataset, 'aria-current': current ? 'step' : null },
    h('button', { type: 'button', class: 'log-go', tabindex: '-1', dataset: { go: version } },
      full && h('span', { class: 'log-number' }, version),
      line && line.seat !== null ? seatEmblem(line.seat, 12, '') : h('span', { class: 'log-nobody' }),
      h('span', { class: 'log-text' }, line ? line.text : HIDDEN, ' ', chips(gains, names), full && ' ',
        full && h('time', { datetime: time, title: moment(time) }, clock.format(new Date(time))))),
    sign);
}
