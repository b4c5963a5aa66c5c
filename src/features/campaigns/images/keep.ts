import type { Tx } from '../../../base/db.ts';
import { imageKept, type ImageFacts } from './queries.ts';

/** A picture of the account, which nobody deletes until the transaction ends; undefined when there is none. */
export async function keepImage(tx: Tx, accountId: number, id: number): Promise<ImageFacts | undefined> {
  return (await imageKept(tx, accountId, id))[0];
}
