import { statement } from '../../../base/db.ts';
import type { ContactAddress } from '../contact-notes/index.ts';

/**
 * Returns the address of a contact that is not deleted. Stored addresses are already normalized. Uses the primary key.
 */
export const contactById = statement<
  [accountId: number, id: number],
  { readonly id: number; readonly email: ContactAddress }
>('contacts_by_id', 'select id, email from contact where account_id = $1 and id = $2 and deleted_at is null');

/** Returns the lists of a contact, except deleted lists. Uses the index list_member_by_contact. */
export const listsOfContact = statement<[accountId: number, contactId: number], { readonly id: number }>(
  'contacts_lists_of',
  `select l.id from list_member m
   join contact_list l on l.account_id = $1 and l.id = m.list_id and l.deleted_at is null
   where m.account_id = $1 and m.contact_id = $2 order by l.id`,
);

/** Sets whether opens and clicks of a contact are tracked. Uses the primary key. */
export const setTracked = statement<[accountId: number, contactId: number, isTracked: boolean], unknown>(
  'contacts_set_tracked',
  `update contact set is_tracked = $3, updated_at = now()
   where account_id = $1 and id = $2 and is_tracked <> $3`,
);

/**
 * Unsubscribes the contact with the given address and updates the contact's flags. If the contact is already
 * unsubscribed, keeps the earlier time. Returns no row if there is no such contact. Uses the unique key.
 */
export const unsubscribeAddress = statement<[accountId: number, email: ContactAddress], { readonly id: number }>(
  'contacts_unsubscribe',
  `with known as (
     select id from contact where account_id = $1 and email = $2::text collate "C" and deleted_at is null for update
   ), changed as (
     update contact c set unsubscribed_at = now(), updated_at = now()
     from known where c.account_id = $1 and c.id = known.id and c.unsubscribed_at is null returning c.id
   ), stat as (
     update contact_stat s set flags = s.flags | 2
     from changed where s.account_id = $1 and s.contact_id = changed.id
   )
   select id from known`,
);

export interface EngagementRow {
  readonly last_sent_at: Date | null;
  readonly last_opened_at: Date | null;
  readonly last_clicked_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly bounced_at: Date | null;
  readonly imported_at: Date | null;
  /** Name of the imported file. Null if no import added the contact, or if the import was deleted. */
  readonly imported_from: string | null;
}

/** Returns the engagement of a contact and the import that added the contact. Uses the primary keys. */
export const engagementOf = statement<[accountId: number, id: number], EngagementRow>(
  'contacts_engagement',
  `select s.last_sent_at, s.last_opened_at, s.last_clicked_at, c.unsubscribed_at, c.bounced_at, c.imported_at,
     i.file_name as imported_from
   from contact c join contact_stat s on s.account_id = $1 and s.contact_id = c.id
   left join import i on i.account_id = $1 and i.id = c.import_id
   where c.account_id = $1 and c.id = $2 and c.deleted_at is null`,
);
