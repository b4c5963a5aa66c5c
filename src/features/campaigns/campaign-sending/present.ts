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
    recipients_count: Type.Integer({ description: 'Contacts that it was frozen for.' }),
    pause_reason: textOrNull('Why it was paused; null where a person did.'),
    winner: Type.Union([Type.Integer(), Type.Null()], { description: 'The variant that the rest gets.' }),
    fault: textOrNull('Why it was not sent, or ended.'),
    scheduled_at: TIME_OR_NULL,
    started_at: TIME_OR_NULL,
    sent_at: TIME_OR_NULL,
    progress_id: textOrNull('Of the events `progress` of the live stream.'),
  },
  { $id: 'CampaignStanding' },
);
