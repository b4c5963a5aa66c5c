import { Type } from 'typebox';
import {
  choice,
  choiceOrNull,
  computed,
  createdAt,
  flag,
  id,
  idOrNull,
  ids,
  integer,
  integerOrNull,
  json,
  requestOnly,
  smallintOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../../../http/resource/field.ts';
import * as content from '../../transactional/mail-content/index.ts';
import type { Fail } from '../../../http/resource/input.ts';
import {
  requestOf,
  resource,
  type ChangeOf,
  type PresentedOf,
  type RowOf,
  type WrittenOf,
} from '../../../http/resource/resource.ts';
import * as given from './inputs.ts';

const EXTENSION = 'Postrider extension.';
const textOrNothing = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const DESIGN = Type.Union([Type.Object({}), Type.Null()], {
  description: 'Postrider extension. The design that the HTML is generated from.',
});

const variantSchema = Type.Object({
  variant: Type.Integer({ description: 'Number of the variant, starting at 1. 0 is the campaign’s own content.' }),
  language: textOrNothing(
    'Language of the recipients who receive the variant. Null if the variant is part of an A/B test.',
  ),
  subject: textOrNothing('If null, the campaign’s subject is used.'),
  preview_text: textOrNothing('If null, the campaign’s preview text is used.'),
  html: textOrNothing('Null if the variant has a design or uses the campaign’s content.'),
  design: DESIGN,
  text: textOrNothing('If null, the campaign’s text is used, or the text is generated from the variant’s HTML.'),
});

const testSchema = Type.Object({
  share: Type.Integer(),
  rule: Type.Union([Type.Enum(['opens', 'clicks']), Type.Null()]),
  hours: Type.Union([Type.Integer(), Type.Null()]),
  winner: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until the winner is decided.' }),
});

export const CAMPAIGN = resource({
  table: 'campaign',
  schemaId: 'Campaign',
  nobody: 'email content that is the same for all recipients',
  rules: requireNeeded,
  fields: {
    id: id({ example: 9 }),
    title: text({ example: 'November', input: given.title }),
    subject: text({
      example: 'What is new, {{ contact.first_name | default: "reader" }}',
      input: given.subject,
    }),
    preview_text: textOrNull({
      example: 'Three teas for cold days',
      answer: 'Preview text shown after the subject in the inbox.',
      input: content.previewText,
    }),
    /** At most one of `html` and `design` is set. Both are null if the campaign has only a text part. */
    html: textOrNull({ example: null, isHidden: true, input: content.html }),
    shown_html: computed(
      textOrNothing(
        'The HTML, generated from the design if there is one. Null for text-only campaigns and unfinished designs.',
      ),
      '<p>Hello {{ contact.first_name | default: "there" }}</p>',
      { as: 'html' },
    ),
    from_name: text({ example: 'Acme', input: given.fromName }),
    from_email: text({ example: 'news@acme.example', input: given.fromEmail }),
    scheduled_at: timeOrNull({
      example: new Date('2026-11-30T08:00:00.000Z'),
      answer: 'Null for drafts. For campaigns sent immediately, the time of the request.',
    }),
    // A time without an offset is a local time, which is converted to UTC later, when the time zone is known.
    schedule: requestOnly(given.schedule, 'scheduled_at'),
    sent_at: timeOrNull({
      example: null,
      answer:
        'When Postrider first tried to send the last email. Null until Postrider has tried to send the last email.',
    }),
    timezone: textOrNull({ example: null, isHidden: true, input: given.timezone }),
    shown_timezone: computed(
      Type.String({
        description: 'Time zone of the schedule. For drafts without a time zone, the account’s time zone.',
      }),
      'Europe/Berlin',
      { as: 'timezone' },
    ),
    list_ids: ids({
      example: [3],
      as: 'lists',
      answer: `${EXTENSION} Deleted lists, tags, and segments are omitted from this field and from the other list, tag, and segment fields.`,
      input: given.lists('Lists to send to.'),
    }),
    excluded_list_ids: ids({
      example: [],
      as: 'excluded_lists',
      answer: EXTENSION,
      input: given.lists('Lists to exclude. Exclusions take precedence over inclusions.'),
    }),
    tag_ids: ids({ example: [], as: 'to_contact_tags', answer: EXTENSION, input: given.lists('Tags to send to.') }),
    excluded_tag_ids: ids({
      example: [5],
      as: 'excluded_contact_tags',
      answer: EXTENSION,
      input: given.lists('Tags to exclude.'),
    }),
    segment_ids: ids({
      example: [],
      as: 'segments',
      answer: EXTENSION,
      input: given.segments('Postrider extension. Segments to send to.'),
    }),
    excluded_segment_ids: ids({
      example: [],
      as: 'excluded_segments',
      answer: EXTENSION,
      input: given.segments('Postrider extension. Segments to exclude.'),
    }),
    topic_id: idOrNull({ example: null, isHidden: true, isWritten: true }),
    kind: choice(['campaign', 'confirmation', 'automation'])({
      example: 'campaign',
      answer: 'Postrider extension. A regular campaign, the confirmation email, or an automation email.',
      isWritten: true,
    }),
    state: choice(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'])({
      example: 'scheduled',
      as: 'status',
      answer: EXTENSION,
    }),
    badges: computed(
      Type.Array(Type.String(), {
        description:
          'Postrider extension. `optimized`: sent to engaged contacts only. `warming_up` and `canary`: being sent to the first wave. `stopped`: stopped because of its results. `lane_paused`: paused for a mailbox provider.',
      }),
      [],
    ),
    fault: textOrNull({
      example: null,
      answer: 'Postrider extension. Why the campaign became a draft again instead of being sent.',
      updated: 'null',
    }),
    pause_reason: textOrNull({
      example: null,
      answer: 'Postrider extension. Why the campaign was paused automatically.',
    }),
    started_at: timeOrNull({ example: null, answer: EXTENSION }),
    recipients: id({
      example: 0,
      as: 'recipients_count',
      answer: 'Postrider extension. Number of recipients. 0 until sending starts.',
    }),
    design: json<object | null>(DESIGN, null)({ example: null, input: content.design }),
    plain_text: textOrNull({
      example: null,
      as: 'text',
      answer: 'Postrider extension. If null, the text is generated from the HTML.',
      input: content.plainText,
    }),
    inlines_css: flag({
      example: false,
      as: 'inline_css',
      answer: EXTENSION,
      input: given.flag('Postrider extension. Whether CSS rules in style elements are inlined.'),
    }),
    reply_to: textOrNull({ example: null, answer: EXTENSION, input: given.replyTo }),
    engaged_only: flag({
      example: false,
      answer: EXTENSION,
      input: given.flag(
        'Postrider extension. Whether to send only to new contacts and to contacts who opened an email within the last 90 days.',
      ),
    }),
    tracks_opens: flag({
      example: true,
      as: 'track_opens',
      answer: EXTENSION,
      input: given.flag('Postrider extension. Whether to track opens. Default: the value in the campaign settings.'),
    }),
    tracks_clicks: flag({
      example: true,
      as: 'track_clicks',
      answer: EXTENSION,
      input: given.flag('Postrider extension. Whether to track clicks. Default: the value in the campaign settings.'),
    }),
    spread_hours: integer({ example: 0, answer: EXTENSION, input: given.spreadHours }),
    variants: computed(Type.Array(variantSchema, { description: EXTENSION }), [], { input: given.variants }),
    ab_test: computed(Type.Union([testSchema, Type.Null()], { description: EXTENSION }), null, {
      input: given.abTest,
    }),
    test_share: integerOrNull({ example: null, isHidden: true, isWritten: true }),
    test_rule: choiceOrNull(['opens', 'clicks'])({ example: null, isHidden: true, isWritten: true }),
    test_hours: integerOrNull({ example: null, isHidden: true, isWritten: true }),
    winner: smallintOrNull({ example: null, isHidden: true }),
    resend_of: idOrNull({
      example: null,
      answer: 'Postrider extension. ID of the original campaign if this is a clone.',
    }),
    /** Recipients of the original campaign to whom the clone is sent. */
    resend_audience: choiceOrNull(['non_openers', 'openers', 'clickers'])({
      example: null,
      answer: 'Postrider extension. Which recipients of the original campaign receive the clone.',
    }),
    created_at: createdAt,
    updated_at: time({ example: new Date('2026-11-22T08:20:00.000Z'), updated: 'clock.at' }),
  },
});

