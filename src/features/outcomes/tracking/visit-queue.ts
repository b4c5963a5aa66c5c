import { createBatcher } from '../../../base/batcher.ts';
import { isUnavailable } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { createProblemLog } from '../../../http/problem-log.ts';

/** Records opens and clicks asynchronously. Responses do not wait, and links work while the database is unavailable. */
export interface VisitQueue<Visit> {
  /** Accepts an open or click. An event that cannot be written is lost, and a warning is logged. */
  record(visit: Visit): void;
  /** Resolves when all accepted opens and clicks are written or lost. */
  idle(): Promise<void>;
}

interface AnyVisit {
  readonly accountId: number;
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

interface VisitQueueParts<Visit extends AnyVisit> {
  readonly log: Log;
  /** Kind of the messages, for the log. */
  readonly kind: string;
  /** Writes opens and clicks that belong to the same account and hour. */
  readonly write: (accountId: number, visits: readonly Visit[]) => Promise<void>;
}

const MAX_USER_AGENT_CHARACTERS = 500;
/**
 * Maximum number of opens and clicks per batch. A large batch allows a burst of events to be written with few
 * statements.
 */
const MAX_BATCH = 2_500;
const MAX_WAITING = 50_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const HOUR_MS = 3_600_000;
/** A batch is written when it is full or after this interval. The first batch is written immediately. */
const GATHER = { count: MAX_BATCH, ms: 200 } as const;

/**
 * Creates a queue for the opens and clicks of one kind of message. Writes the events of each account and hour together.
 */
export function createVisitQueue<Visit extends AnyVisit>({
  kind,
  log,
  write,
}: VisitQueueParts<Visit>): VisitQueue<Visit> {
  const notifyOperator = createProblemLog(log);
  let refused = 0;
  const batcher = createBatcher<Visit, void>({
    async flush(visits) {
      if (refused > 0)
        notifyOperator('warn', 'Opens and clicks dropped because the queue was full', { kind, lost: refused });
      refused = 0;
      await writeAll(visits);
      return visits.map(() => ({ ok: true, value: undefined }));
    },
    bytesOf: ({ url, userAgent }) => 200 + 2 * ((url?.length ?? 0) + (userAgent?.length ?? 0)),
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_WAITING_BYTES,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_BYTES,
    gather: GATHER,
  });

  /** Writes opens and clicks in groups. If the database is unavailable, discards the remaining groups. */
  async function writeAll(visits: readonly Visit[]): Promise<void> {
    for (const group of groupsOf(visits)) {
      const accountId = group[0]?.accountId ?? 0;
      try {
        await write(accountId, group);
      } catch (error) {
        notifyOperator('warn', 'Opens and clicks could not be recorded', {
          kind,
          accountId,
          lost: group.length,
          error,
        });
        if (isUnavailable(error)) return;
      }
    }
  }

  return {
    record(visit) {
      const userAgent = visit.userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS);
      // A rejection can only mean that the queue is full, because writing never rejects. The next flush logs the number
      // of rejected events.
      batcher.add({ ...visit, userAgent }).catch(() => {
        refused += 1;
      });
    },
    idle: () => batcher.idle(),
  };
}

/** Groups opens and clicks by account and hour, because counters have one row per account and hour. */
function groupsOf<Visit extends AnyVisit>(visits: readonly Visit[]): Visit[][] {
  return [...Map.groupBy(visits, ({ accountId, atMs }) => `${accountId} ${Math.floor(atMs / HOUR_MS)}`).values()];
}
