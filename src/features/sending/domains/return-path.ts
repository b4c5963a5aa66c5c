import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { domainByName, domainsNamed } from './queries.ts';

/** A record that was published, or taken away, counts within this time of the check that found it. */
const MAX_AGE_MS = 60_000;

/** Where bounces of sender domains come back to. */
export interface ReturnPathDirectory {
  /**
   * The host in the account's domain that bounces come back to (`bounce.` and the domain): only while its MX record was
   * found valid at the last check, since servers refuse senders whose domain takes no mail. Undefined otherwise.
   */
  returnPathDomain(accountId: number, domain: string): Promise<string | undefined>;
  /** Whether the name, in lower case, is such a host of any account; of a removed domain too, whose bounces still come. */
  isReturnPathHost(host: string): Promise<boolean>;
}

/** A directory that remembers what it looked up for a minute. */
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

/** Accounts that have or had a domain of that name, which is in lower case. */
export async function accountsOfDomain(db: Db, name: string): Promise<readonly number[]> {
  const rows = await domainsNamed(db, name);
  return [...new Set(rows.map(({ account_id: id }) => id))];
}
