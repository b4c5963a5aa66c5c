import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { forgetMailless, longMailless, noteMailless, purgeMailless } from './mailless-queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';

/** Hours from the first look on for which what DNS alone says suppresses nobody. */
const LEAST_HOURS = 24;
/** Days without a look after which what was seen counts no longer. */
const FORGOTTEN_DAYS = 7;
/** Domains that are kept; a list of invented ones makes a row each. */
const MAX_DOMAINS = 100_000;
/** A mailing to many at one domain is one look. */
const LOOK_MS = 30_000;

/** Since when DNS has said that a domain takes no mail, and when it said so last; infinite when this is the first look. */
export interface Mailless {
  readonly forMs: number;
  readonly sinceLastMs: number;
}

const FIRST: Mailless = { forMs: 0, sinceLastMs: Number.POSITIVE_INFINITY };

/** Notes looks at domains that found no mail server. */
export interface MaillessDomains {
  /** What is known from the looks before this one, over all processes. Never rejects: what is not known is a first look. */
  note(domain: string): Promise<Mailless>;
}

/** Notes of the database. */
export function createMaillessDomains(parts: {
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Log;
}): MaillessDomains {
  const { clock, db, log } = parts;
  const looks = createShortCache<Mailless>(clock, LOOK_MS);
  const look = async (domain: string): Promise<Mailless> => {
    const [row] = await noteMailless(db, domain, FORGOTTEN_DAYS);
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

/** Forgets domains of which DNS gave a server by now. */
export async function forgetFound(tx: Tx, outcomes: readonly ObservedOutcome[]): Promise<void> {
  const found = outcomes.filter(({ host, route }) => route === 'direct' && host);
  if (found.length > 0) await forgetMailless(tx, domainsOf(found));
}

/** Of outcomes that DNS alone decided those whose domains have taken no mail for a day; all others as they are. */
export async function withoutYoung<Outcome extends ObservedOutcome>(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const byDns = outcomes.filter(({ dnsAlone }) => dnsAlone);
  if (byDns.length === 0) return outcomes;
  const rows = await longMailless(tx, domainsOf(byDns), LEAST_HOURS);
  const long = new Set(rows.map(({ domain }) => domain));
  return outcomes.filter((outcome) => !outcome.dnsAlone || long.has(domainOf(outcome)));
}

/** Forgets what is old, and the oldest of what is more than `kept`: their addresses are suppressed later, no more than that. */
export async function purgeMaillessDomains(db: Database, kept = MAX_DOMAINS): Promise<void> {
  await purgeMailless(db, FORGOTTEN_DAYS, kept);
}

function domainsOf(outcomes: readonly ObservedOutcome[]): string[] {
  return [...new Set(outcomes.map(domainOf))];
}

function domainOf({ recipient }: ObservedOutcome): string {
  return recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase();
}
