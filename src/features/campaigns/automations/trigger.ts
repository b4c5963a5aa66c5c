/** What makes contacts enter an automation. */
export const TRIGGER_TYPES = ['apply_list', 'open_campaign', 'click_campaign'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** What makes contacts enter; of a list or campaign, or of nothing. */
export interface Trigger {
  readonly type: TriggerType | null;
  readonly list_id: number | null;
  readonly campaign_id: number | null;
}

/** What a request says of it; what is absent stays. */
export interface TriggerChange {
  readonly trigger_type?: TriggerType;
  readonly trigger_list_id?: number;
  readonly trigger_campaign_id?: number;
}

/** Nothing makes contacts enter. */
export const NO_TRIGGER: Trigger = { type: null, list_id: null, campaign_id: null };

/** Fields of requests that name what a trigger is of: of lists, and of campaigns. */
const FIELDS = ['trigger_list_id', 'trigger_campaign_id'] as const;

type Fail = (field: string, sentence: string) => void;

/**
 * What a change makes of a trigger; calls `fail` for what is missing or belongs to another type. With a type, what is of other
 * types is passed over, as forms send it. Pure.
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

/** Whether they are the same. Pure. */
export function isSameTrigger(one: Trigger, other: Trigger): boolean {
  return one.type === other.type && one.list_id === other.list_id && one.campaign_id === other.campaign_id;
}
