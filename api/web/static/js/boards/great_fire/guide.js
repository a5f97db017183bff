/** How the page leads a player of The Great Fire: phrases for commands, what is left to do, and bubbles. */

import { t } from '../../language/language.js';

const PHRASES = {
  KeepHand: 'keep this hand', ExchangeHand: 'show it and take another', PlaceBand: 'place a trained band',
  PlaceLandowner: 'place your landowner', PlayFire: 'play a fire card',
  DeclareNoMove: 'discard a card: no fire can move',
  PlayDoubleMove: 'move the fire a second time', MoveLandowner: 'move your landowner', MoveBand: 'move a trained band',
  PutOut: 'put out a cone', Demolish: 'demolish a district', EndActions: 'end your actions',
  Intensify: 'choose where the fire grows',
};

/** @param {GreatFireView | null} position @returns {string} */
const left = (position) => {
  if (!position?.points_left || !['actions', 'fire_second'].includes(position.phase)) return '';
  return position.points_left === 1 ? '1 action point left' : t`${position.points_left} action points left`;
};

/** @type {Bubble[]} */
const bubbles = [
  { at: '.play-status', text: 'Here stands what you are to do now. On the board everything else is dimmed.' },
  { at: '.game-board [data-spot^="card:"]',
    text: 'Your fire cards. Each moves the fire one way; you must play one a turn. Watch where your own houses are.' },
  { at: '.panel-seats',
    text: 'Your colour and points. Houses of your colour that burn cost points.' },
  { at: '.game-board [data-spot^="landowner:"]',
    text: 'After the fire you have four action points: walk, move bands, put out cones, demolish districts.' },
  { at: '.play-settings',
    text: 'You are asked before a move that costs you points. Here you choose when to be asked.' },
];

/** @type {Guide} */
export default { phrases: PHRASES, left, bubbles };
