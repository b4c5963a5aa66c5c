import type { Log } from '../../../base/log.ts';
import { checkDomain, type CheckParts } from './check.ts';
import { retireEd25519 } from './key-queries.ts';
import { rotationMail } from './owner-mail.ts';
import type { Domain } from './present.ts';
import { claimChecks, domainById, ownerOf } from './queries.ts';
import { startRotation, faultOfRotation } from './rotate.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Number of concurrent domain checks. */
export const BATCH = 10;
/** Duration in milliseconds after which a run starts no more checks. The next run checks the remaining domains. */
export const MAX_RUN_MS = 4 * 60_000;
/** Milliseconds after which a check is due again if its process died. */
const LEASE_MS = 60 * 60_000;

export interface RecheckParts extends CheckParts {
  readonly log: Log;
  /** Age in days at which a key is rotated, or 0 if keys are only rotated manually. */
  readonly rotationDays: number;
}

/**
 * Checks due domains for at most four minutes, and rotates keys that are old enough. Runs may overlap and may be killed
 * at any time: each check is claimed before it starts, and an interrupted check is due again within an hour. Logs
 * failed checks and continues with the other domains.
 */
export async function recheckDomains(parts: RecheckParts): Promise<void> {
  const startedAt = parts.clock.now();
  if (!parts.ed25519) await retireEd25519(parts.db, new Date(startedAt));
  for (;;) {
    const now = parts.clock.now();
    if (now - startedAt >= MAX_RUN_MS) return;
    const due = await claimChecks(parts.db, new Date(now), BATCH, new Date(now + LEASE_MS));
    await Promise.all(due.map(async ({ account_id, id }) => recheck(parts, account_id, id)));
    if (due.length < BATCH) return;
  }
}

async function recheck(parts: RecheckParts, accountId: number, id: number): Promise<void> {
  try {
    const domain = await checkDomain(parts, accountId, id);
    if (domain && isOld(domain, parts.rotationDays, parts.clock.now())) await rotate(parts, accountId, domain);
  } catch (error) {
    // The check is due again in an hour. Continue with the other domains.
    parts.log.error('Sender domain check failed', { accountId, domainId: id, error });
  }
}

/** Returns whether the signing key has reached its maximum age. */
function isOld({ keys }: Domain, rotationDays: number, nowMs: number): boolean {
  const active = keys.find(({ algorithm, state }) => algorithm === 'rsa' && state === 'active');
  const since = active?.activeFrom?.getTime() ?? nowMs;
  return rotationDays > 0 && nowMs - since >= rotationDays * DAY_MS;
}

/** Starts a rotation and queues an email that asks the owner to publish the record, in one transaction. */
async function rotate(parts: RecheckParts, accountId: number, domain: Domain): Promise<void> {
  const now = new Date(parts.clock.now());
  const [row] = await domainById(parts.db, accountId, domain.id);
  if (!row || faultOfRotation(domain, domain.keys, now) !== undefined) return;
  await startRotation(parts, row, domain.keys, now, async (tx, rotated) => {
    const waiting = rotated.keys.filter(({ state }) => state === 'waiting');
    const hosts = waiting.map(({ selector }) => `${selector}._domainkey.${domain.name}`);
    const [owner] = await ownerOf(tx, accountId);
    if (!owner) return;
    await parts.sendNotice(tx, {
      accountId,
      to: owner.email,
      write: (language) => rotationMail(language, rotated, hosts),
    });
  });
}
