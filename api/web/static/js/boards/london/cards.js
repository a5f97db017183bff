/**
 * London's cards as elements: one for each card, wherever it lies, so that a card can be followed from place to place.
 * Knows what is printed, not what may be done.
 */

import { h } from '../../dom.js';
import { spot } from '../kit.js';
import { coin, icon, sign } from './icons.js';
import { saysOf } from './words.js';

/** @param {London.Words} words @param {Spots} spots @param {London.BoardParts['parts']} parts */
export function makeCards(words, spots, parts) {
  const made = new Map();
  /** @param {string} card */
  const of = (card) => {
    let element = made.get(card);
    if (!element) {
      element = cardElement(words, card);
      made.set(card, element);
      parts.set(`card:${card}`, element);
      spots.set(`card:${card}`, spot(element, `card:${card}`, words.cardLabel(card), 'img'));
    }
    return element;
  };
  return {
    of,
    /** Let exactly these cards lie in a zone, in this order. @param {Element} zone @param {string[]} cards */
    put: (zone, cards) => arrange(zone, cards.map(of)),
  };
}

/**
 * Let exactly these elements be the children, moving only those that are out of place.
 * @param {Element} zone @param {Element[]} elements
 */
export function arrange(zone, elements) {
  let at = zone.firstElementChild;
  for (const element of elements) {
    if (element === at) at = at.nextElementSibling;
    else zone.insertBefore(element, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/** @param {London.Words} words @param {string} card */
function cardElement(words, card) {
  const face = words.face(card);
  return h(
    'div',
    { class: `lon-card lon-${face.colour}`, dataset: { part: `card:${card}` } },
    h('div', { class: 'lon-band' }, icon(face.colour), h('span', { class: 'lon-name' }, face.name), worth(face)),
    middle(face, words.letterOf(card)),
    face.placeable ? stoneBase(face) : null,
  );
}

/** What a card costs and what it scores. @param {London.Face} face */
const worth = (face) => [face.place_cost ? coin(face.place_cost) : null, face.vp ? sign('vp', face.vp) : null];

/** @param {London.Face} face @param {string} letter of its deck */
function middle(face, letter) {
  return h(
    'div',
    { class: 'lon-mid' },
    h('div', { class: 'lon-corner' }, worth(face), h('span', { class: 'lon-letter' }, icon(face.colour), letter)),
    saysOf(face).map((line) => h('p', { class: line.always ? 'lon-says lon-always' : 'lon-says' }, line.text)),
    h('div', { class: 'lon-sigil' }, icon(face.colour)),
  );
}

/** @param {London.Face} face */
function stoneBase(face) {
  if (!face.activatable && !face.flips) return h('div', { class: 'lon-base lon-plain' });
  const { spend, pay } = face.activation ?? { spend: 'none', pay: 0 };
  const need = [spend === 'any' ? icon('card') : null, spend === 'blue' ? [icon('card'), icon('blue')] : null,
    pay ? coin(pay) : null];
  return h(
    'div',
    { class: 'lon-base' },
    h('span', { class: 'lon-need' }, need),
    h('span', { class: 'lon-gain' }, (face.effects ?? []).map(gained)),
    h('span', { class: 'lon-after' }, face.flips ? icon('flip') : null),
  );
}

/** @param {London.Effect} effect */
function gained(effect) {
  switch (effect.kind) {
    case 'gain_money': return coin(effect.amount);
    case 'gain_vp': return sign('vp', effect.amount);
    case 'lose_poverty': return sign('poverty', `−${effect.amount}`);
    case 'gain_poverty': return sign('poverty', `+${effect.amount}`);
    default: return icon('special');
  }
}
