/** The story of a game: stage times and headlines, from what its ruleset brings and what all games have. */

import { STEP_MS } from './director.js';
import { kindOf } from './turns.js';
import { translation } from '../../language/language.js';

/** Events of the game itself, whatever its ruleset. @type {Stages} */
const GAME_STAGES = {
  GameOpened: 0, GameForked: 0, SeatTaken: 400, SeatLeft: 400, BotSeated: 0, GameBegun: 700, SeatResigned: 1200,
  TimeCalled: 1200, ArbiterCalled: 900, CallWithdrawn: 400, RulingMade: 1500, Amended: 1200, PointsAdjusted: 900,
  SeatForfeited: 1200, SeatHandedOver: 900, RulesetChanged: 1200, AppealLodged: 900, AppealDecided: 1500,
  GameEnded: 1500, GameAbandoned: 1500, SeedRevealed: 0,
};
/** Events that nobody gave a time. */
const OTHER_MS = 600;
const HIDDEN = 'Something happened that this viewer may not see.';

/**
 * A ruleset without a story of its own: each step as long as the next, and the first line as the headline.
 * @type {StoryModule}
 */
export const PLAIN = {
  stages: {},
  ends: [],
  headline: (steps) => steps.find((step) => step.line)?.line?.text ?? translation(HIDDEN),
};

export class Story {
  #module;
  #components;
  #plain;

  /** @param {StoryModule} [module] @param {any} [components] what is printed in the box */
  constructor(module = PLAIN, components = null) {
    this.#module = module;
    this.#components = components;
    this.#plain = module === PLAIN;
  }

  /** The types of the events with which the end begins. */
  get ends() {
    return this.#module.ends;
  }

  /** How long a step stays on the screen, in ms; 0: it is bookkeeping. @param {Step} step */
  stageOf(step) {
    if (!step.line) return 0;
    const ofGame = step.line.type.startsWith('game.');
    const stage = (ofGame ? GAME_STAGES : this.#module.stages)[kindOf(step)];
    if (stage === undefined) return this.#plain ? STEP_MS : OTHER_MS;
    return typeof stage === 'function' ? stage(step.line.facts ?? {}) : stage;
  }

  /** @param {Step} step @returns {boolean} whether the story tells it, and not only the full detail */
  tells(step) {
    return this.stageOf(step) > 0;
  }

  /** Which kind of sound an event makes; null: none. @param {Step} step @returns {string | null} */
  soundOf(step) {
    const kind = kindOf(step);
    const { sounds = {} } = this.#module;
    return Object.keys(sounds).find((each) => sounds[each].includes(kind)) ?? null;
  }

  /** @param {Step} step @returns {boolean} whether the ruleset names it a great one */
  isMilestone(step) {
    return this.#module.milestones?.[kindOf(step)]?.(step.line?.facts ?? {}) ?? false;
  }

  /**
   * One sentence or two about the steps of a card.
   * @param {Step[]} steps @param {string[]} names by seat @param {number[] | null} gains by seat
   */
  headline(steps, names, gains) {
    const own = steps.filter((step) => !step.line?.type.startsWith('game.'));
    if (own.length === 0) return PLAIN.headline(steps.slice(-1), { components: null, names, gains });
    return this.#module.headline(own, { components: this.#components, names, gains });
  }
}

/**
 * The story of a ruleset, or the plain one.
 * @param {string} ruleset @param {any} components @returns {Promise<Story>}
 */
export async function storyFor(ruleset, components) {
  const module = await import(`../../boards/${ruleset}/story.js`).catch(() => PLAIN);
  return new Story(module, components);
}
