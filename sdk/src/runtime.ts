/** Functions that the client needs from the JavaScript runtime. Tests replace them with a fake clock. */
export interface Runtime {
  readonly fetch: typeof fetch;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  /** Calls `act` after the delay, unless the returned function is called first. */
  readonly after: (delayMs: number, act: () => void) => () => void;
  /** Returns a random number in [0, 1), for jitter. */
  readonly random: () => number;
}

/** Functions that are available in every runtime with `fetch`: Node.js 20 and newer, browsers, Deno, and workers. */
export const systemRuntime: Runtime = {
  // Looks up the global `fetch` for each call, so that later replacements take effect, and because browsers do not
  // allow calling `fetch` as a method of another object.
  fetch: (input, init) => fetch(input, init),
  nowMs: () => performance.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Returns the current time in seconds since the Unix epoch. */
export function systemSeconds(): number {
  return Date.now() / 1000;
}

const KEY_BYTES = 16;

/** Returns a unique idempotency key of 32 hex digits. (`crypto.randomUUID` is missing on pages without TLS.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Resolves after the delay, or rejects with the signal's reason if the signal aborts first. */
export function wait(runtime: Runtime, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel: () => void = () => {};
  const waited = new Promise<void>((resolve) => {
    cancel = runtime.after(delayMs, resolve);
  });
  return untilAborted(waited, signal).finally(() => cancel());
}

/** Settles with the result of the promise, or rejects with the signal's reason if the signal aborts first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const report = (): void => {
      try {
        signal.throwIfAborted();
      } catch (reason) {
        // Callers can abort with any value and receive the same value as the rejection reason, as with fetch.
        reject(reason);
      }
    };
    if (signal.aborted) report();
    signal.addEventListener('abort', report, { once: true });
    stop = () => signal.removeEventListener('abort', report);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
  }
}
