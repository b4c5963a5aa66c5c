import { isUnavailable, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import { MAIL_GAP_SECONDS, RETRY_SECONDS } from './limits.ts';
import { askable, letWait, noteAsked } from './queries.ts';
import type { MailRoom, RoomyMail, TakesRecipients } from './types.ts';

/** What asking needs: the mail, where it can be sent now. */
export interface Asking {
  readonly log: Log;
  readonly mail: TakesRecipients | undefined;
  readonly room: MailRoom;
}

/**
 * Queues the mail to those of some contacts that it may go to now, however many ask for it at once: the caller holds the
 * audience and has kept their sign-ups. Where it cannot be sent now, or
 * not to so many within an hour, they wait for it; nobody is refused for that.
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
  const rows = await askable(tx, accountId, contactIds, MAIL_GAP_SECONDS, withinDays);
  const ids = rows.map((row) => row.contact_id);
  if (ids.length === 0) return;
  let queuedTo = 0;
  if (mail) {
    const queued = await inPart(tx, async () => queueTo(tx, { mail, room }, accountId, ids.slice(0, mails)));
    if (queued.ok) queuedTo = mails;
    else if (isUnavailable(queued.error)) throw queued.error;
    else log.error('A mail that asks to confirm could not be queued', { accountId, error: queued.error });
  }
  const waiting = ids.slice(queuedTo);
  if (waiting.length > 0) await letWait(tx, accountId, waiting, RETRY_SECONDS);
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
  await noteAsked(tx, accountId, queued);
  await room.charge(tx, accountId, queued.length);
}
