import { sqlStateOf, isUnavailable, type Database, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import { noteUnsubscribed, revertUnsubscription } from '../../audience/contacts/index.ts';

/** A recipient of an email from any kind of campaign. */
export interface Subscription {
  readonly accountId: number;
  readonly campaignId: number;
  readonly contactId: number;
}

/**
 * Records that a campaign email caused a contact to unsubscribe, both for the recipient and in the campaign's counts.
 * Repeated calls have no effect.
 */
export type NoteUnsubscribedBy = (
  tx: Tx,
  accountId: number,
  campaignId: number,
  contactId: number,
  at: Date,
) => Promise<void>;

/**
 * Called in the transaction that unsubscribes a contact because of an email, so that listeners can stop pending work
 * for the contact.
 */
export type UnsubscribedListener = (tx: Tx, accountId: number, contactId: number, at: Date) => Promise<void>;

/** Dependencies for unsubscribing, including the listeners to notify. */
export interface UnsubscribeParts {
  readonly log: Log;
  readonly noteUnsubscribedBy: NoteUnsubscribedBy;
  readonly onUnsubscribed: readonly UnsubscribedListener[];
}

/** SQLSTATE codes of serialization failures and deadlocks. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_TRIES = 3;

/**
 * Unsubscribes a contact and notifies the listeners. Returns true if this call unsubscribed the contact. If the contact
 * is already unsubscribed, the recorded time and cause do not change. Deleted contacts are marked too, because they may
 * be restored. If a listener fails, the unsubscription is not undone. Throws only errors after which the transaction
 * should be retried.
 */
export async function unsubscribe(
  tx: Tx,
  parts: UnsubscribeParts,
  subscription: Subscription,
  at: Date,
): Promise<boolean> {
  const { accountId, campaignId, contactId } = subscription;
  if ((await noteUnsubscribed(tx, accountId, [contactId], at)) === 0) return false;
  const reported = [
    async () => parts.noteUnsubscribedBy(tx, accountId, campaignId, contactId, at),
    ...parts.onUnsubscribed.map((listener) => async () => listener(tx, accountId, contactId, at)),
  ];
  for (const report of reported) {
    const done = await inPart(tx, report);
    if (done.ok) continue;
    if (isPassing(done.error)) throw done.error;
    parts.log.error('Unsubscribe listener failed', { ...subscription, error: done.error });
  }
  return true;
}

/** Unsubscribes a contact in a separate transaction, which is retried after conflicts with other transactions. */
export async function unsubscribeAtOnce(
  db: Database,
  parts: UnsubscribeParts,
  subscription: Subscription,
  at: Date,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => unsubscribe(tx, parts, subscription, at));
    } catch (error) {
      if (tries === MAX_TRIES || !TO_BE_REPEATED.includes(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

/**
 * Resubscribes a contact that was unsubscribed at exactly the given time. Returns true if the contact was resubscribed.
 * Campaign counts do not change, because the email did cause an unsubscription.
 */
export async function undoUnsubscription(
  db: Database,
  { accountId, contactId }: Subscription,
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => revertUnsubscription(tx, accountId, contactId, at));
}

function isPassing(error: unknown): boolean {
  return isUnavailable(error) || TO_BE_REPEATED.includes(sqlStateOf(error) ?? '');
}
