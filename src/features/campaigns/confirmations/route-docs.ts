import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CAMPAIGN_EXAMPLE, campaignSchema } from '../campaigns/index.ts';
import { DEFAULT_CONTENT } from './default-content.ts';
import { FIGURE_DAYS, MAX_COUNTED } from './limits.ts';

const schema = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Set in the settings of the account.' }),
    campaign_id: Type.Integer({
      description: 'Of the record that holds the mail: change it with PATCH /campaigns/{id}.',
    }),
    campaign: campaignSchema,
    fault: Type.Union([Type.String(), Type.Null()], {
      description: 'What keeps the mail from being sent now; those who sign up meanwhile are asked once it is mended.',
    }),
    days: Type.Integer({ description: 'Days that the figures are of.' }),
    asked: Type.Integer({ description: 'Mails that asked.' }),
    confirmed: Type.Integer({ description: 'Sign-ups that were confirmed.' }),
    waiting: Type.Integer({
      description: `Sign-ups that can still be confirmed, whenever they came; counted up to ${MAX_COUNTED}.`,
    }),
  },
  { $id: 'DoubleOptIn' },
);

const RECORD = {
  ...CAMPAIGN_EXAMPLE,
  id: 4,
  title: DEFAULT_CONTENT.title,
  subject: DEFAULT_CONTENT.subject,
  html: '<p><a href="{{ confirm_url }}">Confirm subscription</a></p>',
  kind: 'confirmation',
  status: 'draft',
  scheduled_at: null,
  lists: [],
  excluded_contact_tags: [],
  track_opens: false,
  track_clicks: false,
};

/** What the API document says of double opt-in. */
export const confirmationDocs = {
  read: {
    group: 'Double opt-in',
    isAddition: true,
    description: 'The record of the mail is made when it is first asked for.',
    answers: [
      {
        status: 200,
        description: 'How it stands.',
        schema,
        example: {
          enabled: true,
          campaign_id: 4,
          campaign: RECORD,
          fault: null,
          days: FIGURE_DAYS,
          asked: 120,
          confirmed: 96,
          waiting: 7,
        },
      },
    ],
  },
} satisfies Record<string, RouteDoc>;
