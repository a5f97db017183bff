/** Which highlights are marked on the track of a replay, and the turns as segments of it. Knows no document. */

import { t } from '../../language/language.js';

/** A command that moves a score by so much is a swing. */
export const SWING = 5;

/**
 * @typedef {(version: number, seat: number) => number | null} TotalAt a seat's score after a step; null: not known yet
 * @typedef {{first: number, last: number}} Span the steps of one command
 * @typedef {object} Marked what a game is marked by
 * @property {Step[]} steps @property {number} seats @property {TotalAt} total
 * @property {(step: Step) => boolean} milestone whether the ruleset names the step a great one
 */

/** The steps of each command. @param {Step[]} steps @returns {Span[]} */
export function commandsOf(steps) {
  /** @type {Span[]} */
  const spans = [];
  steps.forEach(({ version, commandId }, index) => {
    const span = spans.at(-1);
    if (span && steps[index - 1].commandId === commandId) span.last = version;
    else spans.push({ first: version, last: version });
  });
  return spans;
}

/** The only seat with the most points; null at a tie. @param {number[]} totals */
export function leader(totals) {
  const most = Math.max(...totals);
  return totals.indexOf(most) === totals.lastIndexOf(most) ? totals.indexOf(most) : null;
}

/** The scores after a step; null while they are not known. @param {number} version @param {Marked} game */
function totalsAt(version, { total, seats }) {
  const totals = Array.from({ length: seats }, (_, seat) => total(version, seat));
  return totals.includes(null) ? null : totals.map(Number);
}

/**
 * The commands with which a score moved by a swing, and the last steps of those that gave the lead to another seat.
 * The set-up has neither.
 * @param {Marked} game @returns {{swings: Span[], leads: {version: number, seat: number}[]}}
 */
export function turningPoints(game) {
  /** @type {Span[]} */
  const swings = [];
  /** @type {{version: number, seat: number}[]} */
  const leads = [];
  let before = Array.from({ length: game.seats }, () => 0);
  /** @type {number | null} */
  let led = null;
  for (const span of commandsOf(game.steps)) {
    const totals = totalsAt(span.last, game);
    if (!totals) break;
    const seat = leader(totals);
    if (game.steps[span.last - 1].turn !== 0) {
      if (span.first > 1 && totals.some((each, at) => Math.abs(each - before[at]) >= SWING)) swings.push(span);
      if (seat !== null && led !== null && seat !== led) leads.push({ version: span.last, seat });
    }
    [before, led] = [totals, seat ?? led];
  }
  return { swings, leads };
}

/**
 * The highlights that deserve a mark: swings once a command, changes of the lead, milestones, and everything else
 * but single scores.
 * @param {ReplayHighlight[]} highlights @param {Marked} game @param {string[]} names by seat
 * @returns {ReplayHighlight[]}
 */
export function thinned(highlights, game, names) {
  const { swings, leads } = turningPoints(game);
  const scores = highlights.filter(({ kind }) => kind === 'SCORE');
  const chosen = swings.map((span) => scores.findLast(
    ({ version }) => version >= span.first && version <= span.last)).filter((each) => each !== undefined);
  const taken = leads.map(({ version, seat }) => (
    { version, seat, kind: 'LEAD', text: t`${names[seat]} takes the lead.` }));
  const great = game.steps.filter(game.milestone).map(({ version, line }) => (
    { version, seat: line?.seat ?? null, kind: 'MILESTONE', text: line?.text ?? '' }));
  const others = highlights.filter(({ kind }) => kind !== 'SCORE');
  return [...others, ...chosen, ...taken, ...great].sort((a, b) => a.version - b.version);
}

/**
 * All turns, each from its first step to the one before the next turn.
 * @param {ReplayHighlight[]} highlights in order @param {number} head
 */
export function segments(highlights, head) {
  const begun = highlights.filter(({ kind }) => kind === 'TURN');
  return begun.map((turn, index) => (
    { turn, first: turn.version, last: Math.max((begun[index + 1]?.version ?? head + 1) - 1, turn.version) }));
}
