import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { recordAct, type Actor } from '../../tenants/accounts/index.ts';
import { requireWebhook } from './log.ts';
import { presentWebhook, presentWithSecret, type PresentedWebhook } from './present.ts';
import {
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  updatePreviousForgotten,
  updateSecret,
  updateWebhook,
  webhookOf,
  type Settings,
  type WebhookRow,
} from './queries.ts';
import type { WebhookChange } from './schema.ts';
import { newSecret, overlappingSecret, sealPurpose } from './secrets.ts';
import { EXTRA_EVENTS, WEBHOOK_EVENTS } from './events.ts';

/** Hours for which the previous secret continues to sign after a rotation, if the new one is not activated earlier. */
export const OVERLAP_HOURS = 24;

const DEFAULT_EVENTS = WEBHOOK_EVENTS.filter((event) => !EXTRA_EVENTS.includes(event));

export interface WebhookParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Returns the account's webhook. Throws not_found if the account has no webhook. */
export async function readWebhook(parts: WebhookParts, accountId: number): Promise<PresentedWebhook> {
  return presented(parts, accountId, requireWebhook((await webhookOf(parts.db, accountId))[0]));
}

/**
 * Creates or changes the account's webhook. Returns the secret only if the webhook was created. Throws validation_error
 * for a new webhook without a URL, for a secret other than the current one, because a new secret requires a rotation,
 * and for a webhook with both single_signature and both_signatures.
 */
export async function setWebhook(
  parts: WebhookParts,
  actor: Actor,
  change: WebhookChange,
): Promise<{ readonly isNew: boolean; readonly webhook: PresentedWebhook & { readonly secret?: string } }> {
  const { accountId } = actor;
  return parts.db.transaction(async (tx) => {
    const made = await makeWhenAbsent(tx, parts, accountId, change);
    if (made) {
      await recordAct(tx, actor, { action: 'webhook.create', subject: made.url, after: settingsOf(made) });
      return { isNew: true, webhook: presentWithSecret(parts.vault, accountId, made, new Date(parts.clock.now())) };
    }
    const before = requireWebhook((await lockWebhook(tx, accountId))[0]);
    requireSameSecret(parts.vault, accountId, before, change.secret);
    const changed = await applyChange(tx, accountId, before, change);
    const noted = { before: settingsOf(before), after: settingsOf(changed) };
    await recordAct(tx, actor, { action: 'webhook.change', subject: changed.url, ...noted });
    return { isNew: false, webhook: presented(parts, accountId, changed) };
  });
}

/** Deletes the account's webhook and its secrets. Throws not_found if the account has no webhook. */
export async function removeWebhook({ db }: WebhookParts, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const { url } = requireWebhook((await deleteWebhook(tx, actor.accountId))[0]);
    await recordAct(tx, actor, { action: 'webhook.delete', subject: url });
  });
}

/**
 * Sets a given or generated secret and returns it. The previous secret continues to sign until `activateSecret`, for at
 * most OVERLAP_HOURS. Throws not_found if the account has no webhook, and validation_error if the given secret is the
 * current one.
 */
export async function rotateSecret(parts: WebhookParts, actor: Actor, given: string | undefined) {
  const { clock, db, vault } = parts;
  const { accountId } = actor;
  return db.transaction(async (tx) => {
    const before = requireWebhook((await lockWebhook(tx, accountId))[0]);
    if (given === openSecret(vault, accountId, before)) throw invalid({ secret: ['is already the current secret.'] });
    const sealed = vault.seal(sealPurpose(accountId), Buffer.from(given ?? newSecret()));
    const [row] = await updateSecret(
      tx,
      accountId,
      sealed,
      secretThatReceiversHave(before, clock.now()),
      OVERLAP_HOURS,
    );
    await recordAct(tx, actor, { action: 'webhook.rotate_secret', subject: before.url });
    return presentWithSecret(vault, accountId, requireWebhook(row), new Date(clock.now()));
  });
}

/**
 * Returns the secret that receivers use for verification. This is the previous secret if only that one signs during the
 * overlap of a rotation. If the secret is then rotated again, the previous secret is kept and the current one is
 * dropped, because no receiver uses it yet.
 */
