import type { Db } from '../../base/db.ts';
import { addEngagement } from './queries.ts';

/** Counts an open or a click of a mail to the hour in which it happened: of its tag, when it has one, and of the account. */
export async function countEngagement(
  db: Db,
  accountId: number,
  tag: string | null,
  kind: 'opened' | 'clicked',
  at: Date,
): Promise<void> {
  const isOpen = kind === 'opened';
  await addEngagement(db, accountId, tag ? ['', tag] : [''], at, isOpen ? 1 : 0, isOpen ? 0 : 1);
}
