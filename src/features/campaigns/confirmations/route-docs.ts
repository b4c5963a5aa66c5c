import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { CAMPAIGN } from '../campaigns/index.ts';
import { textsIn } from '../../../mail/languages/texts.ts';
import { CONFIRMATION_TITLE } from './record.ts';
import { FIGURE_DAYS, MAX_COUNTED } from './limits.ts';
import { DEFAULT_LANGUAGE } from '../../../mail/languages/catalog.ts';

const schema = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether double opt-in is on for the account.' }),
    campaign_id: Type.Integer({
      description:
        'ID of the campaign that contains the confirmation email. To change the email, use `PATCH /campaigns/{id}`.',
    }),
    campaign: CAMPAIGN.schema,
    fault: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why the confirmation email currently cannot be sent. New sign-ups receive the email once the problem is fixed.',
    }),
    days: Type.Integer({ description: 'Number of days that `asked` and `confirmed` cover.' }),
    asked: Type.Integer({ description: 'Confirmation emails sent.' }),
    confirmed: Type.Integer({ description: 'Confirmed sign-ups.' }),
    waiting: Type.Integer({
      description: `Sign-ups that can still be confirmed, regardless of their age. Counting stops at ${MAX_COUNTED}.`,
    }),
  },
  { $id: 'DoubleOptIn' },
);

const RECORD = {
  ...CAMPAIGN.example,
  id: 4,
  title: CONFIRMATION_TITLE,
  subject: textsIn(DEFAULT_LANGUAGE).text('confirmation.subject'),
  html: '<p><a href="{{ confirm_url }}">Confirm subscription</a></p>',
  kind: 'confirmation',
  status: 'draft',
  scheduled_at: null,
  lists: [],
  excluded_contact_tags: [],
  track_opens: false,
  track_clicks: false,
};

export const confirmationDocs = {
  read: {
    group: 'Double opt-in',
    isAddition: true,
    description:
      'Returns the double opt-in settings and counts. The first request creates the campaign that contains the confirmation email.',
    answers: [
      {
        status: 200,
        description: 'The double opt-in status.',
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
