import { statement } from '../../../base/db.ts';

/** Returns the given hashes that belong to erased people. Uses the primary key. */
export const erasedHashes = statement<[accountId: number, hashes: readonly Buffer[]], { readonly hash: Buffer }>(
  'contacts_erased_hashes',
  'select hash from erased_contact where account_id = $1 and hash = any($2::bytea[])',
);

/** Returns whether the account erased anyone, and whether any erased person was suppressed. Uses the primary key. */
export const anyErased = statement<
  [accountId: number],
  { readonly is_any: boolean; readonly is_any_suppressed: boolean }
>(
  'contacts_any_erased',
  `select exists (select from erased_contact where account_id = $1) as is_any,
     exists (select from erased_contact where account_id = $1 and suppressed_for is not null) as is_any_suppressed`,
);

/** Returns the given hashes that belong to erased people whose addresses were suppressed. Uses the primary key. */
export const suppressedHashes = statement<[accountId: number, hashes: readonly Buffer[]], { readonly hash: Buffer }>(
  'contacts_suppressed_hashes',
  `select hash from erased_contact
   where account_id = $1 and hash = any($2::bytea[]) and suppressed_for is not null`,
);

/**
 * Stores the hash of an erased address with the reason for its suppression, and removes the address from the
 * suppression list. A suppressed hash stays suppressed. Uses the primary keys.
 */
export const keepErased = statement<[accountId: number, hash: Buffer, address: string], unknown>(
  'contacts_keep_erased',
  `with taken_off as (
     delete from suppression where account_id = $1 and address = $3 returning reason
   )
   insert into erased_contact as e (account_id, hash, suppressed_for, erased_at)
   select $1, $2, (select reason from taken_off), now()
   on conflict (account_id, hash) do update
   set suppressed_for = coalesce(e.suppressed_for, excluded.suppressed_for), erased_at = excluded.erased_at`,
);

/** Deletes the record that a person was erased. Uses the primary key. */
export const deleteErased = statement<
  [accountId: number, hashes: readonly Buffer[]],
  { readonly suppressed_for: string | null }
>(
  'contacts_forget_erased',
  'delete from erased_contact where account_id = $1 and hash = any($2::bytea[]) returning suppressed_for',
);

/** Reads a value from the `installation` table. Uses the primary key. */
export const erasedKeysFact = statement<[name: string], { readonly value: Buffer }>(
  'contacts_erased_keys_fact',
  'select value from installation where name = $1',
);

/** Stores a value in the `installation` table. Uses the primary key. */
export const keepErasedKeysFact = statement<[name: string, value: Buffer], unknown>(
  'contacts_keep_erased_keys_fact',
  'insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
);
