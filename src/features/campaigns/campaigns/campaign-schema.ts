import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';

const TIME = Type.String({ format: 'date-time' });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });
const ids = (description: string) => Type.Array(Type.Integer(), { description });
const DESIGN = Type.Union([Type.Object({}), Type.Null()], { description: 'What the HTML is made of. An addition.' });

const variantSchema = Type.Object({
  variant: Type.Integer({ description: 'From 1; 0 is the content of the campaign.' }),
  subject: textOrNull('Null: as the campaign.'),
  preview_text: textOrNull('Null: as the campaign.'),
  html: textOrNull('Null with a design too: as the campaign.'),
  design: DESIGN,
  text: textOrNull('Null: as the campaign, or made of the HTML of the variant.'),
});

const testSchema = Type.Object({
  share: Type.Integer(),
  rule: Type.Union([Type.Enum(['opens', 'clicks']), Type.Null()]),
  hours: Type.Union([Type.Integer(), Type.Null()]),
  winner: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until it is decided.' }),
});

/** A campaign, as the API document shows it. */
export const campaignSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    subject: Type.String(),
    preview_text: textOrNull('What mailboxes show behind the subject.'),
    html: textOrNull('Of a design what it is made into; null where there is a text alone, or an unfinished design.'),
    from_name: Type.String(),
    from_email: Type.String(),
    scheduled_at: timeOrNull(
      'Null while it is a draft; of one that was sent at once the moment when that was asked for.',
    ),
    sent_at: timeOrNull('When the last mail of it was tried; null until then.'),
    timezone: Type.String({ description: 'In which it was scheduled; of a draft that says none that of the account.' }),
    lists: ids('What was deleted since is left out here and below. An addition.'),
    excluded_lists: ids('An addition.'),
    to_contact_tags: ids('An addition.'),
    excluded_contact_tags: ids('An addition.'),
    segments: ids('An addition.'),
    excluded_segments: ids('An addition.'),
    kind: Type.Enum(['campaign', 'confirmation', 'automation'], {
      description: 'A campaign, the mail that asks to confirm, or one of an automation. An addition.',
    }),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'], {
      description: 'An addition.',
    }),
    badges: Type.Array(Type.String(), {
      description:
        '`optimized`: goes to engaged contacts only; `warming_up` and `canary`: is in its first wave; `stopped`: by its figures; `lane_paused`: held back at a mailbox provider. An addition.',
    }),
    fault: textOrNull('Why it went back to a draft instead of being sent. An addition.'),
    pause_reason: textOrNull('Why it paused by itself. An addition.'),
    started_at: timeOrNull('An addition.'),
    recipients_count: Type.Integer({
      description: 'Contacts that it is sent to; 0 before it is prepared. An addition.',
    }),
    design: DESIGN,
    text: textOrNull('Null: made of the HTML. An addition.'),
    inline_css: Type.Boolean({ description: 'An addition.' }),
    reply_to: textOrNull('An addition.'),
    engaged_only: Type.Boolean({ description: 'An addition.' }),
    track_opens: Type.Boolean({ description: 'An addition.' }),
    track_clicks: Type.Boolean({ description: 'An addition.' }),
    spread_hours: Type.Integer({ description: 'An addition.' }),
    variants: Type.Array(variantSchema, { description: 'An addition.' }),
    ab_test: Type.Union([testSchema, Type.Null()], { description: 'An addition.' }),
    resend_of: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of which campaign it is a clone. An addition.',
    }),
    resend_audience: Type.Union([Type.Enum(['non_openers', 'openers', 'clickers']), Type.Null()], {
      description: 'Whom of those that that one was sent to it is for. An addition.',
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'Campaign' },
);

/** A campaign as the API shows it. */
export type PresentedCampaign = AnswerOf<typeof campaignSchema>;

/** One of them. */
export const CAMPAIGN_EXAMPLE: PresentedCampaign = {
  id: 9,
  title: 'November',
  subject: 'What is new, {{ contact.first_name | default: "reader" }}',
  preview_text: 'Three teas for cold days',
  html: '<p>Hello {{ contact.first_name | default: "there" }}</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
  scheduled_at: '2026-11-30T08:00:00.000Z',
  sent_at: null,
  timezone: 'Europe/Berlin',
  lists: [3],
  excluded_lists: [],
  to_contact_tags: [],
  excluded_contact_tags: [5],
  segments: [],
  excluded_segments: [],
  kind: 'campaign',
  status: 'scheduled',
  badges: [],
  fault: null,
  pause_reason: null,
  started_at: null,
  recipients_count: 0,
  design: null,
  text: null,
  inline_css: false,
  reply_to: null,
  engaged_only: false,
  track_opens: true,
  track_clicks: true,
  spread_hours: 0,
  variants: [],
  ab_test: null,
  resend_of: null,
  resend_audience: null,
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
};
