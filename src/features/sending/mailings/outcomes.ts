import type { Database, Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import {
  MAIL_CLASSES,
  outcomeOfReport,
  REPORT_ROUTE,
  type Claim,
  type LateReport,
  type LateResult,
  type OutcomeListener,
  type RecordedOutcome,
} from '../delivery/index.ts';
import { lockMailings } from './chunk-queries.ts';
import { holdDueOfClass } from './class-holds.ts';
import {
  hasRecipient,
  holdBack,
  holdDeferred,
  moveOutcome,
  queueRecipients,
  recordOutcomes,
} from './outcome-queries.ts';

/** Values of the `mailing_outcome.status` column. */
const STATUS = { suppressed: 1, failed: 2, bounced: 3, complained: 4, delivered: 7 } as const;
/** For each kind of report, the earlier outcomes that it replaces. */
const BEFORE: Readonly<Record<LateReport['kind'], readonly number[]>> = {
  bounced: [STATUS.delivered],
  // A recipient who complains has received the message, even if the server reported a bounce.
  complained: [STATUS.delivered, STATUS.bounced],
};

/**
 * Writes each final outcome of a mailing's queue row once. Also prevents rows of a paused or
 * canceled mailing from becoming due again. Ignores other messages, and outcomes that the chunk queue has written.
 */
export const recordMailingOutcomes: OutcomeListener = async (tx, accountId, all) => {
  // Skip transactional messages, which never belong to a mailing. Most outcomes are about transactional messages, and
  // no statement runs for them.
  const outcomes = all.filter((outcome) => outcome.mailClass !== 'transactional');
  const deferred = outcomes.filter((outcome) => outcome.kind === 'deferred');
  const reported = outcomes.filter((outcome) => outcome.route === REPORT_ROUTE);
  const final = outcomes.filter((outcome) => outcome.kind !== 'deferred');
  if (deferred.length > 0) {
    const batchIds = deferred.map((outcome) => outcome.messageId);
    // Lock the mailings, so that a concurrent pause waits for this transaction and then also holds the rows that it
    // deferred.
    await lockMailings(tx, accountId, [...new Set(batchIds)]);
    await holdDeferred(
      tx,
      accountId,
      batchIds,
      deferred.map((outcome) => outcome.recipientNo),
    );
  }
  if (final.length > 0) await record(tx, accountId, final);
  // A report changes the existing outcome of a recipient instead of adding an outcome.
  for (const outcome of reported) {
    if (outcome.kind === 'bounced' || outcome.kind === 'complained') await move(tx, accountId, outcome, outcome.kind);
  }
};

/**
 * Records a late bounce report (RFC 3464) or complaint (RFC 5965) about a mailing recipient that has no queue row:
 * changes the outcome to `bounced` or `complained`, each at most once. Calls `onOutcomes` in the same transaction, with
 * the route for reports.
 */
export async function recordLateMailingOutcome(
  tx: Tx,
  report: LateReport,
  onOutcomes: OutcomeListener,
): Promise<LateResult> {
  const { accountId, kind, messageId, recipientNo } = report;
  const row = await move(tx, accountId, report, kind);
  if (!row) {
    const [kept] = await hasRecipient(tx, accountId, messageId, recipientNo);
    // A recipient whose data was erased counts as unknown.
    return kept && kept.recipient !== ERASED_ADDRESS ? 'underway' : 'unknown';
  }
  if (!BEFORE[kind].includes(row.status)) {
    return row.status === STATUS.bounced || row.status === STATUS.complained ? 'known' : 'not-sent';
  }
  // Safe cast: addRecipients parsed the address.
  const recipient = (row.recipient ?? '') as EmailAddress;
  const mailClass = MAIL_CLASSES[row.class] ?? 'campaign';
  const deliveredAt = row.status === STATUS.delivered ? row.finished_at : undefined;
  await onOutcomes(tx, accountId, [outcomeOfReport(report, { recipient, mailClass, deliveredAt })]);
  return 'recorded';
}

/** Releases rows whose message was held. Rows of paused mailings and classes wait until they are resumed. */
export async function holdClaims(db: Database, claims: readonly Claim[]): Promise<void> {
  for (const [accountId, group] of Map.groupBy(claims, (claim) => claim.accountId)) {
    const batchIds = group.map((claim) => claim.messageId);
    await db.transaction(async (tx) => {
      await lockMailings(tx, accountId, [...new Set(batchIds)]);
      await holdBack(
        tx,
        accountId,
        batchIds,
        group.map((claim) => claim.recipientNo),
        group.map((claim) => claim.epoch),
      );
      const classes = new Set(group.map(({ mailClass }) => MAIL_CLASSES.indexOf(mailClass)));
      for (const mailClass of classes) await holdDueOfClass(tx, accountId, mailClass);
    });
  }
}

/**
 * Retries outcomes that could not be written immediately, for recipients that are stored in chunks. Does not overwrite
 * existing outcomes.
 */
export const writeChunkStates: OutcomeListener = async (tx, accountId, outcomes) => {
  await lockMailings(tx, accountId, [...new Set(outcomes.map(({ messageId }) => messageId))].toSorted());
  const final = outcomes.filter(({ kind }) => kind !== 'deferred');
  const deferred = outcomes.filter(({ kind }) => kind === 'deferred');
  if (final.length > 0) await record(tx, accountId, final);
  if (deferred.length === 0) return;
  await queueRecipients(
    tx,
    accountId,
    deferred.map(({ messageId }) => messageId),
    deferred.map(({ recipientNo }) => recipientNo),
  );
};

async function record(tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]): Promise<void> {
  await recordOutcomes(
    tx,
    accountId,
    outcomes.map((outcome) => outcome.messageId),
    outcomes.map((outcome) => outcome.recipientNo),
    outcomes.map(({ kind }) => (kind === 'deferred' ? STATUS.failed : STATUS[kind])),
    outcomes.map((outcome) => outcome.finishedAt),
    outcomes.map((outcome) => outcome.status),
    outcomes.map((outcome) => outcome.reason),
  );
}

async function move(
  tx: Tx,
  accountId: number,
  report: Pick<LateReport, 'messageId' | 'recipientNo' | 'status' | 'reason'>,
  kind: LateReport['kind'],
) {
  const { messageId, reason, recipientNo, status } = report;
  const [row] = await moveOutcome(
    tx,
    accountId,
    messageId,
    recipientNo,
    STATUS[kind],
    [...BEFORE[kind]],
    status,
    reason,
    ERASED_ADDRESS,
  );
  return row;
}
