import { Type } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import {
  choiceOrNull,
  computed,
  createdAt,
  flag,
  id,
  idOrNull,
  integer,
  requestOnly,
  text,
  textOrNull,
  time,
} from '../../../http/resource/field.ts';
import { input, type Fail } from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import { flagOf } from '../campaigns/index.ts';
import { MAX_TITLE_CHARACTERS } from './limits.ts';
import { changedTrigger, NO_TRIGGER, TRIGGER_TYPES, type TriggerType } from './trigger.ts';

const TIME = Type.String({ format: 'date-time' });
const AT = (clock: string) => new Date(`2026-11-22T${clock}:00.000Z`);
const SET_UP = 'what the account has set up';
const extension = (description: string) => `Postrider extension. ${description}`;
const looseText = Type.Union([Type.String(), Type.Null()]);

/** A trigger as part of its automation. */
const triggerSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The ID changes when the type, list, or campaign of the trigger changes.' }),
    automation_id: Type.Integer(),
    type: Type.Enum([...TRIGGER_TYPES]),
    list_id: Type.Union([Type.Integer(), Type.Null()]),
    campaign_id: Type.Union([Type.Integer(), Type.Null()]),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: extension('Why no contacts can enter the automation.'),
    }),
    created_at: TIME,
    updated_at: TIME,
  },
  { $id: 'AutomationTrigger' },
);
const TRIGGER = {
  id: 6,
  automation_id: 4,
  type: 'apply_list',
  list_id: 3,
  campaign_id: null,
  fault: null,
  created_at: AT('08:10').toISOString(),
  updated_at: AT('08:10').toISOString(),
} as const;

const triggerId = (description: string) =>
  requestOnly(
    input({
      shown: Type.Integer({ minimum: 1, description }),
      taken: Type.Union([idSchema, Type.Null()]),
      read: numberOf,
    }),
  );

/** An automation without its emails. SQL joins `automation_trigger` as `t` and the trigger's campaign as `c`. */
export const AUTOMATION = resource({
  table: 'automation',
  nobody: SET_UP,
  rules(given, fail, isNew) {
    if (isNew) changedTrigger(NO_TRIGGER, given, fail);
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
        description: 'The trigger of the automation. Empty if the automation has no trigger type.',
      }),
      [TRIGGER],
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
    created_at: time({ example: AT('08:10') }),
    updated_at: time({ example: AT('08:20'), updated: 'clock.at' }),
    trigger_id: id({ example: 6, select: 't.id', isHidden: true }),
    /** Null if the automation has no trigger. */
    type: choiceOrNull(TRIGGER_TYPES)({ example: 'apply_list', select: 't.type', isHidden: true }),
    list_id: idOrNull({ example: 3, select: 't.list_id', isHidden: true }),
    campaign_id: idOrNull({ example: null, select: 't.campaign_id', isHidden: true }),
    trigger_created_at: time({ example: AT('08:10'), select: 't.created_at', isHidden: true }),
    trigger_updated_at: time({ example: AT('08:10'), select: 't.updated_at', isHidden: true }),
    is_campaign_gone: flag({
      example: false,
      select: 't.campaign_id is not null and c.id is null',
      isHidden: true,
    }),
    /** True if the campaign does not track the event that the trigger needs. */
    is_untracked: flag({
      example: false,
      select: `coalesce(case t.type when 'open_campaign' then not c.tracks_opens when 'click_campaign' then not c.tracks_clicks end, false)`,
      isHidden: true,
    }),
    trigger_type: requestOnly(
      input({
        shown: Type.Enum([...TRIGGER_TYPES], {
          description:
            'Event that adds contacts to the automation. Without a trigger, no contacts enter the automation.',
        }),
        taken: looseText,
        read: typeOf,
      }),
    ),
    trigger_list_id: triggerId('The list that contacts are added to. Required for `apply_list`.'),
    trigger_campaign_id: triggerId(
      'The campaign, or the email in another automation, that contacts open or click. Required for `open_campaign` and `click_campaign`.',
    ),
  },
});

export type AutomationRow = RowOf<typeof AUTOMATION>;
export type AutomationChange = ChangeOf<typeof AUTOMATION>;
export type PresentedAutomation = PresentedOf<typeof AUTOMATION>;

/** An email of an automation, without its content. */
export const ITEM = resource({
  table: 'automation_item',
  nobody: SET_UP,
  fields: {
    id: id({ example: 12 }),
    automation_id: id({ example: 4 }),
    campaign_id: id({ example: 31, answer: 'The campaign that stores the content and statistics of the email.' }),
    delay_hours: integer({
      example: 0,
      answer:
        'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.',
    }),
    send_order: integer({ example: 1, answer: 'Position in the automation. Positions start at 1 and have no gaps.' }),
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

function typeOf(given: string | null, field: string, fail: Fail): TriggerType | undefined {
  const wanted = given?.trim() || undefined;
  const type = TRIGGER_TYPES.find((known) => known === wanted);
  if (wanted !== undefined && type === undefined) fail(field, `must be one of ${TRIGGER_TYPES.join(', ')}.`);
  return type;
}

/** Returns the ID, or undefined for an empty value, because HTML forms submit empty fields. */
function numberOf(given: string | number | null, field: string, fail: Fail): number | undefined {
  if (given === null || String(given).trim() === '') return undefined;
  const known = idOf(given);
  if (known === undefined) fail(field, 'must be an ID (a positive integer).');
  return known;
}
