import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Refusal } from '../../../base/refusal.ts';
import type { ConsentSource, ContactAddress, ErasedPeople } from '../../audience/contacts/index.ts';

/**
 * A person who signs up through a form or a page. The caller must have checked that the lists and fields belong to the
 * account.
 */
export interface SignUp {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** BCP 47 tag of the language in which the person signs up. Used only if the contact's language is unknown. */
  readonly language?: string | undefined;
  /** Values of custom fields by field ID. */
  readonly fields?: Readonly<Record<number, string | null>> | undefined;
  readonly listIds: readonly number[];
  readonly formId?: number | undefined;
  /** The consent text that the person agreed to. */
  readonly consent?: { readonly text: string; readonly ip?: string | undefined } | undefined;
  readonly source: ConsentSource;
}

/** Applies the double opt-in settings of accounts to sign-ups. */
export interface Confirmations {
  /**
   * Returns the sign-up functions of an account. `isDouble` overrides the account's double opt-in setting. Must not be
   * called in a transaction. The result may be used for at most five minutes. Sign-ups are accepted even if the
   * confirmation email cannot be sent now. The email is then sent later.
   */
  prepare(accountId: number, isDouble?: boolean | null): Promise<SignUps>;
}

/** Accepts sign-ups for an account. */
export interface SignUps {
  /** Whether new subscribers must confirm through a link in an email before they receive any other email. */
  readonly isDouble: boolean;
  /**
   * Stores a sign-up in the caller's transaction and acquires the audience lock. With double opt-in, a new or
   * unconfirmed contact is saved unconfirmed, with its lists, and receives a confirmation email. A confirmed contact,
   * even an unsubscribed one, is not changed until the new sign-up is confirmed. Without double opt-in, the contact is
   * saved and confirmed immediately. Throws contact_limit_exceeded if the plan's contact limit is reached.
   */
  signUp(tx: Tx, signUp: SignUp): Promise<void>;
  /**
   * Sends the confirmation email to contacts that were saved in the caller's transaction. The caller must hold the
   * audience lock. Contacts that are confirmed or cannot receive email are skipped. Without double opt-in, nothing is
   * sent.
   */
  request(tx: Tx, contactIds: readonly number[]): Promise<void>;
}

/** Called in the transaction that confirms a contact. An error is logged and does not undo the confirmation. */
export type ConfirmedListener = (tx: Tx, accountId: number, contactId: number) => Promise<void>;

/** An email that recipients can be added to, such as an open mailing. */
export interface RecipientTarget {
  add(tx: Tx, contactIds: readonly number[]): Promise<readonly number[]>;
}

/** Limits the number of confirmation emails that accounts may send. */
export interface MailRoom {
  /**
   * Returns the number of emails, up to `wanted`, that may be sent. If none may be sent, `refusal` contains the reason.
   * The caller must hold the audience lock.
   */
  room(
    tx: Tx,
    accountId: number,
    wanted: number,
  ): Promise<{ readonly mails: number; readonly refusal: Refusal | undefined }>;
  /** Records emails that were queued in the same transaction. */
  charge(tx: Tx, accountId: number, mails: number): Promise<void>;
}

/** A confirmation email with its sending limit. */
export interface RoomyMail {
  readonly mail: RecipientTarget;
  readonly room: MailRoom;
}

/** Dependencies of double opt-in. */
export interface ConfirmationParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly erasedPeople: ErasedPeople;
  /**
   * Prepares the email of a campaign so that recipients can be added. Throws a `Refusal` with the reason if the email
   * cannot be sent.
   */
  readonly ready: (accountId: number, campaignId: number) => Promise<RecipientTarget>;
  readonly room: MailRoom;
  /**
   * Sender of confirmation emails for accounts that have no sender. Undefined if the installation may not use this
   * sender for email to arbitrary recipients.
   */
  readonly localSender: string | undefined;
  readonly onConfirmed: readonly ConfirmedListener[];
}
