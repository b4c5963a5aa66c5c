import type { ManagedKeyRow } from './key-queries.ts';

/** A key as the dashboard shows it: enough to know it by, never the key itself. */
export interface PresentedKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly domain: string | null;
  readonly status: 'living' | 'ending' | 'expired' | 'revoked';
  readonly rate: {
    /** In force; null: no limit. */
    readonly per_second: number | null;
    readonly per_minute: number | null;
    /** Whether the key has a rate of its own; else its plan's holds. */
    readonly is_own: boolean;
    /** About how many requests the last minute had; null without a limit of the minute. */
    readonly used_last_minute: number | null;
  };
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly replaced_by: number | null;
  /** Null: the command line, or nobody knows; without a name: somebody who was deleted. */
  readonly made_by: { readonly id: number; readonly name: string | null; readonly is_member: boolean } | null;
}

/** The key behind a row. */
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
