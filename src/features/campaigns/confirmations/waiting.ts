import { isUnavailable, type Database, type Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { inPart } from '../../../base/savepoint.ts';
import { lockAudience } from '../../audience/contacts/index.ts';
import { dueAmong, queueTo } from './ask.ts';
import { deleteSignUpCounts, deleteSignUps } from './confirm-queries.ts';
import { faultOf } from './fault.ts';
import {
  ACCOUNTS_PER_RUN,
  ASKED_AT_ONCE,
  FIGURES_KEPT_DAYS,
  PURGE_BATCH,
  KEPT_DAYS,
  MAILS_DAYS,
  MAX_RETRY_SECONDS,
  BATCHES_PER_RUN,
  RETRY_SECONDS,
} from './limits.ts';
import {
  accountsToWake,
  contactsToWake,
  dueAccounts,
  endDue,
  endWaiting,
  letWait,
  postpone,
  retryNow,
  waitingContacts,
} from './queries.ts';
import { readConfirmationSettings } from './record.ts';
import type { ConfirmationParts, RoomyMail } from './types.ts';

interface Asking extends RoomyMail {
  readonly log: ConfirmationParts['log'];
}

type Parts = Pick<ConfirmationParts, 'db' | 'localSender' | 'log' | 'ready' | 'room'>;

/**
 * Sends the confirmation email to waiting contacts. If the email cannot be sent, records the reason and retries after a
 * minute, and then with increasing delays. A failure for one account does not delay other accounts. Idempotent.
 */
export async function sendWaitingConfirmations(parts: Parts): Promise<void> {
  await wakeAccounts(parts);
  for (const { account_id: accountId, failures } of await dueAccounts(parts.db, ACCOUNTS_PER_RUN)) {
    try {
      const { campaignId } = await readConfirmationSettings(parts, accountId);
      const mail = await parts.ready(accountId, campaignId);
      await sendConfirmationsOf(parts.db, accountId, { log: parts.log, mail, room: parts.room });
    } catch (error) {
      if (!(error instanceof Refusal)) parts.log.error('Confirmation emails could not be sent', { accountId, error });
      const seconds = Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 10));
      const fault = error instanceof Refusal ? faultOf(error) : 'Sending failed because of an internal error.';
      await postpone(parts.db, accountId, seconds, fault);
    }
  }
}

/**
 * Marks contacts as waiting for the confirmation email once the minimum interval since their previous confirmation
 * email has ended. The email is then sent now or retried later.
 */
async function wakeAccounts({ db, log }: Parts): Promise<void> {
  for (const { account_id: accountId } of await accountsToWake(db, ACCOUNTS_PER_RUN)) {
    try {
      await db.transaction(async (tx) => {
        await lockAudience(tx, accountId);
        const ids = (await contactsToWake(tx, accountId, ASKED_AT_ONCE)).map((row) => row.contact_id);
        await letWait(tx, accountId, ids, 0);
      });
    } catch (error) {
      log.error('Deferred confirmation emails could not be queued', { accountId, error });
    }
  }
}

async function sendConfirmationsOf(db: Database, accountId: number, asking: Asking): Promise<void> {
  for (let piece = 0; piece < BATCHES_PER_RUN; piece += 1) {
    if ((await sendSome(db, accountId, asking)) === 0) return;
  }
  // The next run continues with any remaining contacts.
  await postpone(db, accountId, 0, null);
}

/**
 * Sends the confirmation email to a batch of waiting contacts, and returns the size of the batch. Contacts that may no
 * longer receive the email stop waiting. Throws a `Refusal` with the reason if no more email may be sent now.
 */
async function sendSome(db: Database, accountId: number, asking: Asking): Promise<number> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    const waiting = (await waitingContacts(tx, accountId, ASKED_AT_ONCE)).map((row) => row.contact_id);
    if (waiting.length === 0) {
      await endDue(tx, accountId);
      return 0;
    }
    const ids = await dueAmong(tx, accountId, waiting, MAILS_DAYS);
    const { mails, refusal } = await asking.room.room(tx, accountId, ids.length);
    if (refusal) throw refusal;
    const waitOn = new Set(ids.slice(mails));
    const done = waiting.filter((id) => !waitOn.has(id));
    await endWaiting(tx, accountId, done);
    if (mails > 0) await queueToEach(tx, asking, accountId, ids.slice(0, mails));
    return waiting.length;
  });
}

/**
 * Queues the email for all contacts in one batch or, if that fails, for one contact at a time. Throws if the email
 * could not be queued for any contact.
 */
async function queueToEach(
  tx: Tx,
  { log, mail, room }: Asking,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  const all = await inPart(tx, async () => queueTo(tx, { mail, room }, accountId, ids));
  if (all.ok) return;
  let queued = 0;
  for (const contactId of isUnavailable(all.error) ? [] : ids) {
    const one = await inPart(tx, async () => queueTo(tx, { mail, room }, accountId, [contactId]));
    if (one.ok) queued += 1;
    else log.error('Confirmation email could not be queued', { accountId, contactId, error: one.error });
  }
  if (queued === 0) throw all.error;
}

/** Schedules the next attempt to send waiting confirmation emails for now. */
export async function retryConfirmation(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await retryNow(tx, accountId, campaignId);
}

/** Deletes old sign-ups that have ended, and old daily counts. Idempotent. */
export async function purgeSignUps(db: Database): Promise<void> {
  while ((await deleteSignUps(db, KEPT_DAYS, PURGE_BATCH)).length === PURGE_BATCH);
  await deleteSignUpCounts(db, FIGURES_KEPT_DAYS);
}
