import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { keptName } from './domain-name.ts';
import { baseOfDomain, hostFound } from './tracking-queries.ts';

/** A host that begins to lead here, or ceases to, counts within this time of the check that saw it. */
const BASE_MS = 60_000;
/** Less: what is not for accounts' hosts is to end there soon. */
const HOST_MS = 5_000;

/** The own hosts of sender domains that links in their mails lead to. */
export interface TrackingHosts {
  /** As the function of that name, remembered for a minute. */
  trackingBaseOf(accountId: number, domain: string): Promise<string | undefined>;
  /** Whether a name, in lower case, was found to lead here at some time as such a host; also of a domain that was removed. */
  isTrackingHost(host: string): Promise<boolean>;
}

/**
 * What links in new mails of an account's domain begin with, for example `https://click.example.com`, without a slash at its
 * end: while the domain's own host leads to this installation. Undefined otherwise; then they begin with the public address.
 */
export async function trackingBaseOf(db: Db, accountId: number, domain: string): Promise<string | undefined> {
  const [row] = await baseOfDomain(db, accountId, keptName(domain));
  return row?.base_url;
}

/** Hosts that remember for a moment what they looked up. */
export function createTrackingHosts({ clock, db }: { readonly clock: Clock; readonly db: Db }): TrackingHosts {
  const bases = createShortCache<string | undefined>(clock, BASE_MS);
  const found = createShortCache<boolean>(clock, HOST_MS);
  return {
    trackingBaseOf: (accountId, domain) =>
      bases.get(`${accountId}:${domain}`, () => trackingBaseOf(db, accountId, domain)),
    isTrackingHost: (host) => found.get(host, async () => (await hostFound(db, host)).length > 0),
  };
}
