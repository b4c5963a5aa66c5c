import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { keptName } from './domain-name.ts';
import { baseOfDomain, hostFound } from './tracking-queries.ts';

/**
 * Cache duration of the base URL for a domain's links, in milliseconds. A changed base URL takes effect within this
 * time.
 */
const BASE_MS = 60_000;
/**
 * Cache duration for lookups of tracking hosts by name, in milliseconds. It is short, so that a new tracking host
 * quickly starts to reject requests for anything but links.
 */
const HOST_MS = 5_000;

export interface TrackingHosts {
  /** Calls `trackingBaseOf`, and caches results for a minute. */
  trackingBaseOf(accountId: number, domain: string): Promise<string | undefined>;
  /**
   * Returns whether a lower-case name has ever been a tracking host that points here. Includes hosts of removed
   * domains.
   */
  isTrackingHost(host: string): Promise<boolean>;
}

/**
 * Returns the base URL for links in new emails from an account's domain, without a trailing slash, for example
 * `https://click.example.com`. Returns undefined if the domain's host does not point to this installation. Links then
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
