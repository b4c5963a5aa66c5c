import { recordStatement, statement } from '../../../base/db.ts';
import type { WebhookEventName } from './events.ts';
import type { WebhookFormat } from './types.ts';

/** Reason why a webhook is disabled: `owner` if its owner disabled it, or `gone` if the receiver responded with 410. */
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

/** Selects the webhook of an account. Uses the primary key. */
export const webhookOf = statement<[accountId: number], WebhookRow>(
  'webhooks_of_account',
  `select ${COLUMNS} from webhook where account_id = $1`,
);

/** Selects the webhook and locks its row, so that changes are serialized. */
export const lockWebhook = statement<[accountId: number], WebhookRow>(
  'webhooks_lock',
  `select ${COLUMNS} from webhook where account_id = $1 for update`,
);

export interface Settings {
  readonly url: string;
  readonly format: string;
  readonly events: readonly string[];
  readonly hasSingle: boolean;
  readonly hasBoth: boolean;
}

/** Inserts a webhook. Returns no row if the account already has one. */
export const insertWebhook = recordStatement<
  Settings & { readonly accountId: number; readonly isEnabled: boolean; readonly secret: Buffer },
  WebhookRow
>(
  'webhooks_insert',
  `insert into webhook (account_id, url, format, events, has_single_signature, has_both_signatures, state, disabled_by,
     disabled_at, secret)
   values ($accountId, $url, $format, $events, $hasSingle, $hasBoth,
     case when $isEnabled then 'enabled' else 'disabled' end, case when not $isEnabled then 'owner' end,
     case when not $isEnabled then now() end, $secret)
   on conflict do nothing returning ${COLUMNS}`,
);

/** Updates the settings. Resets the health if the URL changes or the webhook is enabled again. Uses the primary key. */
export const updateWebhook = recordStatement<
  Settings & { readonly accountId: number; readonly isEnabled: boolean; readonly isRestarted: boolean },
  WebhookRow
>(
  'webhooks_update',
  `update webhook set url = $url, format = $format, events = $events, has_single_signature = $hasSingle,
     has_both_signatures = $hasBoth,
     state = case when $isEnabled then 'enabled' else 'disabled' end,
     disabled_by = case when $isEnabled then null else coalesce(disabled_by, 'owner') end,
     disabled_at = case when $isEnabled then null else coalesce(disabled_at, clock.at) end,
     failing_since = case when $isRestarted then null else failing_since end,
     failures = case when $isRestarted then 0 else failures end,
     notified_at = case when $isRestarted then null else notified_at end,
     updated_at = clock.at
   from (select now()) as clock (at)
   where account_id = $accountId returning ${COLUMNS}`,
);

/**
 * Sets the current and the previous secret. The previous one continues to sign for the given hours. Uses the primary
 * key.
 */
export const updateSecret = statement<
  [accountId: number, secret: Buffer, previous: Buffer, overlapHours: number],
  WebhookRow
>(
  'webhooks_rotate',
  `update webhook set secret = $2, previous_secret = $3, previous_until = now() + make_interval(hours => $4),
     updated_at = now()
   where account_id = $1 returning ${COLUMNS}`,
);

/** Deletes the previous secret. Uses the primary key. */
export const updatePreviousForgotten = statement<[accountId: number], WebhookRow>(
  'webhooks_forget_previous',
  `update webhook set previous_secret = null, previous_until = null, updated_at = now()
   where account_id = $1 returning ${COLUMNS}`,
);

/** Deletes the webhook. Uses the primary key. */
export const deleteWebhook = statement<[accountId: number], { readonly url: string }>(
  'webhooks_delete',
  'delete from webhook where account_id = $1 returning url',
);
