import { createGuardedConnector, type ConnectorOptions } from './connector.ts';
import { createDeadlines } from './deadlines.ts';
import { exchange, STOPPED, type Exchange, type OutgoingRequest } from './exchange.ts';
import { createPools } from './pools.ts';
import type { OutgoingAnswer } from './types.ts';
import { targetOf, type OutgoingTarget, type UrlPolicy } from './url.ts';

/** Sends requests to untrusted URLs. */
export interface OutgoingClient {
  /**
   * Sends a POST and resolves with the response, whatever its status, or with the failure. Never rejects, and does not
   * follow redirects.
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** Sends a GET. Otherwise works like `post`. */
  get(url: string, request: Omit<OutgoingRequest, 'body' | 'method'>): Promise<OutgoingAnswer>;
  /** Aborts all requests in progress. */
  close(): Promise<void>;
}

/** Options for the client. */
export type OutgoingOptions = Omit<ConnectorOptions, 'connectTimeoutMs'> & {
  /** Time limit, in milliseconds, for DNS, connect and TLS together. Default: 10 s. */
  readonly connectTimeoutMs?: number;
};

const NOTHING = Buffer.alloc(0);
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
/** Maximum number of parsed URLs in the cache. */
const MAX_KNOWN_URLS = 1_000;

/**
 * Creates the only client that may be used for untrusted URLs. It connects only to public addresses over https or, with
 * `allowLoopback`, to this machine. It follows no redirects, does not decompress, and limits the size of every
 * response.
 */
export function createOutgoingClient(options: OutgoingOptions): OutgoingClient {
  const connector = createGuardedConnector({ connectTimeoutMs: DEFAULT_CONNECT_TIMEOUT_MS, ...options });
  const pools = createPools(connector);
  const targets = createTargets(options);
  const ends = { deadlines: createDeadlines(() => performance.now()), stoppedBy: createStops() };
  const send = (url: string, request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const target = targets(url);
    if (typeof target === 'string') return Promise.resolve({ kind: 'failed', fault: 'address', reason: target });
    if (request.signal?.aborted) return Promise.resolve(STOPPED);
    return exchange(pools.of(target.origin), target, request, ends);
  };
  return {
    post: send,
    get: (url, request) => send(url, { ...request, method: 'GET', body: NOTHING }),
    close: () => pools.destroy(),
  };
}

/** Parses URLs and caches the results. Most requests go to URLs that were used before. */
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

/**
 * Tracks the exchanges that each signal aborts. Each signal has one listener: Node scans all listeners whenever one is
 * added or removed, and a thousand requests may share a signal.
 */
function createStops(): (signal: AbortSignal) => Set<Exchange> {
  const known = new WeakMap<AbortSignal, Set<Exchange>>();
  return (signal) => {
    const found = known.get(signal);
    if (found) return found;
    const stopped = new Set<Exchange>();
    known.set(signal, stopped);
    const stopAll = (): void => {
      for (const one of stopped) one.stop();
    };
    signal.addEventListener('abort', stopAll, { once: true });
    return stopped;
  };
}
