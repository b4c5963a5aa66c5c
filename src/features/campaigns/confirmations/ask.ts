import { isUnavailable, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import { EXPIRES_DAYS, MAIL_GAP_SECONDS, RETRY_SECONDS } from './limits.ts';
import { askable, letWait, recordConfirmationsSent, waitUntil } from './queries.ts';
import type { MailRoom, RoomyMail, RecipientTarget } from './types.ts';

/** Dependencies for sending confirmation emails. `mail` is undefined while the email cannot be sent. */
export interface Asking {
  readonly log: Log;
  readonly mail: RecipientTarget | undefined;
  readonly room: MailRoom;
}

/**
 * Queues the confirmation email for the contacts that may receive it now. The caller must hold the audience lock
 * and have stored the sign-ups, so that concurrent requests do not send the email twice. Contacts that received the
 * email too recently wait until the interval is over. Contacts also wait if the email cannot be sent now or the hourly
 * limit is reached. No sign-up is rejected for these reasons.
 */
export async function ask(
  tx: Tx,
  { log, mail, room }: Asking,
  accountId: number,
  contactIds: readonly number[],
  withinDays: number,
): Promise<void> {
  // Check the limit before filtering the contacts, so that the response time does not reveal whether an address is
  // known.
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

/**
 * Returns the contacts that may receive the confirmation email now. Schedules the email for contacts that may receive
 * it later.
 */
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

/**
 * Queues the confirmation email for contacts that may receive it now and are within the sending limit. Records the
 * queued emails and counts them toward the limit.
 */
export async function queueTo(
  tx: Tx,
  { mail, room }: RoomyMail,
  accountId: number,
  contactIds: readonly number[],
): Promise<void> {
  if (contactIds.length === 0) return;
  const queued = await mail.add(tx, contactIds);
  if (queued.length === 0) return;
  await recordConfirmationsSent(tx, accountId, queued, EXPIRES_DAYS);
  await room.charge(tx, accountId, queued.length);
}