export type CampaignRow = RowOf<typeof CAMPAIGN>;
/** Fields of a request that creates or updates a campaign. Absent fields stay unchanged. */
export type DraftChange = ChangeOf<typeof CAMPAIGN>;
/** Fields of a campaign that can be written. */
export type DraftFields = WrittenOf<typeof CAMPAIGN>;
export type PresentedCampaign = PresentedOf<typeof CAMPAIGN>;
export type CampaignKind = CampaignRow['kind'];
/** State of a campaign, from draft to sent. */
export type CampaignState = CampaignRow['state'];
export type ResendAudience = NonNullable<CampaignRow['resend_audience']>;
/** The part of a request that schedules a campaign. */
export type Schedule = Pick<DraftChange, 'schedule'>;
export type AudienceColumns = Pick<
  CampaignRow,
  'list_ids' | 'tag_ids' | 'segment_ids' | 'excluded_list_ids' | 'excluded_tag_ids' | 'excluded_segment_ids'
>;

const { from_email, from_name, subject, title, ...more } = CAMPAIGN.fields;

/** Fields of an automation email, which has no audience and no schedule of its own. */
export const MAIL_FIELDS = {
  title: { ...title, input: given.mailTitle },
  subject,
  from_name,
  from_email,
  preview_text: more.preview_text,
  html: more.html,
  design: more.design,
  plain_text: more.plain_text,
  inlines_css: more.inlines_css,
  reply_to: more.reply_to,
  tracks_opens: more.tracks_opens,
  tracks_clicks: more.tracks_clicks,
};

/** Parser for the request that clones a campaign. */
export const cloneRequest = requestOf(
  {
    audience: requestOnly(given.cloneAudience),
    subject: { ...subject, input: given.cloneSubject },
    title: { ...title, input: given.cloneTitle },
    schedule: requestOnly(given.cloneSchedule, 'scheduled_at'),
    timezone: more.timezone,
  },
  true,
);
export type CloneRequest = ReturnType<typeof cloneRequest.parse>;

/** Reports an error for each required field that is empty. */
export function requireNeeded(
  change: { readonly [K in 'title' | 'subject' | 'from_name' | 'from_email']?: string },
  fail: Fail,
  isNew: boolean,
): void {
  for (const field of ['title', 'subject', 'from_name', 'from_email'] as const) {
    if (change[field] === '') fail(field, isNew ? 'is required.' : 'must not be empty.');
  }
}
