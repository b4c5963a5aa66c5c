import { randomText } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { holdSettings, makeArchive, makeSettings, replaceSettings, type CampaignSettings } from './queries.ts';

/** Changes what is given of the caller's settings of campaigns, and notes it in the audit log; gives them as they are now. */
export async function changeCampaignSettings(
  db: Database,
  principal: Principal,
  change: Partial<CampaignSettings>,
): Promise<CampaignSettings> {
  const { accountId } = principal;
  return db.transaction(async (tx) => {
    await makeSettings(tx, accountId);
    const [before] = await holdSettings(tx, accountId);
    if (!before) throw new Error('Campaign settings missing after insert');
    const after = { ...before, ...change };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await replaceSettings(
      tx,
      accountId,
      after.postal_address,
      after.from_name,
      after.from_email,
      after.tracks_opens,
      after.tracks_clicks,
      after.uses_canary,
      after.archives,
      after.archive_title,
    );
    if (after.archives) await makeArchive(tx, accountId, archiveCode());
    await recordAct(tx, principal, {
      action: 'campaign_settings.change',
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
}

const ARCHIVE_CODE_CHARACTERS = 14;

/** Long enough that none is ever made twice, and nobody tries them. */
function archiveCode(): string {
  return randomText(ARCHIVE_CODE_CHARACTERS).toLowerCase();
}
