import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { APPROVAL_STATES, type Foresight } from './foresee.ts';
import { GATES } from './held.ts';

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const foresightSchema = Type.Object(
  {
    campaign_id: Type.Integer(),
    engaged_only: Type.Boolean({
      description: 'Whether it goes to engaged contacts only, by its own word or a gate’s.',
    }),
    engaged_reason: TEXT_OR_NULL,
    first_wave: Type.Union(
      [
        Type.Object({
          gate: Type.Enum(['warm_up', 'canary']),
          contacts: Type.Integer(),
          minutes: Type.Number({ description: 'How long the rest waits for the figures of these.' }),
        }),
        Type.Null(),
      ],
      { description: 'Whom it goes to first; null: to all at once.' },
    ),
    holds: Type.Array(
      Type.Object({
        gate: Type.Enum([...GATES]),
        message: Type.String(),
        fix: TEXT_OR_NULL,
        lifts_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'Null when somebody has to do something first.',
        }),
      }),
      { description: 'All that would hold it back now, the first to be mended first; empty when it may go.' },
    ),
    approval: Type.Object({
      state: Type.Enum([...APPROVAL_STATES], {
        description: '`asked_when_sent`: the operator is asked once it is sent or scheduled.',
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
  first_wave: { gate: 'canary', contacts: 1_000, minutes: 10 },
  holds: [],
  approval: { state: 'asked_when_sent', reason: null },
};

/** What the API document says of it. */
export const foreseeDoc: RouteDoc = {
  group: 'Dashboard: campaigns',
  description: 'As of now; nobody is asked and nothing is changed by looking.',
  params: { id: { description: 'Number of the campaign.', example: '31' } },
  answers: [{ status: 200, description: 'What it will meet.', schema: foresightSchema, example: EXAMPLE }],
  problems: ['forbidden', 'not_found'],
};
