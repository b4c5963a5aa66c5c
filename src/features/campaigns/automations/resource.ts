import { Type } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import {
  choice,
  computed,
  createdAt,
  flag,
  id,
  idOrNull,
  integer,
  json,
  requestOnly,
  text,
  textOrNull,
  time,
} from '../../../http/resource/field.ts';
import { input, type Fail } from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import { filterSchemaFor } from '../../audience/contact-filters/index.ts';
import { flagOf } from '../campaigns/index.ts';
import { filterOrNull, quietHoursOrNull, quietHoursSchema, type QuietHours, type StoredFilter } from './exits.ts';
import { MAX_TITLE_CHARACTERS } from './limits.ts';
import { REENTRY, reentryInput, reentryHoursInput } from './reentry.ts';
import { changedTrigger, NO_TRIGGER, SINGLE_TYPES } from './trigger.ts';
import { extension, TRIGGER_EXAMPLE, triggerSchema } from './trigger-schema.ts';
import { eventNameOf, triggersField } from './triggers-input.ts';

const AT = (clock: string) => new Date(`2026-11-22T${clock}:00.000Z`);
const SET_UP = 'account settings and content';
const looseText = Type.Union([Type.String(), Type.Null()]);
const EXIT_FILTER = (description: string) => Type.Union([filterSchemaFor(extension(description)), Type.Null()]);

const triggerId = (description: string) =>
  requestOnly(
    input({
      shown: Type.Integer({ minimum: 1, description }),
      taken: Type.Union([idSchema, Type.Null()]),
      read: numberOf,
    }),
  );

/** An automation without its triggers and emails. */
export const AUTOMATION = resource({
  table: 'automation',
  nobody: SET_UP,
  rules(given, fail, isNew) {
    const isSingle = [
      given.trigger_type,
      given.trigger_list_id,
      given.trigger_campaign_id,
      given.trigger_tag_id,
      given.trigger_event,
    ].some((value) => value !== undefined);
    if (given.triggers && isSingle) fail('triggers', 'cannot be combined with the single-trigger fields.');
    else if (isNew) changedTrigger(NO_TRIGGER, given, fail);
  },
  fields: {
    id: id({ example: 4 }),
    user_id: computed(Type.Integer(), 7),
    title: text({
      example: 'Welcome',
      input: input({
        shown: Type.String({ description: `Internal name. At most ${MAX_TITLE_CHARACTERS} characters.` }),
        taken: looseText,
        isRequired: true,
        read: titleOf,
      }),
    }),
    active: flag({
      example: true,
      input: input({
        shown: Type.Boolean({
          description: 'Whether contacts can enter the automation and receive its emails. Default: false.',
        }),
        taken: Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
        read: (given, field, fail) => flagOf(field, given, fail),
      }),
    }),
    automation_triggers: computed(
      Type.Array(triggerSchema, {
        description: 'The triggers of the automation. Empty if the automation has no triggers.',
      }),
      [TRIGGER_EXAMPLE],
    ),
    entered: id({ example: 203, as: 'entered_count', answer: extension('Contacts that entered the automation.') }),
    waiting_count: computed(Type.Integer({ description: extension('Contacts waiting for an email.') }), 0),
    finished: id({
      example: 200,
      as: 'finished_count',
      answer: extension('Contacts that have been sent all emails.'),
    }),
    ended: id({
      example: 3,
      as: 'left_count',
      answer: extension(
        'Contacts that left the automation early because they unsubscribed, were deleted, or cannot receive email.',
      ),
    }),
    goal_event: textOrNull({
      example: null,
      answer: extension('Name of the goal event. Contacts leave the automation when this event occurs.'),
      input: input({
        shown: Type.Union([Type.String(), Type.Null()], {
          description: extension(
            'Name of the goal event. Contacts leave the automation at any step when this event occurs. Null means no goal.',
          ),
        }),
        taken: looseText,
        read: (given, field, fail) => (given?.trim() ? eventNameOf(given, field, fail) : null),
      }),
    }),
    goals: id({
      example: 0,
      as: 'goal_count',
      answer: extension(
        'Contacts that left because they reached the goal. These contacts are included in `left_count`.',
      ),
    }),
    goal_seconds: idOrNull({
      example: null,
      as: 'average_goal_seconds',
      select: 'case when automation.goals > 0 then automation.goal_seconds / automation.goals end',
      answer: extension(
        'Average time from entering the automation to reaching the goal, in seconds. Null if no contacts have reached the goal.',
      ),
    }),
    exit_filter: json<StoredFilter | null>(
      EXIT_FILTER('Contacts that match this filter leave the automation before their next step. Null means no filter.'),
      null,
    )({
      example: null,
      input: input({
        shown: EXIT_FILTER(
          'A filter in the format that `GET /contacts` uses. Contacts that match the filter leave the automation before their next step. Null means no filter.',
        ),
        // The filter parser validates the value.
        taken: Type.Unknown(),
        read: filterOrNull,
      }),
    }),
    quiet_hours: json<QuietHours | null>(
      quietHoursSchema,
      null,
    )({
      example: null,
      input: input({
        shown: Type.Union([Type.Object({ from: Type.String(), until: Type.String() }), Type.Null()], {
          description: extension(
            'Hours during which no emails are sent, in the account’s time zone, for example from 22:00 until 08:00. Emails that become due during these hours are sent when the quiet hours end. Null means no quiet hours.',
          ),
        }),
        taken: Type.Unknown(),
        read: quietHoursOrNull,
      }),
    }),
    reentry: choice(REENTRY)({
      example: 'never',
      answer: extension('When contacts can enter the automation again.'),
      input: reentryInput,
    }),
    reentry_hours: integer({
      example: 0,
      answer: extension('Minimum number of hours before a contact can enter the automation again.'),
      input: reentryHoursInput,
    }),
    created_at: time({ example: AT('08:10') }),
    updated_at: time({ example: AT('08:20'), updated: 'clock.at' }),
    trigger_type: requestOnly(
      input({
        shown: Type.Enum([...SINGLE_TYPES], {
          description:
            'Event that adds contacts to the automation. Without a trigger, no contacts enter the automation. `event`, `contact_created`, and `tag_added` are Postrider extensions. In an automation with several triggers, this field and the other single-trigger fields change the first trigger.',
        }),
        taken: looseText,
        read: typeOf,
      }),
    ),
    trigger_list_id: triggerId('The list that contacts are added to. Required for `apply_list`.'),
    trigger_tag_id: triggerId(extension('The tag that is added to contacts. Required for `tag_added`.')),
    trigger_event: requestOnly(
      input({
        shown: Type.String({ description: extension('Name of the event. Required for `event`.') }),
        taken: looseText,
        read: (given, field, fail) => (given?.trim() ? eventNameOf(given, field, fail) : undefined),
      }),
    ),
    triggers: triggersField,
    trigger_campaign_id: triggerId(
      'The campaign, or the email in another automation, that contacts open or click. Required for `open_campaign` and `click_campaign`.',
    ),
  },
});

