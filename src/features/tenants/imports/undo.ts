import type { ImportKind } from './kinds.ts';
import { layDownImport, type ClaimedImport } from './queries.ts';
import { advanceUndo, endUndo } from './setup-queries.ts';
import { Lost, MAX_FAILURES, RETRY_SECONDS, TURN_MS, type TurnParts } from './turn.ts';

/**
 * Undoes an import for some seconds, or to its end; each piece is one transaction that also takes away what told of it, so
 * that nothing is undone twice or left when a process dies. Rejects only when the database is away.
 */
export async function takeUndoTurn(
  parts: TurnParts,
  kind: ImportKind,
  claimed: ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const endsAtMs = performance.now() + TURN_MS;
  let pieces = 0;
  try {
    while (await undoPiece(parts, kind, claimed)) {
      pieces += 1;
      if (signal.aborted || performance.now() >= endsAtMs) {
        return void (await layDownImport(parts.db, accountId, id, epoch, 0, 0));
      }
    }
  } catch (error) {
    if (error instanceof Lost) return;
    parts.log.error('Import undo step failed', { accountId, kind: kind.name, error });
    const failures = pieces > 0 ? 1 : claimed.failures + 1;
    if (failures < MAX_FAILURES) await layDownImport(parts.db, accountId, id, epoch, RETRY_SECONDS, failures);
    else
      await endUndo(
        parts.db,
        accountId,
        id,
        epoch,
        'failed',
        'The undo failed because of an internal error. Try again.',
      );
  }
}

/** False at the end. */
async function undoPiece(parts: TurnParts, kind: ImportKind, claimed: ClaimedImport): Promise<boolean> {
  const { account_id: accountId, epoch, id } = claimed;
  return parts.db.transaction(async (tx) => {
    const done = await kind.undo?.step(tx, accountId, id);
    const kept = done
      ? await advanceUndo(tx, accountId, id, epoch, done.undone, done.kept, done.members, parts.leaseSeconds)
      : await endUndo(tx, accountId, id, epoch, 'undone', null);
    if (kept.length === 0) throw new Lost();
    return done !== undefined;
  });
}
