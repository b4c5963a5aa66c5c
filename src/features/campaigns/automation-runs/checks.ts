import type { Clock } from '../../../base/clock.ts';
import { sqlStateOf, type Database, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { matchingIds, resolveFilter, storedFilter, type FilterParts } from '../../audience/contact-filters/index.ts';
import {
  contactFurtherOn,
  contactsWithDate,
  continueCheck,
  deferCheck,
  deleteCheck,
  deleteMembers,
  endCheck,
  enteredSince,
  enterByTrigger,
  holdCheck,
  insertMembers,
  lockMailable,
  mailableAmong,
  membersIn,
  nextCheck,
  triggerState,
  type DueCheck,
} from './check-queries.ts';
import { dueDates } from './due-dates.ts';
import {
  BUSY_SECONDS,
  CHECKED_CONTACTS,
  MAX_MISSED_DAYS,
  RUN_CHECKS_MS,
  SEGMENT_CHECK_SECONDS,
  SEGMENT_MEMBERS,
  WAIT_MS,
} from './limits.ts';
import { lockAutomation, waitAtMost } from './queries.ts';

export interface CheckParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly filterParts: FilterParts;
}

/** Limits on the work of a run. They have lower values in tests. */
interface CheckLimits {
  readonly runMs: number;
  /** Maximum number of contacts per batch, for segment triggers (`members`) and date triggers (`contacts`). */
  readonly members: number;
  readonly contacts: number;
}

const LIMITS: CheckLimits = { runMs: RUN_CHECKS_MS, members: SEGMENT_MEMBERS, contacts: CHECKED_CONTACTS };
/** SQLSTATE codes of serialization failures, deadlocks and lock timeouts. */
const PASSING: readonly string[] = ['40001', '40P01', '55P03'];
const UNUSABLE = 'The trigger segment cannot be used, because it refers to objects that were deleted.';
const FAILED = 'The contacts could not be checked because of an internal error. Postrider retries automatically.';
/** Higher than all contact IDs. */
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Processes the due checks of triggers of the types `segment_entered` and `field_date`, in batches, for at most about
 * `runMs` milliseconds. Each batch adds its contacts to the automation and records the progress of the check in one
 * transaction.
 */
export async function runChecks(parts: CheckParts, limits: CheckLimits = LIMITS): Promise<void> {
  const endsAtMs = performance.now() + limits.runMs;
  do {
    const [check] = await nextCheck(parts.db);
    if (!check) return;
    try {
      await runBatch(parts, check, limits);
    } catch (error) {
      await defer(parts, check, error);
    }
  } while (performance.now() < endsAtMs);
}

async function runBatch(parts: CheckParts, check: DueCheck, limits: CheckLimits): Promise<void> {
  if (!check.is_live) return removeBatch(parts.db, check, limits);
  return check.segment_id === null ? dateBatch(parts, check, limits) : segmentBatch(parts, check, limits);
}

async function defer({ db, log }: CheckParts, check: DueCheck, error: unknown): Promise<void> {
  const { account_id: accountId, trigger_id: triggerId } = check;
  if (PASSING.includes(sqlStateOf(error) ?? '')) {
    await deferCheck(db, accountId, triggerId, BUSY_SECONDS, null);
    return;
  }
  const isReported = error instanceof Refusal;
  if (!isReported) log.error('Automation trigger could not be checked', { accountId, triggerId, error });
  await deferCheck(db, accountId, triggerId, SEGMENT_CHECK_SECONDS, isReported ? UNUSABLE : FAILED);
}

/** Deletes a batch of the stored members of a trigger that is no longer live. The last batch also deletes the check. */
async function removeBatch(db: Database, check: DueCheck, { members }: CheckLimits): Promise<void> {
  const { account_id: accountId, trigger_id: triggerId } = check;
  await db.transaction(async (tx) => {
    const [held] = await holdCheck(tx, accountId, triggerId);
    const [state] = await triggerState(tx, accountId, triggerId);
    if (!held || state?.is_live) return;
    const rows = await membersIn(tx, { accountId, triggerId, afterId: 0, toId: NO_END, limit: members });
    const ids = rows.map((row) => row.contact_id);
    await deleteMembers(tx, accountId, triggerId, ids);
    if (ids.length < members) await deleteCheck(tx, accountId, triggerId);
  });
}

/**
 * Compares the contacts in a segment with its stored members, for a range of contact IDs. New members enter the
 * automation, except during the first check after the trigger becomes live, which only stores the members.
 */
