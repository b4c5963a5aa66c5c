import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { CLOSE_MS } from './bursts.ts';
import { judgeOwned, type Visitor } from './judge.ts';
import { createVisitQueue, type VisitQueue } from './visit-queue.ts';
import { createLinkBook, type FindLinks, type LinkBook } from './links.ts';
import type { OwnedKind } from './tokens.ts';

/** A recipient of a tracked message, with the IDs that the owner of the message uses. */
export interface SourceRecipient {
  readonly source: number;
  readonly recipient: number;
}

/** Opens of a recipient's message, or clicks on one link in it, in quick succession and by one type of visitor. */
export interface ClassifiedVisits extends SourceRecipient {
  /** Number of the link, starting with 1. 0 is the tracking pixel, which is fetched when a message is opened. */
  readonly link: number;
  readonly visitor: Visitor;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly userAgent: string | undefined;
}

/** The owner of one kind of tracked message. It provides the link URLs and stores the opens and clicks. */
export interface TrackedSource {
  readonly linksOf: FindLinks;
  /** Returns the delivery times of the messages, in the order of the recipients. A time is undefined if unknown. */
  readonly handedOverAt: (
    tx: Tx,
    accountId: number,
    recipients: readonly SourceRecipient[],
  ) => Promise<readonly (Date | undefined)[]>;
  /**
   * Writes opens and clicks of one account in a separate transaction, possibly thousands at a time, including those by
   * scanners. If it rejects, only these events are lost.
   */
  readonly hear: (tx: Tx, accountId: number, visits: readonly ClassifiedVisits[]) => Promise<void>;
}

/** An open or click of a tracked message, before it is classified. */
export interface SourceVisit extends SourceRecipient {
  readonly accountId: number;
  readonly link: number;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/**
 * The owners of tracked messages. Each has its own queue, so that a slow or failing owner does not delay the others.
 */
export interface Sources extends LinkBook {
  record(kind: OwnedKind, visit: SourceVisit): void;
  /** Resolves when all accepted opens and clicks are written or lost. */
  idle(): Promise<void>;
}

interface SourceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly owners: Readonly<Partial<Record<OwnedKind, TrackedSource>>>;
}

type Waiting = SourceVisit & { readonly url: null };

/**
 * Accepts opens and clicks of tracked messages, classifies them, and passes them in batches to the owners of the
 * messages.
 */
export function createSources({ clock, db, log, owners }: SourceParts): Sources {
  const queues = new Map<string, VisitQueue<Waiting>>();
  for (const [kind, owner] of Object.entries(owners)) {
    queues.set(
      kind,
      createVisitQueue({ kind, log, write: (accountId, visits) => report(db, owner, accountId, visits) }),
    );
  }
  return {
    ...createLinkBook(clock, owners),
    record: (kind, visit) => queues.get(kind)?.record({ ...visit, url: null }),
    async idle() {
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
  };
}

async function report(
  db: Database,
  { handedOverAt, hear }: TrackedSource,
  accountId: number,
  visits: readonly Waiting[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const times = await handedOverAt(tx, accountId, visits);
    const handedOver = new Map(visits.map((visit, index) => [visit, times[index]]));
    await hear(tx, accountId, classifyAll(visits, handedOver));
  });
}

/** Classifies opens and clicks, and merges those on the same link by the same type of visitor. */
function classifyAll(
  visits: readonly Waiting[],
  handedOver: ReadonlyMap<Waiting, Date | undefined>,
): readonly ClassifiedVisits[] {
  const alike = Map.groupBy(
    visits.map((visit) => ({ visit, visitor: visitorOf(visit, handedOver.get(visit)) })),
    ({ visit: { link, recipient, source }, visitor }) => `${source} ${recipient} ${link} ${visitor}`,
  );
  return [...alike.values()].flatMap((group) =>
    runsOf(group.map(({ visit }) => visit)).flatMap((run): ClassifiedVisits[] => {
      const [first, last] = [run[0], run.at(-1)];
      const visitor = group[0]?.visitor;
      if (!first || !last || !visitor) return [];
      const { link, recipient, source, userAgent } = first;
      const [firstAt, lastAt] = [new Date(first.atMs), new Date(last.atMs)];
      return [{ source, recipient, link, visitor, count: run.length, firstAt, lastAt, userAgent }];
    }),
  );
}

/** Splits opens or clicks into runs without gaps longer than CLOSE_MS. */
function runsOf(visits: readonly Waiting[]): Waiting[][] {
  const runs: Waiting[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const visit of visits.toSorted((a, b) => a.atMs - b.atMs)) {
    if (visit.atMs - lastMs > CLOSE_MS) runs.push([]);
    runs.at(-1)?.push(visit);
    lastMs = visit.atMs;
  }
  return runs;
}

function visitorOf({ atMs, link, userAgent }: Waiting, handedOverAt: Date | undefined): Visitor {
  const ageMs = handedOverAt && atMs - handedOverAt.getTime();
  return judgeOwned({ kind: link === 0 ? 'opened' : 'clicked', userAgent, ageMs });
}
