import type { Db } from '../../../base/db.ts';
import { guardedCampaignsOf } from './queries.ts';

/** Badges that a campaign can have because of safeguards. */
export const BADGES = ['optimized', 'warming_up', 'canary', 'stopped'] as const;
export type Badge = (typeof BADGES)[number];

/**
 * Returns the badges of campaigns by campaign ID. Campaigns without badges are left out. Runs one statement, which uses
 * the primary key.
 */
export async function badgesOf(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Badge[]>> {
  const rows = await guardedCampaignsOf(db, accountId, campaignIds);
  const badges = rows.map((row): [number, Badge[]] => {
    const isRunning = row.wave_state === 'running';
    const has: Readonly<Record<Badge, boolean>> = {
      optimized: row.engaged_only,
      warming_up: isRunning && row.wave_safeguard === 'warm_up',
      canary: isRunning && row.wave_safeguard === 'canary',
      stopped: row.stopped_at !== null,
    };
    return [row.campaign_id, BADGES.filter((badge) => has[badge])];
  });
  return new Map(badges.filter(([, has]) => has.length > 0));
}
