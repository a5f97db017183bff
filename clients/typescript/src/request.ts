// What a generated operation is made of: its document, its variables, and the type of its result.

/** A document with one operation. `repeatable`: whether sending it twice does no more than sending it once. */
export interface Operation {
  readonly name: string;
  /** The field of the answer's data that is the result. */
  readonly root: string;
  readonly repeatable: boolean;
  readonly document: string;
  /** Whether its variable `$locale` is the language of its sentences. */
  readonly hasSentences?: boolean;
  /** Fields of the result that are not enumerable, so that no log prints them. */
  readonly secrets?: readonly string[];
}

declare const result: unique symbol;

/** An operation with its variables. `Result` is the type of its result. */
export interface Request<Result> {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly [result]?: Result;
}

/** A request of one operation. Variables that are undefined are left out. */
export const request = <Result>(operation: Operation, variables: Record<string, unknown>): Request<Result> => ({
  operation,
  variables,
});
