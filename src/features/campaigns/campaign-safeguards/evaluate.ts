import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { readSafeguards, type InstallationSafeguards } from './limits.ts';
import { stoppedNotice, type SendNotice } from './notices.ts';
import {
  holdGating,
  noteStop,
  recordFirstWave,
  type SafeguardCounts,
  type GuardedRow,
  type StopSafeguard,
} from './queries.ts';
import { sumOf, verdictOnWave, verdictWhileSent, type Cause, type Verdict } from './verdict.ts';

const GO_ON: Verdict = { verdict: 'go_on' };

interface EvaluationParts {
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
  readonly sendNotice: SendNotice;
}

type Judged = Pick<CampaignRow, 'id' | 'title' | 'tracks_opens'>;

/**
 * Decides from the results whether a campaign continues. A first wave is judged once, at the end of the wait that
 * follows the wave. At other times, only bounces and complaints can stop a campaign. A stop is stored and reported to
 * the account by email, and lasts until the operator releases the campaign.
 */
export async function evaluateCampaign(
  tx: Tx,
  parts: EvaluationParts,
  accountId: number,
  campaign: Judged,
  counts: readonly SafeguardCounts[],
): Promise<Verdict> {
  const [row] = await holdGating(tx, accountId, campaign.id);
  if (!row?.wave_safeguard || row.wave_state !== 'running' || row.stopped_at || !row.is_wave_over) {
    return judgeWhileSent(tx, parts, row, campaign, counts);
  }
  const { limits } = await readSafeguards(tx, parts.installation, accountId);
  const wave = { safeguard: row.wave_safeguard, contacts: row.wave_contacts ?? 0, tracksOpens: campaign.tracks_opens };
  const verdict = verdictOnWave(sumOf(counts), wave, limits);
  if (verdict.verdict === 'stop') await stop(tx, parts, row, campaign, { ...verdict, by: row.wave_safeguard });
  else await recordFirstWave(tx, accountId, campaign.id, 'passed');
  return verdict;
}

/** Judges a campaign only by its bounces and complaints. Changes nothing if the campaign continues. */
async function judgeWhileSent(
  tx: Tx,
  parts: EvaluationParts,
  row: GuardedRow | undefined,
  campaign: Judged,
  counts: readonly SafeguardCounts[],
): Promise<Verdict> {
  if (!row) return GO_ON;
  if (row.stopped_at) return { verdict: 'stop', reason: row.stop_reason ?? '', figures: [] };
  const { limits } = await readSafeguards(tx, parts.installation, row.account_id);
  const verdict = verdictWhileSent(sinceLift(row, sumOf(counts)), limits);
  if (verdict.verdict === 'stop') {
    await stop(tx, parts, row, campaign, { ...verdict, by: 'automatic_pause' });
  }
  return verdict;
}

/** Stops a campaign. If its first wave is still running, the wave counts as failed. */
async function stop(
  tx: Tx,
  { clock, sendNotice }: EvaluationParts,
  { account_id: accountId, campaign_id: campaignId, wave_state: waveState }: GuardedRow,
  { title }: Judged,
  { by, figures, reason }: Cause & { readonly by: StopSafeguard },
): Promise<void> {
  await noteStop(tx, accountId, campaignId, new Date(clock.now()), by, reason);
  if (waveState === 'running') await recordFirstWave(tx, accountId, campaignId, 'failed');
  const account = await readAccount(tx, accountId);
  if (!account) return;
  await sendNotice(tx, {
    accountId,
    to: account.email,
    write: (language) => stoppedNotice(language, { title, figures }),
  });
}

/** Subtracts the results that were counted before the operator released the campaign. */
function sinceLift(row: GuardedRow, counts: SafeguardCounts): SafeguardCounts {
  return {
    ...counts,
    sent: Math.max(0, counts.sent - row.judged_sent),
    bounced: Math.max(0, counts.bounced - row.judged_bounced),
    complained: Math.max(0, counts.complained - row.judged_complained),
  };
}
