import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../../base/db.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { ERASED_ADDRESS } from '../../../../mail/erased.ts';
import { classOfReport } from './classify.ts';
import { lockRecipient, setLateStatus } from './late-outcome-queries.ts';
import { MAIL_CLASSES, type MailKey, type OutcomeListener, type RecordedOutcome } from '../types.ts';

/** What somebody reported of a mail after it had been handed over. */
export interface LateReport extends MailKey {
  readonly recipientNo: number;
  readonly kind: 'bounced' | 'complained';
  /** Enhanced status code (RFC 3463). */
  readonly status: string | null;
  /** The words of the server, with its code in front where it gave one, or of the report. */
  readonly reason: string | null;
  readonly reportedAt: Date;
}

/** What became of a late report; only `recorded` changed anything. */
export type LateResult =
  | 'recorded'
  /** It was known already. */
  | 'known'
  /** The mail is on its way: a server that bounces at once is faster than the record of what it took. Ask again later. */
  | 'underway'
  /** The mail was never handed over, so that nobody can report of it. */
  | 'not-sent'
  /** The recipient is not among those that are kept. */
  | 'unknown';

/** Route of outcomes that a report told: delivery itself was recorded before. */
export const REPORT_ROUTE = 'report';

/** Columns delivery.status; see sql/0001-baseline.sql. */
const STATUS = { bounced: 3, complained: 4, queued: 5, sent: 6, delivered: 7 } as const;
/** The states that a report moves on from: none is reached again, so that each report counts once. */
const BEFORE: Readonly<Record<LateReport['kind'], readonly number[]>> = {
  bounced: [STATUS.delivered, STATUS.sent],
  // Who complains has the mail, whatever its server said of it.
  complained: [STATUS.delivered, STATUS.sent, STATUS.bounced],
};

/**
 * Moves a recipient whose mail was handed over to `bounced` (RFC 3464) or `complained` (RFC 5965) under the row's lock,
 * each at most once, and tells `onOutcomes` in the same transaction, with the route `report`. A complaint is the last word.
 */
export async function recordLateOutcome(tx: Tx, report: LateReport, onOutcomes: OutcomeListener): Promise<LateResult> {
  const { accountId, kind, messageId, recipientNo } = report;
  const [row] = await lockRecipient(tx, accountId, messageId, recipientNo);
  // Nothing is known any more of whom it was to.
  if (!row || row.recipient === ERASED_ADDRESS) return 'unknown';
  if (!BEFORE[kind].includes(row.status)) return unchanged(row.status);
  await setLateStatus(tx, accountId, messageId, recipientNo, STATUS[kind]);
  // Parsed when the message was accepted.
  const recipient = row.recipient as EmailAddress;
  const mailClass = MAIL_CLASSES[row.class] ?? 'transactional';
  const deliveredAt = row.status === STATUS.delivered ? (row.delivered_at ?? undefined) : undefined;
  await onOutcomes(tx, accountId, [outcomeOfReport(report, { recipient, mailClass, deliveredAt })]);
  return 'recorded';
}

/** A report as outcome listeners are told of it. */
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
