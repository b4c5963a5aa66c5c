import type { Database } from '../../../base/db.ts';
import { markUnsubscribed, UNSUBSCRIPTION } from '../campaign-outcomes/index.ts';
import { countVisits, type VisitParts } from './tracking.ts';
import { accountsWithEarly, purgeEarly, takeEarlyVisits } from './visit-queries.ts';

/** Maximum number of accounts per run, and maximum number of events per transaction (`PIECE`). */
const MAX_ACCOUNTS = 100;
const PIECE = 1_000;
/**
 * Number of days for which early opens and clicks are kept. Longer than a week, because an outcome that could not be
 * written is retried for a week.
 */
const KEPT_DAYS = 8;

interface EarlyParts extends VisitParts {
  readonly db: Database;
}

/**
 * Counts early events, which are opens, clicks, and unsubscriptions that arrived before the outcome of their message
 * was stored. An event is counted once the outcome is stored.
 */
export async function countEarlyVisits(parts: EarlyParts): Promise<void> {
  const { db, log } = parts;
  for (const { account_id: accountId } of await accountsWithEarly(db, MAX_ACCOUNTS)) {
    try {
      while ((await countSome(parts, accountId)) === PIECE);
    } catch (error) {
      log.error('Opens and clicks that arrived early could not be counted', { accountId, error });
    }
  }
}

/** Deletes early opens, clicks, and unsubscriptions that were stored more than `KEPT_DAYS` days ago. */
export async function purgeEarlyVisits(db: Database): Promise<void> {
  await purgeEarly(db, KEPT_DAYS);
}

async function countSome(parts: EarlyParts, accountId: number): Promise<number> {
  return parts.db.transaction(async (tx) => {
    const rows = await takeEarlyVisits(tx, accountId, PIECE);
    const [left, visited] = [rows.filter(isUnsubscription), rows.filter((row) => !isUnsubscription(row))];
    const visits = visited.map((row) => ({
      campaignId: row.campaign_id,
      contactId: row.contact_id,
      link: row.link_no,
      visitor: row.visitor,
      device: row.device,
      count: row.visits,
      firstAt: row.first_at,
      lastAt: row.last_at,
    }));
    if (visits.length > 0) await countVisits(tx, parts, accountId, visits);
    const unsubscribed = left.map((row) => ({
      campaignId: row.campaign_id,
      contactId: row.contact_id,
      at: row.first_at,
    }));
    if (unsubscribed.length > 0) await markUnsubscribed(tx, accountId, unsubscribed);
    return rows.length;
  });
}

function isUnsubscription({ link_no: link }: { readonly link_no: number }): boolean {
  return link === UNSUBSCRIPTION;
}
