import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { listsOf, type ContactList } from './lists.ts';
import type { listSchema } from './route-docs.ts';

/** A list as the account API shows it. */
type PresentedList = AnswerOf<typeof listSchema>;

/** Those of the ids that are lists of the account, by id, as the account API shows them; deleted ones are left out. */
export async function presentedLists(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PresentedList>> {
  if (ids.length === 0) return new Map();
  const lists = await listsOf(db, accountId, ids);
  return new Map(lists.map((list) => [list.id, presentList(accountId, list)]));
}

/** A list as the account API shows it. Pure. */
export function presentList(accountId: number, list: ContactList): PresentedList {
  return {
    id: list.id,
    user_id: accountId,
    name: list.name,
    average_email_open_percent: list.average_open_percent,
    average_email_click_percent: list.average_click_percent,
    contacts_count: list.contacts_count,
    subscribed_contacts_count: list.subscribed,
    created_at: list.created_at.toISOString(),
    updated_at: list.updated_at.toISOString(),
  };
}
