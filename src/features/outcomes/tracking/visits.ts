import type { Database, Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { countEngagement } from '../transactional-tags/index.ts';
import { judge, type VisitKind } from './judge.ts';
import { createVisitQueue, type VisitQueue } from './visit-queue.ts';
import type { Recipient } from './old-tokens.ts';
import { insertVisits, lockVisits, visitedRecipients, type VisitedRow } from './queries.ts';

/** An open or click before it is classified. */
export interface Visit extends Recipient {
  readonly kind: VisitKind;
  /** Target of a click. Null for opens. */
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** Queue for opens and clicks of transactional messages. See `VisitQueue`. */
export type Visits = VisitQueue<Visit>;

/** An open or click as recorded in the timeline. */
interface RecordedVisit {
  /** ID of the event. */
  readonly id: string;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: VisitKind;
  readonly occurredAt: Date;
  /** `proxy` if an email client's proxy fetched the image, possibly before a person saw the message. Otherwise null. */
  readonly status: string | null;
  readonly link: string | null;
  readonly userAgent: string | undefined;
}

/** Called with an account's opens and clicks in the transaction that writes them. */
export type VisitListener = (tx: Tx, accountId: number, visits: readonly RecordedVisit[]) => Promise<void>;

interface VisitParts {
  readonly db: Database;
  readonly log: Log;
  readonly onVisits?: VisitListener;
}

/**
 * Maximum number of opens and clicks in a recipient's timeline. Further opens and clicks are neither recorded nor
 * counted.
 */
const MAX_ROWS_A_RECIPIENT = 50;

/** Creates the queue that records opens and clicks of transactional messages. */
export function createVisits(parts: VisitParts): Visits {
  return createVisitQueue({
    kind: 'transactional',
    log: parts.log,
    write: (accountId, visits) => write(parts, accountId, visits),
  });
}

async function write({ db, onVisits }: VisitParts, accountId: number, visits: readonly Visit[]): Promise<void> {
  const rows = await visitedRecipients(
    db,
    accountId,
    visits.map(({ messageId }) => messageId),
    visits.map(({ recipientNo }) => recipientNo),
  );
  const events = classifyAll(visits, new Map(rows.map((row) => [`${row.message_id} ${row.recipient_no}`, row])));
  if (events.length === 0) return;
  await db.transaction(async (tx) => {
    await lockVisits(tx, accountId);
    const inserted = await insertVisits(
      tx,
      accountId,
      events.map(({ id }) => id),
      events.map(({ visit }) => visit.messageId),
      events.map(({ visit }) => visit.recipientNo),
      events.map(({ visit }) => visit.kind),
      events.map(({ visit }) => new Date(visit.atMs)),
      events.map(({ isProxy }) => (isProxy ? 'proxy' : null)),
      events.map(({ visit }) => visit.url),
      MAX_ROWS_A_RECIPIENT,
    );
    const written = new Set(inserted.map((row) => row.id));
    const first = new Set(inserted.filter((row) => row.is_first).map((row) => row.id));
    // Statistics count each recipient once. Repeated opens and clicks appear only in the timeline.
    const counted = events.filter(({ id }) => first.has(id)).map(({ tag, visit: { kind } }) => ({ tag, kind }));
    await countEngagement(tx, accountId, new Date(visits[0]?.atMs ?? 0), counted);
    // Call the listener last, because it locks the row that orders the account's events. The code that records outcomes
    // acquires its locks in the same order.
    await onVisits?.(tx, accountId, events.filter(({ id }) => written.has(id)).map(recordedVisit));
  });
}

function recordedVisit({ id, isProxy, recipient, visit }: VisitEvent): RecordedVisit {
  return {
    id,
    messageId: visit.messageId,
    recipientNo: visit.recipientNo,
    recipient,
    event: visit.kind,
    occurredAt: new Date(visit.atMs),
    status: isProxy ? 'proxy' : null,
    link: visit.url,
    userAgent: visit.userAgent,
  };
}

interface VisitEvent {
  readonly id: string;
  readonly visit: Visit;
  readonly recipient: string;
  readonly tag: string | null;
  readonly isProxy: boolean;
}

/** Returns the events to write, ordered by tag. Skips deleted messages and scanners. */
function classifyAll(visits: readonly Visit[], known: ReadonlyMap<string, VisitedRow>): VisitEvent[] {
  const nextUuid = createUuidGenerator();
  const counted = new Set<string>();
  const events = visits.flatMap((visit): VisitEvent[] => {
    const row = known.get(`${visit.messageId} ${visit.recipientNo}`);
    if (!row) return [];
    const ageMs = row.handed_over_at ? visit.atMs - row.handed_over_at.getTime() : undefined;
    const visitor = judge({ kind: visit.kind, userAgent: visit.userAgent, ageMs });
    // Record repeated opens, and repeated clicks on the same link, only once. The opens and clicks in a batch are
    // usually less than a minute apart.
    const name = [visit.messageId, visit.recipientNo, visit.kind, visit.url].join(' ');
    if (visitor === 'scanner' || counted.has(name)) return [];
    counted.add(name);
    const { recipient, tag } = row;
    return [{ id: nextUuid(visit.atMs), visit, recipient, tag, isProxy: visitor !== 'person' }];
  });
  return events.toSorted((a, b) => compare(a.tag ?? '', b.tag ?? ''));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
