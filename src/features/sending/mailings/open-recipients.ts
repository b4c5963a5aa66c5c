import { isDamaged, isUnavailable, type Db } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailClass } from '../delivery/index.ts';
import { openRecipients, type ChunkRow } from './chunk-queries.ts';

/** A recipient of a chunk without an outcome. */
export type OpenRecipient = Awaited<ReturnType<typeof openRecipients>>[number] & {
  /** Error that makes the row permanently unreadable. Absent if the row can be read. */
  readonly lost?: Error;
};

/**
 * Returns the recipients without an outcome in a range of a chunk. Uses bisection to find recipients whose rows cannot
 * be read, and returns them without an address.
 */
export async function readOpen(db: Db, row: ChunkRow, first: number, last: number): Promise<readonly OpenRecipient[]> {
  try {
    return await openRecipients(db, row.account_id, row.batch_id, first, last);
  } catch (error) {
    if (!(error instanceof Error) || (isUnavailable(error) && (first === last || !isDamaged(error)))) throw error;
    const nothing = { recipient: '', data: null, ref: null, is_suppressed: false };
    if (first === last) return [{ ...nothing, recipient_no: first, lost: error }];
    const middle = Math.floor((first + last) / 2);
    return [...(await readOpen(db, row, first, middle)), ...(await readOpen(db, row, middle + 1, last))];
  }
}

/**
 * Returns the given recipients that must no longer get messages. `refs` are the IDs that the owner of the mailing uses
 * for the recipients.
 */
export type FindUnwanted = (
  db: Db,
  accountId: number,
  mailClass: MailClass,
  refs: readonly number[],
) => Promise<ReadonlySet<number>>;

/** Returns those recipients of a chunk who must no longer get messages. */
export async function unwantedOf(
  { db, unwanted }: { readonly db: Db; readonly unwanted?: FindUnwanted | undefined },
  row: ChunkRow,
  recipients: readonly OpenRecipient[],
): Promise<ReadonlySet<number>> {
  const refs = recipients.flatMap(({ ref }) => ref ?? []);
  // A mailing without an owner has no recipient IDs to check.
  if (!unwanted || row.source === null || refs.length === 0) return new Set();
  return unwanted(db, row.account_id, MAIL_CLASSES[row.class] ?? 'campaign', refs);
}
