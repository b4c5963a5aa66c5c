import { statement } from '../../../base/db.ts';

interface Found {
  readonly id: number;
}

/** Returns the newest contacts with a lower ID, newest first. Scans the primary key backward. */
export const contactsBefore = statement<[accountId: number, below: number, limit: number], Found>(
  'contacts_before',
  `select id from contact where account_id = $1 and id < $2 and deleted_at is null
   order by id desc limit $3`,
);

/** Returns the oldest contacts with a higher ID, oldest first. Scans the primary key. */
export const contactsAfter = statement<[accountId: number, above: number, limit: number], Found>(
  'contacts_after',
  `select id from contact where account_id = $1 and id > $2 and deleted_at is null order by id limit $3`,
);

/** Same as `contactsBefore`, but for the members of a list. Scans the primary key of list_member backward. */
export const membersBefore = statement<[accountId: number, below: number, limit: number, listId: number], Found>(
  'contacts_members_before',
  `select contact_id as id from list_member
   where account_id = $1 and list_id = $4 and contact_id < $2
   order by contact_id desc limit $3`,
);

/** Same as `contactsAfter`, but for the members of a list. Scans the primary key of list_member. */
export const membersAfter = statement<[accountId: number, above: number, limit: number, listId: number], Found>(
  'contacts_members_after',
  `select contact_id as id from list_member where account_id = $1 and list_id = $4 and contact_id > $2
   order by contact_id limit $3`,
);
