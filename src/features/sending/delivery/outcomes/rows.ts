import { rangeOfUuids } from '../../../../base/ids.ts';
import type { Tx } from '../../../../base/db.ts';
import { storable } from '../../../../base/stored-text.ts';
import { finishAttempts } from '../queue/queries.ts';
import type { Decision, Finished } from './decision.ts';
import type { FinishedRow, RecordedOutcome } from '../types.ts';

/** A finished attempt as it is written and passed to listeners. */
export interface Entry {
  readonly row: FinishedRow;
  readonly recorded: RecordedOutcome;
}

/** Converts a finished attempt to the data to write. Pure. */
export function entryOf(finished: Finished, decision: Decision, id: string): Entry {
  const row = toRow(finished, decision);
  return { row, recorded: toRecorded(finished, row, id) };
}

/**
 * Writes attempts for queue rows of one account. Resolves with the positions, starting with 1, of the rows that were
 * still leased to this process.
 */
export function finishRows(tx: Tx, accountId: number, rows: readonly FinishedRow[]) {
  const details = rows.map((row) => row.details);
  const ids = rows.map(({ claim }) => claim.messageId);
  const [least, greatest] = rangeOfUuids(ids);
  return finishAttempts(
    tx,
    accountId,
    ids,
    rows.map(({ claim }) => claim.recipientNo),
    rows.map(({ claim }) => claim.epoch),
    rows.map((row) => row.status),
    rows.map((row) => (row.delayMs === undefined ? null : row.delayMs / 1000)),
    rows.map((row) => row.becameDelayed),
    details.map((detail) => new Date(detail.startedAtMs)),
    details.map((detail) => new Date(detail.finishedAtMs)),
    rows.map((row) => row.kind),
    details.map((detail) => detail.route),
    details.map((detail) => detail.host),
    details.map((detail) => detail.address),
    details.map((detail) => detail.tls),
    rows.map((row) => row.enhanced),
    rows.map((row) => row.reason),
    details.map((detail) => detail.conversation),
    least,
    greatest,
    rows.map((row) => row.isInDoubt),
  );
}

function toRow({ claim, details }: Finished, decision: Decision): FinishedRow {
  const conversation = storable(details.conversation);
  return {
    ...decision,
    claim,
    reason: decision.reason && storable(decision.reason),
    details: { ...details, conversation },
  };
}

function toRecorded({ claim, details, outcome }: Finished, row: FinishedRow, id: string): RecordedOutcome {
  return {
    id,
    messageId: claim.messageId,
    recipientNo: claim.recipientNo,
    recipient: claim.recipient,
    mailClass: claim.mailClass,
    kind: row.kind,
    status: row.enhanced,
    reason: row.reason,
    bounceClass: outcome.bounceClass,
    handedOverAt: outcome.handedOverAtMs === undefined ? undefined : new Date(outcome.handedOverAtMs),
    finishedAt: new Date(details.finishedAtMs),
    wasSent: claim.wasSent,
    becameDelayed: row.becameDelayed,
    wasDelayed: claim.wasDelayed,
    retryAt: row.delayMs === undefined ? undefined : new Date(details.finishedAtMs + row.delayMs),
    provider: details.provider,
    signal: outcome.signal,
    dnsAlone: outcome.dnsAlone,
    unprepared: outcome.unprepared,
    host: details.host,
    route: details.route,
  };
}
