// The wire: requests that survive lost connections, and streams that go on where they were lost.

import { allowedAfterMs, pause, USUAL_BACKOFF, waitMs, type Allowance, type Backoff } from "./backoff.js";
import { events } from "./events.js";
import {
  EmberlogError, NOTHING_DONE, PASSING, RequestProblem, requestProblem, UnexpectedAnswer, Unreachable, type AnswerError,
} from "./problems.js";
import type { Request } from "./request.js";
import type { JSON as Json } from "./schema.js";

/** No answer for so long is a lost one. */
const ANSWER_MS = 30_000;
/** A stream without a byte for so long is lost. The service sends a comment every twenty seconds. */
const QUIET_MS = 50_000;

/** The operation that others wait for, and so never waits for itself. */
const RENEWS = "renewToken";

/** How a client connects. */
export interface ConnectionOptions {
  readonly backoff?: Partial<Backoff>;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Ends every request and stream. */
  readonly signal?: AbortSignal;
  /** The language of every sentence about a game, such as `de`; English if it is left out. */
  readonly locale?: string | undefined;
}

interface AnswerBody {
  readonly data?: Readonly<Record<string, Json>> | null;
  readonly errors?: readonly AnswerError[];
  readonly extensions?: {
    readonly cost?: Allowance;
    readonly staleness?: { readonly asOf: string; readonly ageMsMax: number };
  };
}

/** How old an answer may be. */
export interface Staleness {
  /** Everything that was committed before this moment is in the answer. */
  readonly asOf: Date;
  /** That was at most so many milliseconds ago. */
  readonly ageMsMax: number;
}

const stalenessOf = ({ extensions }: AnswerBody): Staleness | undefined => {
  const age = extensions?.staleness;
  return age && { asOf: new Date(age.asOf), ageMsMax: age.ageMsMax };
};

/** A connection ended too early, or the service cannot answer now. */
class Lost extends EmberlogError {
  constructor(text: string, readonly requestedMs: number | undefined, readonly nothingDone: boolean, cause: unknown) {
    super(text, { cause });
  }
}

/** The failures in a row of one request or stream. */
class Attempts {
  #failures = 0;
  #since = 0;
  #connected: number | undefined;
  #answered = true;

  constructor(private readonly backoff: Backoff, private readonly signal: AbortSignal | undefined) {}

