import type { AnswerOf } from '../../../http/answer-of.ts';
import type { ManagedKeyRow } from './key-queries.ts';
import type { keySchema } from './route-docs.ts';

/** An API key as the dashboard API returns it, with enough characters of the key to recognize it. */
export type PresentedKey = AnswerOf<typeof keySchema>;

/** Converts a database row to a key for the API response. */
export function presentKey(row: ManagedKeyRow): PresentedKey {
  const perMinute = row.rate_per_minute ?? row.plan_per_minute;
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes,
    domain: row.domain,
    status: statusOf(row),
    rate: {
      per_second: row.rate_per_second ?? row.plan_per_second,
      per_minute: perMinute,
      is_own: row.rate_per_second !== null || row.rate_per_minute !== null,
      used_last_minute: perMinute === null ? null : Math.max(0, perMinute - (row.minute_left ?? perMinute)),
    },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    replaced_by: row.replaced_by,
    made_by: makerOf(row),
  };
}

function makerOf({ is_maker_member: isMember, made_by: id, maker_name: name }: ManagedKeyRow): PresentedKey['made_by'] {
  return id === null ? null : { id, name, is_member: isMember };
}

function statusOf(row: ManagedKeyRow): PresentedKey['status'] {
  if (row.revoked_at) return 'revoked';
  if (!row.is_living) return 'expired';
  return row.expires_at ? 'ending' : 'living';
}
