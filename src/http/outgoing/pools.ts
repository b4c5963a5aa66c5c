import { Pool, type buildConnector } from 'undici';

/** Origins to which connections are kept open; the one that was used longest ago gives way. */
export const MAX_KEPT_ORIGINS = 256;
/** An unused connection is closed after this time, whatever the receiver offers; Node's servers hold theirs for 5 s. */
const IDLE_MS = 4_000;
/** A connection is given up after so many requests, so that a change of the name's addresses is seen. */
const MAX_REQUESTS_A_CONNECTION = 1_000;
/** Of an answer, status line and trailers included. */
export const MAX_HEADER_BYTES = 16_384;

/** Connections that are kept, by origin. */
export interface Pools {
  of(origin: string): Pool;
  /** Cuts all connections off. */
  destroy(): Promise<void>;
}

/**
 * Keeps a pool an origin. Within a pool nothing waits: each request that finds no free connection has a new one, so that a
 * receiver that hangs for one does not hold up the others; how many there are at once is for the caller to bound.
 */
export function createPools(connector: buildConnector.connector): Pools {
  // A Map goes through its keys in the order in which they were put in: the first is the one used longest ago.
  const pools = new Map<string, Pool>();

  function drop(origin: string, pool: Pool): void {
    if (pools.get(origin) === pool) pools.delete(origin);
    // Waits for what is under way. It rejects only where the pool is closed already, which is what is wanted.
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
      // The whole request has one deadline, which the client keeps.
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
