// A client of Emberlog, the event-sourced game service. Works in Node 20.3 or later and in browsers.
// It needs nothing else.

export {
  Client, newId, type Change, type ClientOptions, type Extras, type FeedOptions, type Following, type ListFilter,
  type LiveFilter, type Moment, type News,
} from "./client.js";
export type { Allowance, Backoff } from "./backoff.js";
export type { Staleness } from "./connection.js";
export { patched, type PatchOperation } from "./patch.js";
export {
  CommandProblem, Conflict, EmberlogError, Malformed, NotPublished, Problem, Refused, RequestProblem, UnexpectedAnswer,
  Unreachable,
} from "./problems.js";
export * as operations from "./operations.js";
export type * from "./schema.js";
export type {
  Appeal, Call, Catalogues, Chances, CommandAccepted, CommandRecord, Explanation, Forecast, Game, Highlight, KeyMoment, Language, LegalCommand, Line,
  ListedGame, Me, NewRecoveryCode, NewToken, Objection, RecordedCommand, RecordedStep, Refusal, Rule, Ruleset, Ruling, Score, ScoreRow,
  Seat, Step, Terms, Token, WholeRule,
} from "./operations.js";