export type AutomationRow = RowOf<typeof AUTOMATION>;
export type AutomationChange = ChangeOf<typeof AUTOMATION>;
export type PresentedAutomation = PresentedOf<typeof AUTOMATION>;

/**
 * Position of an email among the emails of its automation. It is computed, because the `send_order` column counts steps
 * of all kinds.
 */
const EMAIL_ORDER = `(
  select count(*) from automation_item o
  where o.account_id = automation_item.account_id and o.automation_id = automation_item.automation_id
    and o.kind = 'email' and o.deleted_at is null and o.send_order <= automation_item.send_order
)::integer`;

/** An email of an automation, without its content. */
export const ITEM = resource({
  table: 'automation_item',
  nobody: SET_UP,
  fields: {
    id: id({ example: 12 }),
    automation_id: id({ example: 4 }),
    campaign_id: id({
      example: 31,
      select: 'automation_item.campaign_id',
      answer: 'The campaign that stores the content and statistics of the email.',
    }),
    delay_hours: integer({
      example: 0,
      answer:
        'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.',
    }),
    send_order: integer({
      example: 1,
      select: EMAIL_ORDER,
      answer: 'Position in the automation. Positions start at 1 and have no gaps.',
    }),
    // The properties of steps are documented in flow-schema.ts.
    kind: text({ example: 'email', isHidden: true }),
    branch: textOrNull({ example: null, isHidden: true }),
    event_name: textOrNull({ example: null, isHidden: true }),
    settings: json(Type.Object({}), {})({ example: {}, isHidden: true }),
    waiting: id({ example: 0, as: 'waiting_count', answer: extension('Contacts waiting for this email.') }),
    sent: id({ example: 200, as: 'sent_count', answer: extension('Contacts that have been sent this email.') }),
    fault: textOrNull({
      example: null,
      answer: extension('Why the email currently cannot be sent. Postrider retries automatically.'),
    }),
    created_at: createdAt,
    updated_at: time({ example: AT('08:20') }),
  },
});

export type ItemRow = RowOf<typeof ITEM>;
export type PresentedItemSummary = PresentedOf<typeof ITEM>;

function titleOf(given: string | null, field: string, fail: Fail): string {
  const title = given?.trim() ?? '';
  if (title === '') fail(field, 'is required.');
  if (Array.from(title).length > MAX_TITLE_CHARACTERS) {
    fail(field, `must have at most ${MAX_TITLE_CHARACTERS} characters.`);
  }
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(title)) {
    fail(field, 'must not contain line breaks or control characters.');
  }
  return title;
}

function typeOf(given: string | null, field: string, fail: Fail): (typeof SINGLE_TYPES)[number] | undefined {
  const wanted = given?.trim() || undefined;
  const type = SINGLE_TYPES.find((known) => known === wanted);
  if (wanted !== undefined && type === undefined) {
    fail(field, `must be one of ${SINGLE_TYPES.join(', ')}. For other trigger types, use \`triggers\`.`);
  }
  return type;
}

/** Returns the ID, or undefined for an empty value, because HTML forms submit empty fields. */
function numberOf(given: string | number | null, field: string, fail: Fail): number | undefined {
  if (given === null || String(given).trim() === '') return undefined;
  const known = idOf(given);
  if (known === undefined) fail(field, 'must be an ID (a positive integer).');
  return known;
}
