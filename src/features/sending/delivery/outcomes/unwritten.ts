import type { Tx } from '../../../../base/db.ts';
import type { Missed, UnwrittenRow } from './missed.ts';
import { insertAttempt, setState } from './unwritten-queries.ts';
import type { ChunkStateWriter, RecordedOutcome } from '../types.ts';

/** Writes attempts whose outcome was recorded without them. */
export async function writeAttempts(tx: Tx, accountId: number, missed: readonly Missed[]): Promise<void> {
  for (const { outcome, row } of missed) if (row) await writeAttempt(tx, accountId, outcome, row);
}

async function writeAttempt(
  tx: Tx,
  accountId: number,
  outcome: RecordedOutcome,
  { attemptNo = 1, details }: UnwrittenRow,
): Promise<void> {
  const { kind, messageId, reason, recipientNo, status } = outcome;
  const { address, conversation, finishedAtMs, host, route, startedAtMs, tls } = details;
  const times = [new Date(startedAtMs), new Date(finishedAtMs)] as const;
  const place = [route, host, address, tls] as const;
  await insertAttempt(
    tx,
    accountId,
    messageId,
    recipientNo,
    attemptNo,
    ...times,
    kind,
    ...place,
    status,
    reason,
    conversation,
  );
}

/** Writes states that could not be written when they were known; where another record came first that one holds. */
export async function writeStates(
  tx: Tx,
  accountId: number,
  missed: readonly Missed[],
  writeChunkStates: ChunkStateWriter | undefined,
): Promise<void> {
  const ofChunks = missed.filter(({ row }) => row?.chunk);
  if (ofChunks.length > 0) {
    if (!writeChunkStates) throw new Error('Nobody here writes the states of recipients in chunks');
    await writeChunkStates(
      tx,
      accountId,
      ofChunks.map(({ outcome }) => outcome),
    );
  }
  for (const { outcome, row } of missed) {
    if (!row || row.chunk) continue;
    const seconds = row.delayMs === undefined ? null : row.delayMs / 1000;
    const { becameDelayed, messageId, recipientNo } = outcome;
    await setState(tx, accountId, messageId, recipientNo, row.status, seconds, becameDelayed);
  }
}
