import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { findFaults, noteFaults } from './queries.ts';

/** How long a server whose TLS failed is spoken to without. */
export const REMEMBERED_SECONDS = 3 * 24 * 3_600;
/** That a host has no fault is believed for so long: another process may have noted one. */
const KNOWN_FOR_MS = 5 * 60_000;
const MAX_KNOWN = 50_000;

interface FaultParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Servers whose STARTTLS is known to fail. */
export interface TlsFaults {
  /** Remembers a host, from now on in this process and soon in all. */
  note(host: string): void;
  /** Those of the hosts that are remembered; when the database cannot be asked, as far as this process knows. */
  among(hosts: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when all that was noted is written. */
  idle(): Promise<void>;
}

/** Faults of the database, with what is known of them in memory. */
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
      // A site that fails at every connection is written down once in a while.
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
        // Not to know costs a failed handshake, no mail.
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
