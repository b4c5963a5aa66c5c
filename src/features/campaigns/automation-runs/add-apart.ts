import { isUnavailable, sqlStateOf, type Tx } from '../../../base/db.ts';
import { inPart } from '../../../base/savepoint.ts';
import { MAX_FAILED_FIRST, MAX_TRIES_APART } from './limits.ts';
import type { QueuedMail } from './parts.ts';

/** Serialisation failure, deadlock, and a lock that was waited for too long. */
const PASSING: readonly string[] = ['40001', '40P01', '55P03'];

/** Contacts that a mail was queued to, and those that it cannot be queued to. */
interface Added {
  readonly queued: readonly number[];
  readonly failed: readonly { readonly contactId: number; readonly error: unknown }[];
}

/**
 * Queues a mail to contacts; where that fails, to halves of them and halves of those, until it is known over whom: one whose
 * mail cannot be made holds up nobody. Throws when it fails over nearly all, or for a reason that passes.
 */
export async function addApart(tx: Tx, mail: QueuedMail, contactIds: readonly number[]): Promise<Added> {
  const queued: number[] = [];
  const failed: { readonly contactId: number; readonly error: unknown }[] = [];
  const waiting: (readonly number[])[] = contactIds.length > 0 ? [contactIds] : [];
  let tries = 0;
  for (let some = waiting.shift(); some; some = waiting.shift()) {
    const ids = some;
    const done = await inPart(tx, async () => mail.add(tx, ids));
    tries += 1;
    if (done.ok) {
      queued.push(...done.value);
      continue;
    }
    const isLast = waiting.length === 0 && ids.length === 1;
    const isOfAll = queued.length === 0 && (isLast || tries >= MAX_FAILED_FIRST);
    if (isOfAll || tries >= MAX_TRIES_APART || isPassing(done.error)) throw done.error;
    const [contactId] = ids;
    if (ids.length === 1 && contactId !== undefined) failed.push({ contactId, error: done.error });
    else waiting.push(ids.slice(0, ids.length >> 1), ids.slice(ids.length >> 1));
  }
  return { queued, failed };
}

function isPassing(error: unknown): boolean {
  return isUnavailable(error) || PASSING.includes(sqlStateOf(error) ?? '');
}
