import { Refusal } from '../../../base/refusal.ts';
import { checkDomain, type CheckParts } from './check.ts';
import { keptName } from './domain-name.ts';
import type { Domain } from './present.ts';
import { domainByName } from './queries.ts';

/**
 * Looks for a domain's records in DNS and keeps the result: its status, its records, the states of its keys. Verified
 * needs the DKIM record of the key that signs; when DNS does not answer nothing changes, and a verified domain whose
 * record is gone sends for 48 hours more. Throws not_found when the account has no such domain.
 */
export async function verifyDomain(parts: CheckParts, accountId: number, name: string): Promise<Domain> {
  const [row] = await domainByName(parts.db, accountId, keptName(name));
  const domain = row && (await checkDomain(parts, accountId, row.id));
  if (domain) return domain;
  throw new Refusal('not_found', {
    message: `There is no domain ${name}.`,
    fix: `Add it: postrider domain add ${name}`,
  });
}
