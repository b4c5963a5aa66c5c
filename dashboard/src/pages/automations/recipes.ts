import type { Input } from '../../api.ts';

type NewAutomation = NonNullable<Input<'POST /automations'>['body']>;
type Trigger = NonNullable<NewAutomation['triggers']>[number];

/** A step of a recipe. An email is identified by its position among the emails of the recipe, starting at 0. */
export type RecipeStep =
  | { readonly type: 'email'; readonly email: number }
  | { readonly type: 'wait'; readonly minutes: number }
  | { readonly type: 'wait'; readonly event: string; readonly timeout_minutes: number }
  | {
      readonly type: 'condition';
      readonly event?: string;
      readonly filter?: Readonly<Record<string, unknown>>;
      readonly yes: readonly RecipeStep[];
      readonly no: readonly RecipeStep[];
    }
  | { readonly type: 'exit' };

/** A template for an automation. */
export interface Recipe {
  readonly title: string;
  readonly summary: string;
  /** The trigger, unless it needs a custom field or a segment. */
  readonly trigger?: Trigger;
  /** Label of a custom field with a date. The automation starts on its anniversaries. The field is created if it is missing. */
  readonly dateField?: string;
  /** Segment that starts the automation. The segment is created if it is missing. */
  readonly segment?: { readonly name: string; readonly filter: Readonly<Record<string, unknown>> };
  readonly settings?: Pick<NewAutomation, 'goal_event' | 'reentry' | 'reentry_hours'>;
  readonly emails: readonly {
    readonly subject: string;
    /** Paragraphs are separated by empty lines. */
    readonly text: string;
    readonly delay_hours: number;
  }[];
  readonly steps: readonly RecipeStep[];
}

const HOUR = 60;
const DAY = 24 * HOUR;
const HELLO = 'Hi {{ contact.first_name | default: "there" }},';

/** Templates for automations. Users change the text, the events, and the trigger. */
export const RECIPES: readonly Recipe[] = [
  {
    title: 'Welcome',
    summary: 'Sends three emails to each new contact in the first week.',
    trigger: { type: 'contact_created' },
    emails: [
      {
        subject: 'Welcome',
        text: `${HELLO}\n\nThanks for signing up. Here’s what to expect from our emails.`,
        delay_hours: 0,
      },
      {
        subject: 'Our most popular articles',
        text: `${HELLO}\n\nThese are our readers’ favorites.`,
        delay_hours: 48,
      },
      {
        subject: 'What would you like to read?',
        text: `${HELLO}\n\nJust reply to this email with your favorite topics.`,
        delay_hours: 96,
      },
    ],
    steps: [
      { type: 'email', email: 0 },
      { type: 'email', email: 1 },
      { type: 'email', email: 2 },
    ],
  },
  {
    title: 'Onboarding',
    summary:
      'Waits up to three days for the “project.created” event. If the event occurs, sends the next tip. Otherwise, offers help.',
    trigger: { type: 'contact_created' },
    emails: [
      { subject: 'Create your first project', text: `${HELLO}\n\nIt takes only a few minutes.`, delay_hours: 0 },
      {
        subject: 'Invite your team',
        text: `${HELLO}\n\nYour first project is ready. Invite your team next.`,
        delay_hours: 0,
      },
      {
        subject: 'Need help getting started?',
        text: `${HELLO}\n\nIf you have any questions, just reply to this email.`,
        delay_hours: 0,
      },
    ],
    steps: [
      { type: 'email', email: 0 },
      { type: 'wait', event: 'project.created', timeout_minutes: 3 * DAY },
      {
        type: 'condition',
        event: 'project.created',
        yes: [{ type: 'email', email: 1 }],
        no: [{ type: 'email', email: 2 }],
      },
    ],
  },
  {
    title: 'Abandoned cart',
    summary: 'Starts with the “cart.updated” event and ends with the “order.placed” event.',
    trigger: { type: 'event', event: 'cart.updated' },
    settings: { goal_event: 'order.placed', reentry: 'always' },
    emails: [
      {
        subject: 'You left something in your cart',
        text: `${HELLO}\n\nYour cart is still here: {{ event.cart_url | default: "https://example.com/cart" }}`,
        delay_hours: 0,
      },
      { subject: 'Your cart expires soon', text: `${HELLO}\n\nWe’ll save your cart for one more day.`, delay_hours: 0 },
    ],
    steps: [
      { type: 'wait', minutes: 4 * HOUR },
      { type: 'email', email: 0 },
      { type: 'wait', minutes: DAY },
      { type: 'email', email: 1 },
    ],
  },
  {
    title: 'Birthday',
    summary: 'Sends an email at 9:00 on each birthday.',
    dateField: 'Birthday',
    settings: { reentry: 'after_completion' },
    emails: [{ subject: 'Happy birthday', text: `${HELLO}\n\nHave a wonderful day!`, delay_hours: 9 }],
    steps: [{ type: 'email', email: 0 }],
  },
  {
    title: 'Re-engagement',
    summary: 'Asks inactive contacts whether they still want your emails.',
    segment: { name: 'Inactive contacts', filter: { status: 'inactive' } },
    emails: [
      {
        subject: 'Are you still interested?',
        text: `${HELLO}\n\nHere’s what’s new since your last visit.`,
        delay_hours: 0,
      },
      {
        subject: 'Should we stop emailing you?',
        text: `${HELLO}\n\nIf you no longer want our emails, unsubscribe with the link below.`,
        delay_hours: 0,
      },
    ],
    steps: [
      { type: 'email', email: 0 },
      { type: 'wait', minutes: 14 * DAY },
      {
        type: 'condition',
        filter: { status: 'engaged' },
        yes: [{ type: 'exit' }],
        no: [{ type: 'email', email: 1 }],
      },
    ],
  },
  {
    title: 'Net Promoter Score',
    summary: 'Asks for a rating a week after the “order.delivered” event, and sends one reminder.',
    trigger: { type: 'event', event: 'order.delivered' },
    settings: { goal_event: 'survey.answered', reentry: 'after_completion', reentry_hours: 90 * 24 },
    emails: [
      {
        subject: 'How likely are you to recommend us?',
        text: `${HELLO}\n\nOn a scale from 0 to 10, how likely are you to recommend us to a friend? Reply with a number.`,
        delay_hours: 0,
      },
      {
        subject: 'One short question',
        text: `${HELLO}\n\nWe’d still love to hear how likely you are to recommend us.`,
        delay_hours: 0,
      },
    ],
    steps: [
      { type: 'wait', minutes: 7 * DAY },
      { type: 'email', email: 0 },
      { type: 'wait', event: 'survey.answered', timeout_minutes: 5 * DAY },
      { type: 'email', email: 1 },
    ],
  },
];
