import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';
import { pageBrandSql } from '../campaign-settings/index.ts';

export interface SubscriberRow {
  /** Public name of the account. Null if the account has none. */
  readonly sender: string | null;
  /** Email address of the contact. Null if the contact is deleted or does not exist. */
  readonly email: string | null;
  readonly unsubscribed_at: Date | null;
  readonly is_tracked: boolean | null;
  /** Languages of the contact and of the account, as BCP 47 tags. Null if unknown. */
  readonly language: string | null;
  readonly account_language: string | null;
  readonly brand: PageBrand;
  /** Custom strings of the account. Null if the account has never changed its settings. */
  readonly own_texts: OwnTexts | null;
}

/**
 * Returns the contact that a token refers to, with the settings of the account. If the account exists but the contact
 * does not, returns a row in which the contact's columns are null. Uses the primary keys.
 */
export const subscriberOf = statement<[accountId: number, campaignId: number, contactId: number], SubscriberRow>(
  'subscriptions_subscriber',
  `select ${publicNameSql('a', 'k')} as sender, c.email, c.unsubscribed_at, c.is_tracked, c.language,
     s.language as account_language, ${pageBrandSql('s')}, s.texts as own_texts
   from account a
   left join campaign_settings s on s.account_id = $1
   left join campaign k on k.account_id = $1 and k.id = $2
   left join contact c on c.account_id = $1 and c.id = $3 and c.deleted_at is null
   where a.account_id = $1`,
);

export interface ListOnPageRow {
  readonly id: number;
  readonly name: string;
  readonly is_member: boolean;
}

/**
 * Returns the lists that a contact is in, and lists that the contact left on the preferences page. Uses the index
 * list_member_by_contact and the primary keys.
 */
export const shownLists = statement<[accountId: number, contactId: number, limit: number], ListOnPageRow>(
  'subscriptions_shown_lists',
  `select l.id, l.name, bool_or(g.is_member) as is_member
   from (
     select list_id, true as is_member from list_member where account_id = $1 and contact_id = $2
     union all
     select list_id, false from list_departure where account_id = $1 and contact_id = $2
   ) g
   join contact_list l on l.account_id = $1 and l.id = g.list_id and l.deleted_at is null
   group by l.id, l.name order by lower(l.name), l.id limit $3`,
);

/** Records that a contact has left these lists on the preferences page. */
export const keepDepartures = statement<
  [accountId: number, contactId: number, listIds: readonly number[], at: Date],
  unknown
>(
  'subscriptions_keep_departures',
  `insert into list_departure (account_id, contact_id, list_id, left_at)
   select $1, $2, list_id, $4 from unnest($3::bigint[]) as g (list_id) on conflict do nothing`,
);

/**
 * Deletes the records of lists that a contact had left and has joined again. Uses the primary key.
 */
export const dropDepartures = statement<[accountId: number, contactId: number, listIds: readonly number[]], unknown>(
  'subscriptions_drop_departures',
  'delete from list_departure where account_id = $1 and contact_id = $2 and list_id = any($3::bigint[])',
);

/** Sets the language that a contact has chosen. Uses the primary key. */
export const setLanguage = statement<[accountId: number, contactId: number, language: string], unknown>(
  'subscriptions_set_language',
  `update contact set language = $3, updated_at = now()
   where account_id = $1 and id = $2 and deleted_at is null and language is distinct from $3`,
);

/** Sets whether opens and clicks of a contact are tracked. Uses the primary key. */
export const setTracked = statement<[accountId: number, contactId: number, isTracked: boolean], unknown>(
  'subscriptions_set_tracked',
  `update contact set is_tracked = $3, updated_at = now()
   where account_id = $1 and id = $2 and deleted_at is null and is_tracked <> $3`,
);
