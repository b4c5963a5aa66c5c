import { Type, type Static } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { requestOnly } from '../../../http/resource/field.ts';
import { input, type Fail } from '../../../http/resource/input.ts';
import { faultOfEventName } from '../../audience/contact-events/index.ts';
import { MAX_TRIGGER_DAYS, MAX_TRIGGERS } from './limits.ts';
import { changedTrigger, NO_TRIGGER, SOURCES, TRIGGER_TYPES, type Trigger, type TriggerChange } from './trigger.ts';

const TYPES: string = TRIGGER_TYPES.join(', ');

const givenTrigger = Type.Object({
  type: Type.String({ documentedAs: { enum: [...TRIGGER_TYPES] } }),
  list_id: Type.Optional(Type.Union(idSchema.anyOf, { description: 'Required for `apply_list`.' })),
  campaign_id: Type.Optional(
    Type.Union(idSchema.anyOf, { description: 'Required for `open_campaign` and `click_campaign`.' }),
  ),
  tag_id: Type.Optional(Type.Union(idSchema.anyOf, { description: 'Required for `tag_added`.' })),
  segment_id: Type.Optional(Type.Union(idSchema.anyOf, { description: 'Required for `segment_entered`.' })),
  event: Type.Optional(Type.String({ description: 'Name of the event. Required for `event`.' })),
  field_id: Type.Optional(
    Type.Union(idSchema.anyOf, { description: 'A custom field that contains dates. Required for `field_date`.' }),
  ),
  days: Type.Optional(
    Type.Integer({
      description: `For \`field_date\`: days after the date in the field, from -${MAX_TRIGGER_DAYS} to ${MAX_TRIGGER_DAYS}. A negative number means days before the date. Default: 0.`,
    }),
  ),
  every_year: Type.Optional(
    Type.Boolean({
      description:
        'For `field_date`: whether contacts also enter on the anniversaries of the date. Requires `reentry`. Default: false.',
    }),
  ),
  source: Type.Optional(
    Type.String({
      description: 'Source of the contacts, for `contact_created`. Default: any source.',
      documentedAs: { enum: [...SOURCES] },
    }),
  ),
});

/** Maps each request field for a single trigger to the corresponding property of an element of `triggers`. */
const NAMES = {
  trigger_type: 'type',
  trigger_list_id: 'list_id',
  trigger_campaign_id: 'campaign_id',
  trigger_tag_id: 'tag_id',
  trigger_event: 'event',
} as const satisfies Record<keyof TriggerChange, keyof Static<typeof givenTrigger>>;

/** Declares the request field with the triggers of an automation. */
export const triggersField = requestOnly(
  input({
    shown: Type.Array(givenTrigger, {
      description: `Postrider extension. All triggers of the automation, at most ${MAX_TRIGGERS}. Cannot be combined with \`trigger_type\` and its related fields.`,
    }),
    taken: Type.Array(givenTrigger, { maxItems: MAX_TRIGGERS }),
    read: (given, field, fail) =>
      given.map((each, index) => triggerOf(each, (name, sentence) => fail(`${field}.${index}.${name}`, sentence))),
  }),
);

function triggerOf(given: Static<typeof givenTrigger>, fail: Fail): Trigger {
  const type = TRIGGER_TYPES.find((known) => known === given.type);
  if (type === undefined) {
    fail('type', `must be one of ${TYPES}.`);
    return NO_TRIGGER;
  }
  if (type === 'segment_entered' || type === 'field_date') return checkedTrigger(given, type, fail);
  for (const name of ['segment_id', 'field_id', 'days', 'every_year'] as const) {
    if (given[name] !== undefined) fail(name, `cannot be used with the ${type} type.`);
  }
  const event = given.event === undefined ? undefined : eventNameOf(given.event, 'event', fail);
  const change = {
    trigger_list_id: idIn(given, 'list_id', fail),
    trigger_campaign_id: idIn(given, 'campaign_id', fail),
    trigger_tag_id: idIn(given, 'tag_id', fail),
    trigger_event: event,
  };
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const say: Fail = (name, sentence) =>
    fail(NAMES[name as keyof typeof NAMES], sentence.replace('`trigger_type`', '`type`'));
  const made = changedTrigger(NO_TRIGGER, { trigger_type: type, ...set }, say);
  for (const [field, name] of Object.entries(NAMES)) {
    const isGiven = field in set && !Object.values(made).includes(change[field as keyof typeof change] ?? null);
    if (isGiven) fail(name, `cannot be used with the ${type} type.`);
  }
  return { ...made, source: sourceOf(given.source, type, fail) };
}

/** Parses a trigger for which Postrider checks all contacts regularly. */
function checkedTrigger(
  given: Static<typeof givenTrigger>,
  type: 'segment_entered' | 'field_date',
  fail: Fail,
): Trigger {
  const own = type === 'segment_entered' ? ['segment_id'] : ['field_id', 'days', 'every_year'];
  for (const name of Object.keys(given)) {
    if (name !== 'type' && !own.includes(name)) fail(name, `cannot be used with the ${type} type.`);
  }
  return type === 'segment_entered'
    ? { ...NO_TRIGGER, type, segment_id: requiredId(given, 'segment_id', fail) }
    : dateTrigger(given, fail);
}

function dateTrigger(given: Static<typeof givenTrigger>, fail: Fail): Trigger {
  const { days = 0, every_year = false } = given;
  if (Math.abs(days) > MAX_TRIGGER_DAYS) {
    fail('days', `must be an integer from -${MAX_TRIGGER_DAYS} to ${MAX_TRIGGER_DAYS}.`);
  }
  return { ...NO_TRIGGER, type: 'field_date', field_id: requiredId(given, 'field_id', fail), days, every_year };
}

function requiredId(given: Static<typeof givenTrigger>, field: 'segment_id' | 'field_id', fail: Fail): number | null {
  if (given[field] === undefined) fail(field, `is required if \`type\` is ${given.type}.`);
  return idIn(given, field, fail) ?? null;
}

function idIn(
  given: Static<typeof givenTrigger>,
  field: 'list_id' | 'campaign_id' | 'tag_id' | 'segment_id' | 'field_id',
  fail: Fail,
): number | undefined {
  const value = given[field];
  if (value === undefined) return undefined;
  const id = idOf(value);
  if (id === undefined) fail(field, 'must be an ID (a positive integer).');
  return id;
}

function sourceOf(given: string | undefined, type: string, fail: Fail): Trigger['source'] {
  if (given === undefined) return null;
  const source = SOURCES.find((known) => known === given);
  if (type !== 'contact_created') fail('source', `cannot be used with the ${type} type.`);
  else if (source === undefined) fail('source', `must be one of ${SOURCES.join(', ')}.`);
  return source ?? null;
}

/** Returns the trimmed name of an event. Calls `fail` if the name is invalid. */
export function eventNameOf(given: string, field: string, fail: Fail): string {
  const name = given.trim();
  const fault = faultOfEventName(name);
  if (fault !== undefined) fail(field, fault);
  return name;
}
