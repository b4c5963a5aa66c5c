import type { Vault } from '../../../../base/crypto.ts';
import type { Database, Tx } from '../../../../base/db.ts';
import { invalid } from '../../../../base/refusal.ts';
import { refusedUrl, type UrlPolicy } from '../../../../http/outgoing/url.ts';
import { recordAct, type Actor } from '../../../tenants/accounts/index.ts';
import type { Vendor } from '../types.ts';
import { deleteHooks, hooksOf, insertHook, lockHooks, renewSigningKey, updateHook } from './queries.ts';
import { columnsOf, openHook, signingKeyOf } from './sealed.ts';
import type { Hook, NewHook } from './types.ts';

/** Maximum number of webhooks per account and vendor. */
export const MAX_HOOKS = 50;

/** Dependencies of webhook settings. */
export interface HookParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly urlPolicy: UrlPolicy;
}

/** Returns the webhooks that an account has set through a vendor's API, in the order of their creation. */
export async function listHooks({ db, vault }: HookParts, accountId: number, vendor: Vendor): Promise<Hook[]> {
  return (await hooksOf(db, accountId, vendor)).map((row) => openHook(vault, accountId, row));
}

/**
 * Adds webhooks and removes the webhooks in `replaced`, in one transaction. Throws validation_error for disallowed
 * URLs, or if the account would have too many webhooks.
 */
export async function addHooks(
  parts: HookParts,
  actor: Actor,
  wanted: readonly NewHook[],
  replaced: readonly Hook[] = [],
): Promise<Hook[]> {
  const { db, vault } = parts;
  const { accountId } = actor;
  for (const { url } of wanted) requireUrl(parts, url);
  return db.transaction(async (tx) => {
    await lockHooks(tx, accountId);
    await remove(tx, actor, replaced);
    const made: Hook[] = [];
    for (const hook of wanted) {
      const there = await hooksOf(tx, accountId, hook.vendor);
      if (there.length >= MAX_HOOKS)
        throw invalid({ url: [`cannot be added: an account can have at most ${MAX_HOOKS} webhooks.`] });
      const [row] = await insertHook(tx, accountId, hook.vendor, ...columnsOf(vault, accountId, hook));
      if (!row) throw new Error('Inserting a webhook returned no ID');
      await recordAct(tx, actor, { action: 'vendor_hook.create', subject: hook.url, after: notedOf(hook) });
      made.push(openHook(vault, accountId, row));
    }
    return made;
  });
}

/** Changes a webhook. Returns undefined if the webhook does not exist. Throws validation_error for a disallowed URL. */
export async function changeHook(parts: HookParts, actor: Actor, hook: Hook): Promise<Hook | undefined> {
  requireUrl(parts, hook.url);
  const { accountId } = actor;
  return parts.db.transaction(async (tx) => {
    const [row] = await updateHook(tx, accountId, hook.id, ...columnsOf(parts.vault, accountId, hook));
    if (!row) return undefined;
    await recordAct(tx, actor, { action: 'vendor_hook.change', subject: hook.url, after: notedOf(hook) });
    return openHook(parts.vault, accountId, row);
  });
}

/** Removes webhooks and their pending deliveries. */
export async function removeHooks({ db }: HookParts, actor: Actor, hooks: readonly Hook[]): Promise<void> {
  await db.transaction(async (tx) => remove(tx, actor, hooks));
}

async function remove(tx: Tx, actor: Actor, hooks: readonly Hook[]): Promise<void> {
  if (hooks.length === 0) return;
  const ids = hooks.map(({ id }) => id);
  const gone = await deleteHooks(tx, actor.accountId, ids);
  for (const { url } of gone) await recordAct(tx, actor, { action: 'vendor_hook.delete', subject: url });
}

/** Replaces the signing key, and returns the new key. Within about a second, all requests are signed with it. */
export async function rotateSigningKey(parts: HookParts, actor: Actor, vendor: Vendor): Promise<string> {
  const { accountId } = actor;
  return parts.db.transaction(async (tx) => {
    const [row] = await renewSigningKey(tx, accountId, vendor);
    await recordAct(tx, actor, { action: 'vendor_hook.rotate_key', subject: vendor });
    return signingKeyOf(parts.vault, accountId, vendor, row?.version ?? 0);
  });
}

/** Returns the properties of a webhook for the audit log. Passwords are never included. */
function notedOf({ domain, kind, url, vendor }: NewHook): Readonly<Record<string, unknown>> {
  return { vendor, domain: domain ?? null, kind, url };
}

function requireUrl({ urlPolicy }: HookParts, url: string): void {
  const fault = refusedUrl(url, urlPolicy);
  if (fault) throw invalid({ url: [`${fault.replace(/^The URL /, '')}.`] });
}
