import { isUnavailable, sqlStateOf, type Tx } from '../../../base/db.ts';
import { inPart } from '../../../base/savepoint.ts';
import { MAX_FAILED_FIRST, MAX_TRIES_APART, PIECE_ENTRIES, POSTPONED_HOURS, STEP_CONTACTS, WAIT_MS } from './limits.ts';
import { applyCap, releaseCap } from './cap.ts';
import { dueAt } from './due.ts';
import type { QueuedMail, RunParts } from './parts.ts';
import {
  eventsOf,
  lockAutomation,
  itemOf,
  postpone,
  removeEntries,
  clearItemChecks,
  scheduleItem,
  waitAtMost,
  waitingEntries,
  type ClaimedItem,
} from './queries.ts';
import { flowOf, stepsOf } from '../automations/index.ts';
import { move, settled, type Held, type Stepped } from './move.ts';
import { holdForUpdate, otherPiece } from './other-steps.ts';

const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE codes of serialization failures, deadlocks and lock timeouts. */
const PASSING: readonly string[] = ['40001', '40P01', LOCK_NOT_AVAILABLE];

/**
 * Processes a batch of contacts at a step in one transaction: sends the email or performs the other step, and moves the
 * contacts on. If the step was removed, only moves the contacts. If the automation was deleted, removes its entries.
 * `mail` is undefined if the email has not been prepared. Returns `unready` if the email must be prepared, or must be
 * prepared again because its content changed. Throws a `Refusal` if the email cannot be sent.
 */
export async function step(parts: RunParts, claimed: ClaimedItem, mail: QueuedMail | undefined): Promise<Stepped> {
  try {
    return await parts.db.transaction(async (tx): Promise<Stepped> => {
      await waitAtMost(tx, `${WAIT_MS}ms`);
      const changeable = claimed.kind === 'update' ? await holdForUpdate(tx, claimed) : undefined;
      const [automation] = await lockAutomation(tx, claimed.account_id, claimed.automation_id);
      const [item] = await itemOf(tx, claimed.account_id, claimed.id);
      // The account was removed after the claim.
      if (!automation || !item) return 'done';
      const flow = flowOf(await stepsOf(tx, claimed.account_id, claimed.automation_id));
      const held = { tx, claimed, automation, item, flow };
      if (automation.is_deleted) return removePiece(held);
      if (item.is_deleted) return skipPiece(held);
      if (!automation.active) return settled(held);
      if (automation.is_stopped) return 'stopped';
      if (claimed.kind !== 'email') return otherPiece(parts, held, claimed.kind, changeable);
      if (automation.quiet_seconds !== null) {
        await scheduleItem(tx, claimed.account_id, claimed.id, automation.quiet_seconds);
        return 'done';
      }
      // The content cannot change after this check, because every change to the content also locks the automation.
      if (!mail || !(await mail.isCurrent(tx))) return 'unready';
      return sendPiece(parts, held, mail);
    });
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return 'busy';
    throw error;
  }
}

