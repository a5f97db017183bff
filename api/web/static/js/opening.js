/**
 * The commands that open a table, seat everybody and begin: each with an id of its own, made once, so that going on after a failure
 * repeats nothing. Draws nothing.
 */

import { command, newId } from './api.js';

/** The rules said no, or the service could not take a command as it was. */
export class Refusal extends Error {
  /** @param {{text: string, code?: string, rules?: any[]}} answer */
  constructor(answer) {
    super(answer.text);
    this.name = 'Refusal';
    this.code = answer.code ?? null;
    this.rules = answer.rules ?? [];
  }
}

const OPEN = `mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $options: JSON, $title: String!, $delay: DelayInput) {
  openGame(commandId: $id, ruleset: $ruleset, seats: $seats, options: $options, title: $title, delay: $delay) { ...Answer } }`;
const SIT = `mutation Sit($game: ID!, $id: ID!, $seat: Int!, $share: String!) {
  takeSeat(game: $game, commandId: $id, seat: $seat, share: $share) { ...Answer } }`;
const BOT = `mutation Bot($game: ID!, $id: ID!, $seat: Int!, $bot: String!) {
  seatBot(game: $game, commandId: $id, seat: $seat, bot: $bot) { ...Answer } }`;
const BEGIN = 'mutation Begin($game: ID!, $id: ID!) { beginGame(game: $game, commandId: $id) { ...Answer } }';

/**
 * @typedef {object} Wish
 * @property {string} ruleset
 * @property {({me: true} | {bot: string} | {open: true})[]} seats
 * @property {object} options
 * @property {string} title
 * @property {{steps: number} | {seconds: number} | null} delay
 */

/**
 * A table to be opened. `run` may be called again after a failure and goes on where it stopped.
 * @param {Wish} wish
 * @returns {{game: string | null, run: (how: {signal: AbortSignal, onStage: (text: string) => void}) => Promise<string>}}
 */
export function opening(wish) {
  const share = newId(); // our part in the chance (GAME-CHANCE-02)
  const stages = [
    stage('Opening the table', OPEN, () => ({
      ruleset: wish.ruleset, seats: wish.seats.length, options: wish.options, title: wish.title, delay: wish.delay,
    })),
    ...wish.seats.flatMap((who, seat) => {
      if (who.me) return [stage('Sitting down', SIT, (game) => ({ game, seat, share }))];
      if (who.bot) return [stage(`Seating a bot on seat ${seat + 1}`, BOT, (game) => ({ game, seat, bot: who.bot }))];
      return [];
    }),
    ...(wish.seats.some((who) => who.open) ? [] : [stage('Beginning', BEGIN, (game) => ({ game }))]),
  ];
  const made = {
    game: null,
    async run({ signal, onStage }) {
      for (const each of stages) {
        if (each.done) continue;
        onStage(each.text);
        const answer = await command(each.mutation, { id: each.id, ...each.variables(made.game) }, {
          signal, onWait: () => onStage(`${each.text}: the connection is away, it is tried again`),
        });
        if (answer.__typename !== 'CommandAccepted') {
          each.id = newId(); // a refused command is answered; what is asked next is another one
          throw new Refusal(answer);
        }
        each.done = true;
        made.game = answer.game;
      }
      return made.game;
    },
  };
  return made;
}

const stage = (text, mutation, variables) => ({ text, mutation, variables, id: newId(), done: false });
