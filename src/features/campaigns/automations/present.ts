import type { PresentedCampaign } from '../campaigns/index.ts';
import type { PresentedAutomation, PresentedItem, PresentedMail } from './automation-schema.ts';
import type { ItemRow } from './item-queries.ts';
import type { AutomationRow, TriggerType } from './queries.ts';

/** An automation without its mails, as the API shows it. Pure. */
export function presentAutomation(
  accountId: number,
  row: AutomationRow,
  items: readonly ItemRow[],
): PresentedAutomation {
  return {
    id: row.id,
    user_id: accountId,
    title: row.title,
    active: row.active,
    automation_triggers: row.type === null ? [] : [presentTrigger(row, row.type)],
    entered_count: row.entered,
    waiting_count: items.reduce((total, { waiting }) => total + waiting, 0),
    finished_count: row.finished,
    left_count: row.ended,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A mail of an automation with what its campaign is shown as. Pure. */
export function presentItem<Mail>(row: ItemRow, campaign: Mail): PresentedItem<Mail> {
  return {
    id: row.id,
    automation_id: row.automation_id,
    campaign_id: row.campaign_id,
    delay_hours: row.delay_hours,
    send_order: row.send_order,
    waiting_count: row.waiting,
    sent_count: row.sent,
    fault: row.fault,
    campaign,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A campaign without its body. Pure. */
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
