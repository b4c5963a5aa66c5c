import type { Db } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { page, type PageQuery } from '../../../http/account/page.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { engagementOf } from './one-queries.ts';
import { contactAnywhere } from './present-queries.ts';
import type { activitySchema, deliverableSchema } from './route-docs.ts';

/** A campaign email to a contact, with its results. */
export type Deliverable = AnswerOf<typeof deliverableSchema>;

/** Returns a page of the campaign emails to a contact, newest first, and their total number. */
export type FindDeliverables = (
  accountId: number,
  contactId: number,
  request: PageQuery,
) => Promise<{ readonly total: number; readonly deliverables: readonly Deliverable[] }>;

/** Engagement of a contact, and a page of the campaign emails to the contact. */
export type Activity = AnswerOf<typeof activitySchema>;

/**
 * Returns the activity of one of the account's contacts. `url` is the URL of the listing, which is needed for links to
 * other pages. Throws forbidden if the contact belongs to another account, and not_found if it does not exist.
 */
export async function activityOf(
  { db, findDeliverables }: { readonly db: Db; readonly findDeliverables: FindDeliverables },
  accountId: number,
  contactId: number,
  { request, url }: { readonly request: PageQuery; readonly url: string },
): Promise<Activity> {
  const [found] = await engagementOf(db, accountId, contactId);
  const row = await ownObject(found, async () => contactAnywhere(db, contactId));
  const { deliverables, total } = await findDeliverables(accountId, contactId, request);
  return {
    contact: {
      last_sent_at: timeOf(row.last_sent_at),
      last_opened_at: timeOf(row.last_opened_at),
      last_clicked_at: timeOf(row.last_clicked_at),
      unsubscribed_at: timeOf(row.unsubscribed_at),
      bounced_at: timeOf(row.bounced_at),
      imported_at: timeOf(row.imported_at),
      imported_from: row.imported_from,
    },
    deliverables: page({ data: deliverables, total, request, url }),
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
