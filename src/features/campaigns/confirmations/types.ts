import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Refusal } from '../../../base/refusal.ts';
import type { ConsentSource, ContactAddress, ErasedPeople } from '../../audience/contacts/index.ts';

/** Somebody who signs up by a form or a page. What belongs to the account (lists, fields) the caller has made sure of. */
export interface SignUp {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** Values of the account's fields by the field's id. */
  readonly fields?: Readonly<Record<number, string | null>> | undefined;
  readonly listIds: readonly number[];
  readonly formId?: number | undefined;
  /** The words that they agreed to. */
  readonly consent?: { readonly text: string; readonly ip?: string | undefined } | undefined;
  readonly source: ConsentSource;
}

/** What those who sign up with an account have to do. */
export interface Confirmations {
  /**
   * What sign-ups have to do as the account has it set, or as `isDouble` says. Never within a transaction; for at most five
   * minutes. A mail that cannot be sent now refuses nobody: it is sent when it can be.
   */
  prepare(accountId: number, isDouble?: boolean | null): Promise<SignUps>;
}

/** Takes sign-ups of an account. */
export interface SignUps {
  /** Whether they confirm by a link in a mail before anything else is sent to them. */
  readonly isDouble: boolean;
  /**
   * Takes a sign-up in the caller's transaction, which holds the audience from then on. With a link to follow: a new contact,
   * or one that has yet to confirm, is saved unconfirmed with its lists and asked to confirm; of one that has confirmed
   * nothing changes before it confirms this, not even that it had unsubscribed. Without: all of it at once. Never tells
   * whether the address was known. Throws contact_limit_exceeded when the plan has no room.
   */
  signUp(tx: Tx, signUp: SignUp): Promise<void>;
  /**
   * Asks contacts to confirm that were saved in the caller's transaction, which holds the audience; those of them that are
   * confirmed or not to be mailed are left alone, and without a link to follow all of them.
   */
  request(tx: Tx, contactIds: readonly number[]): Promise<void>;
}

/** Told of a contact that has just confirmed, in that transaction. A failure is logged and takes nothing back. */
export type ConfirmedListener = (tx: Tx, accountId: number, contactId: number) => Promise<void>;

/** A mail that takes recipients, as open mailings do. */
export interface TakesRecipients {
  add(tx: Tx, contactIds: readonly number[]): Promise<readonly number[]>;
}

/** How many mails that ask to confirm accounts may be sent. */
export interface MailRoom {
  /** For how many of so many there is room; none where `refusal` says why. The caller holds the audience. */
  room(
    tx: Tx,
    accountId: number,
    wanted: number,
  ): Promise<{ readonly mails: number; readonly refusal: Refusal | undefined }>;
  /** Notes mails that were queued in the same transaction. */
  charge(tx: Tx, accountId: number, mails: number): Promise<void>;
}

/** A mail, and how many of it may be sent. */
export interface RoomyMail {
  readonly mail: TakesRecipients;
  readonly room: MailRoom;
}

/** What asking people to confirm needs. */
export interface ConfirmationParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly erasedPeople: ErasedPeople;
  /** What takes recipients of a record. Throws the Refusal that says what keeps it from being sent. */
  readonly ready: (accountId: number, campaignId: number) => Promise<TakesRecipients>;
  readonly room: MailRoom;
  /** Who such mails are from where the account has no sender of its own; undefined where that may not write to everybody. */
  readonly localSender: string | undefined;
  readonly onConfirmed: readonly ConfirmedListener[];
}
