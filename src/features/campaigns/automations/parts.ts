import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import type { CampaignParts } from '../campaigns/index.ts';

/** Dependencies of the automation routes. */
export interface AutomationParts extends Pick<CampaignParts, 'badgesOf' | 'requireReadable'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  /** Lookups for objects that filters in conditions may refer to. */
  readonly filterParts: FilterParts;
}
