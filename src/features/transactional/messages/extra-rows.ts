import type { Database, Tx } from '../../../base/db.ts';
import { uuidOfId } from '../../../base/ids.ts';
import { storeMessages, type Acceptance, type ExtraRows, type Message } from './submission.ts';

/** Returns whether messages have rows of other features, which must be stored in the same transaction. */
export function haveExtraRows(messages: readonly Message[]): boolean {
  return messages.some(({ submission }) => submission.extra);
}

/** Stores messages of one account like `storeMessages`, and their extra rows in the same transaction. */
export async function storeWithExtraRows(
  db: Database,
  accountId: number,
  messages: readonly Message[],
): ReturnType<typeof storeMessages> {
  if (!haveExtraRows(messages)) return storeMessages(db, accountId, messages);
  return db.transaction(async (tx) => {
    const stored = await storeMessages(tx, accountId, messages);
    await storeExtraRows(tx, accountId, messages, stored.acceptances);
    return stored;
  });
}

/** Stores the extra rows of the accepted messages. Messages from the same feature share one call of its function. */
export async function storeExtraRows(
  tx: Tx,
  accountId: number,
  messages: readonly Message[],
  acceptances: readonly Acceptance[],
): Promise<void> {
  const accepted = messages.flatMap(({ submission: { extra } }, index) => {
    const acceptance = acceptances[index];
    return extra && acceptance?.kind === 'accepted' ? [{ extra, id: uuidOfId(acceptance.answer.id) }] : [];
  });
  for (const [store, group] of Map.groupBy(accepted, ({ extra }): ExtraRows['store'] => extra.store)) {
    await store(
      tx,
      accountId,
      group.map(({ extra, id }) => ({ messageId: id, rows: extra.rows })),
    );
  }
}