function secretThatReceiversHave(row: WebhookRow, nowMs: number): Buffer {
  const onlyPreviousSigns = !row.has_both_signatures && (row.format === 'native' || row.has_single_signature);
  return (onlyPreviousSigns && overlappingSecret(row, nowMs)) || row.secret;
}

/**
 * Deletes the previous secret. Within a second, only the current secret signs. Throws not_found if the account has no
 * webhook.
 */
export async function activateSecret(parts: WebhookParts, actor: Actor): Promise<PresentedWebhook> {
  return parts.db.transaction(async (tx) => {
    const row = requireWebhook((await updatePreviousForgotten(tx, actor.accountId))[0]);
    await recordAct(tx, actor, { action: 'webhook.activate_secret', subject: row.url });
    return presented(parts, actor.accountId, row);
  });
}

/** Returns the webhook's properties for the audit log, without secrets. */
function settingsOf(row: WebhookRow): Readonly<Record<string, unknown>> {
  const { both, single } = { both: row.has_both_signatures, single: row.has_single_signature };
  const { events, format, state, url } = row;
  return { url, format, events, enabled: state === 'enabled', single_signature: single, both_signatures: both };
}

async function makeWhenAbsent(
  tx: Tx,
  { vault }: WebhookParts,
  accountId: number,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const [existing] = await webhookOf(tx, accountId);
  if (existing) return undefined;
  if (change.url === undefined) throw invalid({ url: ['is required because the account has no webhook yet.'] });
  const sealed = vault.seal(sealPurpose(accountId), Buffer.from(change.secret ?? newSecret()));
  const settings = settingsAfter({ ...change, url: change.url }, undefined);
  const isEnabled = change.isEnabled ?? true;
  return (await insertWebhook(tx, { accountId, ...settings, isEnabled, secret: sealed }))[0];
}

async function applyChange(tx: Tx, accountId: number, before: WebhookRow, change: WebhookChange): Promise<WebhookRow> {
  const wasEnabled = before.state === 'enabled';
  const hasNewUrl = change.url !== undefined && change.url !== before.url;
  // A new URL enables a webhook that was disabled because its receiver no longer existed.
  const isEnabled = change.isEnabled ?? (wasEnabled || (hasNewUrl && before.disabled_by === 'gone'));
  const isRestarted = hasNewUrl || (isEnabled && !wasEnabled);
  const settings = settingsAfter({ ...change, url: change.url ?? before.url }, before);
  return requireWebhook((await updateWebhook(tx, { accountId, ...settings, isEnabled, isRestarted }))[0]);
}

/**
 * Returns the settings after a change. A setting that the change does not contain keeps its previous value, or has its
 * default in a new webhook.
 */
function settingsAfter(change: WebhookChange & { readonly url: string }, before: WebhookRow | undefined): Settings {
  return {
    url: change.url,
    format: change.format ?? before?.format ?? 'native',
    events: change.events ?? before?.events ?? DEFAULT_EVENTS,
    ...signaturesAfter(change, before),
  };
}

function signaturesAfter(change: WebhookChange, before: WebhookRow | undefined) {
  const hasSingle = change.hasSingleSignature ?? before?.has_single_signature ?? false;
  const hasBoth = change.hasBothSignatures ?? before?.has_both_signatures ?? false;
  if (!hasSingle || !hasBoth) return { hasSingle, hasBoth };
  throw invalid({
    both_signatures: ['cannot be true if `single_signature` is true. Set one of the two fields to false.'],
  });
}

/** Accepts the current secret, because some clients send all settings each time. Another secret requires a rotation. */
function requireSameSecret(vault: Vault, accountId: number, row: WebhookRow, secret: string | undefined): void {
  if (secret === undefined || secret === openSecret(vault, accountId, row)) return;
  throw invalid({
    secret: ['is not the current secret. To change the secret, call `POST /transactional/webhook/rotate-secret`.'],
  });
}

function openSecret(vault: Vault, accountId: number, row: WebhookRow): string {
  return vault.open(sealPurpose(accountId), row.secret).toString();
}

function presented({ clock, vault }: WebhookParts, accountId: number, row: WebhookRow): PresentedWebhook {
  return presentWebhook(vault, accountId, row, new Date(clock.now()));
}
