import { createBatcher } from '../../base/batcher.ts';
import { isUnavailable, type Database, type Tx } from '../../base/db.ts';
import { createUuidGenerator } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { createProblemLog, type ProblemLog } from '../../http/problem-log.ts';
import { countEngagement } from '../transactional-tags/index.ts';
import { judge, type VisitKind } from './judge.ts';
import { insertVisits, lockVisits, visitedRecipients, type VisitedRow } from './queries.ts';
import type { Recipient } from './tokens.ts';

/** An open or a click as it arrived. */
export interface Visit extends Recipient {
  readonly kind: VisitKind;
  /** Where a click leads; null for opens. */
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** Writes visits down behind the answers: nobody waits for it, and a database that is away keeps nobody from a link. */
export interface Visits {
  /** Takes a visit over. What cannot be written is lost with a warning in the log. */
  record(visit: Visit): void;
  /** Resolves when everything that was taken over is written or lost. */
  idle(): Promise<void>;
}

/** An open or a click as it stands in the timeline. */
interface RecordedVisit {
  /** Of the event. */
  readonly id: string;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: VisitKind;
  readonly occurredAt: Date;
  /** `proxy` where a mail program fetched it, before a person may have seen it. */
  readonly status: string | null;
  readonly link: string | null;
  readonly userAgent: string | undefined;
}

/** Told of an account's opens and clicks in the transaction that writes them. */
export type VisitListener = (tx: Tx, accountId: number, visits: readonly RecordedVisit[]) => Promise<void>;

interface VisitParts {
  readonly db: Database;
  readonly log: Log;
  readonly onVisits?: VisitListener;
}

/** Rows of opens and clicks that a recipient's timeline holds at most; what comes after them is not counted either. */
const MAX_ROWS_A_RECIPIENT = 50;
const MAX_USER_AGENT_CHARACTERS = 500;
const MAX_BATCH = 500;
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Records of visits that are written in groups. */
export function createVisits(parts: VisitParts): Visits {
  const { log } = parts;
  const tellOperator = createProblemLog(log);
  let refused = 0;
  const batcher = createBatcher<Visit, void>({
    async flush(visits) {
      if (refused > 0) tellOperator('warn', 'Opens and clicks came faster than they were written', { lost: refused });
      refused = 0;
      await writeAll(parts, groupsOf(visits), tellOperator);
      return visits.map(() => ({ ok: true, value: undefined }));
    },
    bytesOf: ({ url, userAgent }) => 200 + 2 * ((url?.length ?? 0) + (userAgent?.length ?? 0)),
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_WAITING_BYTES,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_BYTES,
  });
  return {
    record(visit) {
      const userAgent = visit.userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS);
      // Writing never rejects: what is refused found the queue full, and the next group tells.
      batcher.add({ ...visit, userAgent }).catch(() => {
        refused += 1;
      });
    },
    idle: () => batcher.idle(),
  };
}

/** Visits of one account and hour: their counters are rows that are locked in one order. */
function groupsOf(visits: readonly Visit[]): Visit[][] {
  const groups = Map.groupBy(visits, ({ accountId, atMs }) => `${accountId} ${Math.floor(atMs / HOUR_MS)}`);
  return [...groups.values()];
}

/** Writes each group on its own; a database that is away is not asked again for each of them. */
async function writeAll(parts: VisitParts, groups: readonly Visit[][], tellOperator: ProblemLog): Promise<void> {
  for (const visits of groups) {
    try {
      await write(parts, visits);
    } catch (error) {
      tellOperator('warn', 'Opens and clicks were not recorded', { lost: visits.length, error });
      if (isUnavailable(error)) return;
    }
  }
}

async function write({ db, onVisits }: VisitParts, visits: readonly Visit[]): Promise<void> {
  const accountId = visits[0]?.accountId ?? 0;
  const rows = await visitedRecipients(
    db,
    accountId,
    visits.map(({ messageId }) => messageId),
    visits.map(({ recipientNo }) => recipientNo),
  );
  const events = judgeAll(visits, new Map(rows.map((row) => [`${row.message_id} ${row.recipient_no}`, row])));
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
    await onVisits?.(tx, accountId, events.filter(({ id }) => written.has(id)).map(recordedVisit));
    const first = new Set(inserted.filter((row) => row.is_first).map((row) => row.id));
    // Statistics are of recipients: what one does again is in the timeline only.
    for (const { tag, visit } of events.filter(({ id }) => first.has(id))) {
      await countEngagement(tx, accountId, tag, visit.kind, new Date(visit.atMs));
    }
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

/** The events to write, in the order of their tags; messages that are gone and programs have none. */
function judgeAll(visits: readonly Visit[], known: ReadonlyMap<string, VisitedRow>): VisitEvent[] {
  const nextUuid = createUuidGenerator();
  const counted = new Set<string>();
  const events = visits.flatMap((visit): VisitEvent[] => {
    const row = known.get(`${visit.messageId} ${visit.recipientNo}`);
    if (!row) return [];
    const ageMs = row.handed_over_at ? visit.atMs - row.handed_over_at.getTime() : undefined;
    const visitor = judge({ kind: visit.kind, userAgent: visit.userAgent, ageMs });
    // What arrives together lies within a minute: of events that are alike the first counts.
    const name = [visit.messageId, visit.recipientNo, visit.kind, visit.url].join(' ');
    if (visitor === 'scanner' || counted.has(name)) return [];
    counted.add(name);
    const { recipient, tag } = row;
    return [{ id: nextUuid(visit.atMs), visit, recipient, tag, isProxy: visitor === 'proxy' }];
  });
  return events.toSorted((a, b) => compare(a.tag ?? '', b.tag ?? ''));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
