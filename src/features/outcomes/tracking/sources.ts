import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { CLOSE_MS } from './bursts.ts';
import { judgeOwned, type Visitor } from './judge.ts';
import { createVisitQueue, type VisitQueue } from './visit-queue.ts';
import { createLinkBook, type FindLinks, type LinkBook } from './links.ts';
import type { OwnedKind } from './tokens.ts';

/** A recipient as the owner of a source knows it. */
export interface SourceRecipient {
  readonly source: number;
  readonly recipient: number;
}

/** What one kind of visitor did with one link of one recipient's mail, in visits that came shortly after each other. */
export interface JudgedVisits extends SourceRecipient {
  /** Number of the link, from 1; 0 is the picture, which is fetched when a mail is opened. */
  readonly link: number;
  readonly visitor: Visitor;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly userAgent: string | undefined;
}

/** Who owns tracked mails of a kind: says where their links lead, and keeps what is seen of them as long as it wants. */
export interface TrackedSource {
  readonly linksOf: FindLinks;
  /** When the mails of recipients were handed over, by position; undefined where that is not known. */
  readonly handedOverAt: (
    tx: Tx,
    accountId: number,
    recipients: readonly SourceRecipient[],
  ) => Promise<readonly (Date | undefined)[]>;
  /**
   * Writes visits of an account, thousands at once, in a transaction of its own; those of scanners too. When it rejects they
   * are lost, and nothing else is.
   */
  readonly hear: (tx: Tx, accountId: number, visits: readonly JudgedVisits[]) => Promise<void>;
}

/** A visit of an owner's mail as it arrived. */
export interface SourceVisit extends SourceRecipient {
  readonly accountId: number;
  readonly link: number;
  readonly userAgent: string | undefined;
  readonly atMs: number;
}

/** The owners of tracked mails, each with a lane of its own: one that is slow, or fails for good, delays no other. */
export interface Sources extends LinkBook {
  record(kind: OwnedKind, visit: SourceVisit): void;
  /** Resolves when everything that was taken over is written or lost. */
  idle(): Promise<void>;
}

interface SourceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly owners: Readonly<Partial<Record<OwnedKind, TrackedSource>>>;
}

type Waiting = SourceVisit & { readonly url: null };

/** Takes visits of what owners sent, judges them and tells the owners in groups. */
export function createSources({ clock, db, log, owners }: SourceParts): Sources {
  const queues = new Map<string, VisitQueue<Waiting>>();
  for (const [kind, owner] of Object.entries(owners)) {
    queues.set(kind, createVisitQueue({ kind, log, write: (accountId, visits) => tell(db, owner, accountId, visits) }));
  }
  return {
    ...createLinkBook(clock, owners),
    record: (kind, visit) => queues.get(kind)?.record({ ...visit, url: null }),
    async idle() {
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
  };
}

async function tell(
  db: Database,
  { handedOverAt, hear }: TrackedSource,
  accountId: number,
  visits: readonly Waiting[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const times = await handedOverAt(tx, accountId, visits);
    const handedOver = new Map(visits.map((visit, index) => [visit, times[index]]));
    await hear(tx, accountId, judgeAll(visits, handedOver));
  });
}

/** Visits that are alike, as one. */
function judgeAll(
  visits: readonly Waiting[],
  handedOver: ReadonlyMap<Waiting, Date | undefined>,
): readonly JudgedVisits[] {
  const alike = Map.groupBy(
    visits.map((visit) => ({ visit, visitor: visitorOf(visit, handedOver.get(visit)) })),
    ({ visit: { link, recipient, source }, visitor }) => `${source} ${recipient} ${link} ${visitor}`,
  );
  return [...alike.values()].flatMap((group) =>
    runsOf(group.map(({ visit }) => visit)).flatMap((run): JudgedVisits[] => {
      const [first, last] = [run[0], run.at(-1)];
      const visitor = group[0]?.visitor;
      if (!first || !last || !visitor) return [];
      const { link, recipient, source, userAgent } = first;
      const [firstAt, lastAt] = [new Date(first.atMs), new Date(last.atMs)];
      return [{ source, recipient, link, visitor, count: run.length, firstAt, lastAt, userAgent }];
    }),
  );
}

/** Cut where nobody came for a while: what waited long is no less exact. */
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
