import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Refusal } from '../../../base/refusal.ts';

/** What takes recipients of a mail. */
export interface QueuedMail {
  /** Whether it is still of the content as it stands. */
  isCurrent(tx: Tx): Promise<boolean>;
  /** Queues it to contacts, in the caller's transaction; resolves with those that are not gone. */
  add(tx: Tx, contactIds: readonly number[]): Promise<readonly number[]>;
}

/** Mails of automations, with their content as it stands. */
export interface AutomationMails {
  /** Never within a transaction. Throws the Refusal that says why it cannot be sent. */
  ready(accountId: number, campaignId: number): Promise<QueuedMail>;
}

/** How many mails of automations accounts may be sent. */
export interface MailRoom {
  /** For how many of so many there is room; none where `refusal` says why. */
  room(
    tx: Tx,
    accountId: number,
    wanted: number,
  ): Promise<{ readonly mails: number; readonly refusal: Refusal | undefined }>;
  /** Notes mails that were queued in the same transaction. */
  charge(tx: Tx, accountId: number, mails: number): Promise<void>;
}

/** What automations run with. */
export interface RunParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mails: AutomationMails;
  readonly room: MailRoom;
  /** Shorter for tests, as all that follow. */
  readonly leaseSeconds: number;
  readonly stepContacts?: number | undefined;
}
