import { Type } from 'typebox';
import { presentId } from '../../../base/ids.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  cancelCampaign,
  chooseWinner,
  pauseCampaign,
  resumeCampaign,
  type CampaignStatus,
  type ControlParts,
} from './control.ts';
import { providerLaneRoutes } from './provider-lane-routes.ts';
import type { ProviderLaneParts } from './provider-lanes.ts';
import { missingValuesRoute } from './missing-values.ts';
import { reviewRoutes, type ReviewParts } from './review.ts';

const PATH = '/campaigns/:id';
const HIGHEST_VARIANT = 100;

const TIME_OR_NULL = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const statusSchema = Type.Object(
  {
    id: Type.Integer(),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled']),
    recipients_count: Type.Integer({ description: 'Number of recipients, fixed when sending starts.' }),
    pause_reason: textOrNull('Why the campaign was paused. Null if a member paused the campaign.'),
    winner: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The variant that is sent to the rest of the audience.',
    }),
    fault: textOrNull('Why the campaign was not sent, or why it ended early.'),
    scheduled_at: TIME_OR_NULL,
    started_at: TIME_OR_NULL,
    sent_at: TIME_OR_NULL,
    progress_id: textOrNull('Identifies the `progress` events of this campaign in the live stream.'),
  },
  { $id: 'CampaignProgress' },
);

type PresentedStatus = AnswerOf<typeof statusSchema>;

/** Returns the status of a campaign in API format. Pure. */
function presentStatus({ campaign, progressId }: CampaignStatus): PresentedStatus {
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

const EXAMPLE: PresentedStatus = {
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

function answers(over: Partial<PresentedStatus>) {
  const example = { ...EXAMPLE, ...over };
  return [{ status: 200, description: 'The sending progress of the campaign.', schema: statusSchema, example }];
}

const DOCS = {
  pause: {
    ...base,
    description:
      'Pauses the campaign. New deliveries stop within one second. Deliveries in progress are completed. If you change the content while ' +
      'the campaign is paused, the new content is sent to all recipients that do not have a final result yet.',
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
    description: 'Stops sending permanently. You cannot resume a canceled campaign.',
    answers: answers({ status: 'cancelled', progress_id: EXAMPLE.progress_id }),
    problems: ['conflict', 'forbidden'],
  },
  winner: {
    ...base,
    description: 'Ends the A/B test of a campaign before its scheduled end.',
    requestExample: { variant: 1 },
    answers: answers({ status: 'sending', winner: 1 }),
    problems: ['conflict', 'forbidden'],
  },
} satisfies Record<string, RouteDoc>;

const winnerBody = parserOf(
  Type.Object({
    variant: Type.Union([Type.Integer(), Type.String()], {
      description: 'Number of the variant. 0 is the campaign’s own content.',
    }),
  }),
  (given, fail) => {
    const variant = /^\d{1,3}$/.test(String(given.variant).trim()) ? Number(given.variant) : Number.NaN;
    if (!(variant <= HIGHEST_VARIANT)) fail('variant', 'must be the number of a variant.');
    return { variant };
  },
);

/** Returns the routes that control campaigns in progress. */
export function sendingRoutes(parts: ControlParts & ProviderLaneParts & ReviewParts): Route[] {
  const move = (
    name: 'pause' | 'resume' | 'cancel',
    summary: string,
    act: (parts: ControlParts, accountId: number, id: number) => Promise<CampaignStatus>,
  ): Route =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      summary,
      scope: ACCOUNT_SCOPE,
      doc: DOCS[name],
      async handle({ principal, params }) {
        return { status: 200, body: presentStatus(await act(parts, principal.accountId, objectIdOf(params['id']))) };
      },
    });
  return [
    move('pause', 'Pause a campaign', pauseCampaign),
    move('resume', 'Resume a campaign', resumeCampaign),
    move('cancel', 'Cancel a campaign', cancelCampaign),
    route({
      method: 'POST',
      path: `${PATH}/winner`,
      summary: 'Choose the winning variant',
      scope: ACCOUNT_SCOPE,
      body: winnerBody,
      doc: DOCS.winner,
      async handle({ principal, params, body }) {
        const status = await chooseWinner(parts, principal.accountId, objectIdOf(params['id']), body.variant);
        return { status: 200, body: presentStatus(status) };
      },
    }),
    ...providerLaneRoutes(parts),
    ...reviewRoutes(parts),
    missingValuesRoute(parts),
  ];
}
