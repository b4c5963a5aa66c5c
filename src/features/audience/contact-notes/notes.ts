import type { Tx } from '../../../base/db.ts';
import type { FindUnwanted } from '../../sending/mailings/index.ts';
import { contactAddressOf } from './address.ts';
import {
  flagBounced,
  flagUnsubscribed,
  lockContacts,
  holdStats,
  idsOfAddresses,
  noteClickedTimes,
  noteOpenedTimes,
  noteSentTimes,
  revertTimes,
  unflagUnsubscribed,
  unwantedContacts,
} from './queries.ts';

/** Bits of contact_stat.flags. */
const UNCONFIRMED = 1;
const UNSUBSCRIBED = 2;
const ALL = 15;

/**
 * Records an event for contacts in a single statement, with one time for all contacts or one time for each. Locks the
 * contacts in the order of their IDs, but not the audience. Callers may retry because times never move backwards and
 * repeated calls have no effect. Returns the number of contacts that changed.
 */
export type Note = (
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
  at: Date | readonly Date[],
) => Promise<number>;

type Write = typeof noteSentTimes;

function noteBy(write: Write): Note {
  return async (tx, accountId, contactIds, at) => {
    if (contactIds.length === 0) return 0;
    const times = at instanceof Date ? contactIds.map(() => at) : at;
    return (await write(tx, accountId, contactIds, times)).length;
  };
}

/** Records that email was sent to the contacts. */
export const noteSent: Note = noteBy(noteSentTimes);
/** Records that the contacts opened email. */
export const noteOpened: Note = noteBy(noteOpenedTimes);
/** Records that the contacts clicked a link. */
export const noteClicked: Note = noteBy(noteClickedTimes);
/** Records a permanent bounce. */
export const noteBounced: Note = noteBy(flagBounced);
export const noteUnsubscribed: Note = noteBy(flagUnsubscribed);
/** Records a spam complaint, which ends the subscription. */
export const noteComplained: Note = noteBy(flagUnsubscribed);

/** Corrected times of a contact's opens and clicks. */
export interface Reverted {
  readonly contactId: number;
  /** Times of the contact's first and last automated open or click. */
  readonly from: Date;
  readonly to: Date;
  /** Times of the contact's last genuine open and click, or null. */
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
}

/** Reverts opens and clicks that turned out to be automated, if they were the latest ones. */
export async function revertVisits(tx: Tx, accountId: number, taken: readonly Reverted[]): Promise<void> {
  if (taken.length === 0) return;
  await revertTimes(
    tx,
    accountId,
    taken.map(({ contactId }) => contactId),
    taken.map(({ from }) => from),
    taken.map(({ to }) => to),
    taken.map(({ openedAt }) => openedAt),
    taken.map(({ clickedAt }) => clickedAt),
  );
}

/**
 * Locks contacts until the transaction ends, for callers that record several events at once. Locks the contacts in
 * `flagged` first and then the statistics of all contacts, each in the order of their IDs. Returns the contacts for
 * which opens and clicks are tracked.
 */
export async function holdForNotes(
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
  flagged: readonly number[] = [],
): Promise<ReadonlySet<number>> {
  if (flagged.length > 0) await lockContacts(tx, accountId, flagged);
  const rows = await holdStats(tx, accountId, contactIds);
  return new Set(rows.filter((row) => row.is_tracked).map(({ id }) => id));
}

/**
 * Reverts an unsubscription that was recorded with exactly this time. Only the code that recorded it knows this time.
 * Returns true if there was such an unsubscription. Deleted contacts are not changed.
 */
export async function revertUnsubscription(tx: Tx, accountId: number, contactId: number, at: Date): Promise<boolean> {
  return (await unflagUnsubscribed(tx, accountId, contactId, at)).length > 0;
}

/** Outcome of a message to an address, such as `bounced` or `complained`. */
export interface AddressOutcome {
  readonly recipient: string;
  readonly kind: string;
  readonly finishedAt: Date;
}

/**
 * Marks the contacts with these addresses as bounced, or as unsubscribed after a complaint. Other results are ignored
 * without a query.
 */
export async function noteAddresses(tx: Tx, accountId: number, outcomes: readonly AddressOutcome[]): Promise<void> {
  const ofKind = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);
  await flagAddresses(tx, accountId, ofKind('bounced'), flagBounced);
  await flagAddresses(tx, accountId, ofKind('complained'), flagUnsubscribed);
}

/** Marks the contact with the given address as unsubscribed if the account has such a contact. */
export async function unsubscribeAddress(tx: Tx, accountId: number, recipient: string, at: Date): Promise<void> {
  await flagAddresses(tx, accountId, [{ recipient, finishedAt: at }], flagUnsubscribed);
}

async function flagAddresses(
  tx: Tx,
  accountId: number,
  outcomes: readonly Pick<AddressOutcome, 'recipient' | 'finishedAt'>[],
  write: Write,
): Promise<void> {
  // If an address occurs several times, record the earliest time.
  const times = new Map<string, Date>();
  for (const { finishedAt, recipient } of outcomes) {
    const address = contactAddressOf(recipient);
    if (typeof address === 'object') continue;
    const known = times.get(address);
    if (!known || finishedAt < known) times.set(address, finishedAt);
  }
  if (times.size === 0) return;
  const found = await idsOfAddresses(tx, accountId, [...times.keys()]);
  if (found.length === 0) return;
  await write(
    tx,
    accountId,
    found.map(({ id }) => id),
    found.map(({ email }) => times.get(email) ?? new Date(0)),
  );
}

/**
 * Returns the contacts that must not receive a queued mailing because they are now unsubscribed, bounced, invalid,
 * unconfirmed, deleted or erased. Confirmation emails are also sent to unconfirmed contacts, and to unsubscribed
 * contacts that sign up again.
 */
export const unwantedOf: FindUnwanted = async (db, accountId, mailClass, refs) => {
  const flags = mailClass === 'confirmation' ? ALL - UNCONFIRMED - UNSUBSCRIBED : ALL;
  return new Set((await unwantedContacts(db, accountId, refs, flags)).map(({ id }) => id));
};
