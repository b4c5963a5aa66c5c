import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { keptName } from './domain-name.ts';
import { baseOfDomain, hostFound } from './tracking-queries.ts';

/** Delay until a check that found a host pointing here, or no longer pointing here, takes effect. */
const BASE_MS = 60_000;
/** Shorter than the other delay, because requests that do not belong on tracking hosts must be rejected there soon. */
const HOST_MS = 5_000;

export interface TrackingHosts {
  /** Does the same as the function of this name, with results cached for a minute. */
  trackingBaseOf(accountId: number, domain: string): Promise<string | undefined>;
  /**
   * Returns whether a name, in lower case, was ever found to point here as a tracking host. Hosts of removed domains
   * count too.
   */
  isTrackingHost(host: string): Promise<boolean>;
}

/**
 * Returns the base URL of links in new emails from an account's domain, for example `https://click.example.com`,
 * without a trailing slash, if the domain's host points to this installation. Otherwise returns undefined, and links
 * use the public URL.
 */
export async function trackingBaseOf(db: Db, accountId: number, domain: string): Promise<string | undefined> {
  const [row] = await baseOfDomain(db, accountId, keptName(domain));
  return row?.base_url;
}

/** Creates a cache for tracking hosts. */
export function createTrackingHosts({ clock, db }: { readonly clock: Clock; readonly db: Db }): TrackingHosts {
  const bases = createShortCache<string | undefined>(clock, BASE_MS);
  const found = createShortCache<boolean>(clock, HOST_MS);
  return {
    trackingBaseOf: (accountId, domain) =>
      bases.get(`${accountId}:${domain}`, () => trackingBaseOf(db, accountId, domain)),
    isTrackingHost: (host) => found.get(host, async () => (await hostFound(db, host)).length > 0),
  };
}
