import { recordStatement, statement } from '../../../base/db.ts';
import type { WebhookFormat } from './types.ts';

/** A row leased by a claim, or the last row, which describes the claim itself. */
export interface ClaimedRow {
  readonly account_id: number;
  /** ID of the delivery. Null in the last row. */
  readonly id: string | null;
  readonly event_id: string;
  readonly message_id: string | null;
  readonly recipient_no: number | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  readonly event: string;
  /** Time of the event in milliseconds since the Unix epoch, with a fraction. */
  readonly occurred_ms: number;
  readonly status: string | null;
  readonly reason: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly attempts: number;
  readonly epoch: number;
  readonly body: Buffer | null;
  readonly format: WebhookFormat | null;
  readonly url: string | null;
  /** Due time of the account's oldest claimed row, in milliseconds since the Unix epoch. */
  readonly due_ms: number;
  /** Whether the call has checked all accounts and made all due rows claimable. Set only in the last row. */
  readonly is_round: boolean | null;
  /** Number of accounts that were checked but from which no row was claimed. Set only in the last row. */
  readonly in_vain: number | null;
  /**
   * `moves` is the number of waiting rows that were made claimable. `moved_ms` is the time, in milliseconds since the
   * Unix epoch, up to which all due rows were made claimable. Set only in the last row.
   */
  readonly moves: number | null;
  readonly moved_ms: number | null;
  /**
   * Milliseconds until something is due, or null if that is after the next poll. Set only in the last row, if nothing
   * was claimed.
   */
  readonly wait_ms: number | null;
}

/**
 * Leases due deliveries that are not older than `since`, fairly across accounts. See sql/functions/claim_webhooks.sql.
 */
export const claimDeliveries = recordStatement<
  {
    readonly since: string;
    readonly limit: number;
    readonly turn: number;
    readonly cursor: number;
    readonly accounts: number[];
    readonly places: number[];
    readonly leaseSeconds: number;
    readonly behind: number[];
    readonly afterMs: number[];
    readonly moves: number;
    readonly movedMs: number | null;
    readonly pollSeconds: number;
  },
  ClaimedRow
>(
  'webhooks_claim',
  `select * from claim_webhooks($since, $limit, $turn, $cursor, $accounts, $places, $leaseSeconds, $behind, $afterMs, $moves,
     $movedMs, $pollSeconds)`,
);

/**
 * Selects the ID from which claims must start to include rows queued before the given ID. See
 * sql/functions/oldest_queued_webhook.sql.
 */
export const oldestQueued = statement<[before: string], { readonly since: string }>(
  'webhooks_oldest_queued',
  'select oldest_queued_webhook($1) as since',
);
