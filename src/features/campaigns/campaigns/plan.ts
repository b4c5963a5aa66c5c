import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import { hasAudience, withLivingGroups } from './audience.ts';
import type { CampaignParts } from './parts.ts';
import type { DraftFields, Schedule } from './resource.ts';
import { momentOf } from './schedule.ts';

/** Send time of a campaign, and the time zone in which that time was given. */
export interface Plan {
  readonly at: Date;
  readonly timezone: string;
}

/**
 * Returns the send time of a campaign with these fields, or undefined if no time is given. Throws validation_error for
 * a time in the past and for a campaign without an audience. The send time stays the same if the time zone of the
 * account changes later.
 */
export async function planOf(
  { clock, db }: Pick<CampaignParts, 'clock' | 'db'>,
  accountId: number,
  { schedule }: Schedule,
  fields: DraftFields & { readonly resend_of?: number | null },
): Promise<Plan | undefined> {
  if (schedule === undefined || schedule === null) return undefined;
  const timezone = fields.timezone ?? (await timeZoneOf(db, accountId));
  const moment = momentOf(schedule, timezone);
  if (moment === undefined) throw new Error('Scheduled time is not a valid time');
  if (moment <= clock.now()) {
    throw invalid({
      scheduled_at: [
        `is in the past: ${new Date(moment).toISOString()}. Set a later time, or send a draft immediately with ` +
          '`POST /campaigns/{id}/send`.',
      ],
    });
  }
  const [living] = await withLivingGroups(db, accountId, [fields]);
  if (!living || !hasAudience(living)) {
    throw invalid({
      lists: ['are required to schedule a campaign, unless `to_contact_tags` or `segments` are given.'],
    });
  }
  return { at: new Date(moment), timezone };
}

export async function timeZoneOf(db: Db, accountId: number): Promise<string> {
  return (await readAccount(db, accountId))?.timezone ?? 'UTC';
}
