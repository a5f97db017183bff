// The client: one caller of one service.

import type { Allowance } from "./backoff.js";
import { Connection, type ConnectionOptions, type Staleness } from "./connection.js";
import * as ops from "./operations.js";
import { patched, type PatchOperation } from "./patch.js";
import { accepted, Conflict, NotPublished, RequestProblem } from "./problems.js";
import { request, type Request } from "./request.js";
import type { JSON, ViewerInput } from "./schema.js";

const PAGE = 50;
const STEPS_PAGE = 100;
const RULES_PAGE = 500;
const TRACKS_PAGE = 500;
const CHANCES_PAGE = 500;
const RECORDS_PAGE = 200;
/** How often `decide` reads a game anew that others keep moving. */
const DECISIONS_MAX = 20;
const GAMES_NOTED_MAX = 1_000;

/** A game after one of its steps. `step` is undefined for the moment at which a watcher joined. */
export interface Moment<View = JSON> {
  readonly version: number;
  /** All that you may know then, as in `viewJson`. */
  readonly view: View;
  readonly step?: ops.Step;
}

/** How a client calls the service. */
export interface ClientOptions extends ConnectionOptions {
  readonly token?: string | undefined;
}

/** As whom to look, and after which step to begin. */
export interface Following {
  readonly after?: number;
  readonly as?: ViewerInput;
}

/** How a feed is followed. It goes on over lost connections, and never ends by itself. */
export interface FeedOptions {
  /** The cursor of the last entry that you have. */
  readonly after?: string | undefined;
  /** Called once, with a cursor, when everything that was there has come. */
  readonly onCaughtUp?: ((cursor: string) => void) | undefined;
  /** `false`: the feed ends then. */
  readonly follow?: boolean | undefined;
}

/** A game of yours after one of its commands. */
export type News = ops.GameUpdate & { readonly game: ops.Game };

/** A game in a list. `isListed` false: it does not fit your filters any more, so take it out. */
export type Change = Omit<ops.ListedGameChange, "isCaughtUp"> & { readonly game: ops.ListedGame };

/** Which games a feed of the list has. */
export type ListFilter = Omit<ops.GamesChangedVariables, "after">;

/** Which games a whole list has, and what changes in it. */
export type LiveFilter = Omit<ListFilter, "phase"> & Pick<FeedOptions, "onCaughtUp"> & {
  readonly phase?: ListFilter["phase"] | readonly NonNullable<ListFilter["phase"]>[];
};

/** What is left out of a game unless you ask for it. */
export interface Extras {
  /** All that you may know, as in `viewJson`. */
  readonly withView?: boolean;
  /** The exact JSON of each legal command. */
  readonly withJson?: boolean;
}

/** Variables of a command without its id, which is made here unless it is given. */
type Given<Variables> = Omit<Variables, "commandId"> & { readonly commandId?: string };

/**
 * One caller of the service at `url`, a spectator without a token. Every command returns `CommandAccepted`, or throws
 * `Refused`, `Conflict`, `Malformed` or another `CommandProblem`.
 */
export class Client {
  readonly #connection: Connection;
  /** Up to where the answers to commands have shown a game, the latest games last. */
  readonly #versions = new Map<string, number>();

  constructor(readonly url: string = "http://127.0.0.1:8000", { token, ...options }: ClientOptions = {}) {
    this.#connection = new Connection(url.replace(/\/+$/, ""), token, options);
  }

  /** The language of every sentence about a game. You may change it: what you ask for from then on is in it. */
  get locale(): string | undefined {
    return this.#connection.locale;
  }

  set locale(locale: string | undefined) {
    this.#connection.locale = locale;
  }

  /** The token, to store it. Whoever has it acts in your name. No client prints it. */
  get token(): string | undefined {
    return this.#connection.token;
  }

  /** What the last answer to a query or a command said about costs. Streams have an allowance of their own. */
  get allowance(): Allowance | undefined {
    return this.#connection.allowance;
  }

  /**
   * How old the last answer to a query or a command may be, where the service reads a replica of its database. Undefined:
   * it is of its moment. Read it before your next request, which replaces it.
   */
  get staleness(): Staleness | undefined {
    return this.#connection.staleness;
  }

