import { recordStatement, statement } from '../../../base/db.ts';

/**
 * Returns the contacts with the given addresses or IDs, except deleted contacts. Uses the primary key and the unique
 * key.
 */
export const contactsAmong = statement<
  [accountId: number, emails: readonly string[], ids: readonly number[]],
  { readonly id: number; readonly email: string }
>(
  'contact_events_contacts',
  `select c.id, c.email from unnest($2::text[]) as g (email)
   join contact c on c.account_id = $1 and c.email = g.email collate "C" and c.deleted_at is null
   union
   select c.id, c.email from unnest($3::bigint[]) as g (id)
   join contact c on c.account_id = $1 and c.id = g.id and c.deleted_at is null`,
);

/** Columns of new events, as parallel arrays. */
export interface NewEventColumns {
  readonly accountId: number;
  readonly names: readonly string[];
  readonly contactIds: readonly number[];
  /** JSON objects. */
  readonly properties: readonly string[];
  readonly keys: readonly (string | null)[];
  /** Times of the events. Null stands for the current time. */
  readonly occurredAt: readonly (Date | null)[];
}

/**
 * Stores events in the given order and returns the ID of each stored event and its position in the input. Skips events
 * whose key is already used. Uses the unique index contact_event_key.
 */
export const insertEvents = recordStatement<NewEventColumns, { readonly place: number; readonly id: number }>(
  'contact_events_insert',
  `with given as materialized (
     select nextval('contact_event_id_seq') as id, g.*
     from unnest($names::text[], $contactIds::bigint[], $properties::text[], $keys::text[],
       $occurredAt::timestamptz[]) with ordinality as g (name, contact_id, properties, key, occurred_at, place)
   ), stored as (
     insert into contact_event (account_id, id, contact_id, name, properties, idempotency_key, occurred_at)
     select $accountId, id, contact_id, name, properties::jsonb, key, coalesce(occurred_at, now())
     from given order by place
     on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
     returning id
   )
   select g.place::integer as place, g.id from given g join stored s on s.id = g.id order by g.place`,
);

/** An event that is stored under an idempotency key. */
interface KeyedRow {
  readonly place: number;
  readonly id: number;
  /** Whether the stored event is the same as the given event. */
  readonly is_same: boolean;
}

/**
 * Returns the stored events that have the same keys as the given events, with the positions of the given events. Uses
 * the unique index contact_event_key.
 */
export const eventsByKey = recordStatement<Omit<NewEventColumns, 'occurredAt'>, KeyedRow>(
  'contact_events_by_key',
  `select g.place::integer as place, e.id,
     (e.name, e.contact_id, e.properties) = (g.name, g.contact_id, g.properties::jsonb) as is_same
   from unnest($names::text[], $contactIds::bigint[], $properties::text[], $keys::text[])
     with ordinality as g (name, contact_id, properties, key, place)
   join contact_event e on e.account_id = $accountId and e.idempotency_key = g.key`,
);

export interface EventRow {
  readonly id: number;
  readonly name: string;
  readonly contact_id: number;
  /** Null if the contact was deleted. */
  readonly email: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
  readonly created_at: Date;
}

/** Which events to return. Null means that events are not filtered by this property. */
export interface EventSelection {
  readonly accountId: number;
  readonly name: string | null;
  /** The event has one of these names. */
  readonly names: readonly string[] | null;
  readonly contactId: number | null;
}

const SELECTED = `account_id = $accountId and ($name::text is null or name = $name)
  and ($names::text[] is null or name = any($names)) and ($contactId::bigint is null or contact_id = $contactId)`;

/**
 * Returns a page of events, newest first. Uses the primary key, or one of the indexes contact_event_by_name and
 * contact_event_by_contact.
 */
export const eventPage = recordStatement<
  EventSelection & { readonly limit: number; readonly offset: number },
  EventRow
>(
  'contact_events_page',
  `select e.id, e.name, e.contact_id, c.email, e.properties, e.occurred_at, e.created_at
   from (
     select * from contact_event where ${SELECTED} order by id desc limit $limit offset $offset
   ) e left join contact c on c.account_id = $accountId and c.id = e.contact_id and c.deleted_at is null
   order by e.id desc`,
);

/** Counts events. Uses the same indexes as `eventPage`. */
export const eventCount = recordStatement<EventSelection, { readonly total: number }>(
  'contact_events_count',
  `select count(*) as total from contact_event where ${SELECTED}`,
);

/**
 * Returns the names that contain the text, ignoring case, among the first `limit` distinct names of an account's
 * events. Reads one entry of the index contact_event_by_name per name.
 */
export const namesContaining = statement<[accountId: number, text: string, limit: number], { readonly name: string }>(
  'contact_events_names_containing',
  `with recursive names as (
     (select name, 1 as place from contact_event where account_id = $1 order by name limit 1)
     union all
     select next.name, n.place + 1 from names n cross join lateral (
       select name from contact_event where account_id = $1 and name > n.name order by name limit 1
     ) next where n.place < $3
   ) select name from names where position(lower($2) in lower(name)) > 0`,
);

/** Deletes up to `limit` events that are older than `days` days. Uses the index contact_event_age. */
export const deleteOldEvents = statement<[days: number, limit: number], { readonly id: number }>(
  'contact_events_delete_old',
  `delete from contact_event e using (
     select account_id, id from contact_event where created_at < now() - make_interval(days => $1) limit $2
   ) old where e.account_id = old.account_id and e.id = old.id returning e.id`,
);
