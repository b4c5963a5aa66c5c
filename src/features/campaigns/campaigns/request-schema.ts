import { Type } from 'typebox';
import {
  MAX_GROUPS,
  MAX_HTML_CHARACTERS,
  MAX_SEGMENTS,
  MAX_SHORT_CHARACTERS,
  MAX_SPREAD_HOURS,
  MAX_TEST_HOURS,
  MAX_VARIANTS,
} from './limits.ts';

const SHORT = { maxLength: MAX_SHORT_CHARACTERS };
const LONG = { maxLength: MAX_HTML_CHARACTERS };
const TIME = { format: 'date-time' };
const short = (description: string) =>
  Type.String({ description: `${description} At most ${MAX_SHORT_CHARACTERS} characters.`, documentedAs: SHORT });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  description: string,
  documentedAs: object = {},
) => Type.Optional(Type.Union([schema, Type.Null()], { description, documentedAs }));
const ids = (description: string, most: number) =>
  Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      description: `${description} At most ${most}.`,
      documentedAs: { maxItems: most },
    }),
  );
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const TEXT = `At most ${MAX_HTML_CHARACTERS} characters.`;
const ONE_BODY = 'Setting `html` or `design` replaces the other. If both are given, `design` is used.';

const needed = {
  title: short('Internal name, not visible to recipients.'),
  subject: short('Can contain merge tags. Must not start with RE: or FWD:.'),
  from_name: short('Sender name.'),
  from_email: short('Sender address.'),
};
const html = orNull(
  Type.String(),
  `${TEXT} Can contain merge tags and conditions. Required unless \`design\` or \`text\` is given.`,
  LONG,
);

const body = {
  design: orNull(
    Type.Object({}),
    `Postrider extension. A document of blocks that the HTML is generated from. ${ONE_BODY}`,
  ),
  text: orNull(
    Type.String(),
    `Postrider extension. The plain text part. Default: generated from the HTML. ${TEXT}`,
    LONG,
  ),
};
const previewText = orNull(
  Type.String(),
  `Preview text shown after the subject in the inbox. At most ${MAX_SHORT_CHARACTERS} characters.`,
  SHORT,
);

const variant = Type.Object({
  subject: orNull(Type.String(), 'Default: the campaign’s subject.'),
  preview_text: orNull(Type.String(), 'Default: the campaign’s preview text.'),
  html: orNull(Type.String(), 'Default: the campaign’s content. If set, the campaign’s design and text are not used.'),
  ...body,
});

const test = Type.Object(
  {
    share: Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'Percentage of the audience in the test. The campaign’s own content and each variant get an equal share.',
    }),
    rule: Type.Enum(['opens', 'clicks'], {
      description: 'Metric that decides which variant is sent to the rest of the audience.',
    }),
    hours: Type.Integer({ minimum: 1, maximum: MAX_TEST_HOURS, description: 'Hours until the winner is decided.' }),
  },
  { description: 'Postrider extension. A/B test settings.' },
);

const more = {
  preview_text: previewText,
  ...body,
  inline_css: flag('Postrider extension. Whether CSS rules in style elements are inlined.'),
  reply_to: orNull(Type.String(), 'Postrider extension. Reply-to address.'),
  lists: ids('Lists to send to.', MAX_GROUPS),
  excluded_lists: ids('Lists to exclude. Exclusions take precedence.', MAX_GROUPS),
  to_contact_tags: ids('Tags to send to.', MAX_GROUPS),
  excluded_contact_tags: ids('Tags to exclude.', MAX_GROUPS),
  segments: ids('Postrider extension. Segments to send to.', MAX_SEGMENTS),
  excluded_segments: ids('Postrider extension. Segments to exclude.', MAX_SEGMENTS),
  engaged_only: flag(
    'Postrider extension. Whether to send only to contacts who opened an email within 90 days or are new.',
  ),
  track_opens: flag('Postrider extension. Whether to track opens. Default: the campaign settings.'),
  track_clicks: flag('Postrider extension. Whether to track clicks. Default: the campaign settings.'),
  spread_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SPREAD_HOURS,
      description:
        'Postrider extension. Number of hours over which sending is spread. Default: 0, which sends as fast as possible.',
    }),
  ),
  variants: Type.Optional(
    Type.Array(variant, {
      maxItems: MAX_VARIANTS,
      description:
        'Postrider extension. Variants to test against the campaign’s own content. Omitted fields use the campaign’s values.',
    }),
  ),
  ab_test: Type.Optional(Type.Union([test, Type.Null()])),
  scheduled_at: orNull(
    Type.String(),
    'When to send the campaign, in ISO 8601 format. A time without an offset is local time in `timezone`. Null makes the ' +
      'campaign a draft again. Requires lists, tags, or segments.',
    TIME,
  ),
  timezone: Type.Optional(
    Type.String({ description: 'Postrider extension. IANA time zone name. Default: the account’s time zone.' }),
  ),
};

const mail = {
  title: Type.Optional(
    Type.String({
      description: `Postrider extension. Internal name. Default: the subject. At most ${MAX_SHORT_CHARACTERS} characters.`,
    }),
  ),
  html,
  preview_text: previewText,
  ...body,
  inline_css: more.inline_css,
  reply_to: more.reply_to,
  track_opens: more.track_opens,
  track_clicks: more.track_clicks,
};
const { from_email, from_name, subject } = needed;

/** What it says of a new mail that belongs to something else, and of a change of one. */
export const newMailShown = { subject, from_name, from_email, ...mail };
export const mailChangeShown = { ...Type.Partial(Type.Object({ subject, from_name, from_email })).properties, ...mail };

/** What the API document says of a new campaign. */
export const newShown = Type.Object({ ...needed, html, ...more });

/** What it says of a change. */
export const changeShown = Type.Object({ ...Type.Partial(Type.Object(needed)).properties, html, ...more });

/** What it says of a clone. */
export const cloneShown = Type.Object({
  audience: Type.Enum(['non_openers', 'openers', 'clickers'], {
    description: 'The recipients of the original campaign that the clone is sent to.',
  }),
  subject: Type.Optional(short('Default: the campaign’s subject.')),
  title: Type.Optional(short('Default: `Resend: ` followed by the campaign’s title.')),
  scheduled_at: orNull(Type.String(), 'When to send the clone. If omitted, the clone is created as a draft.', TIME),
  timezone: more.timezone,
});