  /** The result of one operation. */
  run<Result>(operation: Request<Result>): Promise<Result> {
    return this.#connection.result(operation);
  }

  /**
   * The field `root` of an operation of your own. It is sent once more when no answer came, so give commands their id as
   * a variable `commandId`. A variable `$locale` that you leave out is the client's own.
   */
  query<Result = JSON>(document: string, root: string, variables: Record<string, unknown> = {}): Promise<Result> {
    return this.run<Result>(own(document, root, variables));
  }

  /** The results of a subscription of your own with a variable `$after`. */
  subscribe<Result = JSON>(
    document: string,
    root: string,
    { cursor, after, ...variables }: { cursor: (result: Result) => string; after?: string; [name: string]: unknown },
  ): AsyncGenerator<Result, void> {
    return this.#connection.stream(own<Result>(document, root, variables), cursor, after);
  }

  /** Become a new player. From here on this client has the new player's token: store `client.token`. */
  async register(name: string): Promise<ops.Me> {
    const { token, me } = await this.run(ops.register({ name }));
    this.#connection.token = token;
    return me;
  }

  /** The caller's tokens, the newest first. */
  async tokens(): Promise<readonly ops.Token[]> {
    return (await this.run(ops.tokens()))?.tokens ?? [];
  }

  /** The token of this client: what it may be used for, and when it ends. Null for a spectator. */
  async currentToken(): Promise<ops.Token | null> {
    return (await this.run(ops.currentToken()))?.currentToken ?? null;
  }

  /** A token that may do less than your own, for a program or another device. Its `token` is shown this once. */
  makeToken(variables: ops.MakeTokenVariables): Promise<ops.NewToken> {
    return this.run(ops.makeToken(variables));
  }

