import type { Db } from '../../../base/db.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import { countsOf, totalOf } from './counts.ts';
import { engagedBackwards, engagedForwards, engagedRows, type EngagedRow, type Engagement } from './list-queries.ts';
import type { engagedSchema } from './route-docs.ts';

/** A contact in the results of a campaign, in API format. */
export type EngagedContact = AnswerOf<typeof engagedSchema>;

/**
 * Returns a page of the contacts with a given result of a campaign, most recently added contacts first, and their total
 * number from the counters.
 */
export async function engagedPage(
  db: Db,
  accountId: number,
  campaignId: number,
  { kind, request }: { readonly kind: Engagement; readonly request: PageQuery },
): Promise<{ readonly total: number; readonly contacts: readonly EngagedContact[] }> {
  const total = numberOf(kind, totalOf(await countsOf(db, accountId, campaignId)));
  const offset = offsetOf(request);
  const count = Math.min(request.perPage, total - offset);
  if (count <= 0) return { total, contacts: [] };
  const behind = total - offset - count;
  const found =
    behind < offset
      ? (await engagedBackwards[kind](db, accountId, campaignId, behind, count)).toReversed()
      : await engagedForwards[kind](db, accountId, campaignId, offset, count);
  const rows = await engagedRows(
    db,
    accountId,
    campaignId,
    found.map((row) => row.contact_id),
  );
  return { total, contacts: rows.map(presentEngaged) };
}

function numberOf(kind: Engagement, counts: ReturnType<typeof totalOf>): number {
  switch (kind) {
    case 'openers':
      return counts.openers;
    case 'clickers':
      return counts.clickers;
    case 'non_openers':
      return counts.sent - counts.openers;
    case 'bounced':
      return counts.bounced;
    case 'unsubscribed':
      return counts.unsubscribed;
  }
}

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Returns a contact in API format. Pure. */
export function presentEngaged(row: EngagedRow): EngagedContact {
  return {
    id: row.id,
    contact_id: row.email === null ? null : row.contact_id,
    email: row.email ?? ERASED_ADDRESS,
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    sent_at: row.sent_at.toISOString(),
    opened_at: timeOf(row.opened_at),
    clicked_at: timeOf(row.clicked_at),
    bounced_at: timeOf(row.bounced_at),
    unsubscribed_at: timeOf(row.unsubscribed_at),
    bounce_reason: row.bounce_reason,
  };
}
