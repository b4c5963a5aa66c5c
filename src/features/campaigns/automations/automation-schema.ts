import { Type, type TSchema } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { STATS_EXAMPLE, statsSchema } from '../campaign-results/index.ts';
import { CAMPAIGN } from '../campaigns/index.ts';
import { AUTOMATION, ITEM, type PresentedItemSummary } from './resource.ts';

const itemWith = <Mail extends TSchema>(campaign: Mail, $id: string) =>
  Type.Object({ ...ITEM.properties, campaign }, { $id });

const { design: _design, html: _html, text: _text, ...head } = CAMPAIGN.properties;
const mailSchema = Type.Object(head, { $id: 'AutomationMail' });
/** A campaign without its body. */
export type PresentedMail = AnswerOf<typeof mailSchema>;
const withStats = Type.Intersect([CAMPAIGN.schema, Type.Object({ stats: statsSchema })]);

/** An email of an automation with its campaign, which may be presented in full or without its content. */
export type PresentedItem<Mail> = PresentedItemSummary & { readonly campaign: Mail };

/** An email of an automation with its content. */
export const itemSchema = itemWith(CAMPAIGN.schema, 'AutomationItem');

const automation = AUTOMATION.properties;

/** An automation with its emails but without their content, as in listings and change responses. */
export const automationSchema = Type.Object(
  { ...automation, automation_items: Type.Array(itemWith(mailSchema, 'AutomationItemWithoutContent')) },
  { $id: 'Automation' },
);

/** An automation with the content and results of its emails. */
export const automationInFullSchema = Type.Object(
  {
    ...automation,
    automation_items: Type.Array(itemWith(withStats, 'AutomationItemWithStats')),
  },
  { $id: 'AutomationInFull' },
);

/** An automation as the MCP tools return it. */
export const automationForToolsSchema = Type.Object({
  ...automation,
  has_draft: Type.Boolean({ description: 'Whether the automation has unpublished changes to its steps.' }),
  automation_items: Type.Array(Type.Object({})),
});

const MAIL = {
  ...CAMPAIGN.example,
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
export const EXAMPLES = {
  item: { ...ITEM.example, waiting_count: 0, sent_count: 0, campaign: MAIL },
  automation: { ...AUTOMATION.example, automation_items: [{ ...ITEM.example, campaign: MAIL_HEAD }] },
  changed: { ...AUTOMATION.example, automation_items: [] },
  inFull: {
    ...AUTOMATION.example,
    automation_items: [{ ...ITEM.example, campaign: { ...MAIL, stats: STATS_EXAMPLE } }],
  },
  content: {
    subject: MAIL.subject,
    html: MAIL.html,
    from_name: MAIL.from_name,
    from_email: MAIL.from_email,
  },
};
