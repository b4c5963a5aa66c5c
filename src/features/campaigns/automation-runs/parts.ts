import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Refusal } from '../../../base/refusal.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';

/** An email that recipients can be added to. */
export interface QueuedMail {
  /** Returns true if the content has not changed since the email was prepared. */
  isCurrent(tx: Tx): Promise<boolean>;
  /** Whether the email uses event properties. */
  readonly hasEvents?: boolean;
  /**
   * Queues the email for contacts in the caller's transaction. Returns the IDs of the contacts for which it was queued.
   * `events` contains event properties by contact ID.
   */
  add(
    tx: Tx,
    contactIds: readonly number[],
    events?: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  ): Promise<readonly number[]>;
}

/** Prepares automation emails with their current content. */
export interface AutomationMails {
  /**
   * Prepares an email so that recipients can be added. Must not be called in a transaction. Throws a `Refusal` with the
   * reason if the email cannot be sent.
   */
  ready(accountId: number, campaignId: number): Promise<QueuedMail>;
}

/** Limits the number of automation emails that accounts may send. */
export interface MailRoom {
  /**
   * Returns the number of emails, up to `wanted`, that may be sent. If none may be sent, `refusal` contains the reason.
   */
  room(
    tx: Tx,
    accountId: number,
    wanted: number,
  ): Promise<{ readonly mails: number; readonly refusal: Refusal | undefined }>;
  /** Records emails that were queued in the same transaction. */
  charge(tx: Tx, accountId: number, mails: number): Promise<void>;
}

/** A contact that reached a webhook step, with the properties of the contact's event. */
export interface ReportedContact {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Contacts that reached a webhook step. */
export interface ReachedStep {
  readonly occurredAt: Date;
  readonly automation: { readonly id: number; readonly title: string };
  readonly step: { readonly id: number; readonly name: string };
  readonly contacts: readonly ReportedContact[];
}

/** Reports contacts that leave a webhook step. Called in the transaction in which they leave the step. */
export type StepListener = (tx: Tx, accountId: number, reached: ReachedStep) => Promise<void>;

/** Dependencies of automation runs. */
export interface RunParts {
  /** Lookups for objects that filters may refer to. */
  readonly filterParts: FilterParts;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mails: AutomationMails;
  readonly room: MailRoom;
  readonly reportSteps: StepListener;
  /** Tests use lower values for `leaseSeconds` and `stepContacts`. */
  readonly leaseSeconds: number;
  readonly stepContacts?: number | undefined;
}
