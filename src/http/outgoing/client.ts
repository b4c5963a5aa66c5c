import type { Dispatcher } from 'undici';
import { createGuardedConnector, type ConnectorOptions } from './connector.ts';
import { exchangeFault } from './faults.ts';
import { createPools } from './pools.ts';
import type { OutgoingAnswer, OutgoingFault } from './types.ts';
import { targetOf, type OutgoingTarget, type UrlPolicy } from './url.ts';

/** Makes requests to addresses that others chose. */
export interface OutgoingClient {
  /**
   * Sends a POST and reads the answer, whatever its status; redirects are answers like others. Never rejects, and takes no
   * longer than the deadline. After an answer that was cut, the connection is closed.
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** Cuts off what is under way. */
  close(): Promise<void>;
}

/** A request; the headers Host, Content-Length and Connection are not the caller's. */
export interface OutgoingRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** For DNS, connection, TLS, request and answer together. */
  readonly deadlineMs: number;
  /** How much of the answer's body is kept; what is longer is not read. */
  readonly maxAnswerBytes: number;
  /** Ends the request at once. */
  readonly signal?: AbortSignal | undefined;
}

/** What the client needs. */
export type OutgoingOptions = Omit<ConnectorOptions, 'connectTimeoutMs'> & {
  /** The longest for DNS, connect and TLS together; default 10 s. */
  readonly connectTimeoutMs?: number;
};

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
/** URLs whose reading is remembered. */
const MAX_KNOWN_URLS = 1_000;

/**
 * The one way in which the product asks addresses that others chose: only https (http to this machine where that is
 * allowed), only addresses of the public internet (`createGuardedConnector`), no redirects, no decompression, and a bound on
 * everything that comes back.
 */
export function createOutgoingClient(options: OutgoingOptions): OutgoingClient {
  const connector = createGuardedConnector({ connectTimeoutMs: DEFAULT_CONNECT_TIMEOUT_MS, ...options });
  const pools = createPools(connector);
  const targets = createTargets(options);
  const stops = createStops();
  return {
    post(url, request) {
      const target = targets(url);
      if (typeof target === 'string') return Promise.resolve(failed('address', target));
      if (request.signal?.aborted) return Promise.resolve(stopped);
      return exchange(pools.of(target.origin), target, request, stops);
    },
    close: () => pools.destroy(),
  };
}

/** Reads URLs, each once: most requests go where others went before. */
function createTargets(policy: UrlPolicy): (url: string) => OutgoingTarget | string {
  const known = new Map<string, OutgoingTarget | string>();
  return (url) => {
    const read = known.get(url);
    if (read !== undefined) return read;
    const target = targetOf(url, policy);
    if (known.size >= MAX_KNOWN_URLS) known.clear();
    known.set(url, target);
    return target;
  };
}

function failed(fault: OutgoingFault, reason: string): OutgoingAnswer {
  return { kind: 'failed', fault, reason };
}

const stopped = failed('reset', 'The request was stopped');

/** One request: the first thing that ends it counts, and then its connection is let go or cut. */
function exchange(
  dispatcher: Dispatcher,
  target: OutgoingTarget,
  request: OutgoingRequest,
  stops: Stops,
): Promise<OutgoingAnswer> {
  return new Promise((resolve) => {
    const answer = createAnswer(request.maxAnswerBytes);
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;

    const end = (result: OutgoingAnswer): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (request.signal) stops.of(request.signal).delete(stop);
      resolve(result);
    };
    const cut = (result: OutgoingAnswer): void => {
      end(result);
      controller?.abort(new Error('over'));
    };
    const stop = (): void => cut(stopped);
    const timer = setTimeout(() => cut(failed('timeout', answer.whyLate(target.host, request))), request.deadlineMs);
    if (request.signal) stops.of(request.signal).add(stop);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // It was over while it waited for a connection: nothing is sent any more.
        if (isOver) started.abort(new Error('over'));
      },
      onResponseStart(_controller, status, headers) {
        // Interim answers (RFC 9110 15.2) come before the one that counts.
        if (status >= 200) answer.begin(status, headers);
      },
      onResponseData(_controller, chunk) {
        if (!answer.take(chunk)) cut(answer.result());
      },
      onResponseEnd: () => end(answer.result()),
      onResponseError: (_controller, error) => end({ kind: 'failed', ...exchangeFault(error, target.host) }),
    };
    try {
      const { body, headers } = request;
      dispatcher.dispatch({ method: 'POST', path: target.path, headers, body }, handler);
    } catch (error) {
      // undici refuses what is no header or path before it sends anything.
      end({ kind: 'failed', ...exchangeFault(error as Error, target.host) });
    }
  });
}

/** What a signal stops. */
interface Stops {
  of(signal: AbortSignal): Set<() => void>;
}

/** One listener a signal: Node goes through all of them whenever one is added or removed, and a thousand requests may share one. */
function createStops(): Stops {
  const known = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    of(signal) {
      const found = known.get(signal);
      if (found) return found;
      const stops = new Set<() => void>();
      known.set(signal, stops);
      signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
      return stops;
    },
  };
}

interface AnswerInTheMaking {
  begin(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  /** False when there is more than is wanted. */
  take(chunk: Buffer): boolean;
  result(): OutgoingAnswer;
  whyLate(host: string, request: OutgoingRequest): string;
}

function createAnswer(maxBytes: number): AnswerInTheMaking {
  let status = 0;
  let headers: Readonly<Record<string, string>> = {};
  let size = 0;
  const chunks: Buffer[] = [];
  return {
    begin(newStatus, newHeaders) {
      status = newStatus;
      headers = joined(newHeaders);
    },
    take(chunk) {
      const kept = chunk.subarray(0, maxBytes - size);
      // A copy: undici's chunk is a piece of a buffer that it goes on to use.
      if (kept.length > 0) chunks.push(Buffer.from(kept));
      size += kept.length;
      return kept.length === chunk.length;
    },
    result: () => ({ kind: 'answered', status, headers, body: joinedChunks(chunks) }),
    whyLate(host, { deadlineMs }) {
      const within = `within ${deadlineMs / 1_000} s`;
      return status === 0
        ? `${host} did not answer ${within}`
        : `${host} answered ${status}, but its answer did not end ${within}`;
    },
  };
}

function joinedChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) entries.push([name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]);
  }
  // Not one by one: what comes may call itself __proto__.
  return Object.fromEntries(entries);
}
