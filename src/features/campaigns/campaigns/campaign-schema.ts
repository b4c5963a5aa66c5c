import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';

const TIME = Type.String({ format: 'date-time' });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const timeOrNull = (description: string) => Type.Union([TIME, Type.Null()], { description });
const ids = (description: string) => Type.Array(Type.Integer(), { description });
const DESIGN = Type.Union([Type.Object({}), Type.Null()], {
  description: 'Postrider extension. The design that the HTML is generated from.',
});

const variantSchema = Type.Object({
  variant: Type.Integer({ description: 'Number of the variant, starting at 1. 0 is the campaign’s own content.' }),
  subject: textOrNull('If null, the campaign’s subject is used.'),
  preview_text: textOrNull('If null, the campaign’s preview text is used.'),
  html: textOrNull('Null if the variant has a design or uses the campaign’s content.'),
  design: DESIGN,
  text: textOrNull('If null, the campaign’s text is used, or the text is generated from the variant’s HTML.'),
});

const testSchema = Type.Object({
  share: Type.Integer(),
  rule: Type.Union([Type.Enum(['opens', 'clicks']), Type.Null()]),
  hours: Type.Union([Type.Integer(), Type.Null()]),
  winner: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until the winner is decided.' }),
});

/** A campaign, as the API document shows it. */
export const campaignSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    subject: Type.String(),
    preview_text: textOrNull('Preview text shown after the subject in the inbox.'),
    html: textOrNull(
      'The HTML, generated from the design if there is one. Null for text-only campaigns and unfinished designs.',
    ),
    from_name: Type.String(),
    from_email: Type.String(),
    scheduled_at: timeOrNull('Null for drafts. For campaigns sent immediately, the time of the request.'),
    sent_at: timeOrNull('When Postrider first tried to send the last email. Null until then.'),
    timezone: Type.String({
      description: 'Time zone of the schedule. For drafts that do not set one, the account’s time zone.',
    }),
    lists: ids('Postrider extension. Deleted lists, tags and segments are omitted from this field and the next five.'),
    excluded_lists: ids('Postrider extension.'),
    to_contact_tags: ids('Postrider extension.'),
    excluded_contact_tags: ids('Postrider extension.'),
    segments: ids('Postrider extension.'),
    excluded_segments: ids('Postrider extension.'),
    kind: Type.Enum(['campaign', 'confirmation', 'automation'], {
      description: 'Postrider extension. A regular campaign, the confirmation email, or an automation email.',
    }),
    status: Type.Enum(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'], {
      description: 'Postrider extension.',
    }),
    badges: Type.Array(Type.String(), {
      description:
        'Postrider extension. `optimized`: sent to engaged contacts only. `warming_up` and `canary`: being sent to the first wave. `stopped`: stopped because of its results. `lane_paused`: paused at a mailbox provider.',
    }),
    fault: textOrNull('Postrider extension. Why the campaign became a draft again instead of being sent.'),
    pause_reason: textOrNull('Postrider extension. Why the campaign was paused automatically.'),
    started_at: timeOrNull('Postrider extension.'),
    recipients_count: Type.Integer({
      description: 'Postrider extension. Number of recipients. 0 until sending starts.',
    }),
    design: DESIGN,
    text: textOrNull('Postrider extension. If null, the text is generated from the HTML.'),
    inline_css: Type.Boolean({ description: 'Postrider extension.' }),
    reply_to: textOrNull('Postrider extension.'),
    engaged_only: Type.Boolean({ description: 'Postrider extension.' }),
    track_opens: Type.Boolean({ description: 'Postrider extension.' }),
    track_clicks: Type.Boolean({ description: 'Postrider extension.' }),
    spread_hours: Type.Integer({ description: 'Postrider extension.' }),
    variants: Type.Array(variantSchema, { description: 'Postrider extension.' }),
    ab_test: Type.Union([testSchema, Type.Null()], { description: 'Postrider extension.' }),
    resend_of: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Postrider extension. ID of the original campaign if this is a clone.',
    }),
    resend_audience: Type.Union([Type.Enum(['non_openers', 'openers', 'clickers']), Type.Null()], {
      description: 'Postrider extension. The recipients of the original campaign that the clone is sent to.',
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
