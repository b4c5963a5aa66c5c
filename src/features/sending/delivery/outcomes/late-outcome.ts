import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../../base/db.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { ERASED_ADDRESS } from '../../../../mail/erased.ts';
import { classOfReport } from './classify.ts';
import { lockRecipient, setLateStatus } from './late-outcome-queries.ts';
import { MAIL_CLASSES, type MailKey, type OutcomeListener, type RecordedOutcome } from '../types.ts';

/** A report that arrived after the message had been handed over to a server. */
export interface LateReport extends MailKey {
  readonly recipientNo: number;
  readonly kind: 'bounced' | 'complained';
  /** Enhanced status code (RFC 3463). */
  readonly status: string | null;
  /** The server's reply, with its code if any, or the text of the report. */
  readonly reason: string | null;
  readonly reportedAt: Date;
}

/** The result of a late report. Only `recorded` changes data. */
export type LateResult =
  | 'recorded'
  /** The outcome had already been recorded. */
  | 'known'
  /**
   * Delivery is still in progress. A server may send a bounce before its acceptance of the message is recorded. Try
   * again later.
   */
  | 'underway'
  /** The message was never handed over to a server, so the report must be wrong. */
  | 'not-sent'
  /** The recipient does not exist, or its data was erased. */
  | 'unknown';

/** Value of `route` for outcomes from reports. Outcomes of delivery attempts have the route of the attempt. */
export const REPORT_ROUTE = 'report';

/** Values of the `delivery.status` column. See sql/0001-baseline.sql. */
const STATUS = { bounced: 3, complained: 4, queued: 5, sent: 6, delivered: 7 } as const;
/** Statuses that each kind of report can change. */
const BEFORE: Readonly<Record<LateReport['kind'], readonly number[]>> = {
  bounced: [STATUS.delivered, STATUS.sent],
  // A recipient who complains has received the message, even if the server reported a bounce.
  complained: [STATUS.delivered, STATUS.sent, STATUS.bounced],
};

/**
 * Sets the status of a recipient to `bounced` (RFC 3464) or `complained` (RFC 5965) if its current status allows the
 * change, and calls `onOutcomes` in the same transaction.
 */
export async function recordLateOutcome(tx: Tx, report: LateReport, onOutcomes: OutcomeListener): Promise<LateResult> {
  const { accountId, kind, messageId, recipientNo } = report;
  const [row] = await lockRecipient(tx, accountId, messageId, recipientNo);
  // The recipient's data was erased.
  if (!row || row.recipient === ERASED_ADDRESS) return 'unknown';
  if (!BEFORE[kind].includes(row.status)) return unchanged(row.status);
  await setLateStatus(tx, accountId, messageId, recipientNo, STATUS[kind]);
  // Safe cast: the address was parsed when the message was accepted.
  const recipient = row.recipient as EmailAddress;
  const mailClass = MAIL_CLASSES[row.class] ?? 'transactional';
  const deliveredAt = row.status === STATUS.delivered ? (row.delivered_at ?? undefined) : undefined;
  await onOutcomes(tx, accountId, [outcomeOfReport(report, { recipient, mailClass, deliveredAt })]);
  return 'recorded';
}

/** Converts a report to the form that outcome listeners receive. */
export function outcomeOfReport(
  { kind, messageId, reason, recipientNo, reportedAt, status }: LateReport,
  { deliveredAt, mailClass, recipient }: Pick<RecordedOutcome, 'deliveredAt' | 'mailClass' | 'recipient'>,
): RecordedOutcome {
  return {
    id: randomUUID(),
    messageId,
    recipientNo,
    recipient,
    mailClass,
    kind,
    status,
    reason,
    bounceClass: kind === 'bounced' ? classOfReport(status, reason) : undefined,
    handedOverAt: undefined,
    finishedAt: reportedAt,
    wasSent: true,
    becameDelayed: false,
    ...(kind === 'bounced' && deliveredAt && { deliveredAt }),
    route: REPORT_ROUTE,
  };
}

function unchanged(status: number): LateResult {
  if (status === STATUS.queued) return 'underway';
  return status === STATUS.bounced || status === STATUS.complained ? 'known' : 'not-sent';
}
