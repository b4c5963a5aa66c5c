import { statement } from '../../../../base/db.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type EventRow } from '../queries.ts';
import type { Vendor, VendorEventName } from '../types.ts';

export interface HookRow {
  readonly id: number;
  readonly vendor: Vendor;
  readonly domain: string | null;
  readonly kind: string;
  readonly url: string;
  readonly events: readonly VendorEventName[];
  readonly settings: Buffer | null;
}

const COLUMNS = 'id, vendor, domain, kind, url, events, settings';

/**
 * Selects the webhooks of an account in the order of their creation. Uses the primary key. An account has few webhooks.
 */
export const hooksOf = statement<[accountId: number, vendor: string], HookRow>(
  'vendors_hooks_of',
  `select ${COLUMNS} from vendor_hook where account_id = $1 and vendor = $2 order by id`,
);

/** Selects webhooks by their IDs. Uses the primary key. */
export const hooksById = statement<[accountId: number, ids: number[]], HookRow>(
  'vendors_hooks_by_id',
  `select ${COLUMNS} from vendor_hook where account_id = $1 and id = any($2::bigint[])`,
);

/**
 * Serializes changes to the webhooks of an account until the transaction ends, so that the limit on their number is
 * exact.
 */
export const lockHooks = statement<[accountId: number], unknown>(
  'vendors_lock_hooks',
  `select pg_advisory_xact_lock(hashtextextended('postrider vendor hooks', $1))`,
);

type Wanted = [domain: string | null, kind: string, url: string, events: readonly string[], settings: Buffer | null];

export const insertHook = statement<[accountId: number, vendor: string, ...Wanted], HookRow>(
  'vendors_insert_hook',
  `insert into vendor_hook (account_id, vendor, domain, kind, url, events, settings)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
);

/**
 * Updates a webhook, and resets its failures and the pause after failed attempts. Uses the primary key.
 */
export const updateHook = statement<[accountId: number, id: number, ...Wanted], HookRow>(
  'vendors_update_hook',
  `update vendor_hook set domain = $3, kind = $4, url = $5, events = $6, settings = $7, failures = 0, rests_until = null,
     last_failure = null
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Deletes webhooks and their pending deliveries. Uses primary keys. */
export const deleteHooks = statement<[accountId: number, ids: readonly number[]], { readonly url: string }>(
  'vendors_delete_hooks',
  `with waiting as (delete from vendor_hook_delivery where account_id = $1 and hook_id = any($2::bigint[]))
   delete from vendor_hook where account_id = $1 and id = any($2::bigint[]) returning url`,
);

/** Selects the number of times the account's signing key was replaced. Uses the primary key. */
export const signingVersion = statement<[accountId: number, vendor: string], { readonly version: number }>(
  'vendors_signing_version',
  'select version from vendor_signing_key where account_id = $1 and vendor = $2',
);

export const renewSigningKey = statement<[accountId: number, vendor: string], { readonly version: number }>(
  'vendors_renew_signing_key',
  `insert into vendor_signing_key as k (account_id, vendor, version) values ($1, $2, 1)
   on conflict (account_id, vendor) do update set version = k.version + 1 returning version`,
);

/** Checks whether any delivery is due. Reads one entry of the index vendor_hook_delivery_due. */
export const anyDue = statement<[], { readonly is_due: boolean }>(
  'vendors_hooks_any_due',
  'select exists (select 1 from vendor_hook_delivery where due_at <= now()) as is_due',
);

/** A leased delivery. */
export interface ClaimedDelivery {
  readonly account_id: number;
  readonly hook_id: number;
  readonly event_id: number;
  readonly attempts: number;
}

/**
 * Leases due deliveries up to the capacity of each webhook. The capacity of a webhook in `busy` is the corresponding
 * value in `room`, and the capacity of all others is `turn`. Jumps from one webhook with queued deliveries to the next
 * in the index vendor_hook_delivery_turn, so that a long queue does not slow down other webhooks. If `isUnhealthy` is
 * true, selects only webhooks whose last attempt failed and whose pause is over. If false, selects all other webhooks.
 */
export const claimHookDeliveries = statement<
  [limit: number, turn: number, busy: number[], room: number[], leaseSeconds: number, isUnhealthy: boolean],
  ClaimedDelivery
>(
  'vendors_claim_hooks',
  `select account_id, hook_id, event_id, attempts
   from claim_vendor_hook_deliveries($1, $2, $3, $4, $5, $6)`,
);

/** Selects events by their IDs. Uses primary keys. */
export const eventsByNumber = statement<[accountId: number, ids: number[]], EventRow>(
  'vendors_events_by_number',
  `select ${EVENT_COLUMNS} from ${EVENT_TABLES} where e.account_id = $1 and e.id = any($2::bigint[])`,
);

/** Deletes an accepted or expired delivery. Uses the primary key. */
export const deleteDelivery = statement<[accountId: number, hookId: number, eventId: number], unknown>(
  'vendors_hook_delivery_done',
  'delete from vendor_hook_delivery where account_id = $1 and hook_id = $2 and event_id = $3',
);

/** Defers a delivery after `attempts` attempts. Uses the primary key. */
export const deferDelivery = statement<
  [accountId: number, hookId: number, eventId: number, attempts: number, seconds: number],
  unknown
>(
  'vendors_hook_delivery_defer',
  `update vendor_hook_delivery set attempts = $4, due_at = now() + make_interval(secs => $5::float8)
   where account_id = $1 and hook_id = $2 and event_id = $3`,
);

/** Records a successful attempt after failed ones. Uses the primary key. */
export const noteHookWorks = statement<[accountId: number, id: number], unknown>(
  'vendors_hook_works',
  `update vendor_hook set failures = 0, rests_until = null, last_failure = null
   where account_id = $1 and id = $2 and failures > 0`,
);

/** Records a failure. The pause doubles after each failure, up to the given number of seconds. Uses the primary key. */
export const noteHookFails = statement<[accountId: number, id: number, reason: string, mostSeconds: number], unknown>(
  'vendors_hook_fails',
  `update vendor_hook set failures = least(failures + 1, 1000), last_failure = $3,
     rests_until = seconds_after(clock.at, least($4::float8, power(2, least(failures, 20))))
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Deletes up to `limit` deliveries that are older than `hours`. Uses the index vendor_hook_delivery_age. */
export const deleteOldDeliveries = statement<[hours: number, limit: number], unknown>(
  'vendors_delete_old_hook_deliveries',
  `delete from vendor_hook_delivery where (account_id, hook_id, event_id) in (
     select account_id, hook_id, event_id from vendor_hook_delivery
     where created_at < now() - make_interval(hours => $1) limit $2
   )`,
);
