import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { APPROVAL_STATES, type Foresight } from './foresee.ts';
import { SAFEGUARDS } from './held.ts';

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const foresightSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    engaged_only: Type.Boolean({
      description:
        'Whether the campaign is sent to engaged contacts only, because of its own setting or because of a safeguard.',
    }),
    engaged_reason: TEXT_OR_NULL,
    first_wave: Type.Union(
      [
        Type.Object({
          safeguard: Type.Enum(['warm_up', 'canary']),
          contacts: Type.Integer(),
          minutes: Type.Number({
            description: 'How long Postrider measures the first wave before it sends to the remaining recipients.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The first wave. Null if the campaign is sent to all contacts at the same time.' },
    ),
    holds: Type.Array(
      Type.Object({
        safeguard: Type.Enum([...SAFEGUARDS]),
        message: Type.String(),
        fix: TEXT_OR_NULL,
        lifts_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'Null if the safeguard is not lifted automatically.',
        }),
      }),
      {
        description:
          'Reasons why the campaign cannot be sent now, most urgent first. Empty if the campaign can be sent.',
      },
    ),
    approval: Type.Object({
      state: Type.Enum([...APPROVAL_STATES], {
        description: '`asked_when_sent`: Postrider requests approval when the campaign is sent or scheduled.',
      }),
      reason: TEXT_OR_NULL,
    }),
  },
  { $id: 'CampaignForesight' },
);

const EXAMPLE: Foresight = {
  campaign_id: 31,
  engaged_only: false,
  engaged_reason: null,
  first_wave: { safeguard: 'canary', contacts: 1_000, minutes: 10 },
  holds: [],
  approval: { state: 'asked_when_sent', reason: null },
};

export const foreseeDoc: RouteDoc = {
  group: 'Dashboard: campaigns',
  description:
    'Returns the safeguards that would apply if you sent the campaign now. This request changes nothing and does not ask for approval.',
  params: { id: { description: 'ID of the campaign.', example: '31' } },
  answers: [
    {
      status: 200,
      description: 'The safeguards that apply to the campaign.',
      schema: foresightSchema,
      example: EXAMPLE,
    },
  ],
  problems: ['forbidden', 'not_found'],
};
