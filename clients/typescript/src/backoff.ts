// How long to wait before a request is sent once more, and before one that the allowance does not cover yet.

/** Waits that double, with chance in them so that many clients do not come back at once. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Counts from the first failure in a row. */
  readonly giveUpMs: number;
}

export const USUAL_BACKOFF: Backoff = { firstMs: 100, maxMs: 10_000, giveUpMs: 120_000 };

/** The wait after so many failures in a row. `requestedMs`: what the service asks for. */
export function waitMs({ firstMs, maxMs }: Backoff, failures: number, requestedMs = 0): number {
  const wait = Math.min(maxMs, firstMs * 2 ** (failures - 1));
  return Math.max(wait * (0.5 + Math.random() / 2), requestedMs);
}

/** What an answer said about costs: `requested` points for it, `left` of `limit`, and when that is full. */
export interface Allowance {
  readonly requested: number;
  readonly left: number;
  readonly limit: number;
  readonly fullAfterMs: number;
}

/** How long from `time` until so many points are there. 0 if they are there now, or never will be. */
export function allowedAfterMs({ left, limit, fullAfterMs }: Allowance, points: number, time: number): number {
  if (points <= left || points > limit || fullAfterMs <= 0) return 0;
  return Math.max(0, ((points - left) / (limit - left)) * fullAfterMs - (performance.now() - time));
}

/** Resolves after a time. Rejects when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}
