import type { Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { keptLists } from '../../audience/lists/index.ts';
import { triggerCampaign, type TriggerType } from './queries.ts';

/** What makes contacts enter; of a list or campaign, or of nothing. */
export interface Trigger {
  readonly type: TriggerType | null;
  readonly list_id: number | null;
  readonly campaign_id: number | null;
}

/** What a request says of it; what is absent stays. */
export interface TriggerChange {
  readonly type?: TriggerType;
  readonly listId?: number;
  readonly campaignId?: number;
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
  const type = change.type ?? before.type;
  if (type === null) {
    const isNamed = change.listId !== undefined || change.campaignId !== undefined;
    if (isNamed) fail('trigger_type', 'is required if a list or campaign is given.');
    return before;
  }
  const sources = { trigger_list_id: change.listId, trigger_campaign_id: change.campaignId };
  const [ofLists, ofCampaigns] = FIELDS;
  const [field, other] = type === 'apply_list' ? [ofLists, ofCampaigns] : [ofCampaigns, ofLists];
  if (change.type === undefined && sources[other] !== undefined) {
    fail(
      other,
      `cannot be used with the current \`trigger_type\`, ${type}. Change \`trigger_type\` in the same request.`,
    );
  }
  const id = sources[field] ?? (type === 'apply_list' ? before.list_id : before.campaign_id);
  if (id === null) fail(field, `is required if \`trigger_type\` is ${type}.`);
  return { ...NO_TRIGGER, type, [type === 'apply_list' ? 'list_id' : 'campaign_id']: id };
}

/** Whether they are the same. Pure. */
export function isSameTrigger(one: Trigger, other: Trigger): boolean {
  return one.type === other.type && one.list_id === other.list_id && one.campaign_id === other.campaign_id;
}

/**
 * Throws validation_error for a list or campaign that is not the account's, of another's no more than of what never was, and
 * for what nobody would enter by. The list stays until the transaction ends; taken before the automation.
 */
export async function requireUsable(
  tx: Tx,
  accountId: number,
  { campaign_id: campaignId, list_id: listId }: Trigger,
  automationId?: number,
): Promise<void> {
  if (listId !== null) {
    const sentence = unknownIds([listId], await keptLists(tx, accountId, [listId]));
    if (sentence !== undefined) throw invalid({ trigger_list_id: [sentence] });
  }
  if (campaignId === null) return;
  const [found] = await triggerCampaign(tx, accountId, campaignId);
  if (!found) throw invalid({ trigger_campaign_id: [unknownIds([campaignId], new Set()) ?? ''] });
  if (found.kind === 'confirmation') {
    throw invalid({
      trigger_campaign_id: ['must not be the confirmation email, because its opens and clicks are not tracked.'],
    });
  }
  if (automationId !== undefined && found.automation_id === automationId) {
    throw invalid({
      trigger_campaign_id: [
        'must not be an email in this automation, because contacts could never enter the automation.',
      ],
    });
  }
}
