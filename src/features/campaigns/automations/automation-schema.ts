import { Type, type TSchema } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { STATS_EXAMPLE, statsSchema } from '../campaign-results/index.ts';
import { CAMPAIGN_EXAMPLE, campaignSchema } from '../campaigns/index.ts';

const TIME = Type.String({ format: 'date-time' });
const count = (description: string) => Type.Integer({ description: `Postrider extension. ${description}` });

const triggerSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The ID changes when the type, list or campaign of the trigger changes.' }),
    automation_id: Type.Integer(),
    type: Type.Enum(['apply_list', 'open_campaign', 'click_campaign']),
    list_id: Type.Union([Type.Integer(), Type.Null()]),
    campaign_id: Type.Union([Type.Integer(), Type.Null()]),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: 'Postrider extension. Why no contacts can enter the automation.',
    }),
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
      campaign_id: Type.Integer({ description: 'The campaign that stores the content and statistics of the email.' }),
      delay_hours: Type.Integer({
        description:
          'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.',
      }),
      send_order: Type.Integer({ description: 'Position in the automation. Positions start at 1 and have no gaps.' }),
      waiting_count: count('Contacts waiting for this email.'),
      sent_count: count('Contacts that have been sent this email.'),
      fault: Type.Union([Type.String(), Type.Null()], {
        description: 'Postrider extension. Why the email currently cannot be sent. Postrider retries automatically.',
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
  automation_triggers: Type.Array(triggerSchema, {
    description: 'The trigger of the automation. Empty if the automation has no trigger type.',
  }),
  entered_count: count('Contacts that entered the automation.'),
  waiting_count: count('Contacts waiting for an email.'),
  finished_count: count('Contacts that have been sent all emails.'),
  left_count: count(
    'Contacts that left the automation early because they unsubscribed, were deleted, or cannot receive email.',
  ),
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
