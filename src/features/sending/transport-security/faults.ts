import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { findFaults, noteFaults } from './queries.ts';

/** Number of seconds for which a server is contacted without TLS after TLS failed. */
export const REMEMBERED_SECONDS = 3 * 24 * 3_600;
/**
 * How long, in milliseconds, this process caches that TLS has not failed on a host. If another process records a
 * failure, this process may notice it only after this time.
 */
const KNOWN_FOR_MS = 5 * 60_000;
const MAX_KNOWN = 50_000;

interface FaultParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Servers on which STARTTLS is known to fail. */
export interface TlsFaults {
  /** Records that TLS fails on a host. Takes effect immediately in this process and soon in all others. */
  note(host: string): void;
  /** Returns the recorded hosts. If the database is unavailable, returns those that this process has cached. */
  among(hosts: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when all pending writes to the database have finished. */
  idle(): Promise<void>;
}

/** Creates a store of TLS failures in the database, with a cache in memory. */
export function createTlsFaults({ clock, db, log }: FaultParts): TlsFaults {
  const known = new Map<string, { readonly isFaulty: boolean; readonly untilMs: number }>();
  const writing = new Set<Promise<unknown>>();

  function remember(host: string, isFaulty: boolean, forMs: number): void {
    known.delete(host);
    known.set(host, { isFaulty, untilMs: clock.now() + forMs });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  async function look(hosts: readonly string[]): Promise<void> {
    const unknown = hosts.filter((host) => !((known.get(host)?.untilMs ?? 0) > clock.now()));
    if (unknown.length === 0) return;
    const rows = await findFaults(db, unknown, REMEMBERED_SECONDS);
    const leftMs = new Map(rows.map((row) => [row.host, row.left_ms]));
    for (const host of unknown) remember(host, leftMs.has(host), leftMs.get(host) ?? KNOWN_FOR_MS);
  }

  return {
    note(given) {
      const host = given.toLowerCase();
      // Do not write a failure that is already known, because a host may fail on every connection.
      const isKnown = known.get(host)?.isFaulty && (known.get(host)?.untilMs ?? 0) > clock.now();
      if (isKnown) return;
      remember(host, true, REMEMBERED_SECONDS * 1_000);
      const written = noteFaults(db, [host])
        .catch((error: Error) => log.warn('TLS failure could not be saved', { host, error: error.message }))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async among(given) {
      const hosts = given.map((host) => host.toLowerCase());
      try {
        await look(hosts);
      } catch (error) {
        // If the known failures cannot be read, continue without them. A TLS handshake may then fail again, but no
        // message is lost.
        log.warn('Known TLS failures could not be read', { error: (error as Error).message });
      }
      return new Set(
        given.filter((host) => {
          const found = known.get(host.toLowerCase());
          return found !== undefined && found.isFaulty && found.untilMs > clock.now();
        }),
      );
    },
    async idle() {
      await Promise.all(writing);
    },
  };
}
