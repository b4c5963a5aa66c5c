/** Trigger types that can be set with the request fields for a single trigger. */
export const SINGLE_TYPES = [
  'apply_list',
  'open_campaign',
  'click_campaign',
  'event',
  'contact_created',
  'tag_added',
] as const;
/** Types of triggers, which add contacts to an automation. */
export const TRIGGER_TYPES = [...SINGLE_TYPES, 'segment_entered', 'field_date'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** Sources of new contacts, for triggers of the `contact_created` type. */
export const SOURCES = ['form', 'import', 'other'] as const;
export type Source = (typeof SOURCES)[number];

/** A trigger with its object. `type` is null if the automation has no trigger. */
export interface Trigger {
  readonly type: TriggerType | null;
  readonly list_id: number | null;
  readonly campaign_id: number | null;
  readonly tag_id: number | null;
  readonly segment_id: number | null;
  readonly event_name: string | null;
  /** For `field_date`: the custom field that contains the date. */
  readonly field_id: number | null;
  /**
   * For `field_date`: the number of days from the date to the day on which contacts enter. Negative if contacts enter
   * before the date.
   */
  readonly days: number | null;
  /** For `field_date`: whether contacts enter again on each anniversary of the date. */
  readonly every_year: boolean | null;
  /** Only contacts from this source trigger the automation. Null means any source. */
  readonly source: Source | null;
}

/** Trigger fields of a request. Absent fields are not changed. */
export interface TriggerChange {
  readonly trigger_type?: (typeof SINGLE_TYPES)[number];
  readonly trigger_list_id?: number;
  readonly trigger_campaign_id?: number;
  readonly trigger_tag_id?: number;
  readonly trigger_event?: string;
}

/** The value for an automation without a trigger. */
export const NO_TRIGGER: Trigger = {
  type: null,
  list_id: null,
  campaign_id: null,
  tag_id: null,
  segment_id: null,
  event_name: null,
  field_id: null,
  days: null,
  every_year: null,
  source: null,
};

/**
 * Request fields that identify the object of a trigger, with the columns that store them and the types of triggers that
 * use them.
 */
const FIELDS = [
  { field: 'trigger_list_id', column: 'list_id', types: ['apply_list'] },
  { field: 'trigger_campaign_id', column: 'campaign_id', types: ['open_campaign', 'click_campaign'] },
  { field: 'trigger_tag_id', column: 'tag_id', types: ['tag_added'] },
  { field: 'trigger_event', column: 'event_name', types: ['event'] },
] as const satisfies readonly {
  readonly field: keyof TriggerChange;
  readonly column: keyof Trigger;
  readonly types: readonly TriggerType[];
}[];

type Fail = (field: string, sentence: string) => void;

/**
 * Applies a change to a trigger and returns the result. Calls `fail` for fields that are missing or belong to another
 * trigger type. If the request contains a type, fields of other types are ignored, because HTML forms submit all
 * fields. Pure.
 */
export function changedTrigger(before: Trigger, change: TriggerChange, fail: Fail): Trigger {
  const type = change.trigger_type ?? before.type;
  if (type === null) {
    const isNamed = FIELDS.some(({ field }) => change[field] !== undefined);
    if (isNamed) fail('trigger_type', 'is required if a list, campaign, tag, or event is given.');
    return before;
  }
  const own = FIELDS.find(({ types }) => types.some((each) => each === type));
  const others = change.trigger_type === undefined ? FIELDS.filter(({ field }) => field !== own?.field) : [];
  for (const { field } of others.filter((other) => change[other.field] !== undefined)) {
    fail(
      field,
      `cannot be used with the current \`trigger_type\`, ${type}. Change \`trigger_type\` in the same request.`,
    );
  }
  if (!own) return type === before.type ? before : { ...NO_TRIGGER, type };
  const object = change[own.field] ?? before[own.column];
  if (object === null) fail(own.field, `is required if \`trigger_type\` is ${type}.`);
  return { ...NO_TRIGGER, type, [own.column]: object };
}

export function isSameTrigger(one: Trigger, other: Trigger): boolean {
  const keys = Object.keys(NO_TRIGGER) as (keyof Trigger)[];
  return keys.every((key) => one[key] === other[key]);
}
