/** What the client takes from where it runs; tests give a clock that they move by hand. */
export interface Runtime {
  readonly fetch: typeof fetch;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
  /** Calls `act` after so many milliseconds, unless the function that it returns was called before. */
  readonly after: (delayMs: number, act: () => void) => () => void;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
}

/** Of what every engine with `fetch` has: Node.js 20 and newer, browsers, Deno, workers. */
export const systemRuntime: Runtime = {
  // Called through the global each time: whoever replaces it later is heard, and browsers want it unbound.
  fetch: (input, init) => fetch(input, init),
  nowMs: () => performance.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** The engine's wall clock in seconds since 1970. */
export function systemSeconds(): number {
  return Date.now() / 1000;
}

const KEY_BYTES = 16;

/** An idempotency key that nobody else has: 32 hex digits. (`crypto.randomUUID` is missing on pages without TLS.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Resolves after so many milliseconds; rejects with the signal's reason when that aborts first. */
export function wait(runtime: Runtime, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel: () => void = () => {};
  const waited = new Promise<void>((resolve) => {
    cancel = runtime.after(delayMs, resolve);
  });
  return untilAborted(waited, signal).finally(() => cancel());
}

/** Settles as the promise does, or rejects with the signal's reason when that aborts first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const tell = (): void => {
      try {
        signal.throwIfAborted();
      } catch (reason) {
        // Callers may abort with anything, and have that back, as from fetch.
        reject(reason);
      }
    };
    if (signal.aborted) tell();
    signal.addEventListener('abort', tell, { once: true });
    stop = () => signal.removeEventListener('abort', tell);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
  }
}
