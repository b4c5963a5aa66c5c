import type { Db } from '../../../base/db.ts';
import { offsetOf } from '../../../http/account/page.ts';
import type { FindDeliverables } from '../../audience/contacts/index.ts';
import { countDeliverablesOf, deliverablesPage } from './list-queries.ts';

/** Returns a page of the campaign messages that were sent to a contact, newest campaign first. */
export function deliverablesOf(db: Db): FindDeliverables {
  return async (accountId, contactId, request) => {
    const [counted] = await countDeliverablesOf(db, accountId, contactId);
    const total = counted?.deliverables ?? 0;
    const offset = offsetOf(request);
    if (offset >= total) return { total, deliverables: [] };
    const rows = await deliverablesPage(db, accountId, contactId, request.perPage, offset);
    return {
      total,
      deliverables: rows.map((row) => ({
        campaign_title: row.campaign_title,
        campaign_id: row.campaign_id,
        sent_at: row.sent_at.toISOString(),
        opened_at: row.opened_at?.toISOString() ?? null,
        clicked_at: row.clicked_at?.toISOString() ?? null,
        bounced_at: row.bounced_at?.toISOString() ?? null,
        unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
        spam_at: row.spam_at?.toISOString() ?? null,
      })),
    };
  };
}
