import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { hasAudience, withLivingGroups } from './audience.ts';
import { lockUnchanged, heldCampaign, ownCampaign, scheduled } from './drafts.ts';
import { variantsOf } from './find.ts';
import type { CampaignParts } from './parts.ts';
import { timeZoneOf } from './plan.ts';
import type { CampaignRow } from './resource.ts';
import { requireDraftToSend } from './states.ts';

/**
 * Schedules a draft for now. Throws not_found, forbidden, conflict if the campaign is not a draft or is sent
 * automatically, audience_required if it has no audience, and the errors of `requireSendable`. If it throws, nothing
 * changes. Of several concurrent calls, only one succeeds.
 */
export async function sendCampaign(parts: CampaignParts, principal: Principal, id: number): Promise<CampaignRow> {
  return sendSeen(parts, principal, await ownCampaign(parts.db, principal.accountId, id));
}

/**
 * Same as `sendCampaign`, but for a campaign that the caller has already read. Throws conflict if the campaign has
 * changed since then.
 */
export async function sendSeen(parts: CampaignParts, principal: Principal, seen: CampaignRow): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  const { id } = seen;
  await requireReady(parts, accountId, seen);
  const timezone = seen.timezone ?? (await timeZoneOf(db, accountId));
  return db.transaction(async (tx) => {
    requireDraftToSend(await heldCampaign(tx, accountId, id));
    await lockUnchanged(tx, accountId, seen);
    return scheduled(tx, principal, id, { at: null, timezone });
  });
}

/** Throws the error that `sendCampaign` would throw if it were called now. */
export async function requireReady(
  { db, requireSendable }: Pick<CampaignParts, 'db' | 'requireSendable'>,
  accountId: number,
  seen: CampaignRow,
): Promise<void> {
  requireDraftToSend(seen);
  const [living] = await withLivingGroups(db, accountId, [seen]);
  if (!living || !hasAudience(living)) throw new Refusal('audience_required');
  await requireSendable(db, accountId, seen, await variantsOf(db, accountId, seen.id));
}
