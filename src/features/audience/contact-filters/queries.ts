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

/** Returns the labels of custom fields. Uses the primary key. */
export const fieldLabels = statement<Ids, Named>(
  'contact_filters_field_labels',
  'select id, label as name from contact_field where account_id = $1 and id = any($2::bigint[])',
);

/** Returns the titles of forms, including deleted forms, because they still have contacts. Uses the primary key. */
export const formTitles = statement<Ids, Named>(
  'contact_filters_form_titles',
  'select id, title as name from form where account_id = $1 and id = any($2::bigint[])',
);

/** Returns the file names of imports. Uses the primary key. */
export const importNames = statement<
  [accountId: number, ids: readonly string[]],
  { readonly id: string; readonly name: string }
>(
  'contact_filters_import_names',
  'select id, file_name as name from import where account_id = $1 and id = any($2::uuid[])',
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

/** Returns the number of contacts that have a tag. */
export const tagCounter = statement<Group, Count>(
  'contact_filters_with_tag',
  'select contacts_count as contacts from contact_tag where account_id = $1 and id = $2',
);

/** Returns the number of contacts that are not in the given list. */
export const outsideListCounter = statement<Group, Count>(
  'contact_filters_outside_list',
  `select a.contacts - l.contacts_count as contacts from audience a
   join contact_list l on l.account_id = a.account_id and l.id = $2 where a.account_id = $1`,
);

/** Returns the number of contacts that do not have the given tag. */
export const outsideTagCounter = statement<Group, Count>(
  'contact_filters_without_tag',
  `select a.contacts - t.contacts_count as contacts from audience a
   join contact_tag t on t.account_id = a.account_id and t.id = $2 where a.account_id = $1`,
);
