/** Kinds of steps of an automation. */
export const STEP_KINDS = ['email', 'wait', 'condition', 'update', 'webhook', 'exit'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Operators that test a property of an event. */
export const PROPERTY_OPERATORS = [
  'is',
  'is_not',
  'contains',
  'greater_than',
  'less_than',
  'is_set',
  'is_not_set',
] as const;

/** A test of a property of an event. */
export interface PropertyTest {
  /** Path of the property, such as `order.total`. */
  readonly name: string;
  readonly operator: (typeof PROPERTY_OPERATORS)[number];
  /** Value to compare with. Absent for `is_set` and `is_not_set`. */
  readonly value?: string;
}

type StoredFilter = Readonly<Record<string, unknown>>;

/** Whose time zone a wait until a weekday uses. */
export const WAIT_TIME_ZONES = ['account', 'contact'] as const;

/** Settings of a wait. Exactly one of `minutes`, `weekdays`, `event` and `filter` is present. */
export interface WaitSettings {
  readonly minutes?: number;
  /** Weekdays from 1 (Monday) to 7 (Sunday). The wait ends on one of them at `time`. */
  readonly weekdays?: readonly number[];
  readonly event?: string;
  readonly filter?: StoredFilter;
  readonly time?: string;
  /** If absent, the account's time zone. Contacts without a time zone use the account's. */
  readonly timezone?: (typeof WAIT_TIME_ZONES)[number] | undefined;
  /** Maximum duration, in minutes, of a wait for an event or a filter. */
  readonly timeout_minutes?: number;
}

/** Settings of a condition. A contact meets the condition if the contact passes all tests that are present. */
export interface ConditionSettings {
  readonly filter?: StoredFilter;
  /** Name of an event that must have occurred for the contact since the contact entered the automation. */
  readonly event?: string;
  readonly event_property?: PropertyTest;
}

/** Settings of a step that changes contacts. */
export interface UpdateSettings {
  readonly add_list_ids?: readonly number[];
  readonly remove_list_ids?: readonly number[];
  readonly add_tag_ids?: readonly number[];
  readonly remove_tag_ids?: readonly number[];
  /** Values of custom fields by field ID. Null deletes a value. */
  readonly set_fields?: Readonly<Record<number, string | null>>;
}

/** Settings of a webhook step. */
export interface WebhookSettings {
  /** Name of the step in the webhook event, by which the receiver distinguishes webhook steps. */
  readonly name?: string;
}

/** Names of the settings of an update step that contain IDs of lists or tags. */
export const UPDATES = ['add_list_ids', 'remove_list_ids', 'add_tag_ids', 'remove_tag_ids'] as const;

/** Settings of a step of any type. Email and exit steps have no settings. */
export type StepSettings = WaitSettings & ConditionSettings & UpdateSettings & WebhookSettings;

/**
 * Returns whether the properties of an event pass a test. Text comparisons ignore case. `greater_than` and `less_than`
 * compare numbers. Pure.
 */
export function passesTest(
  properties: Readonly<Record<string, unknown>> | undefined,
  { name, operator, value = '' }: PropertyTest,
): boolean {
  const found = name.split('.').reduce<unknown>(propertyOf, properties);
  const isSet = found !== undefined && found !== null && found !== '';
  const isText = typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
  return TESTS[operator](isText ? String(found).toLowerCase() : undefined, value.toLowerCase(), isSet);
}

/** Tests by operator. `text` is undefined if the property is missing or is not a string, number or boolean. */
const TESTS: Readonly<
  Record<PropertyTest['operator'], (text: string | undefined, wanted: string, isSet: boolean) => boolean>
> = {
  is: (text, wanted) => text === wanted,
  is_not: (text, wanted) => text !== wanted,
  contains: (text, wanted) => text?.includes(wanted) === true,
  greater_than: (text, wanted) => text !== undefined && text !== '' && Number(text) > Number(wanted),
  less_than: (text, wanted) => text !== undefined && text !== '' && Number(text) < Number(wanted),
  is_set: (_text, _wanted, isSet) => isSet,
  is_not_set: (_text, _wanted, isSet) => !isSet,
};

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // The cast is safe because the value is an object with this property.
  return (value as Record<string, unknown>)[name];
}
