import { statement } from '../../../base/db.ts';

type Named = { readonly id: number; readonly name: string };
type Ids = [accountId: number, ids: readonly number[]];

/** Returns the names of lists, including deleted ones. Uses the primary key. */
export const listNames = statement<Ids, Named>(
  'contact_filters_list_names',
  'select id, name from contact_list where account_id = $1 and id = any($2::bigint[])',
);

/** Returns the names of tags, including deleted ones. Uses the primary key. */
export const tagNames = statement<Ids, Named>(
  'contact_filters_tag_names',
  'select id, name from contact_tag where account_id = $1 and id = any($2::bigint[])',
);

/** Returns the names of segments. Uses the primary key. */
export const segmentNames = statement<Ids, Named>(
  'contact_filters_segment_names',
  'select id, name from contact_segment where account_id = $1 and id = any($2::bigint[])',
);

type Count = { readonly contacts: number };
type Group = [accountId: number, id: number];

/** Returns the number of contacts of an account. Uses the primary key, like all counters below. */
export const contactsCounter = statement<[accountId: number], Count>(
  'contact_filters_contacts',
  'select contacts from audience where account_id = $1',
);

/** Returns the number of contacts in a list. */
export const listCounter = statement<Group, Count>(
  'contact_filters_in_list',
  'select contacts_count as contacts from contact_list where account_id = $1 and id = $2',
);

/** Returns the number of contacts with a tag. */
export const tagCounter = statement<Group, Count>(
  'contact_filters_with_tag',
  'select contacts_count as contacts from contact_tag where account_id = $1 and id = $2',
);

/** Returns the number of contacts that are not in a list. */
export const outsideListCounter = statement<Group, Count>(
  'contact_filters_outside_list',
  `select a.contacts - l.contacts_count as contacts from audience a
   join contact_list l on l.account_id = a.account_id and l.id = $2 where a.account_id = $1`,
);

/** Returns the number of contacts without a tag. */
export const outsideTagCounter = statement<Group, Count>(
  'contact_filters_without_tag',
  `select a.contacts - t.contacts_count as contacts from audience a
   join contact_tag t on t.account_id = a.account_id and t.id = $2 where a.account_id = $1`,
);
