import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { requireNoGroups, requireOwnGroups } from './audience.ts';
import { blankDraft, composed, requireWhole, variantRows } from './compose.ts';
import { variantsOf } from './find.ts';
import type { CampaignParts } from './parts.ts';
import { planOf, type Plan } from './plan.ts';
import {
  campaignAnywhere,
  campaignById,
  deleteVariants,
  lockCampaignRow,
  insertDraft,
  insertVariant,
  markDeleted,
  setScheduled,
  setUnscheduled,
  updateDraft,
  type CampaignVariantRow,
} from './queries.ts';
import type { CampaignKind, CampaignRow, DraftChange, DraftFields } from './resource.ts';
import { changedByOthers, changedMeanwhile, requireChangeable, requireDraftToDelete } from './states.ts';

/**
 * Creates a campaign as a draft, or as scheduled if a time is given. Throws validation_error and, for a scheduled
 * campaign, the errors of `requireSendable`.
 */
export async function createCampaign(
  parts: CampaignParts,
  principal: Principal,
  given: DraftChange,
): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  const fields = composed(given, blankDraft(await readCampaignSettings(db, accountId)));
  const variants = given.variants ?? [];
  requireWhole(fields, variantRows(0, variants));
  await requireOwnGroups(db, accountId, given);
  const plan = await planOf(parts, accountId, given, fields);
  const draft = await db.transaction(async (tx) => {
    const made = await addDraft(tx, accountId, 'campaign', fields);
    await writeVariants(tx, accountId, variantRows(made.id, variants));
    return made;
  });
  return plan ? scheduleNew(parts, principal, draft, plan) : draft;
}

/** Inserts a draft of any kind. */
export async function addDraft(
  tx: Tx,
  accountId: number,
  kind: CampaignKind,
  fields: DraftFields,
): Promise<CampaignRow> {
  const [made] = await insertDraft(tx, { ...fields, kind, account_id: accountId });
  return there((await campaignById(tx, accountId, made?.id ?? 0))[0]);
}

/** Schedules a draft that was just created. If the draft cannot be sent, deletes it and throws the error. */
export async function scheduleNew(
  parts: CampaignParts,
  principal: Principal,
  draft: CampaignRow,
  plan: Plan,
): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  try {
    await parts.requireSendable(db, accountId, draft, await variantsOf(db, accountId, draft.id));
    return await db.transaction(async (tx) => {
      await lockUnchanged(tx, accountId, draft);
      return scheduled(tx, principal, draft.id, plan);
    });
  } catch (error) {
    await markDeleted(db, accountId, draft.id);
    throw error;
  }
}

/** Returns a campaign of the account. Throws not_found, or forbidden if the campaign belongs to another account. */
export async function ownCampaign(db: Db, accountId: number, id: number): Promise<CampaignRow> {
  const [found] = await campaignById(db, accountId, id);
  return ownObject(found, async () => campaignAnywhere(db, id));
}

/** Same as `ownCampaign`, but locks the campaign until the transaction ends. */
export async function heldCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow> {
  const [held] = await lockCampaignRow(tx, accountId, id);
  return ownObject(held, async () => campaignAnywhere(tx, id));
}

/** Locks a campaign that was read earlier. Throws conflict if the campaign has changed since. */
export async function lockUnchanged(tx: Tx, accountId: number, seen: CampaignRow): Promise<void> {
  if (!isDeepStrictEqual(await heldCampaign(tx, accountId, seen.id), seen)) throw changedMeanwhile();
}

/**
 * Updates a campaign. A send time schedules the campaign, and null turns the campaign back into a draft. Throws
 * not_found, forbidden, conflict if the state does not allow the change, validation_error, and the errors of
 * `requireSendable` if the campaign would be scheduled. If `seenAt` (the `updated_at` that the caller has read) is
 * given, also throws conflict if the campaign has changed since. If it throws, nothing changes.
 */
