/**
 * What is printed on London's cards and boroughs, and what happens in a phase, in plain words.
 * Reads the components and the view.
 */

import { listed, plural } from '../../dom.js';
import { deckLetter, doing } from './printed.js';
import { joined, t, translation } from '../../language/language.js';

/** @type {Record<string, string>} */
const PER = {
  own_boroughs: 'borough of yours',
  own_boroughs_touching_thames: 'borough of yours on the Thames',
  own_boroughs_north: 'borough of yours north of the Thames',
  own_visible_brown_cards: 'visible brown card of yours',
  own_visible_non_brown_cards: 'visible card of yours that is not brown',
};

/** Effects that need a sentence; the others are signs on the stone base. */
/** @type {Record<string, (printed: any) => string>} */
const EFFECTS = {
  money_per: (effect) => t`£${effect.amount} for each ${translation(PER[effect.per])}`,
  vp_per: (effect) => t`${plural(effect.amount, 'point')} for each ${translation(PER[effect.per])}`,
  take_stored_money: () => 'Take the money on this card',
  place_from_display_on_self: () => 'Put a card of the display on this one, paying its £',
  spend_cards_for: spendCards,
  each_opponent_pays_bank_per_borough: (effect) =>
    t`Opponents pay the bank £${effect.amount} for each of their boroughs`,
  each_opponent_pays_you: (effect) => t`Each opponent pays you £${effect.amount}`,
  target_gains_poverty: (effect) => t`An opponent takes ${effect.amount} poverty`,
  give_poverty: (effect) => t`Give ${effect.amount} poverty to an opponent`,
  place_underground: (effect) => t`Place ${effect.markers} Underground markers; crossing the Thames £${effect.toll}`,
  reactivate_other: () => 'Activate a card of this run once more, for nothing',
  ignore_hand_this_run: () => 'Your hand brings no poverty in this run',
};

/** @type {Record<string, (printed: any) => string>} */
const POWERS = {
  recolour_spent_card: (power) => t`For £${power.pay}, a card you spend to place another may have any colour`,
  store_on_placement: (power) => t`£${power.amount} comes here for each card you place`,
  swap_with_display: () => 'Once a turn: swap a hand card with one of the display',
  flexible_start_draw: (power) => t`Start draw: ${power.min} to ${power.max} cards`,
  peek_before_draw: (power) => t`Before the start draw: look at the top ${power.depth} cards`,
  bigger_loan: (power) => t`Each loan brings £${power.principal}`,
  flip_instead: () => 'Flip this instead of a card just activated',
};

/** @type {Record<string, (printed: any) => string>} */
const PLAYED = {
  draw_cards: (effect) => t`Play it: take ${plural(effect.count, 'card')}`,
  free_placements: (effect) => t`Play it: place ${plural(effect.count, 'card')} without spending any`,
};

/** @type {Record<string, (printed: any) => string>} */
const SIGNS = {
  gain_money: (effect) => `£${effect.amount}`,
  gain_vp: (effect) => plural(effect.amount, 'point'),
  lose_poverty: (effect) => t`${effect.amount} poverty less`,
  gain_poverty: (effect) => t`${effect.amount} poverty more`,
};

/** @param {London.Effect} effect */
function spendCards(effect) {
  const { lose_poverty_each: poverty, gain_vp_each: points, gain_money_each: money } = effect;
  const gains = [poverty && t`−${poverty} poverty`, points && plural(points, 'point'), money && `£${money}`];
  const what = effect.filter === 'paupers'
    ? translation('any number of Paupers') : t`up to ${plural(effect.max, 'card')}`;
  return t`Spend ${what}: each ${listed(gains.filter(Boolean))}`;
}

/**
 * @param {London.Face} face
 * @returns {{text: string, always: boolean}[]} what the card says; always: it counts while visible or when played
 */
export function saysOf(face) {
  const says = [];
  if (face.power) says.push({ text: POWERS[face.power.id](face.power), always: true });
  if (face.play_effect) says.push({ text: PLAYED[face.play_effect.kind](face.play_effect), always: true });
  for (const effect of face.effects
    ?? []) if (EFFECTS[effect.kind]) says.push({ text: EFFECTS[effect.kind](effect), always: false });
  if (face.placeable && face.place_spend === 'none')
    says.push({ text: 'Placed without spending a card', always: true });
  if (!face.placeable && !face.play_effect) says.push({ text: 'Never placed; can be spent', always: true });
  return says;
}

