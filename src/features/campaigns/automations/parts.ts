import type { Database } from '../../../base/db.ts';
import type { CampaignParts } from '../campaigns/index.ts';

/** Dependencies of the automation routes. */
export interface AutomationParts extends Pick<CampaignParts, 'badgesOf' | 'requireReadable'> {
  readonly db: Database;
  readonly baseUrl: () => string;
}
