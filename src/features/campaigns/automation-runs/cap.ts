import type { Database } from '../../../base/db.ts';
import { MAX_CAP_DAYS } from '../campaign-settings/index.ts';
import { deferToCap, purgeCaps, returnToCap, takeFromCap } from './cap-queries.ts';
import { PURGED_CAPS } from './limits.ts';
import type { Held } from './move.ts';

/** Contacts that may be sent an email now, and contacts that must wait. */
interface Capped {
  readonly free: readonly number[];
  readonly waiting: readonly number[];
}

/**
 * Records the email for the contacts to which it may be sent now (`free`). The other contacts (`waiting`) become due
 * when the account's limit on automation emails per contact allows another email. Without such a limit, records
 * nothing.
 */
export async function applyCap({ automation, claimed, item, tx }: Held, ids: readonly number[]): Promise<Capped> {
  const { automation_cap: cap } = automation;
  if (cap === null || ids.length === 0) return { free: ids, waiting: [] };
  const { account_id: accountId, automation_id: automationId } = claimed;
  const taken = new Set((await takeFromCap(tx, { ...cap, accountId, contactIds: ids })).map((row) => row.contact_id));
  const waiting = ids.filter((id) => !taken.has(id));
  if (waiting.length > 0) {
    await deferToCap(tx, { ...cap, accountId, automationId, contactIds: waiting, delayHours: item.delay_hours });
  }
  return { free: ids.filter((id) => taken.has(id)), waiting };
}

/** Removes the record of an email from contacts for which the email was not queued. */
export async function releaseCap({ automation, claimed, tx }: Held, ids: readonly number[]): Promise<void> {
  if (automation.automation_cap !== null && ids.length > 0) await returnToCap(tx, claimed.account_id, ids);
}

/** Deletes a batch of the records of contacts whose recorded emails are all too old to count. */
export async function purgeOldCaps(db: Database): Promise<void> {
  await purgeCaps(db, MAX_CAP_DAYS, PURGED_CAPS);
}
