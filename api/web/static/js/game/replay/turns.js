/**
 * Turns: which one a step belongs to, and the cards of the story, one a turn.
 *
 * The API counts the turns that had begun after a step. An event that begins a turn belongs to it. Where another event
 * raises the count, the turn before lasts to the end of the command.
 */

import { t } from '../../language/language.js';

const BEGINS = /\.TurnBegan$/;

/**
 * The step with the turn that it belongs to.
 * @param {Step} step as the API sends it @param {Step} [before] the step before it, placed @returns {Step}
 */
export function placed(step, before) {
  const begun = step.turn ?? 0;
  const begins = BEGINS.test(step.line?.type ?? '');
  const raised = begun > (before?.begun ?? 0);
  const goesOn = before !== undefined && before.turn < before.begun && before.commandId === step.commandId;
  return { ...step, begun, turn: !begins && (raised || goesOn) ? before?.turn ?? 0 : begun };
}

/**
 * Where a turn begins of which the API says after which step it had begun.
 * @param {Step[]} steps @param {number} version
 */
export function beginOf(steps, version) {
  const { begun } = steps[version - 1] ?? {};
  let at = version;
  while (begun !== undefined && steps[at - 1] && steps[at - 1].turn < begun) at += 1;
  return steps[at - 1] ? at : version;
}

/** The name of an event's type without its ruleset. @param {Step | null | undefined} step */
export const kindOf = (step) => step?.line?.type.slice(step.line.type.indexOf('.') + 1) ?? '';

/** What a card is called. @param {TurnCard} card */
export function titleOf({ kind, turn }) {
  if (kind === 'turn') return t`Turn ${turn}`;
  return kind === 'end' ? 'The end' : 'The set-up';
}

/** The cards of a game that grows. */
export class Cards {
  /** @type {TurnCard[]} */
  all = [];
  #ends;

  /** @param {string[]} ends the types of the events with which the end begins */
  constructor(ends) {
    this.#ends = new Set(ends);
  }

  /** The steps that have a card. */
  get length() {
    return this.all.at(-1)?.last ?? 0;
  }

  /** Put new steps on cards. @param {Step[]} steps all steps of the game */
  grow(steps) {
    for (const step of steps.slice(this.length)) this.#put(step);
  }

  /** The card of a step. @param {number} version */
  of(version) {
    let [low, high] = [0, this.all.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle].last < version) low = middle + 1;
      else high = middle;
    }
    return this.all[low] ?? null;
  }

  /** @param {Step} step */
  #put(step) {
    const { version, turn, line } = step;
    const card = this.all.at(-1);
    const ended = card?.kind === 'end' || this.#ends.has(kindOf(step));
    const kind = ended ? 'end' : turn > 0 ? 'turn' : 'opening';
    if (!card || card.kind !== kind || (kind === 'turn' && card.turn !== turn)) {
      const key = kind === 'turn' ? `turn-${turn}-${version}` : kind;
      this.all.push({ key, kind, turn, seat: line?.seat ?? null, first: version, last: version });
      return;
    }
    card.last = version;
    card.seat ??= line?.seat ?? null;
  }
}
