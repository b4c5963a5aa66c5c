import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const PARAMS = { id: { description: 'ID of the campaign.', example: '9' } };
const RATE = Type.Number({ description: 'Percentage of sent emails.' });

/** Schema of the average results of earlier campaigns. */
export const averageSchema = Type.Object(
  {
    average: Type.Union([
      Type.Object({
        campaigns: Type.Integer({ description: 'Number of campaigns that the average includes, up to ten.' }),
        open_rate: RATE,
        click_rate: RATE,
        unsubscribe_rate: RATE,
        bounce_rate: RATE,
        spam_rate: RATE,
      }),
      Type.Null(),
    ]),
  },
  { $id: 'CampaignAverage' },
);

const groupSchema = Type.Object({
  name: Type.Union([Type.String(), Type.Null()], { description: 'The domain or language. Null if unknown.' }),
  sent_count: Type.Integer(),
  open_rate: RATE,
  click_rate: RATE,
  bounce_rate: RATE,
});
/** Schema of a campaign's results by recipient group. */
export const breakdownSchema = Type.Object(
  {
    data: Type.Array(groupSchema),
    others: Type.Union([groupSchema, Type.Null()], {
      description: 'Combined results of the groups that are not in `data`.',
    }),
  },
  { $id: 'CampaignBreakdown' },
);

/** API documentation of the routes that compare results. */
export const comparisonDocs = {
  average: {
    group: 'Dashboard: campaigns',
    description: 'Returns the average rates of the last ten campaigns that were sent before this campaign.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The average, or null if no campaign was sent before this campaign.',
        schema: averageSchema,
        example: {
          average: {
            campaigns: 10,
            open_rate: 38.2,
            click_rate: 6.1,
            unsubscribe_rate: 0.3,
            bounce_rate: 0.8,
            spam_rate: 0.02,
          },
        },
      },
    ],
    problems: ['forbidden'],
  },
  breakdown: {
    group: 'Dashboard: campaigns',
    description:
      'Returns the results of a campaign, grouped by the domain or the language of the contacts, largest group first.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The groups of recipients.',
        schema: breakdownSchema,
        example: {
          data: [{ name: 'example.org', sent_count: 120, open_rate: 41.67, click_rate: 7.5, bounce_rate: 0.83 }],
          others: null,
        },
      },
    ],
    problems: ['forbidden', 'validation_error'],
  },
} satisfies Record<string, RouteDoc>;
