import { Type, type TSchema } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { STATS_EXAMPLE, statsSchema } from '../campaign-results/index.ts';
import { CAMPAIGN_EXAMPLE, campaignSchema } from '../campaigns/index.ts';

const TIME = Type.String({ format: 'date-time' });
const count = (description: string) => Type.Integer({ description: `${description} An addition.` });

const triggerSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Another one with each other type, list or campaign.' }),
    automation_id: Type.Integer(),
    type: Type.Enum(['apply_list', 'open_campaign', 'click_campaign']),
    list_id: Type.Union([Type.Integer(), Type.Null()]),
    campaign_id: Type.Union([Type.Integer(), Type.Null()]),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why nobody enters by it. An addition.' }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'AutomationTrigger' },
);

const itemWith = <Mail extends TSchema>(campaign: Mail, $id: string) =>
  Type.Object(
    {
      id: Type.Integer(),
      automation_id: Type.Integer(),
      campaign_id: Type.Integer({ description: 'What keeps its content and its statistics.' }),
      delay_hours: Type.Integer({
        description: 'Hours after the mail before; of the first after the contact entered.',
      }),
      send_order: Type.Integer({ description: 'From 1, without gaps.' }),
      waiting_count: count('Contacts that wait for it.'),
      sent_count: count('Contacts that it was sent to.'),
      fault: Type.Union([Type.String(), Type.Null()], {
        description: 'Why it cannot be sent at present; it is tried again. An addition.',
      }),
      campaign,
      created_at: TIME,
      updated_at: TIME,
    },
    { $id },
  );

const { design: _design, html: _html, text: _text, ...head } = campaignSchema.properties;
const mailSchema = Type.Object(head, { $id: 'AutomationMail' });
/** A campaign without its body. */
export type PresentedMail = AnswerOf<typeof mailSchema>;
const withStats = Type.Intersect([campaignSchema, Type.Object({ stats: statsSchema })]);

/** A mail of an automation, with whatever of its campaign is shown. */
export type PresentedItem<Mail> = Omit<AnswerOf<typeof itemSchema>, 'campaign'> & { readonly campaign: Mail };

/** A mail of an automation with its content. */
export const itemSchema = itemWith(campaignSchema, 'AutomationItem');

const automation = {
  id: Type.Integer(),
  user_id: Type.Integer(),
  title: Type.String(),
  active: Type.Boolean(),
  automation_triggers: Type.Array(triggerSchema, { description: 'One, or none while it has no type.' }),
  entered_count: count('Contacts that entered.'),
  waiting_count: count('Contacts that wait for one of its mails.'),
  finished_count: count('Contacts that were sent all of it.'),
  left_count: count('Contacts that left before, because they unsubscribed, were deleted, or cannot be mailed.'),
  created_at: TIME,
  updated_at: TIME,
};

/** An automation with its mails, as listings and changes show it: without the contents of these. */
export const automationSchema = Type.Object(
  { ...automation, automation_items: Type.Array(itemWith(mailSchema, 'AutomationItemWithoutContent')) },
  { $id: 'Automation' },
);

/** An automation without its mails. */
export type PresentedAutomation = Omit<AnswerOf<typeof automationSchema>, 'automation_items'>;

/** An automation that is looked at. */
export const automationInFullSchema = Type.Object(
  {
    ...automation,
    automation_items: Type.Array(itemWith(withStats, 'AutomationItemWithStats')),
  },
  { $id: 'AutomationInFull' },
);

/** The same as an assistant sees it. */
export const automationForToolsSchema = Type.Object({
  ...automation,
  automation_items: Type.Array(Type.Object({})),
});

const MAIL = {
  ...CAMPAIGN_EXAMPLE,
  id: 31,
  title: 'Welcome',
  subject: 'Welcome, {{ contact.first_name | default: "reader" }}',
  scheduled_at: null,
  lists: [],
  excluded_contact_tags: [],
  kind: 'automation',
  status: 'draft',
} as const;
const { design: _blocks, html: _body, text: _plain, ...MAIL_HEAD } = MAIL;
const ITEM = {
  id: 12,
  automation_id: 4,
  campaign_id: 31,
  delay_hours: 0,
  send_order: 1,
  waiting_count: 0,
  sent_count: 200,
  fault: null,
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
};
const TRIGGER = {
  id: 6,
  automation_id: 4,
  type: 'apply_list',
  list_id: 3,
  campaign_id: null,
  fault: null,
  created_at: '2026-11-22T08:10:00.000Z',
  updated_at: '2026-11-22T08:10:00.000Z',
};
const AUTOMATION = {
  id: 4,
  user_id: 7,
  title: 'Welcome',
  active: true,
  automation_triggers: [TRIGGER],
  entered_count: 203,
  waiting_count: 0,
  finished_count: 200,
  left_count: 3,
  created_at: '2026-11-22T08:10:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
};

/** Some of them. */
export const EXAMPLES = {
  item: { ...ITEM, waiting_count: 0, sent_count: 0, campaign: MAIL },
  automation: { ...AUTOMATION, automation_items: [{ ...ITEM, campaign: MAIL_HEAD }] },
  changed: { ...AUTOMATION, automation_items: [] },
  inFull: { ...AUTOMATION, automation_items: [{ ...ITEM, campaign: { ...MAIL, stats: STATS_EXAMPLE } }] },
  content: {
    subject: MAIL.subject,
    html: MAIL.html,
    from_name: MAIL.from_name,
    from_email: MAIL.from_email,
  },
};
