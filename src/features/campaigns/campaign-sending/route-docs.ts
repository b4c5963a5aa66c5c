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
  params: { id: { description: 'Number of the campaign.', example: '31' } },
} as const;

function answers(over: Partial<PresentedStanding>) {
  const example = { ...EXAMPLE, ...over };
  return [{ status: 200, description: 'The campaign as it stands.', schema: standingSchema, example }];
}

/** What the API document says of campaigns that are under way. */
export const sendingDocs = {
  pause: {
    ...base,
    description:
      'No further mail begins, within a second. What a server is being told comes to its end. Content that is changed while ' +
      'it is paused is what everybody gets who has no outcome yet.',
    answers: answers({}),
    problems: ['conflict', 'forbidden'],
  },
  resume: {
    ...base,
    description: 'Goes on where it was paused. The gates are asked again.',
    answers: answers({ status: 'sending' }),
    problems: ['conflict', 'forbidden', 'validation_error'],
  },
  cancel: {
    ...base,
    description: 'No further mail begins, and none will: a campaign that was cancelled cannot be resumed.',
    answers: answers({ status: 'cancelled', progress_id: EXAMPLE.progress_id }),
    problems: ['conflict', 'forbidden'],
  },
  winner: {
    ...base,
    description: 'Ends the test of a campaign with variants at once, instead of after its hours.',
    requestExample: { variant: 1 },
    answers: answers({ status: 'sending', winner: 1 }),
    problems: ['conflict', 'forbidden'],
  },
} satisfies Record<string, RouteDoc>;
