import { sqlStateOf, isUnavailable, type Database, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import { noteUnsubscribed, takeBackUnsubscription } from '../../audience/contacts/index.ts';

/** A recipient of a campaign, of whatever kind it is. */
export interface Subscription {
  readonly accountId: number;
  readonly campaignId: number;
  readonly contactId: number;
}

/** Notes that a campaign's mail made a contact unsubscribe, in what is kept of that mail and in what is counted; once. */
export type NoteUnsubscribedBy = (
  tx: Tx,
  accountId: number,
  campaignId: number,
  contactId: number,
  at: Date,
) => Promise<void>;

/** Told of a contact that unsubscribed by a mail, in that transaction: whoever waits for it stops. */
export type UnsubscribedListener = (tx: Tx, accountId: number, contactId: number, at: Date) => Promise<void>;

/** Who else is told of unsubscriptions. */
export interface UnsubscribeParts {
  readonly log: Log;
  readonly noteUnsubscribedBy: NoteUnsubscribedBy;
  readonly onUnsubscribed: readonly UnsubscribedListener[];
}

/** Serialisation failure and deadlock. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_TRIES = 3;

/**
 * Unsubscribes a contact and tells those who keep count; true when it was this that did it. A contact that is unsubscribed
 * already stays so since then, and no other mail is said to have done it. Deleted contacts are marked as well: they may
 * return. Who fails when it is told keeps nobody subscribed. Throws only what is better repeated.
 */
export async function unsubscribe(
  tx: Tx,
  parts: UnsubscribeParts,
  subscription: Subscription,
  at: Date,
): Promise<boolean> {
  const { accountId, campaignId, contactId } = subscription;
  if ((await noteUnsubscribed(tx, accountId, [contactId], at)) === 0) return false;
  const told = [
    async () => parts.noteUnsubscribedBy(tx, accountId, campaignId, contactId, at),
    ...parts.onUnsubscribed.map((listener) => async () => listener(tx, accountId, contactId, at)),
  ];
  for (const tell of told) {
    const done = await inPart(tx, tell);
    if (done.ok) continue;
    if (isPassing(done.error)) throw done.error;
    parts.log.error('Unsubscribe listener failed', { ...subscription, error: done.error });
  }
  return true;
}

/** The same in a transaction of its own, which is repeated where it met another. */
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
 * Subscribes a contact again that was unsubscribed at exactly this moment, and not otherwise; true when it did. What campaigns
 * have counted stays: the mail did make somebody leave.
 */
export async function undoUnsubscription(
  db: Database,
  { accountId, contactId }: Subscription,
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => takeBackUnsubscription(tx, accountId, contactId, at));
}

function isPassing(error: unknown): boolean {
  return isUnavailable(error) || TO_BE_REPEATED.includes(sqlStateOf(error) ?? '');
}
