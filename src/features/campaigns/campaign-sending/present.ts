import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Standing } from './control.ts';

/** How far a campaign is, as the API shows it. */
export type PresentedStanding = AnswerOf<typeof standingSchema>;

/** What is told of a campaign that is under way. Pure. */
export function presentStanding({ campaign, progressId }: Standing): PresentedStanding {
  return {
    id: campaign.id,
    status: campaign.state,
    recipients_count: campaign.recipients,
    pause_reason: campaign.pause_reason,
    winner: campaign.winner,
    fault: campaign.fault,
    scheduled_at: campaign.scheduled_at?.toISOString() ?? null,
    started_at: campaign.started_at?.toISOString() ?? null,
    sent_at: campaign.sent_at?.toISOString() ?? null,
    progress_id: progressId === null ? null : presentId('job', progressId),
  };
}

const TIME_OR_NULL = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const standingSchema = Type.Object(
  {
    id: Type.Integer(),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled']),
    recipients_count: Type.Integer({ description: 'Number of recipients, fixed when sending starts.' }),
    pause_reason: textOrNull('Why the campaign was paused. Null if a member paused it.'),
    winner: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The variant that is sent to the rest of the audience.',
    }),
    fault: textOrNull('Why the campaign was not sent or ended early.'),
    scheduled_at: TIME_OR_NULL,
    started_at: TIME_OR_NULL,
    sent_at: TIME_OR_NULL,
    progress_id: textOrNull('Identifies the `progress` events of this campaign in the live stream.'),
  },
  { $id: 'CampaignStanding' },
);
