/** How the page leads a player of London: phrases for commands, several draws in one, bubbles for a first game. */

import { t } from '../../language/language.js';

const PHRASES = {
  LookAtDeck: 'look at the top of the deck', DrawFromDeck: 'draw from the deck',
  TakeFromDisplay: 'take a card from the display', KeepCard: 'keep a card', StopDrawing: 'draw no further card',
  PutBack: 'put a card back', PlaceCard: 'place a card', SpendCard: 'pay with a card', UseWren: 'let Wren pay',
  PlayForEffect: 'play a card for its effect', EndAction: 'play no further card', Activate: 'activate a stack',
  BringIn: 'bring in a card', StopSpending: 'spend no further card', NameOpponent: 'name an opponent',
  Repeat: 'repeat a stack', PlaceUnderground: 'place the Underground', EndRun: 'activate no further card',
  Invest: 'buy a borough', TakeThree: 'take three cards', TakeLoan: 'take a loan', OfferCard: 'exchange a card',
  TakeInExchange: 'take a card in exchange', GiveUp: 'give up a card', EndTurn: 'end the turn',
};

/** @param {LondonView | null} position */
const due = (position) => Math.max(0, (position?.turn.draw_min ?? 0) - (position?.turn.drawn ?? 0));

/** @param {LondonView | null} position @returns {string} */
const left = (position) => {
  if (position?.phase !== 'drawing' || !due(position)) return '';
  return due(position) === 1 ? '1 card to draw' : t`${due(position)} cards to draw`;
};

/**
 * Draws that may be made in one go: all that are due, from the deck.
 * @param {LegalCommand[]} legal @param {LondonView | null} position @returns {Bundle[]}
 */
function bundles(legal, position) {
  const draw = legal.find(({ type }) => type === 'london.DrawFromDeck');
  const times = position?.phase === 'drawing' ? due(position) : 0;
  if (!draw || times < 2) return [];
  return [{ text: t`Draw ${times} cards from the deck`, first: draw, times }];
}

/** Cards in the hand count against their owner until they are built, and loans until they are paid back: no losses. */
const freely = ['LookAtDeck', 'DrawFromDeck', 'TakeFromDisplay', 'KeepCard', 'TakeThree', 'TakeLoan', 'PutBack',
  'PlaceCard', 'SpendCard', 'BringIn', 'OfferCard', 'TakeInExchange', 'GiveUp', 'Activate', 'Repeat'];

/** @type {Bubble[]} */
const bubbles = [
  { at: '.play-status', text: 'Here stands what you are to do now. On the board everything else is dimmed.' },
  { at: '.game-board [data-spot="deck"]',
    text: 'A turn begins with a card: from the deck, or an open one from the display.' },
  { at: '.game-board [data-spot^="card:"]',
    text: 'Cards become buildings of your street. Placing one costs another card of its colour, and its price.' },
  { at: '.game-board [data-spot^="borough:"]',
    text: 'Boroughs give points and cards at once. Their price is printed on them.' },
  { at: '.panel-seats',
    text: 'Running your city brings money and poverty. Poverty costs points: compare yours with theirs.' },
];

/** @type {Guide} */
export default { phrases: PHRASES, left, bundles, freely, bubbles };
