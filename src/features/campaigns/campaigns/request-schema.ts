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
const ONE_BODY = 'A campaign has html or a design: one takes the place of the other, and of both the design counts.';

const needed = {
  title: short('For you; nobody who gets the campaign sees it.'),
  subject: short('May hold merge fields. Must not begin with RE: or FWD:.'),
  from_name: short('Name of the sender.'),
  from_email: short('Address of the sender.'),
};
const html = orNull(
  Type.String(),
  `${TEXT} May hold merge fields and conditions. Needed unless there is a design or a text.`,
  LONG,
);

const body = {
  design: orNull(Type.Object({}), `A document of blocks, of which the HTML is made. ${ONE_BODY} An addition.`),
  text: orNull(Type.String(), `The text part; made of the html or the design without it. ${TEXT} An addition.`, LONG),
};
const previewText = orNull(
  Type.String(),
  `What mailboxes show behind the subject. At most ${MAX_SHORT_CHARACTERS} characters.`,
  SHORT,
);

const variant = Type.Object({
  subject: orNull(Type.String(), 'As that of the campaign.'),
  preview_text: orNull(Type.String(), 'As that of the campaign.'),
  html: orNull(Type.String(), 'As that of the campaign; with it the variant has neither its design nor its text.'),
  ...body,
});

const test = Type.Object(
  {
    share: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Percent of the audience that gets the variants, the own content being one, in equal parts.',
    }),
    rule: Type.Enum(['opens', 'clicks'], { description: 'What decides which the rest gets.' }),
    hours: Type.Integer({ minimum: 1, maximum: MAX_TEST_HOURS, description: 'Hours until it is decided.' }),
  },
  { description: 'How variants are tried out. An addition.' },
);

const more = {
  preview_text: previewText,
  ...body,
  inline_css: flag('Whether rules of style elements are written into the elements that they are for. An addition.'),
  reply_to: orNull(Type.String(), 'Where answers go. An addition.'),
  lists: ids('Lists that it is sent to.', MAX_GROUPS),
  excluded_lists: ids('Lists whose contacts do not get it, wherever else they are.', MAX_GROUPS),
  to_contact_tags: ids('Tags whose contacts get it.', MAX_GROUPS),
  excluded_contact_tags: ids('Tags whose contacts do not get it.', MAX_GROUPS),
  segments: ids('Segments that it is sent to. An addition.', MAX_SEGMENTS),
  excluded_segments: ids('Segments whose contacts do not get it. An addition.', MAX_SEGMENTS),
  engaged_only: flag('Only to contacts who opened within 90 days, or are new. An addition.'),
  track_opens: flag('As in the settings of the account, if it is not said. An addition.'),
  track_clicks: flag('As in the settings of the account, if it is not said. An addition.'),
  spread_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SPREAD_HOURS,
      description: 'Hours over which the sending is spread; 0, the default: as fast as may be. An addition.',
    }),
  ),
  variants: Type.Optional(
    Type.Array(variant, {
      maxItems: MAX_VARIANTS,
      description:
        'Contents that are tried beside that of the campaign: each is what it says, else as the campaign. An addition.',
    }),
  ),
  ab_test: Type.Optional(Type.Union([test, Type.Null()])),
  scheduled_at: orNull(
    Type.String(),
    'When it is sent, ISO 8601. With an offset it is exact; without one it is what the clocks of `timezone` show. Null makes it ' +
      'a draft again. Needs lists, tags or segments.',
    TIME,
  ),
  timezone: Type.Optional(
    Type.String({ description: 'A name of the IANA database; that of the account without it. An addition.' }),
  ),
};

const mail = {
  title: Type.Optional(
    Type.String({
      description: `For you; the subject without it. At most ${MAX_SHORT_CHARACTERS} characters. An addition.`,
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
    description: 'Who of those that the campaign was sent to gets the clone.',
  }),
  subject: Type.Optional(short('That of the campaign without it.')),
  title: Type.Optional(short('`Resend: ` and that of the campaign without it.')),
  scheduled_at: orNull(Type.String(), 'As of a campaign; without it the clone is a draft.', TIME),
  timezone: more.timezone,
});
