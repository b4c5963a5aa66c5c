import type { Tx } from '../../../base/db.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import { REPORT_ROUTE, type NamedListener, type OutcomeListener, type RecordedOutcome } from '../delivery/index.ts';
import { ownersOf } from './outcome-queries.ts';

/** A recipient as the queue names it. */
export interface QueuedRecipient {
  readonly messageId: string;
  readonly recipientNo: number;
}

/** A recipient as the owner of its mailing knows it. */
export interface OwnedRecipient {
  readonly mailing: string;
  /** What the mailing belongs to: a campaign, a mail of an automation, a confirmation; null for what belongs to nothing. */
  readonly source: number | null;
  /** What the owner knows the recipient by; null where it gave nothing. */
  readonly ref: number | null;
}

/** Finds recipients of an account's mailings in one statement, by position; undefined for one that is kept no more. */
export type FindOwned = (
  tx: Tx,
  accountId: number,
  recipients: readonly QueuedRecipient[],
) => Promise<readonly (OwnedRecipient | undefined)[]>;

/** What became of one recipient, for the owner of its mailing. */
export interface OwnedOutcome extends OwnedRecipient {
  readonly kind: Exclude<RecordedOutcome['kind'], 'deferred'>;
  readonly at: Date;
  /** Whether a report moved the recipient on from an outcome that was told before. */
  readonly isReport: boolean;
  /** Whether it says for good that nobody is to write to the address. */
  readonly isLasting: boolean;
}

/** Those of the outcomes that say for good that nobody is to write to the address; app/ wires who knows. */
export type FindLasting = (tx: Tx, outcomes: readonly RecordedOutcome[]) => Promise<readonly RecordedOutcome[]>;

/** Who owns a class of mailings: told what became of their recipients. */
export interface MailingOwner {
  /** Stays: what it missed is kept under it. */
  readonly name: string;
  readonly mailClass: MailingClass;
  /** Told of an account's outcomes, all that one transaction records together: a few statements for all of them do. */
  readonly hear: (tx: Tx, accountId: number, outcomes: readonly OwnedOutcome[]) => Promise<void>;
}

/**
 * The listener of an owner: hears final outcomes of its class, in the transaction that records them. One that fails hurts
 * only itself, and what it misses is kept and made up for, as for every listener.
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
      // Of what is kept no more nobody counts anything.
      if (!recipient) return [];
      const isReport = outcome.route === REPORT_ROUTE;
      return [{ ...recipient, kind, at: outcome.finishedAt, isReport, isLasting: lasting.has(outcome) }];
    });
    if (owned.length > 0) await hear(tx, accountId, owned);
  };
}

/** Recipients of mailings as their owners know them, from their lots. */
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
