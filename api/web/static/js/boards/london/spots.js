/**
 * Which spots of London's board stand for a command, and the buttons for what lies nowhere on the board.
 * No row of spots begins another, so that clicks always narrow down
 * to one command.
 */

import { h } from '../../dom.js';
import { translation } from '../../language/language.js';
import { spot } from '../kit.js';

const LABELS = {
  look: 'Look at the top of the deck',
  draw: 'Draw the top card',
  stop_drawing: 'Take no further card',
  face_up: 'Place it face up',
  face_down: 'Place it face down',
  spend: 'Spend it',
  school: 'Spend it with School, as any colour',
  wren: 'Let Wren pay: spend no card',
  effect: 'Play it for its effect',
  offer: 'Exchange it with the display',
  give_up: 'Put it on the display',
  flip: 'Without Hospital',
  take_three: 'Take three cards',
  loan: 'Take a loan',
  stop_spending: 'Spend no further card',
  end_action: 'Play no further card',
  end_run: 'Activate no further card',
  end_turn: 'End the turn',
};

/** @type {Record<string, string>} */
const BUTTONS = {
  StopDrawing: 'stop_drawing',
  UseWren: 'wren',
  EndAction: 'end_action',
  StopSpending: 'stop_spending',
  EndRun: 'end_run',
  TakeThree: 'take_three',
  TakeLoan: 'loan',
  EndTurn: 'end_turn',
};

/**
 * @param {RulesetCommand} command a legal command of London
 * @returns {string[]} the spots to choose one after the other; none: it is on no spot of this board
 */
export function spotsOf(command) {
  const kind = command.type.slice(command.type.indexOf('.') + 1);
  if (BUTTONS[kind]) return [`act:${BUTTONS[kind]}`];
  switch (kind) {
    case 'LookAtDeck': return ['deck', 'act:look'];
    case 'DrawFromDeck': return ['deck', 'act:draw'];
    case 'TakeFromDisplay':
    case 'KeepCard':
    case 'PutBack':
    case 'BringIn':
    case 'TakeInExchange': return [`card:${command.card}`];
    case 'PlaceCard': return placing(command);
    case 'SpendCard': return [`card:${command.card}`, command.school ? 'act:school' : 'act:spend'];
    case 'PlayForEffect': return [`card:${command.card}`, 'act:effect'];
    case 'OfferCard': return [`card:${command.card}`, 'act:offer'];
    case 'GiveUp': return [`card:${command.card}`, 'act:give_up'];
    case 'Activate':
    case 'Repeat': return activating(command);
    case 'NameOpponent': return [`seat:${command.opponent}`];
    case 'PlaceUnderground':
    case 'Invest': return [`borough:${command.borough}`];
    default: return [];
  }
}

/** @param {unknown} value */
const given = (value) => value !== null && value !== undefined;

/** @param {RulesetCommand} command */
function placing({ card, seat, stack, face_down }) {
  if (!given(stack)) return [`card:${card}`, `stack:${seat}:new`];
  return [`card:${card}`, `stack:${seat}:${stack}`, face_down ? 'act:face_down' : 'act:face_up'];
}

/** @param {RulesetCommand} command */
function activating({ seat, stack, hospital }) {
  return [`stack:${seat}:${stack}`, given(hospital) ? `stack:${seat}:${hospital}` : 'act:flip'];
}

/** The buttons, each hidden unless it can be chosen. @param {Spots} spots */
export function makeActions(spots) {
  const buttons = Object.entries(LABELS).map(([id, label]) => {
    const button = h('button', { type: 'button', class: 'lon-act' }, label);
    spots.set(`act:${id}`, spot(button, `act:${id}`, translation(label)));
    return button;
  });
  return h('div', { class: 'lon-acts', role: 'group', 'aria-label': 'What can be chosen beside the cards' }, buttons);
}
