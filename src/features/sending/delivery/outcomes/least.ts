import type { Log } from '../../../../base/log.ts';
import type { Tx } from '../../../../base/db.ts';
import { inPart } from '../../../../base/savepoint.ts';
import type { Entry } from './rows.ts';
import { isPassing } from './listeners.ts';
import { ATTEMPT_PART, keepUnwritten, STATE_PART, type Missed } from './missed.ts';
import { finishPlainly } from './unwritten-queries.ts';
import type { ChunkQueue } from '../types.ts';

/**
 * Records an outcome that cannot be written as a whole: its state without the attempt, and where that is refused too only
 * that the mail must not be sent again. What is missing is kept to be written later. Resolves with whether the outcome was
 * ours to record, and rejects when nothing at all could be written.
 */
export async function recordLeast(
  tx: Tx,
  accountId: number,
  entry: Entry,
  why: unknown,
  { chunks, log }: { readonly chunks?: ChunkQueue | undefined; readonly log: Log },
): Promise<boolean> {
  const { claim, ...written } = entry.row;
  const about = { messageId: claim.messageId, accountId };
  if (!claim.chunk) {
    const seconds = written.delayMs === undefined ? null : written.delayMs / 1000;
    const { becameDelayed, status } = written;
    const { epoch, messageId, recipientNo } = claim;
    const state = await inPart(tx, () =>
      finishPlainly(tx, accountId, messageId, recipientNo, epoch, status, seconds, becameDelayed),
    );
    if (state.ok) {
      const [finished] = state.value;
      if (!finished) return false;
      log.error('An attempt could not be written; the mail goes on without it', { ...about, error: why });
      const missed = missedOf(entry, finished.attempt_no);
      const kept = await inPart(tx, () => keepUnwritten(tx, accountId, ATTEMPT_PART, missed, why));
      if (!kept.ok) log.error('What could not be written could not be kept', { ...about, error: kept.error });
      return true;
    }
    if (isPassing(state.error)) throw state.error;
  }
  const isNew = await keepUnwritten(tx, accountId, STATE_PART, missedOf(entry, undefined), why);
  if (claim.chunk) await chunks?.leave(tx, [claim]);
  log.error('The state of a mail could not be written; it is not sent again', { ...about, error: why });
  return isNew;
}

function missedOf({ recorded, row }: Entry, attemptNo: number | undefined): Required<Missed> {
  const { claim, delayMs, details, status } = row;
  return { outcome: recorded, row: { status, delayMs, attemptNo, chunk: claim.chunk, details } };
}