export async function changeCampaign(
  parts: CampaignParts,
  principal: Principal,
  id: number,
  change: DraftChange,
  seenAt?: string,
): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  const seen = await ownCampaign(db, accountId, id);
  requireChangeable(seen, change);
  if (seen.resend_of !== null) requireNoGroups(change);
  await requireOwnGroups(db, accountId, change);
  const plan = await planOf(parts, accountId, change, { ...seen, ...composed(change, seen) });
  if (plan) {
    const { fields, variants } = await wholeChange(db, accountId, seen, change);
    await parts.requireSendable(db, accountId, { ...seen, ...fields }, variants);
  }
  if (seen.kind !== 'campaign') {
    const { fields } = await wholeChange(db, accountId, seen, change);
    await parts.requireReadable(db, accountId, { ...fields, id, kind: seen.kind });
  }
  if (seen.state === 'paused') {
    await parts.requireContent(db, accountId, { ...seen, ...(await wholeChange(db, accountId, seen, change)).fields });
  }
  if (seen.kind === 'confirmation') {
    await parts.requireText(db, accountId, { ...seen, ...(await wholeChange(db, accountId, seen, change)).fields });
  }
  return db.transaction(async (tx) => {
    const held = await heldCampaign(tx, accountId, id);
    // Schedule the campaign only if it is still the version that was checked. Apply other changes to the current
    // version.
    if (plan && !isDeepStrictEqual(held, seen)) throw changedMeanwhile();
    if (seenAt !== undefined && held.updated_at.toISOString() !== seenAt) throw changedByOthers();
    requireChangeable(held, change);
    const { fields, variants } = await wholeChange(tx, accountId, held, change);
    await updateDraft(tx, { ...fields, account_id: accountId, id });
    if (held.kind !== 'campaign') await parts.onMailChanged(tx, accountId, id);
    if (change.variants) await writeVariants(tx, accountId, variants, id);
    if (plan) return scheduled(tx, principal, id, plan);
    if (held.state === 'scheduled') return unscheduled(tx, principal, id, change.timezone);
    return there((await campaignById(tx, accountId, id))[0]);
  });
}

async function wholeChange(
  db: Db,
  accountId: number,
  before: CampaignRow,
  change: DraftChange,
): Promise<{ readonly fields: DraftFields; readonly variants: readonly CampaignVariantRow[] }> {
  const fields = composed(change, before);
  const variants = change.variants
    ? variantRows(before.id, change.variants)
    : await variantsOf(db, accountId, before.id);
  requireWhole(fields, variants);
  return { fields, variants };
}

/** Soft-deletes a draft. Throws not_found, forbidden, or conflict if the campaign is not a draft. */
export async function deleteCampaign({ db }: CampaignParts, principal: Principal, id: number): Promise<void> {
  const { accountId } = principal;
  await db.transaction(async (tx) => {
    const held = await heldCampaign(tx, accountId, id);
    requireDraftToDelete(held);
    await markDeleted(tx, accountId, id);
    await recordAct(tx, actor(principal), {
      action: 'campaign.delete',
      subject: String(id),
      before: { title: held.title },
    });
  });
}

/** Inserts variants. If `inPlaceOf` is given, first deletes the existing variants of that campaign. */
export async function writeVariants(
  tx: Tx,
  accountId: number,
  variants: readonly CampaignVariantRow[],
  inPlaceOf?: number,
): Promise<void> {
  if (inPlaceOf !== undefined) await deleteVariants(tx, accountId, inPlaceOf);
  for (const variant of variants) await insertVariant(tx, { ...variant, account_id: accountId });
}

/**
 * Schedules a campaign that the caller has locked and writes an audit log entry. Without a time, the campaign is due
 * now.
 */
export async function scheduled(
  tx: Tx,
  principal: Principal,
  id: number,
  { at, timezone }: { readonly at: Date | null; readonly timezone: string },
): Promise<CampaignRow> {
  const after = there((await setScheduled(tx, principal.accountId, id, at, timezone))[0]);
  const action = at ? 'campaign.schedule' : 'campaign.send';
  const noted = { title: after.title, ...(at && { scheduled_at: at.toISOString() }) };
  await recordAct(tx, actor(principal), { action, subject: String(id), after: noted });
  return after;
}

async function unscheduled(
  tx: Tx,
  principal: Principal,
  id: number,
  timezone: string | undefined,
): Promise<CampaignRow> {
  const after = there((await setUnscheduled(tx, principal.accountId, id, timezone ?? null))[0]);
  await recordAct(tx, actor(principal), {
    action: 'campaign.unschedule',
    subject: String(id),
    after: { title: after.title },
  });
  return after;
}

function actor(principal: Principal) {
  return { ...principal, person: principal.person };
}

function there(row: CampaignRow | undefined): CampaignRow {
  if (!row) throw new Error('Campaign missing after write');
  return row;
}

/** Creates the campaign row that stores an automatically sent email. Tracking is off by default. */
export async function addRecord(
  tx: Tx,
  accountId: number,
  kind: 'confirmation' | 'automation',
  content: Partial<DraftFields>,
): Promise<CampaignRow> {
  const blank = blankDraft({ tracks_opens: false, tracks_clicks: false });
  return addDraft(tx, accountId, kind, { ...blank, ...content });
}
