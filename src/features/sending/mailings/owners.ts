import type { Tx } from '../../../base/db.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import {
  PROVIDERS,
  REPORT_ROUTE,
  type NamedListener,
  type OutcomeListener,
  type RecordedOutcome,
} from '../delivery/index.ts';
import { ownersOf } from './outcome-queries.ts';

/** The key of a recipient in the queue. */
export interface QueuedRecipient {
  readonly messageId: string;
  readonly recipientNo: number;
}

/** A recipient with its owner's IDs. */
export interface OwnedRecipient {
  readonly mailing: string;
  /**
   * The owner's ID for the mailing: the ID of a campaign, an automation email, or a confirmation. Null if the mailing
   * has no owner.
   */
  readonly source: number | null;
  /** The owner's ID for the recipient, or null. */
  readonly ref: number | null;
}

/**
 * Finds the owner's IDs for recipients of an account's mailings, in one statement. Returns one element per recipient,
 * in the given order. An element is undefined if the recipient's mailing is no longer stored.
 */
export type FindOwned = (
  tx: Tx,
  accountId: number,
  recipients: readonly QueuedRecipient[],
) => Promise<readonly (OwnedRecipient | undefined)[]>;

/** The outcome of one recipient, as passed to the mailing's owner. */
export interface OwnedOutcome extends OwnedRecipient {
  readonly kind: Exclude<RecordedOutcome['kind'], 'deferred'>;
  readonly at: Date;
  /** Whether a report changed an outcome that was passed to the owner earlier. */
  readonly isReport: boolean;
  /** Whether the address must never be used again. */
  readonly isLasting: boolean;
  /** Enhanced status code (RFC 3463). `reason` is the server's reply or the text of the report. */
  readonly status: string | null;
  readonly reason: string | null;
  /** The known mailbox provider whose server replied, or null. */
  readonly provider: string | null;
}

/** Returns the outcomes after which the address must never be used again. Provided by app/. */
export type FindLasting = (tx: Tx, outcomes: readonly RecordedOutcome[]) => Promise<readonly RecordedOutcome[]>;

/** The owner of a class of mailings. Receives the outcomes of their recipients. */
export interface MailingOwner {
  /** Permanent name under which missed outcomes are stored. */
  readonly name: string;
  readonly mailClass: MailingClass;
  /**
   * Receives all outcomes of an account that are recorded in one transaction, so that a few statements can process
   * them.
   */
  readonly hear: (tx: Tx, accountId: number, outcomes: readonly OwnedOutcome[]) => Promise<void>;
}

/**
 * Creates the outcome listener for an owner of mailings. The listener receives the final outcomes of the owner's mail
 * class in the transaction that records them.
 */
export function listenerOf(
  { hear, mailClass, name }: MailingOwner,
  find: FindOwned,
  findLasting: FindLasting,
): NamedListener {
  return { name, hears: [mailClass], hear: translate(find, findLasting, hear) };
}

function translate(find: FindOwned, findLasting: FindLasting, hear: MailingOwner['hear']): OutcomeListener {
  return async (tx, accountId, outcomes) => {
    const final = outcomes.flatMap((outcome) => (outcome.kind === 'deferred' ? [] : [{ outcome, kind: outcome.kind }]));
    if (final.length === 0) return;
    const found = await find(
      tx,
      accountId,
      final.map(({ outcome: { messageId, recipientNo } }) => ({ messageId, recipientNo })),
    );
    const lasting = new Set(await findLasting(tx, outcomes));
    const owned = final.flatMap(({ kind, outcome }, index): OwnedOutcome[] => {
      const recipient = found[index];
      // Skip recipients whose mailing is no longer stored.
      if (!recipient) return [];
      const isReport = outcome.route === REPORT_ROUTE;
      const { finishedAt: at, reason, status } = outcome;
      const provider = PROVIDERS.find((name) => name === outcome.provider) ?? null;
      return [{ ...recipient, kind, at, isReport, isLasting: lasting.has(outcome), status, reason, provider }];
    });
    if (owned.length > 0) await hear(tx, accountId, owned);
  };
}

/** Finds the owner's IDs for recipients through their recipient batches. */
export const findOwned: FindOwned = async (tx, accountId, recipients) => {
  const rows = await ownersOf(
    tx,
    accountId,
    recipients.map(({ messageId }) => messageId),
    recipients.map(({ recipientNo }) => recipientNo),
  );
  const found = new Map(rows.map(({ position, ...owned }) => [position - 1, owned]));
  return recipients.map((_recipient, index) => found.get(index));
};
