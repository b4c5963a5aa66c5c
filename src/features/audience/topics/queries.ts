import { statement } from '../../../base/db.ts';

export interface Topic {
  readonly id: number;
  readonly name: string;
  /** Empty if the topic has no description. */
  readonly description: string;
  /** Whether contacts without a choice are subscribed. */
  readonly is_opt_in: boolean;
  readonly created_at: Date;
}

const COLUMNS = 'id, name, description, is_opt_in, created_at';

/** Lists the topics of an account, newest first. Uses the primary key. */
export const topics = statement<[accountId: number], Topic>(
  'topics_list',
  `select ${COLUMNS} from topic where account_id = $1 order by id desc`,
);

/** Reads a topic. Uses the primary key. */
export const topicById = statement<[accountId: number, id: number], Topic>(
  'topics_by_id',
  `select ${COLUMNS} from topic where account_id = $1 and id = $2`,
);

/** Inserts a topic, unless the account already has `most` topics. Uses the primary key. */
export const insertTopic = statement<
  [accountId: number, name: string, description: string, isOptIn: boolean, most: number],
  Topic
>(
  'topics_insert',
  `insert into topic (account_id, name, description, is_opt_in)
   select $1, $2, $3, $4 where (select count(*) from topic where account_id = $1) < $5
   returning ${COLUMNS}`,
);

/** Changes a topic. Null leaves a column unchanged. Uses the primary key. */
export const updateTopic = statement<
  [accountId: number, id: number, name: string | null, description: string | null],
  Topic
>(
  'topics_update',
  `update topic set name = coalesce($3, name), description = coalesce($4, description)
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Deletes a topic and the choices that contacts made for it. Uses the primary keys. */
export const deleteTopic = statement<[accountId: number, id: number], { readonly id: number }>(
  'topics_delete',
  `with gone as (
     delete from topic where account_id = $1 and id = $2 returning id
   ), choices as (
     delete from topic_choice where account_id = $1 and topic_id in (select id from gone)
   )
   select id from gone`,
);

/** A topic, and whether a contact is subscribed to it. */
export interface ContactTopic extends Topic {
  readonly is_subscribed: boolean;
}

/** Lists the topics of an account with the subscriptions of a contact, newest first. Uses the primary keys. */
export const topicsOfContact = statement<[accountId: number, contactId: number], ContactTopic>(
  'topics_of_contact',
  `select t.id, t.name, t.description, t.is_opt_in, t.created_at, coalesce(c.is_subscribed, t.is_opt_in) as is_subscribed
   from topic t
   left join topic_choice c on c.account_id = $1 and c.topic_id = t.id and c.contact_id = $2
   where t.account_id = $1 order by t.id desc`,
);

/** Stores a contact's topic choices. Ignores topics that the account does not have. Uses the primary keys. */
export const storeChoices = statement<
  [accountId: number, contactId: number, topicIds: readonly number[], areSubscribed: readonly boolean[]],
  unknown
>(
  'topics_store_choices',
  `insert into topic_choice (account_id, topic_id, contact_id, is_subscribed)
   select $1, t.id, $2, given.is_subscribed
   from unnest($3::bigint[], $4::boolean[]) as given (topic_id, is_subscribed)
   join topic t on t.account_id = $1 and t.id = given.topic_id
   order by t.id
   on conflict (account_id, topic_id, contact_id)
   do update set is_subscribed = excluded.is_subscribed, chosen_at = now()
   where topic_choice.is_subscribed <> excluded.is_subscribed`,
);

/**
 * Returns the addresses that are not subscribed to a topic. For an address that does not belong to a contact, the
 * default of the topic applies. Uses the primary keys and the unique key of contact.
 */
export const unsubscribedAddresses = statement<
  [accountId: number, topicId: number, addresses: readonly string[]],
  { readonly address: string }
>(
  'topics_unsubscribed_addresses',
  `select given.address
   from topic t cross join unnest($3::text[]) as given (address)
   left join contact c on c.account_id = $1 and c.email = given.address and c.deleted_at is null
   left join topic_choice h on h.account_id = $1 and h.topic_id = $2 and h.contact_id = c.id
   where t.account_id = $1 and t.id = $2 and not coalesce(h.is_subscribed, t.is_opt_in)`,
);