async function sendPiece(parts: RunParts, held: Held, mail: QueuedMail): Promise<Stepped> {
  const { claimed, item, tx } = held;
  const limit = parts.stepContacts ?? STEP_CONTACTS;
  const due = await dueAt(parts, held, limit);
  if (due.length === 0) return settled(held);
  // Skip contacts that have already been sent the email. A merged contact may have received the email at its other
  // address.
  const repeated = new Set(due.filter(({ done }) => done.includes(claimed.id)).map((row) => row.contact_id));
  const wanted = due.filter((row) => !row.isLeaving && !repeated.has(row.contact_id)).map((row) => row.contact_id);
  const room = await parts.room.room(tx, claimed.account_id, wanted.length);
  if (room.refusal) throw room.refusal;
  const { free, waiting } = await applyCap(held, wanted.slice(0, room.mails));
  const events = mail.hasEvents ? await eventsOf(tx, claimed.account_id, claimed.automation_id, free) : [];
  const properties = new Map(events.map((row) => [row.contact_id, row.properties]));
  const { failed, queued } = await addApart(tx, free, async (ids) => mail.add(tx, ids, properties));
  await parts.room.charge(tx, claimed.account_id, queued.length);
  for (const { contactId, error } of failed) {
    const [accountId, automationId] = [claimed.account_id, claimed.automation_id];
    parts.log.error('Automation email could not be created for a contact', {
      accountId,
      automationId,
      contactId,
      error,
    });
  }
  const postponed = failed.map(({ contactId }) => contactId);
  if (postponed.length > 0) {
    const { account_id: accountId, automation_id: automationId } = claimed;
    await postpone(tx, accountId, automationId, postponed, item.delay_hours, POSTPONED_HOURS);
  }
  const isQueued = new Set(queued);
  await releaseCap(
    held,
    free.filter((id) => !isQueued.has(id)),
  );
  // Contacts that exceed a limit, and contacts whose email could not be created, stay at this step.
  const stays = new Set([...postponed, ...waiting, ...wanted.slice(room.mails)]);
  const moved = due.filter(({ contact_id: id }) => !stays.has(id));
  await move(
    held,
    moved.map((entry) => ({
      entry,
      became: isQueued.has(entry.contact_id) ? 'sent' : repeated.has(entry.contact_id) ? 'repeated' : 'left',
    })),
  );
  if (due.length < limit && room.mails >= wanted.length) return settled(held);
  await scheduleItem(tx, claimed.account_id, claimed.id, parts.leaseSeconds);
  return 'more';
}

/** Moves contacts that are waiting at a removed step to the step after it. */
async function skipPiece(held: Held): Promise<Stepped> {
  const { claimed, tx } = held;
  const rows = await waitingEntries(tx, claimed.account_id, claimed.id, PIECE_ENTRIES);
  await move(
    held,
    rows.map((entry) => ({ entry, became: 'skipped' })),
  );
  await scheduleItem(tx, claimed.account_id, claimed.id, null);
  return rows.length < PIECE_ENTRIES ? 'done' : 'more';
}

async function removePiece({ claimed, tx }: Held): Promise<Stepped> {
  const removed = await removeEntries(tx, claimed.account_id, claimed.automation_id, PIECE_ENTRIES);
  if (removed.length === PIECE_ENTRIES) return 'more';
  await clearItemChecks(tx, claimed.account_id, claimed.automation_id);
  return 'done';
}

/** Contacts for which an email was queued, and contacts for which queueing failed. */
interface Added {
  readonly queued: readonly number[];
  readonly failed: readonly { readonly contactId: number; readonly error: unknown }[];
}

/**
 * Queues an email for contacts. If queueing fails, splits the contacts into halves and retries until the failing
 * contacts are found, so that one contact does not block the others. Throws if all contacts fail, after too many failed
 * attempts (see `MAX_FAILED_FIRST`), and for transient errors.
 */
async function addApart(
  tx: Tx,
  contactIds: readonly number[],
  add: (ids: readonly number[]) => Promise<readonly number[]>,
): Promise<Added> {
  const queued: number[] = [];
  const failed: { readonly contactId: number; readonly error: unknown }[] = [];
  const waiting: (readonly number[])[] = contactIds.length > 0 ? [contactIds] : [];
  let tries = 0;
  for (let some = waiting.shift(); some; some = waiting.shift()) {
    const ids = some;
    const done = await inPart(tx, async () => add(ids));
    tries += 1;
    if (done.ok) {
      queued.push(...done.value);
      continue;
    }
    const isLast = waiting.length === 0 && ids.length === 1;
    const isOfAll = queued.length === 0 && (isLast || tries >= MAX_FAILED_FIRST);
    if (isOfAll || tries >= MAX_TRIES_APART || isPassing(done.error)) throw done.error;
    const [contactId] = ids;
    if (ids.length === 1 && contactId !== undefined) failed.push({ contactId, error: done.error });
    else waiting.push(ids.slice(0, ids.length >> 1), ids.slice(ids.length >> 1));
  }
  return { queued, failed };
}

function isPassing(error: unknown): boolean {
  return isUnavailable(error) || PASSING.includes(sqlStateOf(error) ?? '');
}