  /**
   * Give one of your tokens a new secret, which is shown this once; this client's own if `id` is left out. From here on
   * the client has its own new one: store `client.token`. Streams that are open go on with it. If the answer is lost, so
   * is the secret, and this throws `Unreachable`: have a recovery code, or another token.
   */
  renewToken(id?: string): Promise<ops.NewToken> {
    return this.#connection.renewing(async () => {
      const made = await this.run(ops.renewToken(id === undefined ? {} : { id }));
      if (made.details.isCurrent) this.#connection.token = made.token;
      return made;
    });
  }

  /** Revoke one of your tokens. */
  async revokeToken(token: string): Promise<void> {
    await this.run(ops.revokeToken({ id: token }));
  }

  /** Revoke all your tokens but this client's; their ids. */
  async revokeOtherTokens(): Promise<readonly string[]> {
    return (await this.run(ops.revokeOtherTokens())).ids;
  }

  /**
   * A code by which you come back if all your tokens are lost. It is shown this once, and replaces an earlier one.
   * `recoveryLink` makes an address of it for people.
   */
  makeRecoveryCode(): Promise<ops.NewRecoveryCode> {
    return this.run(ops.makeRecoveryCode());
  }

  /** The address of the page that takes a recovery code. Whoever opens it acts in your name. */
  recoveryLink({ path }: ops.NewRecoveryCode): string {
    return `${this.url.replace(/\/+$/, "")}${path}`;
  }

  /** Your recovery code without the code itself; null if there is none that can be used. */
  async recoveryCode(): Promise<ops.RecoveryCode | null> {
    return (await this.run(ops.myRecoveryCode()))?.recoveryCode ?? null;
  }

  /** Revoke your recovery code, if there is one. */
  async revokeRecoveryCode(): Promise<void> {
    await this.run(ops.revokeRecoveryCode());
  }

  /** Come back with a recovery code. From here on this client has a new token: store `client.token`. */
  async recover(code: string): Promise<ops.Me> {
    const { token, me } = await this.run(ops.recover({ code }));
    this.#connection.token = token;
    return me;
  }

  /** The caller; null for a spectator without a token. */
  me(): Promise<ops.Me | null> {
    return this.run(ops.me());
  }

  /** A player's name and results. `gamesOf` lists their games. */
  profile(principal: string): Promise<ops.Profile | null> {
    return this.run(ops.profile({ id: principal }));
  }

  /** The games in which somebody sits, or sat, under their own name, the one with the latest move first. */
  gamesOf(principal: string): AsyncGenerator<ops.ListedGame, void> {
    const page = async (after?: string): Promise<ops.GamePage> =>
      there(await this.run(ops.gamesOf({ id: principal, first: PAGE, after })), "principal").page;
    return pages(page);
  }

  /** The games that bots always play for those who watch; empty where the service has none. */
  exhibition(): Promise<readonly ops.Game[]> {
    return this.run(ops.exhibition());
  }

  /** The languages that `locale` may be, English first. */
  languages(): Promise<readonly ops.Language[]> {
    return this.run(ops.languages());
  }

  /** All that the games say in every language, for programs that build sentences themselves. */
  catalogues(): Promise<readonly ops.Catalogues[]> {
    return this.run(ops.catalogues());
  }

  /** What can be played here, with seats, options and bots. */
  rulesets(): Promise<readonly ops.Ruleset[]> {
    return this.run(ops.rulesets());
  }

  /** A rule by its id, in the words of the rulebook, for the newest version of its ruleset or the one given. */
  rule(id: string, version?: number): Promise<ops.WholeRule | null> {
    return this.run(ops.rule({ id, version }));
  }

  /** The rules of a ruleset in their order; of every game, for `game`. */
  rules(ruleset: string): AsyncGenerator<ops.WholeRule, void> {
    return pages((after) => this.run(ops.rules({ ruleset, first: RULES_PAGE, after })));
  }

  /** The printed components of a ruleset: board, cards, counts. */
  async components<Components = JSON>(ruleset: string): Promise<Components> {
    return there(await this.run(ops.components({ ruleset })), "ruleset").components;
  }

  /** Games that fit all the filters, page by page, the one with the latest move first unless `orderBy` says else. */
  games(
    filter: Omit<ops.GamesVariables, "first" | "after" | "withChanges"> = {},
  ): AsyncGenerator<ops.ListedGame, void> {
    return pages((after) => this.run(ops.games({ ...filter, first: PAGE, after })));
  }

  /** How many games `games` lists with these filters. */
  async countGames(filter: ops.CountGamesVariables = {}): Promise<number> {
    return (await this.run(ops.countGames(filter))).totalCount;
  }

  /** Games that come into a list, change in it or leave it, as it happens from now on. */
  async *gamesChanged(
    { after, onCaughtUp, follow, ...filter }: FeedOptions & ListFilter = {},
  ): AsyncGenerator<Change, void> {
    yield* this.#feed(ops.gamesChanged(filter), { after, onCaughtUp, follow });
  }

  /**
   * A whole list, the game with the latest move first, and then what changes in it, without a gap. `phase` may be
   * several, such as `["OPEN", "PLAYING"]` for a lobby: then the games of one come after those of the other, all changes
   * come by one stream, and a game that only goes from one phase to the other stays in the list.
   */
  async *liveGames(
    { onCaughtUp, phase, ...filter }: LiveFilter = {},
  ): AsyncGenerator<Change, void> {
    const phases = Array.isArray(phase) ? phase : [phase];
    const listed = new Set<string>();
    let cursor = "";
    for (const one of phases) {
      const first = await this.run(ops.games({ ...filter, phase: one, first: PAGE, withChanges: true }));
      cursor ||= first.changesCursor ?? "";
      const page = async (after?: string): Promise<ops.GamePage> =>
        after === undefined ? first : this.run(ops.games({ ...filter, phase: one, first: PAGE, after }));
      for await (const game of pages(page)) {
        listed.add(game.id);
        yield { cursor, game, isListed: true };
      }
    }
    const single = phases.length === 1;
    const changes = this.gamesChanged({ ...filter, phase: single ? phases[0] : undefined, after: cursor, onCaughtUp });
    for await (const change of changes) {
      const isListed = change.isListed && (single || phases.includes(change.game.phase));
      if (!isListed && !single && !listed.has(change.game.id)) continue;
      listed[isListed ? "add" : "delete"](change.game.id);
      yield { ...change, isListed };
    }
  }

  /** A game as it is now: whose turn it is, and what you may play. */
  async game(game: string, extras: Extras = {}): Promise<ops.Game> {
    return there(await this.run(ops.game({ game, ...extras })), "game");
  }

  /** What a game was opened with, which never changes: options, delay, sandbox, the version of its ruleset. */
  async terms(game: string): Promise<ops.Terms> {
    return there(await this.run(ops.terms({ game })), "game");
  }

  /** All that a viewer may know after step `at`, the last one if left out. */
  async view<View = JSON>(game: string, options: { at?: number; as?: ViewerInput } = {}): Promise<Moment<View>> {
    const { version, view } = there(await this.run(ops.view({ game, ...options })), "game");
    return { version: options.at ?? version, view };
  }

  /** The steps that there are now, page by page. */
  history(
    game: string, { after = 0, ...more }: Following & { withPatch?: boolean } = {},
  ): AsyncGenerator<ops.Step, void> {
    const page = async (cursor = String(after)): Promise<ops.StepPage> =>
      there(await this.run(ops.steps({ game, first: STEPS_PAGE, after: cursor, ...more })), "game").page;
    return pages(page);
  }

  /** The moments for the timeline of a replay. */
  highlights(game: string, options: { as?: ViewerInput } = {}): AsyncGenerator<ops.Highlight, void> {
    const page = async (after?: string): Promise<ops.HighlightPage> =>
      there(await this.run(ops.highlights({ game, first: STEPS_PAGE, after, ...options })), "game").page;
    return pages(page);
  }

  /** The score after the step `version`: `points`, seat by seat and source by source. */
  async scores(game: string, options: { as?: ViewerInput } = {}): Promise<ops.Scores> {
    return there(await this.run(ops.scores({ game, ...options })), "game");
  }

  /** The scores at each step past `after`, as far as they are written: that may be some steps behind the game. */
  async *scoreTracks(
    game: string, { after = 0, ...more }: Following & { changesOnly?: boolean } = {},
  ): AsyncGenerator<ops.ScoreRow, void> {
    for (let from = after + 1; ; from += TRACKS_PAGE) {
      const to = from + TRACKS_PAGE - 1;
      const { version, tracks } = there(await this.run(ops.scoreTracks({ game, from, to, ...more })), "game");
      yield* tracks;
      if (to >= version) return;
    }
  }

  /** The chances of the seats at steps past `after`, as far as they are computed: later there may be more. */
  winChances(game: string, { after = 0 }: { after?: number } = {}): AsyncGenerator<ops.Chances, void> {
    const begin = after > 0 ? String(after) : undefined;
    const page = async (cursor = begin): Promise<ops.ChancesPage> =>
      there(await this.run(ops.winChances({ game, first: CHANCES_PAGE, after: cursor })), "game").page;
    return pages(page);
  }

  /** The largest changes of win chances, in order of their steps. */
  async keyMoments(game: string, first = 5): Promise<readonly ops.KeyMoment[]> {
    return there(await this.run(ops.keyMoments({ game, first })), "game").moments;
  }

  /** What explains a step: the rules, the command that brought it, and once the game is over every draw. */
  async why(game: string, step: number, options: { as?: ViewerInput } = {}): Promise<ops.Explanation> {
    return there(await this.run(ops.why({ game, step, ...options })), "game").why;
  }

  /** Your refused commands in a game; once it is over, those of the seat that you look as. */
  refusals(game: string, options: { as?: ViewerInput } = {}): AsyncGenerator<ops.Refusal, void> {
    const page = async (after?: string): Promise<ops.RefusalPage> =>
      there(await this.run(ops.refusals({ game, first: STEPS_PAGE, after, ...options })), "game").page;
    return pages(page);
  }

  /** Every rule that forbids a command of yours now; empty if it is legal. */
  async whyNot(game: string, command: JSON): Promise<readonly ops.Objection[]> {
    return there(await this.run(ops.whyNot({ game, command })), "game").objections;
  }

  /**
   * Every rule that forbade a command of a seat after step `at`; empty if it was legal. For your own seat, and for every
   * seat once the game is over.
   */
  async whyNotAt(game: string, at: number, seat: number, command: JSON): Promise<readonly ops.Objection[]> {
    return there(await this.run(ops.whyNotAt({ game, at, seat, command })), "game").objections;
  }

  /**
   * What a command of yours would bring, by what you know. Nothing is carried out or recorded. `after`: at most 30
   * commands that are tried first, each on top of the one before. The answer's `legal` is what you could play next,
   * until `planEnd` says why nothing more can be planned.
   */
  async dryRun(game: string, command: JSON, after: readonly JSON[] = []): Promise<ops.Forecast> {
    return there(await this.run(ops.dryRun({ game, command, after: [...after] })), "game").foreseen;
  }

  /** A command of yours as it was recorded, also a refused one; null for an id that you never sent. */
  async command(game: string, commandId: string): Promise<ops.CommandRecord | null> {
    return there(await this.run(ops.command({ game, id: commandId })), "game").command;
  }

  /**
   * Every step of a finished game as it was recorded: the bytes of `body`, in base64, and the hashes over them. Throws
   * `NotPublished` for a game that goes on, and for a sandbox that keeps somebody's secrets.
   */
  recordedSteps(game: string): AsyncGenerator<ops.RecordedStep, void> {
    const page = async (after?: string): Promise<ops.RecordedStepPage> =>
      published(there(await this.run(ops.recordedSteps({ game, first: RECORDS_PAGE, after })), "game").page);
    return pages(page);
  }

  /** Every command of a finished game as it was recorded, refused ones too. Throws as `recordedSteps` does. */
  recordedCommands(game: string): AsyncGenerator<ops.RecordedCommand, void> {
    const page = async (after?: string): Promise<ops.RecordedCommandPage> =>
      published(there(await this.run(ops.recordedCommands({ game, first: RECORDS_PAGE, after })), "game").page);
    return pages(page);
  }

  /**
   * Every step after `after`, as it comes, none missed and none twice. Ends when the game is over. Without `as` you look
   * as your own seat, and as a spectator once you have given it up. If you name your seat, that ends with
   * `VIEWER_NOT_ALLOWED`.
   */
  steps(game: string, options: Following & { withPatch?: boolean } = {}): AsyncGenerator<ops.Step, void> {
    const { after = 0, ...more } = options;
    return this.#connection.stream(ops.gameSteps({ game, ...more }), (step) => step.cursor, String(after));
  }

  /**
   * Your turns in all your games, as they come: first every game in which it is your turn now. What an answer to a
   * command of this client has overtaken is left out.
   */
  async *myTurns({ after, onCaughtUp, follow, ...extras }: Extras & FeedOptions = {}): AsyncGenerator<News, void> {
    for await (const update of this.#feed(ops.myTurns(extras), { after, onCaughtUp, follow })) {
      if (update.game.version >= (this.#versions.get(update.game.id) ?? 0)) yield update;
    }
  }

  /** What is new in all your games, as it comes: first each of them that is not over, as it is. */
  async *myGames({ after, onCaughtUp, follow, ...extras }: Extras & FeedOptions = {}): AsyncGenerator<News, void> {
    yield* this.#feed(ops.myGames(extras), { after, onCaughtUp, follow });
  }

  /** The entries of a feed, without its mark. */
  async *#feed<Entry extends { readonly cursor: string; readonly game: unknown }>(
    operation: Request<Entry>, { after, onCaughtUp, follow = true }: FeedOptions,
  ): AsyncGenerator<Entry & { readonly game: NonNullable<Entry["game"]> }, void> {
    let caughtUp = false;
    const isCaughtUp = ({ game }: Entry): boolean => game === null;
    for await (const entry of this.#connection.stream(operation, (each) => each.cursor, after, isCaughtUp)) {
      if (!isCaughtUp(entry)) {
        yield entry as Entry & { readonly game: NonNullable<Entry["game"]> };
      } else if (!caughtUp) {
        caughtUp = true;
        onCaughtUp?.(entry.cursor);
        if (!follow) return;
      }
    }
  }

  /**
   * The game as it is now, or after step `after`, and then after every further step, with its view. The views are made
   * of patches, so this costs one request and one stream. Earlier views stay as they were.
   */
  async *watch<View = JSON>(game: string, { after, ...more }: Following = {}): AsyncGenerator<Moment<View>, void> {
    const at = after === undefined ? {} : { at: after };
    let moment: Moment = after === 0 ? { version: 0, view: null } : await this.view(game, { ...at, ...more });
    if (moment.version > 0) yield moment;
    for await (const step of this.steps(game, { after: moment.version, withPatch: true, ...more })) {
      moment = { version: step.version, view: patched(moment.view, step.patch as PatchOperation[]), step };
      yield moment;
    }
  }

  /** Open a game. You are its host; the answer's `gameId` is its id. */
  openGame(given: Given<ops.OpenGameVariables>): Promise<ops.CommandAccepted> {
    return this.#command(ops.openGame, given);
  }

  /** Open a sandbox that goes on from a step of a game. */
  fork(game: string, given: Omit<Given<ops.ForkVariables>, "game"> = {}): Promise<ops.CommandAccepted> {
    return this.#command(ops.fork, { game, ...given });
  }

  /** Take a seat, the first free one if it is left out. `share`: any words of yours, as a part in the chance. */
  takeSeat(game: string, given: Omit<Given<ops.TakeSeatVariables>, "game"> = {}): Promise<ops.CommandAccepted> {
    return this.#command(ops.takeSeat, { game, ...given });
  }

  /** Leave a seat before the game begins, or as the host remove a bot. */
  leaveSeat(game: string, seat: number, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.leaveSeat, { game, seat, ...id(commandId) });
  }

  /** Let a bot of the service play a seat. */
  seatBot(game: string, seat: number, bot?: string, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.seatBot, { game, seat, bot, ...id(commandId) });
  }

  /** Begin the game, as its host, once no seat is free. */
  begin(game: string, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.beginGame, { game, ...id(commandId) });
  }

  /**
   * Play: the `choice` of a legal command, a typed `command`, or its `commandJson`. The answer's `game` is the game
   * afterwards, with what you may play next.
   */
  submit(game: string, given: Omit<Given<ops.SubmitVariables>, "game">): Promise<ops.CommandAccepted> {
    return this.#command(ops.submit, { game, ...given });
  }

  /** Give the game up. A bot plays the seat on. */
  resign(game: string, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.resign, { game, ...id(commandId) });
  }

  /** As an arbiter, let the decision of a seat be made for it. */
  callTime(game: string, seat: number, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.callTime, { game, seat, ...id(commandId) });
  }

  /** Close the game without a result, as its host before it begins. */
  abandon(game: string, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.abandonGame, { game, ...id(commandId) });
  }

  /** The calls for an arbiter. Their words are for arbiters and for who called. */
  calls(game: string): AsyncGenerator<ops.Call, void> {
    return numbered(async (after) => there(await this.run(ops.calls({ game, after })), "game").page);
  }

  /** What arbiters decided. `valid` is false for a ruling that an appeal has replaced. */
  rulings(game: string): AsyncGenerator<ops.Ruling, void> {
    return numbered(async (after) => there(await this.run(ops.rulings({ game, after })), "game").page);
  }

  /** The appeals against rulings, and what became of them. */
  appeals(game: string): AsyncGenerator<ops.Appeal, void> {
    return numbered(async (after) => there(await this.run(ops.appeals({ game, after })), "game").page);
  }

  /** Call an arbiter about a step, for your own seat. `note`: words that only arbiters and you read. */
  callArbiter(game: string, given: Omit<Given<ops.CallArbiterVariables>, "game">): Promise<ops.CommandAccepted> {
    return this.#command(ops.callArbiter, { game, ...given });
  }

  /** Take an open call of your own seat back, by its number. */
  withdrawCall(game: string, call: number, commandId?: string): Promise<ops.CommandAccepted> {
    return this.#command(ops.withdrawCall, { game, call, ...id(commandId) });
  }

  /** Appeal, once, against a ruling that touches your seat. */
  lodgeAppeal(game: string, given: Omit<Given<ops.LodgeAppealVariables>, "game">): Promise<ops.CommandAccepted> {
    return this.#command(ops.lodgeAppeal, { game, ...given });
  }

  /** Rule on a game, as an arbiter who has no part in it, on exactly the version that you decided on. */
  makeRuling(game: string, given: Omit<Given<ops.MakeRulingVariables>, "game">): Promise<ops.CommandAccepted> {
    return this.#command(ops.makeRuling, { game, ...given });
  }

  /** Decide an appeal, as another arbiter than the one who ruled. Without `uphold`, `ruling` takes its place. */
  decideAppeal(game: string, given: Omit<Given<ops.DecideAppealVariables>, "game">): Promise<ops.CommandAccepted> {
    return this.#command(ops.decideAppeal, { game, ...given });
  }

  /**
   * Let `choose` pick a legal command of a game, and submit it on exactly the version that it was chosen on. A game that
   * you have just received is not read once more. When the game has moved in between, `choose` is called with what it
   * has become. Resolves to null when `choose` does, and when you may not play now.
   */
  async decide(
    game: string | ops.Game, choose: (now: ops.Game) => ops.LegalCommand | null | undefined, extras: Extras = {},
  ): Promise<ops.CommandAccepted | null> {
    let now = typeof game === "string" ? null : game;
    const gameId = typeof game === "string" ? game : game.id;
    for (let left = DECISIONS_MAX; ; left -= 1) {
      now ??= await this.game(gameId, extras);
      const choice = now.legal.length > 0 ? choose(now)?.choice : null;
      if (!choice) return null;
      try {
        return await this.submit(gameId, { choice, expectedVersion: now.version, ...extras });
      } catch (failure) {
        if (!(failure instanceof Conflict) || left <= 1) throw failure;
        now = null;
      }
    }
  }

  async #command<Variables extends { readonly commandId: string }>(
    operation: (variables: Variables) => Request<ops.Answer>, given: Given<Variables>,
  ): Promise<ops.CommandAccepted> {
    const commandId = given.commandId ?? newId();
    const answer = accepted(await this.run(operation({ ...given, commandId } as unknown as Variables)), commandId);
    this.#note(answer.game);
    return answer;
  }

  /** Remember how far an answer has shown a game. */
  #note({ id: game, version }: ops.Game): void {
    const noted = Math.max(version, this.#versions.get(game) ?? 0);
    this.#versions.delete(game);
    this.#versions.set(game, noted);
    if (this.#versions.size > GAMES_NOTED_MAX) this.#versions.delete([...this.#versions.keys()][0] ?? "");
  }
}

