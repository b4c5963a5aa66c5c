import { statement } from '../../../base/db.ts';
import type { WebhookEventName } from './events.ts';
import type { WebhookFormat } from './types.ts';

/** Who may have disabled a webhook: its owner, or the receiver by answering 410. */
export type DisabledBy = 'owner' | 'gone';

export interface WebhookRow {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly events: WebhookEventName[];
  readonly has_single_signature: boolean;
  readonly has_both_signatures: boolean;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_until: Date | null;
  readonly state: 'enabled' | 'disabled';
  readonly disabled_by: DisabledBy | null;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS =
  'url, format, events, has_single_signature, has_both_signatures, secret, previous_secret, previous_until, state, ' +
  'disabled_by, disabled_at, created_at, updated_at';

/** The webhook of an account, primary key. */
export const webhookOf = statement<[accountId: number], WebhookRow>(
  'webhooks_of_account',
  `select ${COLUMNS} from webhook where account_id = $1`,
);

/** The same, locked until the end of the transaction: changes of one webhook come one after the other. */
export const lockWebhook = statement<[accountId: number], WebhookRow>(
  'webhooks_lock',
  `select ${COLUMNS} from webhook where account_id = $1 for update`,
);

/** What the owner decides. */
export type SettingColumns = [
  url: string,
  format: string,
  events: string[],
  hasSingleSignature: boolean,
  hasBothSignatures: boolean,
];

/** A new webhook; no row when another request was first. */
export const insertWebhook = statement<
  [accountId: number, ...SettingColumns, isEnabled: boolean, secret: Buffer],
  WebhookRow
>(
  'webhooks_insert',
  `insert into webhook (account_id, url, format, events, has_single_signature, has_both_signatures, state, disabled_by,
     disabled_at, secret)
   values ($1, $2, $3, $4, $5, $6,
     case when $7 then 'enabled' else 'disabled' end, case when not $7 then 'owner' end, case when not $7 then now() end, $8)
   on conflict do nothing returning ${COLUMNS}`,
);

/**
 * Writes the settings; those about health are of a URL and of a time in which the webhook was enabled, so they begin anew
 * with another of either. Primary key.
 */
export const updateWebhook = statement<
  [accountId: number, ...SettingColumns, isEnabled: boolean, isAnew: boolean],
  WebhookRow
>(
  'webhooks_update',
  `update webhook set url = $2, format = $3, events = $4, has_single_signature = $5,
     has_both_signatures = $6,
     state = case when $7 then 'enabled' else 'disabled' end,
     disabled_by = case when $7 then null else coalesce(disabled_by, 'owner') end,
     disabled_at = case when $7 then null else coalesce(disabled_at, clock.at) end,
     failing_since = case when $8 then null else failing_since end,
     failures = case when $8 then 0 else failures end,
     told_at = case when $8 then null else told_at end,
     updated_at = clock.at
   from (select now()) as clock (at)
   where account_id = $1 returning ${COLUMNS}`,
);

/** Sets the current secret, and the one before it, which goes on signing for so many hours. Primary key. */
export const updateSecret = statement<
  [accountId: number, secret: Buffer, previous: Buffer, overlapHours: number],
  WebhookRow
>(
  'webhooks_rotate',
  `update webhook set secret = $2, previous_secret = $3, previous_until = now() + make_interval(hours => $4),
     updated_at = now()
   where account_id = $1 returning ${COLUMNS}`,
);

/** Forgets the secret before the current one. Primary key. */
export const updatePreviousForgotten = statement<[accountId: number], WebhookRow>(
  'webhooks_forget_previous',
  `update webhook set previous_secret = null, previous_until = null, updated_at = now()
   where account_id = $1 returning ${COLUMNS}`,
);

/** Removes the webhook; primary key. */
export const deleteWebhook = statement<[accountId: number], { readonly url: string }>(
  'webhooks_delete',
  'delete from webhook where account_id = $1 returning url',
);
