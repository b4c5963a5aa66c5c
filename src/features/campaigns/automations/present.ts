import type { PresentedCampaign } from '../campaigns/index.ts';
import type { PresentedItem, PresentedMail } from './automation-schema.ts';
import { AUTOMATION, ITEM, type AutomationRow, type ItemRow, type PresentedAutomation } from './resource.ts';
import type { TriggerType } from './trigger.ts';

/** Returns an automation as the API shows it, without its emails. Pure. */
export function presentAutomation(user_id: number, row: AutomationRow, items: readonly ItemRow[]): PresentedAutomation {
  return AUTOMATION.present(row, {
    user_id,
    automation_triggers: row.type === null ? [] : [presentTrigger(row, row.type)],
    waiting_count: items.reduce((total, { waiting }) => total + waiting, 0),
  });
}

/** Returns an email of an automation together with its presented campaign. Pure. */
export function presentItem<Mail>(row: ItemRow, campaign: Mail): PresentedItem<Mail> {
  return { ...ITEM.present(row, {}), campaign };
}

/** Returns a campaign without its body. Pure. */
export function withoutBody({ design: _design, html: _html, text: _text, ...rest }: PresentedCampaign): PresentedMail {
  return rest;
}

function presentTrigger(row: AutomationRow, type: TriggerType): PresentedAutomation['automation_triggers'][number] {
  return {
    id: row.trigger_id,
    automation_id: row.id,
    type,
    list_id: row.list_id,
    campaign_id: row.campaign_id,
    fault: faultOf(row, type),
    created_at: row.trigger_created_at.toISOString(),
    updated_at: row.trigger_updated_at.toISOString(),
  };
}

function faultOf(row: Pick<AutomationRow, 'is_campaign_gone' | 'is_untracked'>, type: TriggerType): string | null {
  if (row.is_campaign_gone) return 'The trigger campaign was deleted, so no more contacts can enter the automation.';
  if (!row.is_untracked) return null;
  return `The trigger campaign does not track ${type === 'open_campaign' ? 'opens' : 'clicks'}, so no contacts can enter the automation.`;
}
