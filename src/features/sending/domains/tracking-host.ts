import { invalid } from '../../../base/refusal.ts';
import { isFault, parseDomain } from '../../../mail/address.ts';
import { recordsToPublish } from './dns-records.ts';
import { keysToPublish } from './key-rotation.ts';
import { loadKeys, type DomainParts } from './keys.ts';
import { toDomain, type Domain } from './present.ts';
import { domainById, lockForKeys } from './queries.ts';
import { asSeen, busy } from './rotate.ts';
import { endHost, insertHost, lockName } from './tracking-queries.ts';

/**
 * Reserved prefix: the `bounce.` hosts of domains and subdomains are for return paths, which need a different DNS
 * record.
 */
const BOUNCES = 'bounce.';

/**
 * Sets the host for links in a domain's emails, or removes it if null. A host is used once a check has found it. The
 * previous host keeps working for emails that were already sent. Returns undefined if the account has no such domain.
 * Throws validation_error if the host is not a subdomain, is reserved for bounces, is used by another domain, or is
 * this server, or if a check of the domain ends at the same time.
 */
export async function setTrackingHost(
  parts: DomainParts,
  accountId: number,
  id: number,
  given: string | null,
): Promise<Domain | undefined> {
  const [row] = await domainById(parts.db, accountId, id);
  if (!row) return undefined;
  const host = given === null ? undefined : parseHost(parts, row.name, given);
  const keys = await loadKeys(parts.db, accountId, id);
  if (host === row.tracking?.host) return toDomain(row, keys);
  const now = new Date(parts.clock.now());
  return parts.db.transaction(async (tx) => {
    await endHost(tx, accountId, id);
    const tracking = host === undefined ? undefined : { host, wasFound: false };
    if (host !== undefined) {
      await lockName(tx, host);
      if ((await insertHost(tx, accountId, id, host)).length === 0) throw taken();
    }
    const wanted = recordsToPublish({ name: row.name, keys: keysToPublish(keys, now), tracking }, parts);
    const records = JSON.stringify(wanted.map((record) => asSeen(record, row.records)));
    const [locked] = await lockForKeys(tx, accountId, id, row.checks, records, now);
    if (!locked) throw busy('tracking_host');
    return toDomain(locked, keys);
  });
}

/** Parses a host. It must be a subdomain of the domain, because the owner of the domain controls all names below it. */
function parseHost({ hostname, publicUrl }: DomainParts, domain: string, given: string): string {
  const host = parseDomain(given);
  if (isFault(host)) throw refused(host.fault);
  if (!host.endsWith(`.${domain}`)) throw refused(`must be a subdomain of ${domain}, such as click.${domain}.`);
  if (host.startsWith(BOUNCES)) throw refused(`must not be ${host}, which is reserved for bounces.`);
  if (host === hostname || (publicUrl !== undefined && host === new URL(publicUrl).hostname)) {
    throw refused(`must not be ${host}, which is the name of this server.`);
  }
  return host;
}

function taken(): Error {
  return refused(`is already used for the links of another domain.`);
}

function refused(sentence: string): Error {
  return invalid({ tracking_host: [sentence] });
}
