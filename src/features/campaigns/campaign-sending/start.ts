import type { Tx } from '../../../base/db.ts';
import { startMailing } from '../../sending/mailings/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { noteWaveStarted, type WaveRow } from './wave-queries.ts';

const HOUR_MS = 3_600_000;

/**
 * Lets delivery have a wave. Of a campaign that is sent over hours, a wave takes the part of them that its recipients are of
 * all; what is to be measured before the rest goes out is sent at once.
 */
export async function startWave(
  tx: Tx,
  accountId: number,
  campaign: CampaignRow,
  wave: WaveRow,
  variant = wave.variant,
): Promise<void> {
  const isMeasured = wave.kind === 'first' || wave.kind === 'test';
  const part = campaign.recipients > 0 ? Math.min(1, wave.recipients / campaign.recipients) : 1;
  const spreadMs = isMeasured ? 0 : Math.round(campaign.spread_hours * HOUR_MS * part);
  await startMailing(tx, accountId, wave.mailing_id, { spreadMs });
  await noteWaveStarted(tx, accountId, campaign.id, wave.wave_no, variant);
}
