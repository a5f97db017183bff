/** How the page leads a player of The Brigade: phrases for commands, what is left to do, bubbles for a first game. */

import { t } from '../../language/language.js';

const PHRASES = {
  MoveBrigade: 'move your brigade', MoveWagon: 'move the wagon', Extinguish: 'extinguish', Refill: 'refill water',
  Recruit: 'recruit', Transfer: 'transfer water', Upgrade: 'upgrade a track',
  DiscardSirPrecious: 'send Sir Precious away', EndTurn: 'end your turn', SendWagon: 'send the wagon',
  Polymorph: 'swap two tiles', Poach: 'poach a crew member', ExtraUpgrade: 'upgrade once more',
  DeclareAllegiance: 'declare an allegiance', ChangeSide: 'change sides', PlaceMimic: 'place the mimic',
  ControlFirestorm: 'control the firestorm', ChooseChief: 'choose a chief', PlaceCubes: 'place cubes',
  ChooseCell: 'choose a tile', ChooseCube: 'choose a cube', ChooseRecruit: 'keep a crew member',
  ChooseCard: 'choose a card', ChooseRival: 'choose a rival', ChooseTrack: 'choose a track',
  ChooseDirection: 'choose a direction', LoseWater: 'choose where water is lost', TakeWater: 'take water',
  Accept: 'accept', Decline: 'decline',
};

/** @param {BrigadeView | null} position @returns {string} */
const left = (position) => {
  if (position?.phase !== 'action' || position.pending) return '';
  return position.actions === 1 ? '1 action left' : t`${position.actions} actions left`;
};

/** @type {Bubble[]} */
const bubbles = [
  { at: '.play-status', text: 'Here stands what you are to do now. On the board everything else is dimmed.' },
  { at: '.game-board [data-spot^="act:"]',
    text: 'Your actions. Choose one, then where it happens. Each is spent once it is played.' },
  { at: '.game-board [data-spot^="tile:"]',
    text: 'Buildings burn from level 1 to 4. Put a fire out, and its guild may take your side.' },
  { at: '.game-board [data-spot^="chief:"]',
    text: 'Your chief has an ability of their own. Rest on the card to read it.' },
  { at: '.play-settings', text: 'You are warned before actions are left unused. Here you choose when to be asked.' },
];

/** @type {Guide} */
export default { phrases: PHRASES, left, bubbles };