  /** A stream is open. If it stays so for longer than the longest pause, its loss is the first of a new count. */
  connected(): void {
    this.#connected = performance.now();
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /**
   * Wait before the next attempt. If that would take too long: throws the last problem when the service has answered
   * with one each time, else Unreachable. Throws what is not Lost.
   */
  async wait(failure: unknown): Promise<void> {
    if (!(failure instanceof Lost)) throw failure;
    const now = performance.now();
    if (this.#connected !== undefined && now - this.#connected > this.backoff.maxMs) this.#failures = 0;
    this.#connected = undefined;
    if (this.#failures === 0) [this.#since, this.#answered] = [now, true];
    this.#answered &&= failure.cause instanceof RequestProblem;
    this.#failures += 1;
    const wait = waitMs(this.backoff, this.#failures, failure.requestedMs);
    if (now + wait > this.#since + this.backoff.giveUpMs) {
      if (this.#answered) throw failure.cause;
      throw new Unreachable(`No answer after ${this.#failures} attempts: ${failure.message}`, { cause: failure.cause });
    }
    await pause(wait, this.signal);
  }
}

/** One caller of the service. */
export class Connection {
  readonly backoff: Backoff;
  allowance: Allowance | undefined;
  staleness: Staleness | undefined;
  locale: string | undefined;
  /** Done when the token does not change any more: who fails with the old secret waits for it. */
  #renewal: Promise<unknown> = Promise.resolve();
  #token: string | undefined;
  #allowanceTime = 0;
  readonly #points = new Map<string, number>();
  readonly #address: string;
  readonly #fetch: typeof fetch;
  readonly #signal: AbortSignal | undefined;

  constructor(url: string, token: string | undefined, options: ConnectionOptions) {
    this.#address = `${url}/graphql`;
    this.#token = token;
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
    this.#signal = options.signal;
    this.locale = options.locale;
    this.backoff = { ...USUAL_BACKOFF, ...options.backoff };
  }

  get token(): string | undefined {
    return this.#token;
  }

  set token(token: string | undefined) {
    this.#token = token;
  }

  /** Give the token a new secret: `renew` sets `token`. Requests that fail with the old one meanwhile are sent anew. */
  renewing<Result>(renew: () => Promise<Result>): Promise<Result> {
    const renewed = renew();
    this.#renewal = Promise.allSettled([this.#renewal, renewed]);
    return renewed;
  }

  /** The result of a query or a mutation, sent once more when no answer came, unless that could do it twice. */
  async result<Result>(given: Request<Result>): Promise<Result> {
    const attempts = new Attempts(this.backoff, this.#signal);
    const request = this.#spoken(given);
    for (;;) {
      await this.#untilAllowed(request);
      const used = request.operation.name === RENEWS ? undefined : this.#token;
      try {
        const answer = await this.#answer(request);
        this.#noteCost(request, answer);
        this.staleness = stalenessOf(answer);
        return this.#data(request, answer);
      } catch (failure) {
        if (failure instanceof Lost && !request.operation.repeatable && !failure.nothingDone) {
          const text = `What became of \`${request.operation.name}\` is unknown: ${failure.message}`;
          throw new Unreachable(text, { cause: failure.cause });
        }
        if (!await this.#hasAnotherToken(failure, used)) await attempts.wait(failure);
      }
    }
  }

  /**
   * The results of a subscription with a variable `after`: none missed and none twice, over as many connections as it
   * takes. Ends when the service completes it. A mark comes once in each connection, and may have the cursor of the
   * result before it.
   */
  async *stream<Result>(
    operation: Request<Result>, cursorOf: (result: Result) => string, after?: string,
    isCaughtUp: (result: Result) => boolean = () => false,
  ): AsyncGenerator<Result, void> {
    const attempts = new Attempts(this.backoff, this.#signal);
    const request = this.#spoken(operation);
    for (;;) {
      const used = this.#token;
      const given = after === undefined ? request.variables : { ...request.variables, after };
      try {
        for await (const result of this.#results({ ...request, variables: given }, attempts)) {
          if (isCaughtUp(result)) {
            after = cursorOf(result);
            yield result;
            continue;
          }
          attempts.succeeded();
          if (after !== undefined && !isLater(cursorOf(result), after)) continue;
          after = cursorOf(result);
          yield result;
        }
        return;
      } catch (failure) {
        if (!await this.#hasAnotherToken(failure, used)) await attempts.wait(failure);
      }
    }
  }

  /** The request with this caller's language, unless it has one of its own. */
  #spoken<Result>(request: Request<Result>): Request<Result> {
    if (this.locale === undefined || !request.operation.hasSentences || request.variables["locale"]) return request;
    return { ...request, variables: { ...request.variables, locale: this.locale } };
  }

  /**
   * Whether the token that the service does not know was renewed meanwhile, so that the same request has a new one. The
   * service ends the old secret before the answer with the new one is here.
   */
  async #hasAnotherToken(failure: unknown, used: string | undefined): Promise<boolean> {
    if (!(failure instanceof RequestProblem) || failure.code !== "UNKNOWN_TOKEN" || used === undefined) return false;
    await this.#renewal;
    return this.#token !== used;
  }

  /** The results of one connection. Throws Lost if it ends before `complete`. */
  async *#results<Result>(request: Request<Result>, attempts: Attempts): AsyncGenerator<Result, void> {
    const ended = new AbortController();
    let timer = setTimeout(() => ended.abort(), QUIET_MS);
    const quiet = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => ended.abort(), QUIET_MS);
    };
    try {
      const response = await this.#send(request, "text/event-stream", ended.signal);
      if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
        this.#data(request, await answerOf(response));
        throw new UnexpectedAnswer(`${this.#address} answered a subscription without a stream.`);
      }
      attempts.connected();
      for await (const event of events(response.body.pipeThrough(watched(quiet)))) {
        if (event.name === "complete") return;
        if (event.name === "next") yield this.#data(request, decoded(event.data, 200));
      }
      throw new Lost("the stream ended", undefined, false, undefined);
    } catch (failure) {
      throw this.#lost(failure);
    } finally {
      clearTimeout(timer);
      ended.abort();
    }
  }

  async #answer(request: Request<unknown>): Promise<AnswerBody> {
    try {
      return await answerOf(await this.#send(request, "application/json", AbortSignal.timeout(ANSWER_MS)));
    } catch (failure) {
      throw this.#lost(failure);
    }
  }

  /** What `fetch` throws for a lost connection is a TypeError; for a signal, its reason. */
  #lost(failure: unknown): unknown {
    this.#signal?.throwIfAborted();
    if (failure instanceof EmberlogError) return failure;
    const cause: unknown = failure instanceof Error ? failure.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    return new Lost(String(failure), undefined, code === "ECONNREFUSED" || code === "ENOTFOUND", failure);
  }

  #send(request: Request<unknown>, accept: string, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { "content-type": "application/json", accept };
    if (this.#token !== undefined) headers["authorization"] = `Bearer ${this.#token}`;
    const body = JSON.stringify({ query: request.operation.document, variables: request.variables });
    const signals = this.#signal ? AbortSignal.any([this.#signal, signal]) : signal;
    return this.#fetch(this.#address, { method: "POST", headers, body, signal: signals, credentials: "omit" });
  }

  /** The result in an answer. Throws Lost for a problem that passes, and a RequestProblem for another one. */
  #data<Result>(request: Request<Result>, answer: AnswerBody): Result {
    if (answer.errors?.length) {
      const problem = requestProblem(answer.errors);
      if (!PASSING.has(problem.code)) throw problem;
      throw new Lost(problem.message, problem.retryMs, NOTHING_DONE.has(problem.code), problem);
    }
    if (!answer.data || !(request.operation.root in answer.data)) {
      throw new UnexpectedAnswer(`${this.#address} answered without data.`);
    }
    const result = answer.data[request.operation.root];
    for (const name of request.operation.secrets ?? []) Object.defineProperty(result, name, { enumerable: false });
    return result;
  }

  /** Remember what an answer said about costs. Streams have an allowance of their own, which the service minds. */
  #noteCost(request: Request<unknown>, { extensions }: AnswerBody): void {
    if (!extensions?.cost) return;
    this.allowance = extensions.cost;
    this.#allowanceTime = performance.now();
    this.#points.set(request.operation.name, this.allowance.requested);
  }

