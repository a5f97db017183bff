/**
 * The commands that open a game, seat everybody and begin. Each has one id, so a retry after a failure repeats nothing.
 */

import { command, newId } from './api/commands.js';
import { t } from './language/language.js';

/** The rules refused a command, or the service could not take it. */
export class Refusal extends Error {
  /** @param {Refused} answer */
  constructor(answer) {
    super(answer.text);
    this.name = 'Refusal';
    this.code = answer.code ?? null;
    this.rules = answer.rules ?? [];
  }
}

const OPEN =
  `mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $options: JSON, $title: String!, $delay: DelayInput,
  $clock: ClockInput, $takeBacks: TakeBacksInput, $rulings: RulingTermsInput) {
  openGame(commandId: $id, ruleset: $ruleset, seats: $seats, optionsJson: $options, title: $title, delay: $delay,
    clock: $clock, takeBacks: $takeBacks, rulings: $rulings) { ...Answer } }`;
const TAKE_SEAT = `mutation Sit($game: ID!, $id: ID!, $seat: Int!, $share: String!) {
  takeSeat(game: $game, commandId: $id, seat: $seat, share: $share) { ...Answer } }`;
const SEAT_BOT = `mutation Bot($game: ID!, $id: ID!, $seat: Int!, $bot: String!) {
  seatBot(game: $game, commandId: $id, seat: $seat, bot: $bot) { ...Answer } }`;
const BEGIN = 'mutation Begin($game: ID!, $id: ID!) { beginGame(game: $game, commandId: $id) { ...Answer } }';

/**
 * @typedef {{me?: true, bot?: string, open?: true}} SeatWish exactly one of them
 *
 * @typedef {object} Wish
 * @property {string} ruleset
 * @property {SeatWish[]} seats
 * @property {object} options
 * @property {string} title
 * @property {Delay | null} delay
 * @property {Partial<import('./pages/opening_terms.js').TermsWish>} [terms]
 *
 * @typedef {{text: string, mutation: string, variables: (game: string | null) => object, id: string, done: boolean}}
 *   Stage
 * @typedef {{signal: AbortSignal, onStage: (text: string) => void}} How
 */

/** A game to be opened. `run` may be called again after a failure and continues where it stopped. */
export class Opening {
  /** @type {string | null} */
  game = null;
  #stages;

  /** @param {Wish} wish */
  constructor(wish) {
    this.#stages = stagesOf(wish);
  }

  /** @param {How} how @returns {Promise<string>} the game */
  async run(how) {
    for (const stage of this.#stages) if (!stage.done) await this.#do(stage, how);
    return this.game ?? '';
  }

  /** @param {Stage} stage @param {How} how */
  async #do(stage, { signal, onStage }) {
    onStage(stage.text);
    const onWait = () => onStage(t`${stage.text}: the connection is lost, trying again`);
    const answer = await command(stage.mutation, { id: stage.id, ...stage.variables(this.game) }, { signal, onWait });
    if (answer.__typename !== 'CommandAccepted') {
      stage.id = newId(); // a refused command is answered; the next attempt is another command
      throw new Refusal(answer);
    }
    stage.done = true;
    this.game = answer.gameId;
  }
}

/** @param {Wish} wish @returns {Stage[]} */
function stagesOf({ ruleset, seats, options, title, delay, terms = {} }) {
  const share = newId(); // our part in the chance (GAME-CHANCE-02)
  return [
    stage('Opening the game', OPEN, () => ({ ruleset, seats: seats.length, options, title, delay, ...terms })),
    ...seats.flatMap((who, seat) => {
      if (who.me) return [stage('Taking your seat', TAKE_SEAT, (game) => ({ game, seat, share }))];
      if (who.bot)
        return [stage(t`Seating a bot on seat ${seat + 1}`, SEAT_BOT, (game) => ({ game, seat, bot: who.bot }))];
      return [];
    }),
    ...(seats.some((who) => who.open) ? [] : [stage('Beginning', BEGIN, (game) => ({ game }))]),
  ];
}

/** @param {string} text @param {string} mutation @param {(game: string | null) => object} variables @returns {Stage} */
const stage = (text, mutation, variables) => ({ text, mutation, variables, id: newId(), done: false });
