import type { Db } from '../../../base/db.ts';
import { addEngagement } from './queries.ts';

/** An open or click, with the tag of the message. */
export interface Engagement {
  readonly tag: string | null;
  readonly kind: 'opened' | 'clicked';
}

/** Counts an hour's opens and clicks for the account and for each tag, in one statement. */
export async function countEngagement(
  db: Db,
  accountId: number,
  at: Date,
  engagements: readonly Engagement[],
): Promise<void> {
  if (engagements.length === 0) return;
  const byTag = Map.groupBy(
    engagements.flatMap(({ kind, tag }) => (tag ? ['', tag] : ['']).map((name) => ({ kind, name }))),
    ({ name }) => name,
  );
  const tags = [...byTag.keys()];
  const counted = (kind: Engagement['kind']): number[] =>
    tags.map((tag) => (byTag.get(tag) ?? []).filter((one) => one.kind === kind).length);
  await addEngagement(db, accountId, tags, at, counted('opened'), counted('clicked'));
}