/** A UUID for a command. `crypto.randomUUID` is missing in pages that came over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** A page of a list, as Relay has it. */
interface Page<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: ops.PageInfo;
}

/** The nodes of a list, page by page. */
async function* pages<Node>(pageAfter: (after?: string) => Promise<Page<Node>>): AsyncGenerator<Node, void> {
  let after: string | undefined;
  do {
    const { edges, pageInfo } = await pageAfter(after);
    for (const { node } of edges) yield node;
    after = (pageInfo.hasNextPage && pageInfo.endCursor) || undefined;
  } while (after !== undefined);
}

/** All of a list that is read after a number, until nothing comes. */
async function* numbered<Item extends { readonly number: number }>(
  pageAfter: (after: number) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void> {
  for (let page = await pageAfter(0); page.length > 0; page = await pageAfter(page[page.length - 1]?.number ?? 0)) {
    yield* page;
  }
}

const id = (commandId: string | undefined): { commandId?: string } => (commandId === undefined ? {} : { commandId });

/** The codes of the service for what is not there. */
const UNKNOWN = { game: "UNKNOWN_GAME", ruleset: "unknown_ruleset", principal: "UNKNOWN_PRINCIPAL" } as const;

function there<Result>(result: Result | null, kind: keyof typeof UNKNOWN): Result {
  if (result === null) throw new RequestProblem(UNKNOWN[kind], `There is no such ${kind}.`);
  return result;
}

function published<Page>(page: Page | null): Page {
  if (page) return page;
  throw new NotPublished("The service publishes no record of this game: it goes on, or it is a sandbox with secrets.");
}

function own<Result>(document: string, root: string, variables: Record<string, unknown>): Request<Result> {
  const repeatable = !document.trimStart().startsWith("mutation") || "commandId" in variables;
  return request({ name: `${root} of the caller's own`, root, document, repeatable, hasSentences: document.includes("$locale") }, variables);
}
