import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { domainByName, domainsNamed } from './queries.ts';

/** Cache duration of lookups, in milliseconds. A changed check result takes effect within this duration. */
const MAX_AGE_MS = 60_000;

export interface ReturnPathDirectory {
  /**
   * Returns the return-path host of an account's domain (`bounce.` followed by the domain) if the host's MX record was
   * valid at the latest check. Returns undefined if it was not, because servers reject senders whose domain does not
   * accept email.
   */
  returnPathDomain(accountId: number, domain: string): Promise<string | undefined>;
  /**
   * Returns whether a lower-case name is a return-path host of any account. Includes hosts of removed domains, because
   * they still receive bounces.
   */
  isReturnPathHost(host: string): Promise<boolean>;
}

/** Creates a directory of return-path hosts that caches lookups for a minute. */
export function createReturnPathDirectory({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): ReturnPathDirectory {
  const ownHosts = createShortCache<string | undefined>(clock, MAX_AGE_MS);
  const knownHosts = createShortCache<boolean>(clock, MAX_AGE_MS);
  return {
    returnPathDomain: (accountId, domain) =>
      ownHosts.get(`${accountId}:${domain}`, async () => {
        const [row] = await domainByName(db, accountId, domain);
        const record = row?.records.find(({ name }) => name === 'return_path');
        return record?.valid ? record.host : undefined;
      }),
    isReturnPathHost: (host) =>
      knownHosts.get(host, async () => {
        const rows = await domainsNamed(db, host.slice(host.indexOf('.') + 1));
        return rows.some(({ return_path_host }) => return_path_host === host);
      }),
  };
}

/** Returns the accounts that have or had a domain with this lower-case name. */
export async function accountsOfDomain(db: Db, name: string): Promise<readonly number[]> {
  const rows = await domainsNamed(db, name);
  return [...new Set(rows.map(({ account_id: id }) => id))];
}
