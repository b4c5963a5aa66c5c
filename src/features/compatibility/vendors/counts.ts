import type { Db } from '../../../base/db.ts';
import {
  countDailyFailures,
  countSent,
  countVisitsByDay,
  countVisited,
  visitsOf,
  type Counted,
  type FailuresOfDay,
  type SentOfDay,
  type VisitsOfDay,
} from './count-queries.ts';
import type { EventRow } from './queries.ts';
import { MAX_LISTED, type RecordPage, type RecordsOf } from './records.ts';

/** Filter for counts. Undefined properties are ignored. */
export interface CountFilter {
  readonly begin: Date;
  readonly end: Date;
  readonly tag?: string | undefined;
  readonly stream?: string | undefined;
}

/** Filter for opens or clicks. */
export interface VisitFilter extends CountFilter {
  readonly event: 'opened' | 'clicked';
  readonly recipient?: string | undefined;
  /** ID of the message, as a UUID. */
  readonly messageId?: string | undefined;
}

/** Returns the number of emails by UTC day of acceptance, in chronological order. Days without emails are omitted. */
export async function sentByDay(db: Db, of: RecordsOf, filter: CountFilter): Promise<readonly SentOfDay[]> {
  return countSent(db, ...counted(of, filter));
}

/** Returns the number of failures per UTC day. */
export async function failuresByDay(db: Db, of: RecordsOf, filter: CountFilter): Promise<readonly FailuresOfDay[]> {
  return countDailyFailures(db, ...counted(of, filter));
}

/** Returns the number of opens and clicks per UTC day. */
export async function visitsByDay(db: Db, of: RecordsOf, filter: CountFilter): Promise<readonly VisitsOfDay[]> {
  return countVisitsByDay(db, ...counted(of, filter));
}

/** Returns opens or clicks, latest first, and the total number, counted up to `MAX_LISTED`. */
export async function listVisits(
  db: Db,
  of: RecordsOf,
  filter: VisitFilter,
  { limit, offset }: RecordPage,
): Promise<{ readonly rows: readonly EventRow[]; readonly total: number }> {
  const wanted = [
    ...counted(of, filter),
    filter.event,
    filter.recipient ?? null,
    filter.messageId ?? null,
  ] as const satisfies unknown[];
  const rows = limit === 0 ? [] : await visitsOf(db, ...wanted, limit, offset);
  const [found] = await countVisited(db, ...wanted, MAX_LISTED);
  return { rows, total: found?.visits ?? 0 };
}

function counted({ vendor, whose }: RecordsOf, { begin, end, stream, tag }: CountFilter): Counted {
  return [whose.accountId, vendor, whose.domain ?? null, begin, end, tag ?? null, stream ?? null];
}
