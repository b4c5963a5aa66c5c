import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { FilterParts } from '../../audience/contact-filters/index.ts';
import { resolveAudience, type AudienceOf } from './audience.ts';
import { countAudience } from './audience-statements.ts';
import { Impossible } from './impossible.ts';

/** What counting an audience needs. */
interface SizeParts {
  readonly clock: Clock;
  readonly filterParts: FilterParts;
}

/**
 * How many contacts a campaign would be sent to now, exactly. 0 where it could not be sent, because what it names was deleted
 * since, or because it names nobody.
 */
export async function audienceSize(
  db: Db,
  accountId: number,
  campaign: AudienceOf,
  { clock, filterParts }: SizeParts,
): Promise<number> {
  try {
    const audience = await resolveAudience(db, accountId, campaign, filterParts);
    return await countAudience(db, accountId, audience, new Date(clock.now()));
  } catch (error) {
    if (error instanceof Impossible) return 0;
    throw error;
  }
}
