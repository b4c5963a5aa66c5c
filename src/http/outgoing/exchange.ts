import type { Dispatcher } from 'undici';
import type { Deadlines, Late } from './deadlines.ts';
import { exchangeFault } from './faults.ts';
import type { OutgoingAnswer } from './types.ts';
import type { OutgoingTarget } from './url.ts';

/** A request; the headers Host, Content-Length and Connection are not the caller's. */
export interface OutgoingRequest {
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** For DNS, connection, TLS, request and answer together. */
  readonly deadlineMs: number;
  /** How much of the answer's body is kept; what is longer is not read. */
  readonly maxAnswerBytes: number;
  /** Whether an answer counts once its headers are complete, although its body breaks off or does not end in time. */
  readonly bodyMayBreakOff?: boolean;
  /** Ends the request at once. */
  readonly signal?: AbortSignal | undefined;
}

/** What ends exchanges from outside. */
export interface Ends {
  readonly deadlines: Deadlines;
  /** What a signal stops. */
  readonly stoppedBy: (signal: AbortSignal) => Set<Exchange>;
}

/** The answer of a request that was stopped. */
export const STOPPED: OutgoingAnswer = { kind: 'failed', fault: 'reset', reason: 'The request was canceled' };

const NOTHING = Buffer.alloc(0);

/** Makes one request: the first thing that ends it counts, and then its connection is let go or cut. Never rejects. */
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
      // undici refuses what is no header or path before it sends anything.
      made.onResponseError(undefined, error as Error);
    }
  });
}

/** One request as undici reports on it: an object with methods, since thousands of them are made a second. */
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
    // It was over while it waited for a connection: nothing is sent any more.
    if (this.#isOver) controller.abort(new Error('over'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Interim answers (RFC 9110 15.2) come before the one that counts.
    if (status < 200) return;
    this.#status = status;
    this.#headers = joined(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const kept = chunk.subarray(0, this.#request.maxAnswerBytes - this.#body.length);
    // A copy: undici's chunk is a piece of a buffer that it goes on to use.
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

  /** Its time is over. */
  late(): void {
    const within = `within ${this.#request.deadlineMs / 1_000} s`;
    const { host } = this.#target;
    const reason =
      this.#status === 0
        ? `${host} did not respond ${within}`
        : `${host} returned ${this.#status}, but did not complete the response ${within}`;
    this.#cut(this.#begunAnswer() ?? { kind: 'failed', fault: 'timeout', reason });
  }

  /** Nobody wants it any more. */
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

/** Names in lower case, as undici gives them, and lines of one name as one. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) entries.push([name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]);
  }
  // Not one by one: what comes may call itself __proto__.
  return Object.fromEntries(entries);
}
