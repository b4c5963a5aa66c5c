import { createGuardedConnector, type ConnectorOptions } from './connector.ts';
import { createDeadlines } from './deadlines.ts';
import { exchange, STOPPED, type Exchange, type OutgoingRequest } from './exchange.ts';
import { createPools } from './pools.ts';
import type { OutgoingAnswer } from './types.ts';
import { targetOf, type OutgoingTarget, type UrlPolicy } from './url.ts';

/** Makes requests to addresses that others chose. */
export interface OutgoingClient {
  /**
   * Sends a POST and reads the answer, whatever its status; redirects are answers like others. Never rejects, and takes no
   * longer than the deadline. After an answer that was cut, the connection is closed.
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** The same with a GET. */
  get(url: string, request: Omit<OutgoingRequest, 'body' | 'method'>): Promise<OutgoingAnswer>;
  /** Cuts off what is under way. */
  close(): Promise<void>;
}

/** What the client needs. */
export type OutgoingOptions = Omit<ConnectorOptions, 'connectTimeoutMs'> & {
  /** The longest for DNS, connect and TLS together; default 10 s. */
  readonly connectTimeoutMs?: number;
};

const NOTHING = Buffer.alloc(0);
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

/**
 * What each signal stops, by one listener a signal: Node goes through all of them whenever one is added or removed, and a
 * thousand requests may share one.
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
