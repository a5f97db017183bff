// What can go wrong, as errors. `Unreachable` and `UnexpectedAnswer` mean that no usable answer came; a `Problem` is an
// answer that says no.

import type { Answer, CommandAccepted, LegalCommand, Rule } from "./operations.js";
import type { JSON } from "./schema.js";

/** Codes that pass, and after which the service has surely done nothing. */
export const NOTHING_DONE: ReadonlySet<string> = new Set(["RATE_LIMITED", "TOO_MANY_CONNECTIONS", "REQUEST_TOO_SLOW"]);

/** Codes that pass: the same request may succeed later. */
export const PASSING: ReadonlySet<string> = new Set([...NOTHING_DONE, "UNAVAILABLE"]);

/** The base of everything that this package throws. */
export class EmberlogError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = new.target.name;
  }
}

/**
 * No usable answer came within the time that the backoff allows; `cause` is the last failure. What became of a command
 * is unknown: send it once more with the same command id.
 */
export class Unreachable extends EmberlogError {}

/** Something answered that is not the API of Emberlog, or speaks a later version of it. */
export class UnexpectedAnswer extends EmberlogError {}

/** The exact record of a game is not published: the game goes on, or it is a sandbox with secrets. */
export class NotPublished extends EmberlogError {}

/** The service said no. `code` is for programs, `text` is one sentence for people. */
export class Problem extends EmberlogError {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly facts: Readonly<Record<string, JSON>> = {},
    readonly rules: readonly Rule[] = [],
  ) {
    super(`${code}: ${text}`);
  }
}

/** A whole request or stream failed. `facts` has what the error says beside its code. */
export class RequestProblem extends Problem {
  /** How long the service asks to wait; undefined if it does not say. */
  get retryMs(): number | undefined {
    const wait: unknown = this.facts["retryAfterMs"];
    return typeof wait === "number" ? wait : undefined;
  }
}

/** A command was not carried out. `commandId` is the id that it was sent with. */
export class CommandProblem extends Problem {
  commandId = "";
}

/** The rules said no. `legal` is what the seat may play instead. */
export class Refused extends CommandProblem {
  legal: readonly LegalCommand[] = [];
  isRepeat = false;
}

/** The game was not at the expected version. Read it and decide anew. */
export class Conflict extends CommandProblem {
  expected = 0;
  actual = 0;
}

/** This is no command of the ruleset. `at` is a path from `$`. */
export class Malformed extends CommandProblem {
  at = "$";
}

/** The answer to a command that was carried out. Throws a CommandProblem for every other one. */
export function accepted(answer: Answer, commandId: string): CommandAccepted {
  if (answer.__typename === "CommandAccepted") return answer;
  throw Object.assign(problemOf(answer), { commandId });
}

function problemOf(answer: Exclude<Answer, CommandAccepted>): CommandProblem {
  const { code, text, facts, rules } = answer; // those of the interface, so that later answers have them, too
  switch (answer.__typename) {
    case "CommandRefused":
      return Object.assign(new Refused(code, text, facts, rules), { legal: answer.legal, isRepeat: answer.isRepeat });
    case "VersionConflict":
      return Object.assign(new Conflict(code, text, facts, rules), { expected: answer.expected, actual: answer.actual });
    case "MalformedCommand":
      return Object.assign(new Malformed(code, text, facts, rules), { at: answer.at });
    default:
      return new CommandProblem(code, text, facts, rules);
  }
}

/** One error of an answer, as GraphQL has it. */
export interface AnswerError {
  readonly message?: string;
  readonly extensions?: Readonly<Record<string, JSON>>;
}

/** The first error of an answer. */
export function requestProblem(errors: readonly AnswerError[]): RequestProblem {
  const { code = "INTERNAL", ...facts } = errors[0]?.extensions ?? {};
  return new RequestProblem(String(code), errors[0]?.message ?? "", facts);
}
