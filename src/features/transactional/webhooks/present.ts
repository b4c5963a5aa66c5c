import type { Vault } from '../../../base/crypto.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { WebhookRow } from './queries.ts';
import type { webhookSchema, withSecretSchema } from './route-docs.ts';
import { hintOf, overlappingSecret, sealPurpose } from './secrets.ts';

/** A webhook in the form shown to its owner. */
export type PresentedWebhook = AnswerOf<typeof webhookSchema>;

/** Formats a webhook for its owner. Shows only the last characters of the secret. */
export function presentWebhook(vault: Vault, accountId: number, row: WebhookRow, now: Date): PresentedWebhook {
  const previous = overlappingSecret(row, now.getTime());
  const hint = (sealed: Buffer): string => hintOf(vault.open(sealPurpose(accountId), sealed).toString());
  return {
    url: row.url,
    format: row.format,
    events: row.events,
    enabled: row.state === 'enabled',
    disabled_by: row.disabled_by,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    single_signature: row.has_single_signature,
    both_signatures: row.has_both_signatures,
    secret_ends_with: hint(row.secret),
    previous_secret:
      previous && row.previous_until
        ? { ends_with: hint(previous), signs_until: row.previous_until.toISOString() }
        : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Formats a webhook with its secret. */
export function presentWithSecret(
  vault: Vault,
  accountId: number,
  row: WebhookRow,
  now: Date,
): AnswerOf<typeof withSecretSchema> {
  const { secret_ends_with, ...webhook } = presentWebhook(vault, accountId, row, now);
  return { ...webhook, secret_ends_with, secret: vault.open(sealPurpose(accountId), row.secret).toString() };
}
