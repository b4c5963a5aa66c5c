import type { Dispatcher } from 'undici';
import type { Deadlines, Late } from './deadlines.ts';
import { exchangeFault } from './faults.ts';
import type { OutgoingAnswer } from './types.ts';
import type { OutgoingTarget } from './url.ts';

/** A request. `headers` must not contain Host, Content-Length, or Connection. */
export interface OutgoingRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time limit, in milliseconds, for DNS, connection, TLS, request and response together. */
  readonly deadlineMs: number;
  /** Maximum size of the response body, in bytes. The rest is not read. */
  readonly maxAnswerBytes: number;
  /** Whether to accept a response with complete headers even if its body is cut off or late. */
  readonly bodyMayBreakOff?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** External events that end exchanges: deadlines and aborted signals. */
export interface Ends {
  readonly deadlines: Deadlines;
  /** Returns the exchanges in progress that end when the signal is aborted. */
  readonly stoppedBy: (signal: AbortSignal) => Set<Exchange>;
}

/** Result for an aborted request. */
export const STOPPED: OutgoingAnswer = { kind: 'failed', fault: 'reset', reason: 'The request was canceled' };

const NOTHING = Buffer.alloc(0);

/** Sends one request. Resolves with the response or the failure, and never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  target: OutgoingTarget,
  request: OutgoingRequest,
  ends: Ends,
): Promise<OutgoingAnswer> {
  return new Promise((resolve) => {
    const made = new Exchange(target, request, ends, resolve);
    try {
      const { body, headers, method = 'POST' } = request;
      dispatcher.dispatch({ method, path: target.path, headers, body: method === 'GET' ? null : body }, made);
    } catch (error) {
      // undici throws for an invalid header or path before it sends anything.
      made.onResponseError(undefined, error as Error);
    }
  });
}

/** Handles one request in undici. */
class Exchange implements Dispatcher.DispatchHandler, Late {
  readonly #target: OutgoingTarget;
  readonly #request: OutgoingRequest;
  readonly #ends: Ends;
  readonly #resolve: (answer: OutgoingAnswer) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #body = NOTHING;

  constructor(target: OutgoingTarget, request: OutgoingRequest, ends: Ends, resolve: (answer: OutgoingAnswer) => void) {
    this.#target = target;
    this.#request = request;
    this.#ends = ends;
    this.#resolve = resolve;
    ends.deadlines.add(this, request.deadlineMs);
    if (request.signal) ends.stoppedBy(request.signal).add(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The exchange ended while it waited for a connection. Send nothing.
    if (this.#isOver) controller.abort(new Error('over'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Ignore interim responses (RFC 9110 section 15.2), which precede the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = joined(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const kept = chunk.subarray(0, this.#request.maxAnswerBytes - this.#body.length);
    // Copy the bytes, because undici reuses its buffer.
    if (kept.length > 0) this.#body = Buffer.concat([this.#body, kept]);
    if (kept.length < chunk.length) this.#cut(this.#answer());
  }

  onResponseEnd(): void {
    this.#end(this.#answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#isOver) return;
    this.#end(this.#begunAnswer() ?? { kind: 'failed', ...exchangeFault(error, this.#target.host) });
  }

  /** Ends the exchange because its deadline has passed. */
  late(): void {
    const within = `within ${this.#request.deadlineMs / 1_000} s`;
    const { host } = this.#target;
    const reason =
      this.#status === 0
        ? `${host} did not respond ${within}`
        : `${host} returned ${this.#status}, but did not complete the response ${within}`;
    this.#cut(this.#begunAnswer() ?? { kind: 'failed', fault: 'timeout', reason });
  }

  /** Ends the exchange because the caller aborted it. */
  stop(): void {
    this.#cut(this.#begunAnswer() ?? STOPPED);
  }

  #begunAnswer(): OutgoingAnswer | undefined {
    return this.#request.bodyMayBreakOff && this.#status !== 0 ? this.#answer() : undefined;
  }

  #answer(): OutgoingAnswer {
    return { kind: 'answered', status: this.#status, headers: this.#headers, body: this.#body };
  }

  #end(answer: OutgoingAnswer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { deadlineMs, signal } = this.#request;
    this.#ends.deadlines.remove(this, deadlineMs);
    if (signal) this.#ends.stoppedBy(signal).delete(this);
    this.#resolve(answer);
  }

  #cut(answer: OutgoingAnswer): void {
    this.#end(answer);
    this.#controller?.abort(new Error('over'));
  }
}

export type { Exchange };

/** Returns the headers with lower-case names. Repeated headers are joined. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) entries.push([name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]);
  }
  // Use `fromEntries`, because an assignment to `__proto__` would set the prototype.
  return Object.fromEntries(entries);
}
