import type { Database, Tx } from '../../../base/db.ts';
import {
  createVisitQueue,
  judgeOwned,
  type MailingVisit,
  type MailingVisits,
  type VisitListener,
} from '../../outcomes/tracking/index.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import { createShortCache } from '../../../base/short-cache.ts';
import { recordVendorEvents } from './append.ts';
import { MAX_VISITS } from './limits.ts';
import { eventFor } from './outcomes.ts';
import { countVisits, deliveredAt, findMailed, findRecipients, linksOfBatch, type KnownRecipient } from './queries.ts';
import type { NewVendorEvent } from './types.ts';

/**
 * Cache lifetime of links, in milliseconds. The links of a batch never change, but the batch may not be committed yet
 * when the links are requested.
 */
const LINKS_MS = 5_000;

interface Counted {
  readonly known: KnownRecipient;
  readonly event: NewVendorEvent;
}

/**
 * Creates the recorder for opens and clicks of a batch's emails. The events are classified and stored after the
 * response.
 */
export function createVendorVisits({
  clock,
  db,
  log,
}: {
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Log;
}): MailingVisits {
  const known = createShortCache<readonly string[]>(clock, LINKS_MS);
  const queue = createVisitQueue<MailingVisit & { readonly url: string | null }>({
    kind: 'mailing',
    log,
    write: (accountId, visits) => db.transaction((tx) => writeVisits(tx, accountId, visits)),
  });
  return {
    async addressOf(accountId, batchId, link) {
      const links = await known.get(
        `${accountId} ${batchId}`,
        async () => (await linksOfBatch(db, accountId, batchId))[0]?.links ?? [],
      );
      return links[link - 1];
    },
    record: (visit) => queue.record(visit),
    idle: () => queue.idle(),
  };
}

/**
 * Listener that records opens and clicks of single messages, in the transaction that adds them to the messages'
 * timelines.
 */
export const reportVendorVisits: VisitListener = async (tx, accountId, visits) => {
  const rows = await findRecipients(
    tx,
    accountId,
    visits.map(({ messageId }) => messageId),
    visits.map(({ recipientNo }) => recipientNo),
  );
  const counted = rows.flatMap((known): Counted[] => {
    const visit = visits[known.position - 1];
    if (!visit) return [];
    const { event, link, userAgent } = visit;
    return [
      {
        known,
        event: eventFor(known, event, { ...(link !== null && { url: link }), ...(userAgent && { userAgent }) }),
      },
    ];
  });
  await writeCounted(tx, accountId, counted);
};

async function writeVisits(
  tx: Tx,
  accountId: number,
  visits: readonly (MailingVisit & { readonly url: string | null })[],
): Promise<void> {
  const batches = visits.map(({ batchId }) => batchId);
  const numbers = visits.map(({ recipientNo }) => recipientNo);
  const rows = await findMailed(tx, accountId, batches, numbers);
  if (rows.length === 0) return;
  const times = await deliveredAt(tx, accountId, batches, numbers);
  const handedOver = new Map(times.map((row) => [row.position, row.finished_at]));
  const seen = new Set<string>();
  const counted = rows.flatMap((known): Counted[] => {
    const visit = visits[known.position - 1];
    if (!visit) return [];
    const at = handedOver.get(known.position);
    const kind = visit.link === 0 ? 'opened' : 'clicked';
    const { atMs, url, userAgent } = visit;
    const visitor = judgeOwned({ kind, userAgent, ageMs: at && atMs - at.getTime() });
    // Events in a group are almost simultaneous, so only the first of several identical events counts.
    const alike = `${known.message_id} ${known.recipient_no} ${visit.link}`;
    if (visitor === 'scanner' || seen.has(alike)) return [];
    seen.add(alike);
    const details = { ...(url !== null && { url }), ...(userAgent && { userAgent }) };
    return [{ known, event: eventFor(known, kind, details) }];
  });
  await writeCounted(tx, accountId, counted);
}

/** Stores opens and clicks, up to the maximum number per recipient. */
async function writeCounted(tx: Tx, accountId: number, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const groups = [...Map.groupBy(counted, ({ known }) => `${known.message_id} ${known.recipient_no}`).entries()];
  const rows = await countVisits(
    tx,
    accountId,
    groups.map(([, [first]]) => first?.known.message_id ?? ''),
    groups.map(([, [first]]) => first?.known.recipient_no ?? 0),
    groups.map(([, visits]) => visits.length),
    MAX_VISITS,
  );
  const room = new Map(rows.map((row) => [`${row.message_id} ${row.recipient_no}`, row.room]));
  const events = groups.flatMap(([key, visits]) => visits.slice(0, room.get(key) ?? 0).map(({ event }) => event));
  await recordVendorEvents(tx, accountId, events);
}