/** @param {London.Face} face */
function needOf(face) {
  const { spend, pay } = face.activation;
  if (spend === 'any') return translation(' by spending a card');
  if (spend === 'blue') return translation(' by spending a blue card');
  return pay ? t` by paying £${pay}` : '';
}

/** @param {London.Face} face */
function summaryOf(face) {
  const parts = [];
  if (face.placeable) {
    const spend = translation(face.place_spend === 'none' ? 'no card' : `a ${face.colour} card`);
    parts.push(face.place_cost ? t`To place: £${face.place_cost} and ${spend}.` : t`To place: ${spend}.`);
  }
  for (const line of saysOf(face)) if (line.always) parts.push(`${translation(line.text)}.`);
  if (face.activatable) {
    const gains = face.effects.map(
      (/** @type {London.Effect} */ effect) => (SIGNS[effect.kind] ?? EFFECTS[effect.kind])(effect));
    parts.push(t`Activate${needOf(face)}: ${joined([...gains, face.flips ? 'then flipped' : 'stays face up'], '; ')}.`);
  }
  if (face.vp) parts.push(t`${plural(face.vp, 'point')} at the end.`);
  return parts.join(' ');
}

/** @param {LondonComponents} components @returns {London.Words} */
export function makeWords(components) {
  const faces = new Map(components.card.map((/** @type {London.Face} */ face) => [face.id, face]));
  const boroughs = new Map(components.borough.map((borough) => [borough.id, borough]));
  /** @param {string} card */
  const face = (card) => faces.get(card.slice(0, card.indexOf('#')));
  /** @param {string} card */
  const nameOf = (card) => face(card).name;
  const summaries = new Map([...faces.values()].map((each) => [each.id, summaryOf(each)]));
  return {
    components,
    boroughs,
    face,
    nameOf,
    letterOf: (/** @type {string} */ card) => card[card.indexOf('#') + 1],
    /** All that is printed on a card, for those who do not see it. @param {string} card */
    cardLabel: (card) =>
      t`${nameOf(card)}, ${translation(face(card).colour)}, deck ${card[card.indexOf('#') + 1]}. ${summaries.get(
        face(card).id)}`.trim(),
    stackLabel: (stack, at, owner, notes) => stackLabel({ face, nameOf, summaries }, stack, at, owner, notes),
    boroughLabel: (place, names) => boroughLabel(boroughs, place, names),
    doing: (position) => doing(nameOf, position),
    deckLetter: (/** @type {number} */ left) => deckLetter(components, left),
  };
}

/**
 * @param {Pick<London.Words, 'face' | 'nameOf'> & {summaries: Map<string, string>}} printed
 * @param {LondonStackView} stack @param {number} at @param {string} owner @param {string[]} notes
 */
function stackLabel({ face, nameOf, summaries }, stack, at, owner, notes) {
  const top = stack.cards[stack.cards.length - 1];
  const under = stack.cards.slice(0, -1).reverse().map(nameOf);
  const side = translation(stack.face_up ? 'face up' : 'face down');
  const parts = [t`${owner}, stack ${at + 1}: ${nameOf(top)}, ${translation(face(top).colour)}, ${side}`];
  if (stack.money) parts.push(t`£${stack.money} on it`);
  if (under.length) parts.push(t`over ${listed(under)}`);
  parts.push(...notes);
  return `${joined(parts, '; ')}.${stack.face_up ? ' ' + summaries.get(face(top).id) : ''}`.trim();
}

/** @param {Map<string, London.Borough>} boroughs @param {LondonBoroughView} place @param {string[]} names */
function boroughLabel(boroughs, place, names) {
  const { name, cost, cards, vp, bank, touches_thames, first_marker, neighbours,
    bridges } = boroughs.get(place.borough);
  /** @param {string[]} ids */
  const called = (ids) => listed(ids.map((id) => boroughs.get(id).name));
  const parts = [t`costs £${cost}, ${plural(cards, 'card')}, ${plural(vp, 'point')}`];
  parts.push(translation(`${bank} of the Thames`) + (touches_thames ? translation(', on the river') : ''));
  if (first_marker) parts.push('a place for the first marker');
  parts.push(t`next to ${called(neighbours)}`);
  if (bridges.length) parts.push(t`bridge to ${called(bridges)}`);
  const status = [place.owner === null ? 'nobody’s' : t`building of ${names[place.owner]}`];
  if (place.underground) status.push('Underground');
  return `${name}: ${joined(status)}; ${joined(parts, '; ')}`;
}