async function segmentBatch(parts: CheckParts, check: DueCheck, { members: limit }: CheckLimits): Promise<void> {
  const { account_id: accountId, after_contact_id: afterId, segment_id: segmentId, trigger_id: triggerId } = check;
  const { clock, db, filterParts } = parts;
  const filter = await resolveFilter(db, accountId, storedFilter({ segment_id: segmentId }), filterParts);
  const found = await matchingIds(db, accountId, filter, new Date(clock.now()), { afterId, limit });
  const lastFound = found.length < limit ? NO_END : (found.at(-1) ?? NO_END);
  const rows = await membersIn(db, { accountId, triggerId, afterId, toId: lastFound, limit });
  const toId = rows.length < limit ? lastFound : (rows.at(-1)?.contact_id ?? lastFound);
  const stored = new Set(rows.map((row) => row.contact_id));
  const mailable = await mailableAmong(db, accountId, found);
  const present = new Set(mailable.map((row) => row.contact_id).filter((id) => id <= toId));
  const gone = [...stored].filter((id) => !present.has(id));
  const arriving = [...present].filter((id) => !stored.has(id));
  await inCheck(db, check, arriving, async (tx, locked, isSeeded) => {
    if (gone.length > 0) await deleteMembers(tx, accountId, triggerId, gone);
    const added = locked.length > 0 ? await insertMembers(tx, accountId, triggerId, locked) : [];
    if (isSeeded && added.length > 0) {
      await enterByTrigger(
        tx,
        accountId,
        triggerId,
        added.map((row) => row.contact_id),
      );
    }
    const days = { fromDay: null, toDay: null };
    await (toId === NO_END
      ? endCheck(tx, { accountId, triggerId, ...days, seconds: SEGMENT_CHECK_SECONDS })
      : continueCheck(tx, { accountId, triggerId, afterId: toId, isSeeded, ...days }));
  });
}

/**
 * Adds contacts to the automation that are due today, or were due on days without a check, for a range of contact IDs.
 */
async function dateBatch({ db }: CheckParts, check: DueCheck, { contacts: places }: CheckLimits): Promise<void> {
  const { account_id: accountId, after_contact_id: afterId, field_id: fieldId, trigger_id: triggerId } = check;
  const range = daysOf(check);
  const isKnown = (await accountFields(db, accountId)).some((field) => field.id === fieldId);
  const toId = (await contactFurtherOn(db, accountId, afterId, places))[0]?.contact_id ?? NO_END;
  const dates = dueDates(range, check.days ?? 0, check.every_year ?? false);
  const found = isKnown
    ? await contactsWithDate(db, { ...dates, accountId, fieldId: String(fieldId), afterId, toId })
    : [];
  const ids = found.map((row) => row.id);
  await inCheck(db, check, ids, async (tx, locked) => {
    const entered = await enteredSince(tx, accountId, check.automation_id, triggerId, locked, range.fromDay);
    const already = new Set(entered.map((row) => row.contact_id));
    const entering = locked.filter((id) => !already.has(id));
    if (entering.length > 0) await enterByTrigger(tx, accountId, triggerId, entering);
    await (toId === NO_END
      ? endCheck(tx, { accountId, triggerId, ...range, seconds: 0 })
      : continueCheck(tx, { accountId, triggerId, afterId: toId, isSeeded: true, ...range }));
  });
}

/**
 * Returns the days of a check that is in progress. For a new check, returns the days since the latest check, including
 * today and at most `MAX_MISSED_DAYS` earlier days. The first check of a trigger covers only today.
 */
function daysOf({ after_contact_id: afterId, from_day: fromDay, to_day: toDay, today }: DueCheck) {
  if (fromDay === null || toDay === null) return { fromDay: today, toDay: today };
  if (afterId > 0) return { fromDay, toDay };
  const [next, earliest] = [dayAfter(toDay, 1), dayAfter(today, -MAX_MISSED_DAYS)];
  // After a change of the time zone, today may have been checked before. No day is checked twice.
  return { fromDay: next > earliest ? next : earliest, toDay: today > toDay ? today : toDay };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

/**
 * Starts a transaction and locks those of the contacts that can receive email, then the automation, then the check.
 * Calls `work` in this transaction. Does nothing if another process has continued the check, or if the trigger is no
 * longer live.
 */
async function inCheck(
  db: Database,
  check: DueCheck,
  contactIds: readonly number[],
  work: (tx: Tx, locked: readonly number[], isSeeded: boolean) => Promise<void>,
): Promise<void> {
  const { account_id: accountId, automation_id: automationId, trigger_id: triggerId } = check;
  await db.transaction(async (tx) => {
    await waitAtMost(tx, `${WAIT_MS}ms`);
    const locked = contactIds.length > 0 ? await lockMailable(tx, accountId, contactIds) : [];
    await lockAutomation(tx, accountId, automationId);
    const [held] = await holdCheck(tx, accountId, triggerId);
    const [state] = await triggerState(tx, accountId, triggerId);
    if (!held || state?.is_live !== true) return;
    if (held.after_contact_id !== check.after_contact_id || held.to_day !== check.to_day) return;
    await work(
      tx,
      locked.map((row) => row.contact_id),
      held.is_seeded,
    );
  });
}
