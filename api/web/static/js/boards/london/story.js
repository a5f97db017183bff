/** The story of London: how long each event stays on the screen, and a headline for a turn. Pure. */

import { Events, agree, naming, once, printedNames, sentences, signed, some, tallied, winners } from '../tale.js';
import { plural } from '../../dom.js';
import { t } from '../../language/language.js';

/** @type {Stages} */
export const stages = {
  DecksShuffled: 0, FirstPlayerDrawn: 500, HandDealt: 0, TurnBegan: 0, StartDrawEnded: 0, ActionBegan: 500,
  ActionEnded: 0, TurnEnded: 0, EndTriggered: 1200, DeckLookedAt: 500, CardDrawn: 400, CardKept: 0, CardPutBack: 0,
  CardTaken: 450, DrawLapsed: 0, TopRowDiscarded: 600, CardSpent: 400, CardGivenUp: 400, CardOffered: 0,
  CardsExchanged: 600, PlacementAnnounced: 0, CreditUsed: 0, CardPlaced: 800, EffectPlayed: 800, BoroughBought: 1100,
  LoanTaken: 400, BankPaid: 0, OpponentPaid: 500, MoneyGained: 450, MoneyStored: 450, StoredMoneyTaken: 500,
  PointsGained: 500, PovertyReturned: 450, PovertyTaken: 500, PovertyGiven: 600, CardActivated: 600,
  CardBroughtIn: 600, HandIgnored: 0, UndergroundPlaced: 800, ActivationEnded: 0, PovertyComputed: 1000,
  LoansRepaid: 800, HandRevealed: 700, PovertyReduced: 900, GameEnded: 2000,
};

export const ends = ['LoansRepaid', 'HandRevealed', 'PovertyReduced', 'GameEnded'];

/** @type {StoryModule['sounds']} */
export const sounds = {
  card: ['CardDrawn', 'CardTaken', 'CardPlaced', 'CardSpent', 'CardActivated'],
  coin: ['BoroughBought', 'LoanTaken', 'MoneyGained', 'PointsGained', 'LoansRepaid'], end: ['GameEnded'],
};

/** @type {StoryModule['milestones']} */
export const milestones = { BoroughBought: () => true, EndTriggered: () => true };

/** @param {Step[]} steps the steps of a card @param {Telling} telling @returns {string} */
export function headline(steps, telling) {
  const events = new Events(steps);
  const { names, components } = telling;
  const ended = events.first('GameEnded');
  if (ended) return sentences([winners(placesOf(ended), names)]);
  const card = naming(printedNames(components?.card));
  /** Two copies of a card have one name. @param {string} id */
  const cardName = (id) => card(id.split('#')[0]);
  const first = events.first('FirstPlayerDrawn');
  if (first) return sentences([t`${names[first.seat]} will begin`, t`The decks are shuffled and the hands dealt`]);
  if (events.has('HandRevealed') || events.has('LoansRepaid')) return t`Loans are repaid and the hands are shown.`;
  return sentences([act(events, telling, cardName), debts(events), handed(events, telling), ending(events, telling)])
    || events.text;
}

/** @param {Record<string, any>} ended @returns {{seat: number, place: number, points: number}[]} */
function placesOf({ points = [], places = [] }) {
  /** @param {number} place @param {number} seat */
  const placed = (place, seat) => ({ seat, place, points: points[seat] });
  return places.map(placed);
}

/** The action of the turn. @param {Events} events @param {Telling} telling @param {(id: string) => string} card */
function act(events, { names, components }, card) {
  const begun = events.first('ActionBegan') ?? events.first('TurnBegan');
  const who = names[begun?.seat] ?? '';
  if (!begun || !who) return '';
  const borough = naming(printedNames(components?.borough));
  switch (begun.action) {
    case 'run': return ran(events, who);
    case 'invest': return invested(who, some(bought(events).map(borough)));
    case 'play': return built(events, who, card);
    case 'draw': case 'take_three': return t`${who} takes ${plural(drawn(events), 'card')}`;
    default: return drawn(events) > 0 ? t`${who} takes ${plural(drawn(events), 'card')}` : t`${who} begins`;
  }
}

/** @param {string} who @param {string} boroughs */
const invested = (who, boroughs) =>
  (boroughs ? t`${who} invests in ${boroughs}` : t`${who} invests in the city`);

/** @param {Events} events @returns {string[]} */
const bought = (events) => events.all('BoroughBought').map((each) => each.borough);

/** @param {Events} events */
const drawn = (events) => events.all('CardTaken').length + events.all('CardDrawn').length;

/** @param {Events} events @param {string} kind @param {string} field */
const total = (events, kind, field) => events.all(kind).reduce((sum, each) => sum + (Number(each[field]) || 0), 0);

/** What running the city brought. @param {Events} events @param {string} who */
function ran(events, who) {
  const counted = events.first('PovertyComputed');
  const [pounds, points] = [total(events, 'MoneyGained', 'pounds'), total(events, 'PointsGained', 'points')];
  const less = total(events, 'PovertyReturned', 'points');
  const poverty = counted ? counted.change + total(events, 'PovertyTaken', 'points') - less : -less;
  const brought = [pounds && t`£${pounds}`, points && t`${points} VP`, poverty && t`poverty ${signed(poverty)}`];
  const sum = brought.filter(Boolean).join(', ');
  const active = events.all('CardActivated').length;
  const cards = active ? plural(active, 'card') : '';
  if (!sum) return cards ? t`${who} runs the city with ${cards}` : t`${who} runs the city`;
  return cards ? t`${who} runs the city with ${cards}: ${sum}` : t`${who} runs the city: ${sum}`;
}

/** What was built. @param {Events} events @param {string} who @param {(id: string) => string} card */
function built(events, who, card) {
  const open = tallied(events.all('CardPlaced').filter((each) => each.card).map((each) => card(each.card)));
  const played = once(events.all('EffectPlayed').filter((each) => each.card).map((each) => card(each.card)));
  const [places, helpers] = [some(open), some(played)];
  if (places) return helpers ? t`${who} builds ${places} with ${helpers}` : t`${who} builds ${places}`;
  return helpers ? t`${who} plays ${helpers}` : t`${who} places no card`;
}

/** @param {Events} events */
function debts(events) {
  const loans = events.all('LoanTaken');
  const forced = loans.filter((each) => each.forced).length;
  if (loans.length === 0) return '';
  if (forced) return agree(loans, t`1 forced loan taken`, t`${loans.length} loans taken, ${forced} of them forced`);
  return agree(loans, t`1 loan taken`, t`${loans.length} loans taken`);
}

/** What other seats got or lost. @param {Events} events @param {Telling} telling */
function handed(events, { names }) {
  const paid = total(events, 'OpponentPaid', 'pounds');
  const given = once(events.all('PovertyGiven').map(({ to }) => names[to]).filter(Boolean));
  if (given.length) return agree(given, t`${given[0]} gets poverty`, t`${some(given)} get poverty`);
  return paid > 0 && t`£${paid} paid to others`;
}

/** Why the end is near. @param {Events} events @param {Telling} telling */
function ending(events, { names }) {
  const end = events.first('EndTriggered');
  if (!end) return '';
  const who = names[end.seat];
  return end.ending === 'deck' ? t`${who} took the last card of the deck; each other player had one more turn`
    : t`For too long nobody placed a card or drew one; after ${who}'s turn each other player had one more turn`;
}
