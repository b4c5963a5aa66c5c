import { isSilence, type Tx } from './db.ts';

/**
 * Savepoint commands. One savepoint name is enough, because savepoints are not nested. The statement names let the
 * driver prepare the commands once.
 */
const BEGIN = { name: 'base_part_begin', text: 'savepoint part' };
const KEEP = { name: 'base_part_keep', text: 'release savepoint part' };
const UNDO = { name: 'base_part_undo', text: 'rollback to savepoint part' };

/** Outcome of a part of a transaction. */
export type PartResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a part of a transaction that may fail on its own. If it fails, its writes are undone, and the transaction
 * continues. Rejects only if the transaction itself is lost, for example with its connection. Parts must not be nested.
 */
export async function inPart<T>(tx: Tx, work: () => Promise<T>): Promise<PartResult<T>> {
  await tx.query(BEGIN, []);
  try {
    const value = await work();
    await tx.query(KEEP, []);
    return { ok: true, value };
  } catch (error) {
    // A connection that has stopped responding would not respond to the rollback either.
    if (isSilence(error)) throw error;
    // If the rollback to the savepoint fails, the transaction is lost, whatever the original error was.
    await tx.query(UNDO, []);
    await tx.query(KEEP, []);
    return { ok: false, error };
  }
}
