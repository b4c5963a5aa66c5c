import { statement } from '../../../base/db.ts';

/** A deleted list, tag or field whose members or values must still be removed. */
export interface RemovalRow {
  readonly account_id: number;
  readonly kind: 'list' | 'tag' | 'field';
  readonly removed_id: number;
}

type Key = [accountId: number, kind: RemovalRow['kind'], removedId: number];
const BY_KEY = 'account_id = $1 and kind = $2 and removed_id = $3';

/** Returns the removals that were attempted least recently. The table is empty except for a short time after a deletion. */
export const waitingRemovals = statement<[limit: number], RemovalRow>(
  'contacts_waiting_removals',
  'select account_id, kind, removed_id from audience_removal order by tried_at limit $1',
);

/** Locks a removal and returns its progress. Uses the primary key. */
export const holdRemoval = statement<Key, { readonly after_contact_id: number }>(
  'contacts_hold_removal',
  `select after_contact_id from audience_removal where ${BY_KEY} for update`,
);

/** Records the progress of a removal. Uses the primary key. */
export const advanceRemoval = statement<[...Key, afterContactId: number], unknown>(
  'contacts_advance_removal',
  `update audience_removal set after_contact_id = $4 where ${BY_KEY}`,
);

/** Records that a removal was attempted. Uses the primary key. */
export const noteTried = statement<Key, unknown>(
  'contacts_note_removal_tried',
  `update audience_removal set tried_at = now() where ${BY_KEY}`,
);

/** Deletes a completed removal. Uses the primary key. */
export const finishRemoval = statement<Key, unknown>(
  'contacts_finish_removal',
  `delete from audience_removal where ${BY_KEY}`,
);

type Piece = [accountId: number, groupId: number, limit: number];
type Member = { readonly contact_id: number };

/** Returns the next members of a list. Uses the primary key. */
export const someOfList = statement<Piece, Member>(
  'contacts_some_of_list',
  'select contact_id from list_member where account_id = $1 and list_id = $2 order by contact_id limit $3',
);

/** Returns the next contacts with a tag. Uses the primary key. */
export const someOfTag = statement<Piece, Member>(
  'contacts_some_of_tag',
  'select contact_id from tag_member where account_id = $1 and tag_id = $2 order by contact_id limit $3',
);

/**
 * Removes the values of a field from the next contacts after `afterContactId`. Returns the ID of the last contact in
 * the batch, or null if there are no more contacts. Uses the primary key.
 */
export const clearField = statement<
  [accountId: number, fieldId: string, afterContactId: number, limit: number],
  { readonly last_id: number | null }
>(
  'contacts_clear_field',
  `with piece as materialized (
     select id from contact where account_id = $1 and id > $3 order by id limit $4
   ), held as (
     select c.id from contact c
     where c.account_id = $1 and c.id > $3 and c.id <= (select max(id) from piece) and c.fields ? $2
     order by c.id for update
   ), cleared as (
     update contact c set fields = c.fields - $2::text from held where c.account_id = $1 and c.id = held.id
   )
   select max(id) as last_id from piece`,
);
