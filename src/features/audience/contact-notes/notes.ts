import type { Tx } from '../../../base/db.ts';
import type { FindUnwanted } from '../../sending/mailings/index.ts';
import { contactAddressOf } from './address.ts';
import {
  flagBounced,
  flagUnsubscribed,
  holdContacts,
  holdStats,
  idsOfAddresses,
  noteClickedTimes,
  noteOpenedTimes,
  noteSentTimes,
  takeBackTimes,
  unflagUnsubscribed,
  unwantedContacts,
} from './queries.ts';

/** As contact_stat has them. */
const UNCONFIRMED = 1;
const UNSUBSCRIBED = 2;
const ALL = 15;

/**
 * Notes what became of mail to contacts, which somebody knows by their ids, at a time, or each at its own: one statement for
 * all. Locks them in the order of their ids, and not the audience. Times never move backwards, and saying it twice changes
 * nothing, so that whoever tells may be told twice. Resolves with how many contacts changed.
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

/** Mail was sent to them. */
export const noteSent: Note = noteBy(noteSentTimes);
/** They opened mail. */
export const noteOpened: Note = noteBy(noteOpenedTimes);
/** They followed a link. */
export const noteClicked: Note = noteBy(noteClickedTimes);
/** A server said for good that it takes no mail for them. */
export const noteBounced: Note = noteBy(flagBounced);
/** They do not want to be written to, and so do those who complain. */
export const noteUnsubscribed: Note = noteBy(flagUnsubscribed);
/** They reported mail as spam: that is the end of their subscription. */
export const noteComplained: Note = noteBy(flagUnsubscribed);

/** What was noted of a contact, and what is true of it instead; of what is undefined nothing is taken back. */
export interface TakenBack {
  readonly contactId: number;
  /** The times of visits that were none of the contact's. */
  readonly from: Date;
  readonly to: Date;
  /** The last ones that are. */
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
}

/** Takes opens and clicks back that turned out to be a machine's, where they were the last that was noted. */
export async function takeBackVisits(tx: Tx, accountId: number, taken: readonly TakenBack[]): Promise<void> {
  if (taken.length === 0) return;
  await takeBackTimes(
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
 * Holds contacts until the transaction ends, for whoever notes several things of them: first those that may be flagged, then
 * what is filtered by, each in the order of their ids. Resolves with those of them whose visits are kept.
 */
export async function holdForNotes(
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
  flagged: readonly number[] = [],
): Promise<ReadonlySet<number>> {
  if (flagged.length > 0) await holdContacts(tx, accountId, flagged);
  const rows = await holdStats(tx, accountId, contactIds);
  return new Set(rows.filter((row) => row.is_tracked).map(({ id }) => id));
}

/**
 * Takes an unsubscription back that was noted for exactly this moment, which its maker alone knows; true when there was that
 * one. Of a contact that is deleted nothing is taken back.
 */
export async function takeBackUnsubscription(tx: Tx, accountId: number, contactId: number, at: Date): Promise<boolean> {
  return (await unflagUnsubscribed(tx, accountId, contactId, at)).length > 0;
}

/** What is told of an address whose mail failed for good, or that complained. */
export interface AddressOutcome {
  readonly recipient: string;
  readonly kind: string;
  readonly finishedAt: Date;
}

/**
 * Marks the contacts with these addresses as bounced, or as unsubscribed where they complained. Outcomes of other kinds are
 * nothing to it and cost nothing; the others cost accounts without contacts one look by a key.
 */
export async function noteAddresses(tx: Tx, accountId: number, outcomes: readonly AddressOutcome[]): Promise<void> {
  const ofKind = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);
  await flagAddresses(tx, accountId, ofKind('bounced'), flagBounced);
  await flagAddresses(tx, accountId, ofKind('complained'), flagUnsubscribed);
}

/** Marks the contact with an address as unsubscribed, when the account has one. */
export async function unsubscribeAddress(tx: Tx, accountId: number, recipient: string, at: Date): Promise<void> {
  await flagAddresses(tx, accountId, [{ recipient, finishedAt: at }], flagUnsubscribed);
}

async function flagAddresses(
  tx: Tx,
  accountId: number,
  outcomes: readonly Pick<AddressOutcome, 'recipient' | 'finishedAt'>[],
  write: Write,
): Promise<void> {
  // What happened first is what counts.
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
 * Of contacts whose mail is about to be made those who are not to get it any more: unsubscribed, bounced, invalid, unconfirmed,
 * deleted or erased since the mailing was made. A mail that asks to confirm goes to the unconfirmed, and to those who had
 * unsubscribed and sign up again.
 */
export const unwantedOf: FindUnwanted = async (db, accountId, mailClass, refs) => {
  const flags = mailClass === 'confirmation' ? ALL - UNCONFIRMED - UNSUBSCRIBED : ALL;
  return new Set((await unwantedContacts(db, accountId, refs, flags)).map(({ id }) => id));
};
