import { statement } from '../../../base/db.ts';

/**
 * An address, and the audiences it is unsubscribed from: the requested audience, and audiences named `<audience>
 * <suffix>`.
 */
export interface UnsubscribeRow {
  readonly address: string;
  readonly audiences: readonly string[];
  readonly is_by_recipient: boolean;
  readonly created_at: Date;
}

/** Inserts unsubscribes, and ignores addresses that are already unsubscribed. Uses the primary key. */
export const insertUnsubscribes = statement<
  [accountId: number, vendor: string, audience: string, addresses: readonly string[], isByRecipient: boolean],
  unknown
>(
  'unsubscribes_insert',
  `insert into vendor_unsubscribe (account_id, vendor, audience, address, is_by_recipient)
   select $1, $2, $3, address, $5 from unnest($4::text[]) as g (address)
   on conflict do nothing`,
);

/** Deletes an address from an audience, and from audiences named `<audience> <suffix>`. Uses the primary key. */
export const deleteUnsubscribe = statement<
  [accountId: number, vendor: string, audience: string, address: string],
  { readonly audience: string }
>(
  'unsubscribes_delete',
  `delete from vendor_unsubscribe
   where account_id = $1 and vendor = $2 and (audience = $3 or starts_with(audience, $3 || ' ')) and address = $4
   returning audience`,
);

/** Selects the given addresses that are unsubscribed from any of the audiences. Uses the primary key. */
export const unsubscribedAmong = statement<
  [accountId: number, vendor: string, audiences: readonly string[], addresses: readonly string[]],
  { readonly address: string }
>(
  'unsubscribes_among',
  `select distinct address from vendor_unsubscribe
   where account_id = $1 and vendor = $2 and audience = any($3::text[]) and address = any($4::text[])`,
);

/** Returns a page of addresses after `after`, in ascending order. Uses the primary key. */
export const unsubscribesAfter = statement<
  [accountId: number, vendor: string, audience: string, after: string, limit: number],
  UnsubscribeRow
>(
  'unsubscribes_after',
  `select address, array_agg(audience order by audience) as audiences, bool_or(is_by_recipient) as is_by_recipient,
     min(created_at) as created_at
   from vendor_unsubscribe
   where account_id = $1 and vendor = $2 and (audience = $3 or starts_with(audience, $3 || ' ')) and address > $4
   group by address order by address limit $5`,
);

/** Returns a page of addresses before `before`, in descending order. Uses the primary key. */
export const unsubscribesBefore = statement<
  [accountId: number, vendor: string, audience: string, before: string, limit: number],
  UnsubscribeRow
>(
  'unsubscribes_before',
  `select address, array_agg(audience order by audience) as audiences, bool_or(is_by_recipient) as is_by_recipient,
     min(created_at) as created_at
   from vendor_unsubscribe
   where account_id = $1 and vendor = $2 and (audience = $3 or starts_with(audience, $3 || ' ')) and address < $4
   group by address order by address desc limit $5`,
);

/** Returns the audiences that an address is unsubscribed from. Uses the index vendor_unsubscribe_address. */
export const audiencesOf = statement<
  [accountId: number, vendor: string, address: string],
  { readonly audience: string; readonly is_by_recipient: boolean; readonly created_at: Date }
>(
  'unsubscribes_audiences_of',
  `select audience, is_by_recipient, created_at from vendor_unsubscribe
   where account_id = $1 and address = $3 and vendor = $2 order by audience`,
);
