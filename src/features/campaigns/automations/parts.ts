import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import type { CampaignParts } from '../campaigns/index.ts';

/** Dependencies of the automation routes. */
export interface AutomationParts extends Pick<CampaignParts, 'badgesOf' | 'requireReadable'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  /** Functions that look up the objects to which filters may refer. */
  readonly filterParts: FilterParts;
}
