import type { Database } from '../../../base/db.ts';
import type { CampaignParts } from '../campaigns/index.ts';

/** What automations need of what stands behind them. */
export interface AutomationParts extends Pick<CampaignParts, 'badgesOf' | 'requireReadable'> {
  readonly db: Database;
  readonly baseUrl: () => string;
}