  /** Wait until the allowance covers what this operation cost last time. */
  async #untilAllowed(request: Request<unknown>): Promise<void> {
    const points = this.#points.get(request.operation.name);
    if (points === undefined || !this.allowance) return;
    const wait = allowedAfterMs(this.allowance, points, this.#allowanceTime);
    if (wait > 0) await pause(Math.min(wait, this.backoff.giveUpMs), this.#signal);
  }
}

/** Whether a result is new. The cursors of steps are numbers; any other one is new if it is another one. */
export const isLater = (cursor: string, after: string): boolean =>
  /^\d+$/.test(cursor) && /^\d+$/.test(after) ? Number(cursor) > Number(after) : cursor !== after;

const watched = (onPiece: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(piece, controller) {
      onPiece();
      controller.enqueue(piece);
    },
  });

/** The JSON of a response. Throws Lost if a proxy answered that the service is away. */
async function answerOf(response: Response): Promise<AnswerBody> {
  const { status, headers } = response;
  const text = await response.text();
  try {
    return decoded(text, status);
  } catch (failure) {
    if (![408, 429, 502, 503, 504].includes(status)) throw failure;
    const requested = headers.get("retry-after") ?? "";
    const requestedMs = /^\d+$/.test(requested) ? Number(requested) * 1000 : undefined;
    throw new Lost(`status ${status}`, requestedMs, status === 408 || status === 429, failure);
  }
}

function decoded(text: string, status: number): AnswerBody {
  let answer: Json;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined;
  }
  if (typeof answer === "object" && answer !== null && ("data" in answer || "errors" in answer)) return answer;
  throw new UnexpectedAnswer(`The answer, with status ${status}, is not one of a GraphQL service.`);
}
