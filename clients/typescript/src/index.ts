// A client of Emberlog, the event-sourced game service. Works in Node 20.3 or later and in browsers.
// It needs nothing else.

export { Client, newId, type ClientOptions, type Extras, type Following, type Moment } from "./client.js";
export type { Allowance, Backoff } from "./backoff.js";
export { patched, type PatchOperation } from "./patch.js";
export {
  CommandProblem, Conflict, EmberlogError, Malformed, Problem, Refused, RequestProblem, UnexpectedAnswer, Unreachable,
} from "./problems.js";
export * as operations from "./operations.js";
export type * from "./schema.js";
export type {
  CommandAccepted, Game, GameUpdate, Highlight, LegalCommand, Line, ListedGame, ListedGameChange, Me, Objection, Rule, Ruleset, Score, Seat, Step,
} from "./operations.js";
