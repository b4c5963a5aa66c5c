import { isUnavailable, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import { EXPIRES_DAYS, MAIL_GAP_SECONDS, RETRY_SECONDS } from './limits.ts';
import { askable, letWait, noteAsked, waitUntil } from './queries.ts';
import type { MailRoom, RoomyMail, TakesRecipients } from './types.ts';

/** What asking needs: the mail, where it can be sent now. */
export interface Asking {
  readonly log: Log;
  readonly mail: TakesRecipients | undefined;
  readonly room: MailRoom;
}

/**
 * Queues the mail to those of some contacts that it may go to now, however many ask for it at once: the caller holds the
 * audience and has kept their sign-ups. Contacts that were sent one too recently wait until that is long enough ago; where it
 * cannot be sent now, or not to so many within an hour, they wait until it can be. No sign-up is refused for that.
 */
export async function ask(
  tx: Tx,
  { log, mail, room }: Asking,
  accountId: number,
  contactIds: readonly number[],
  withinDays: number,
): Promise<void> {
  // Also of those who may not be asked: how long an answer takes tells nothing of an address.
  const { mails } = await room.room(tx, accountId, contactIds.length);
  const ids = await dueAmong(tx, accountId, contactIds, withinDays);
  if (ids.length === 0) return;
  let queuedTo = 0;
  if (mail) {
    const queued = await inPart(tx, async () => queueTo(tx, { mail, room }, accountId, ids.slice(0, mails)));
    if (queued.ok) queuedTo = mails;
    else if (isUnavailable(queued.error)) throw queued.error;
    else log.error('Confirmation email could not be queued', { accountId, error: queued.error });
  }
  const waiting = ids.slice(queuedTo);
  if (waiting.length > 0) await letWait(tx, accountId, waiting, RETRY_SECONDS);
}

/** Those of some contacts that may be asked now; those that may be asked later wait until then. */
export async function dueAmong(
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
  withinDays: number,
): Promise<readonly number[]> {
  const rows = await askable(tx, accountId, contactIds, MAIL_GAP_SECONDS, withinDays);
  const later = rows.filter((row) => !row.is_due);
  if (later.length > 0) {
    const times = later.map((row) => row.ask_at);
    await waitUntil(tx, accountId, later.map(idOf), times);
  }
  return rows.filter((row) => row.is_due).map(idOf);
}

function idOf({ contact_id: id }: { readonly contact_id: number }): number {
  return id;
}

/** Queues the mail to contacts whom it may go to and for whom there is room, notes it and charges it. */
export async function queueTo(
  tx: Tx,
  { mail, room }: RoomyMail,
  accountId: number,
  contactIds: readonly number[],
): Promise<void> {
  if (contactIds.length === 0) return;
  const queued = await mail.add(tx, contactIds);
  if (queued.length === 0) return;
  await noteAsked(tx, accountId, queued, EXPIRES_DAYS);
  await room.charge(tx, accountId, queued.length);
}
