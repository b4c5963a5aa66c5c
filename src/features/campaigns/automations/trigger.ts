/** Types of events that add contacts to an automation. */
export const TRIGGER_TYPES = ['apply_list', 'open_campaign', 'click_campaign'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** A trigger with its list or campaign. All fields are null if the automation has no trigger. */
export interface Trigger {
  readonly type: TriggerType | null;
  readonly list_id: number | null;
  readonly campaign_id: number | null;
}

/** Trigger fields of a request. Absent fields are not changed. */
export interface TriggerChange {
  readonly trigger_type?: TriggerType;
  readonly trigger_list_id?: number;
  readonly trigger_campaign_id?: number;
}

/** A trigger that adds no contacts. */
export const NO_TRIGGER: Trigger = { type: null, list_id: null, campaign_id: null };

/** Request fields that name the list and the campaign of a trigger. */
const FIELDS = ['trigger_list_id', 'trigger_campaign_id'] as const;

type Fail = (field: string, sentence: string) => void;

/**
 * Applies a change to a trigger and returns the result. Calls `fail` for fields that are missing or belong to another
 * trigger type. If the request contains a type, fields of other types are ignored, because HTML forms submit all
 * fields. Pure.
 */
export function changedTrigger(before: Trigger, change: TriggerChange, fail: Fail): Trigger {
  const type = change.trigger_type ?? before.type;
  if (type === null) {
    const isNamed = change.trigger_list_id !== undefined || change.trigger_campaign_id !== undefined;
    if (isNamed) fail('trigger_type', 'is required if a list or campaign is given.');
    return before;
  }
  const [ofLists, ofCampaigns] = FIELDS;
  const [field, other] = type === 'apply_list' ? [ofLists, ofCampaigns] : [ofCampaigns, ofLists];
  if (change.trigger_type === undefined && change[other] !== undefined) {
    fail(
      other,
      `cannot be used with the current \`trigger_type\`, ${type}. Change \`trigger_type\` in the same request.`,
    );
  }
  const id = change[field] ?? (type === 'apply_list' ? before.list_id : before.campaign_id);
  if (id === null) fail(field, `is required if \`trigger_type\` is ${type}.`);
  return { ...NO_TRIGGER, type, [type === 'apply_list' ? 'list_id' : 'campaign_id']: id };
}

export function isSameTrigger(one: Trigger, other: Trigger): boolean {
  return one.type === other.type && one.list_id === other.list_id && one.campaign_id === other.campaign_id;
}
