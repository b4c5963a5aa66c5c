import { recordStatement, statement } from '../../../base/db.ts';
import type { WebhookFormat } from './types.ts';

/** A row that a claim leased, or the one at its end. */
export interface ClaimedRow {
  readonly account_id: number;
  /** Null in the row at the end. */
  readonly id: string | null;
  readonly event_id: string;
  readonly message_id: string | null;
  readonly recipient_no: number | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  readonly event: string;
  /** Milliseconds since 1970, with their fraction. */
  readonly occurred_ms: number;
  readonly status: string | null;
  readonly reason: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly attempts: number;
  readonly epoch: number;
  readonly body: Buffer | null;
  readonly format: WebhookFormat | null;
  readonly url: string | null;
  /** When the oldest of the account's rows was due that the claim saw, in milliseconds since 1970. */
  readonly due_ms: number;
  /** In the row at the end: whether the call has gone round all accounts and brought over everything that is due. */
  readonly is_round: boolean | null;
  /** In the row at the end: at how many accounts it looked that had nothing that it could take. */
  readonly in_vain: number | null;
  /** In the row at the end: how many whose time had come were brought over, and up to when, in milliseconds since 1970. */
  readonly moves: number | null;
  readonly moved_ms: number | null;
  /** In the row at the end, when nothing was taken: when something is due, null when not before the next look. */
  readonly wait_ms: number | null;
}

/** Leases due deliveries that are not older than `since`, fairly over accounts; see sql/functions/claim_webhooks.sql. */
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

/** Where claims have to begin to look so that they find what is queued of days before an id's, too; see the same file. */
export const oldestQueued = statement<[before: string], { readonly since: string }>(
  'webhooks_oldest_queued',
  'select oldest_queued_webhook($1) as since',
);
