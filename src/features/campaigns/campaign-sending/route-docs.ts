import type { RouteDoc } from '../../../http/route-doc.ts';
import { standingSchema, type PresentedStanding } from './present.ts';

const EXAMPLE: PresentedStanding = {
  id: 31,
  status: 'paused',
  recipients_count: 12_480,
  pause_reason: null,
  winner: null,
  fault: null,
  scheduled_at: '2026-11-21T08:00:00.000Z',
  started_at: '2026-11-21T08:00:02.000Z',
  sent_at: null,
  progress_id: 'job_0199f6b2c3d47e5f8a9b0c1d2e3f4a5b',
};

const base = {
  group: 'Campaigns',
  isAddition: true,
  params: { id: { description: 'ID of the campaign.', example: '31' } },
} as const;

function answers(over: Partial<PresentedStanding>) {
  const example = { ...EXAMPLE, ...over };
  return [{ status: 200, description: 'The campaign progress.', schema: standingSchema, example }];
}

/** What the API document says of campaigns that are under way. */
export const sendingDocs = {
  pause: {
    ...base,
    description:
      'Stops starting new deliveries within a second. Deliveries in progress are completed. Content that is changed while ' +
      'the campaign is paused is sent to all recipients without a final result.',
    answers: answers({}),
    problems: ['conflict', 'forbidden'],
  },
  resume: {
    ...base,
    description: 'Continues a paused campaign. The safeguards are checked again.',
    answers: answers({ status: 'sending' }),
    problems: ['conflict', 'forbidden', 'validation_error'],
  },
  cancel: {
    ...base,
    description: 'Stops sending permanently. A cancelled campaign cannot be resumed.',
    answers: answers({ status: 'cancelled', progress_id: EXAMPLE.progress_id }),
    problems: ['conflict', 'forbidden'],
  },
  winner: {
    ...base,
    description: 'Ends the A/B test of a campaign immediately instead of when its time is up.',
    requestExample: { variant: 1 },
    answers: answers({ status: 'sending', winner: 1 }),
    problems: ['conflict', 'forbidden'],
  },
} satisfies Record<string, RouteDoc>;
