import { Pool, type buildConnector } from 'undici';

/** Maximum number of connection pools. If it is exceeded, the pool of the least recently used origin is closed. */
export const MAX_KEPT_ORIGINS = 256;
/**
 * Idle time, in milliseconds, after which a connection is closed, even if the receiver offers a longer time. Node's
 * servers close idle connections after 5 s.
 */
const IDLE_MS = 4_000;
/** Maximum number of requests per connection. New connections notice a change in the host's addresses. */
const MAX_REQUESTS_A_CONNECTION = 1_000;
/** Maximum size of response headers, in bytes. */
export const MAX_HEADER_BYTES = 16_384;

/** Connection pools by origin. */
export interface Pools {
  of(origin: string): Pool;
  /** Closes all connections immediately. */
  destroy(): Promise<void>;
}

/**
 * Creates one pool per origin. If no connection is free, a request opens another, so that a receiver that hangs for one
 * request does not delay others. Callers must limit the number of concurrent requests.
 */
export function createPools(connector: buildConnector.connector): Pools {
  // A Map iterates in insertion order, so the first origin is the least recently used.
  const pools = new Map<string, Pool>();

  function drop(origin: string, pool: Pool): void {
    if (pools.get(origin) === pool) pools.delete(origin);
    // Waits for requests in progress. Rejects only if the pool is already closed.
    pool.close().catch(() => {});
  }

  function open(origin: string): Pool {
    const pool = new Pool(origin, {
      connect: connector,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      maxRequestsPerClient: MAX_REQUESTS_A_CONNECTION,
      // Disable these timeouts, because the client has one deadline for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const dropIfUnused = (): void => {
      const { connected, size } = pool.stats;
      if (connected === 0 && size === 0) drop(origin, pool);
    };
    pool.on('disconnect', dropIfUnused).on('connectionError', dropIfUnused);
    return pool;
  }

  return {
    of(origin) {
      const pool = pools.get(origin) ?? open(origin);
      pools.delete(origin);
      pools.set(origin, pool);
      if (pools.size > MAX_KEPT_ORIGINS) {
        const [oldest] = pools;
        if (oldest) drop(...oldest);
      }
      return pool;
    },
    async destroy() {
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}
