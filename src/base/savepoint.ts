import { isSilence, type Tx } from './db.ts';

/** Commands of one level: parts do not lie within each other. Their names let the driver keep them prepared. */
const BEGIN = { name: 'base_part_begin', text: 'savepoint part' };
const KEEP = { name: 'base_part_keep', text: 'release savepoint part' };
const UNDO = { name: 'base_part_undo', text: 'rollback to savepoint part' };

/** What became of a part of a transaction. */
export type PartResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a part of a transaction that may fail alone: then its own writes are undone and the transaction goes on. Rejects
 * only when the transaction itself is lost, as with its connection. Parts must not lie within each other.
 */
export async function inPart<T>(tx: Tx, work: () => Promise<T>): Promise<PartResult<T>> {
  await tx.query(BEGIN, []);
  try {
    const value = await work();
    await tx.query(KEEP, []);
    return { ok: true, value };
  } catch (error) {
    // Nothing is heard on a silent connection.
    if (isSilence(error)) throw error;
    // When this fails, the transaction is gone, whatever the part failed over.
    await tx.query(UNDO, []);
    await tx.query(KEEP, []);
    return { ok: false, error };
  }
}
