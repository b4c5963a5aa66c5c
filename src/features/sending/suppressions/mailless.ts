import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { deleteMailless, longMailless, noteMailless, purgeMailless } from './mailless-queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';

/**
 * Number of hours for which DNS must report that a domain accepts no mail before its addresses are suppressed without
 * contacting a server.
 */
const MIN_HOURS = 24;
/** Number of days without a lookup after which the results of earlier lookups are ignored. */
const EXPIRY_DAYS = 7;
/**
 * Maximum number of stored domains. The number is limited because each invented domain in a recipient list creates a
 * row.
 */
const MAX_DOMAINS = 100_000;
/**
 * Lookups of a domain within this many milliseconds count as one, for example when bulk email is sent to many
 * recipients at the domain.
 */
const POLL_MS = 30_000;

/**
 * `forMs` is the time since DNS first reported that a domain accepts no mail. `sinceLastMs` is the time since the
 * previous lookup, and infinite for the first lookup. Both are in milliseconds.
 */
export interface Mailless {
  readonly forMs: number;
  readonly sinceLastMs: number;
}

const FIRST: Mailless = { forMs: 0, sinceLastMs: Number.POSITIVE_INFINITY };

/** Records lookups that find no mail server for a domain. */
export interface MaillessDomains {
  /**
   * Records a lookup, and returns the time since the first and the previous lookup by any process. If the database is
   * unavailable, returns the result for a first lookup. Never rejects.
   */
  note(domain: string): Promise<Mailless>;
}

/** Creates a recorder that stores the lookups in the database. */
export function createMaillessDomains(parts: {
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Log;
}): MaillessDomains {
  const { clock, db, log } = parts;
  const looks = createShortCache<Mailless>(clock, POLL_MS);
  const look = async (domain: string): Promise<Mailless> => {
    const [row] = await noteMailless(db, domain, EXPIRY_DAYS);
    return row ? { forMs: row.for_ms, sinceLastMs: row.since_last_ms } : FIRST;
  };
  return {
    async note(domain) {
      try {
        return await looks.get(domain.toLowerCase(), () => look(domain));
      } catch (error) {
        log.warn('History of a domain without mail servers could not be read', {
          domain,
          error: (error as Error).message,
        });
        return FIRST;
      }
    },
  };
}

/** Deletes the records of domains for which DNS now returns a server. */
export async function deleteFoundDomains(tx: Tx, outcomes: readonly ObservedOutcome[]): Promise<void> {
  const found = outcomes.filter(({ host, route }) => route === 'direct' && host);
  if (found.length > 0) await deleteMailless(tx, domainsOf(found));
}

/**
 * Removes outcomes that are based on DNS alone, unless DNS has reported for at least MIN_HOURS that the domain accepts
 * no mail. Returns all other outcomes unchanged.
 */
export async function withoutYoung<Outcome extends ObservedOutcome>(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const byDns = outcomes.filter(({ dnsAlone }) => dnsAlone);
  if (byDns.length === 0) return outcomes;
  const rows = await longMailless(tx, domainsOf(byDns), MIN_HOURS);
  const long = new Set(rows.map(({ domain }) => domain));
  return outcomes.filter((outcome) => !outcome.dnsAlone || long.has(domainOf(outcome)));
}

/** Deletes old records, and the oldest records if there are more than `kept`. */
export async function purgeMaillessDomains(db: Database, kept = MAX_DOMAINS): Promise<void> {
  await purgeMailless(db, EXPIRY_DAYS, kept);
}

function domainsOf(outcomes: readonly ObservedOutcome[]): string[] {
  return [...new Set(outcomes.map(domainOf))];
}

function domainOf({ recipient }: ObservedOutcome): string {
  return recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase();
}
