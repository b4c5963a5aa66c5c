import { createBatcher } from '../../../base/batcher.ts';
import { isUnavailable } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { createProblemLog } from '../../../http/problem-log.ts';

/** Writes visits down behind the answers: nobody waits for it, and a database that is away keeps nobody from a link. */
export interface VisitQueue<Visit> {
  /** Takes a visit over. What cannot be written is lost with a warning in the log. */
  record(visit: Visit): void;
  /** Resolves when everything that was taken over is written or lost. */
  idle(): Promise<void>;
}

/** What every visit has. */
interface AnyVisit {
  readonly accountId: number;
  readonly url: string | null;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

interface VisitQueueParts<Visit extends AnyVisit> {
  readonly log: Log;
  /** Whose visits they are, for the log. */
  readonly kind: string;
  /** Writes visits of one account and hour. */
  readonly write: (accountId: number, visits: readonly Visit[]) => Promise<void>;
}

const MAX_USER_AGENT_CHARACTERS = 500;
/** A burst is written in few statements; one of so many visits takes some 200 ms. */
const MAX_BATCH = 2_500;
const MAX_WAITING = 50_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const HOUR_MS = 3_600_000;
/** While few come, a group a fifth of a second; the first of all is written at once. */
const GATHER = { count: MAX_BATCH, ms: 200 } as const;

/** Visits of one kind of mail, written in groups of an account and hour: one that fails hurts only itself. */
export function createVisitQueue<Visit extends AnyVisit>({
  kind,
  log,
  write,
}: VisitQueueParts<Visit>): VisitQueue<Visit> {
  const tellOperator = createProblemLog(log);
  let refused = 0;
  const batcher = createBatcher<Visit, void>({
    async flush(visits) {
      if (refused > 0)
        tellOperator('warn', 'Opens and clicks lost because they arrived too fast', { kind, lost: refused });
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

  /** A database that is away is not asked again for each of the groups. */
  async function writeAll(visits: readonly Visit[]): Promise<void> {
    for (const group of groupsOf(visits)) {
      const accountId = group[0]?.accountId ?? 0;
      try {
        await write(accountId, group);
      } catch (error) {
        tellOperator('warn', 'Opens and clicks could not be recorded', { kind, accountId, lost: group.length, error });
        if (isUnavailable(error)) return;
      }
    }
  }

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

/** Counters are rows of an account and hour, which are locked in one order. */
function groupsOf<Visit extends AnyVisit>(visits: readonly Visit[]): Visit[][] {
  return [...Map.groupBy(visits, ({ accountId, atMs }) => `${accountId} ${Math.floor(atMs / HOUR_MS)}`).values()];
}
