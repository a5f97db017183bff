/**
 * The own hand in The Great Fire of London: cards, tokens, objectives and what can be done with them.
 */

import { fill, h, plural } from '../../dom.js';
import { spot } from '../kit.js';
import { aims, aimsIntact } from './seats.js';
import { icon } from './parts.js';
import { DO, tokenName } from './words.js';

const KINDS = ['charge', 'double_move', 'vp'];
/** @type {any} */
const NOTHING = { hand: [], token_kinds: [], objectives: null };

/**
 * Print on a card or a token: drawn by the stylesheet, because a screen reader has the name, which says it in full.
 * @param {string} text @param {string} [name]
 */
const print = (text, name = '') => h('span', { class: name, dataset: { text } });

/** @param {string} id @param {GreatFire.Direction} direction */
function card(id, { name, hex }) {
  const face = [print(id, 'gf-card-letter'), icon(`arrow-${id}`), print(name, 'gf-card-name'), print('', 'gf-times')];
  return h('div', { class: 'gf-card', style: { '--gf-dir': hex } }, face);
}

/** @param {string} kind */
const token = (kind) =>
  h('div', { class: 'gf-token-choice' }, icon(kind), print(tokenName(kind).slice(2)), print('', 'gf-times'));

/**
 * What the seat that looks can choose from. One card stands for all of its direction, one token for all of its kind.
 * @param {GreatFire.Printed} printed
 * @param {Spots} spots gets what can be chosen
 * @returns {{element: HTMLElement, show: (seat: GreatFireSeatView | null, name: string, position: any) => void}}
 */
export function makeHand(printed, spots) {
  /** @param {string} id @param {HTMLElement} element @param {string} label */
  const choice = (id, element, label) => {
    spots.set(id, spot(element, id, label));
    return element;
  };
  const cards = printed.directions.map(
    (direction) => choice(`card:${direction.id}`, card(direction.id, direction), direction.name));
  const tokens = KINDS.map((kind) => choice(`token:${kind}`, token(kind), tokenName(kind)));
  const buttons = Object.entries(DO).map(
    ([id, text]) => choice(`do:${id}`, h('button', { type: 'button', class: 'gf-do' }, text), text));
  const targets = h('div', { class: 'gf-aims' });
  const title = h('h3', null, 'Hand');
  const rows = [h('div', { class: 'gf-cards' }, cards), h('div', { class: 'gf-tokens' }, tokens), targets,
    h('div', { class: 'gf-dos' }, buttons)];
  const element = h('section', { class: 'gf-hand', 'aria-label': 'Your hand' }, title, rows);
  let drawn = '';
  return {
    element,
    /** Show the hand of one seat; nothing of it remains if the viewer may not know it. */
    show(seat, name, position) {
      const own = seat?.hand ? seat : NOTHING;
      element.hidden = own === NOTHING;
      const intact = own === NOTHING ? [] : aimsIntact(printed, own, position);
      const wanted = JSON.stringify([own.hand, own.token_kinds, own.objectives, name, intact]);
      if (wanted === drawn) return;
      drawn = wanted;
      title.textContent = `The hand of ${name}`;
      for (const { id, name: way } of printed.directions)
        lay(spots.get(`card:${id}`), own.hand, id, (many) => plural(many, `${way} card`));
      for (const kind of KINDS) lay(spots.get(`token:${kind}`), own.token_kinds, kind, (many) => tokenName(kind, many));
      fill(targets, own.objectives ? aims(printed, own, position) : null);
    },
  };
}

/**
 * Show how many of a kind there are.
 * @param {any} choice @param {string[] | null} kinds @param {string} kind @param {(many: number) => string} name
 */
function lay(choice, kinds, kind, name) {
  const many = (kinds ?? []).filter((each) => each === kind).length;
  choice.element.hidden = many === 0;
  choice.element.dataset.many = String(Math.min(many, 4));
  choice.element.querySelector('.gf-times').dataset.text = many > 1 ? `×${many}` : '';
  choice.rename(name(many));
}
