import type { PresentedCampaign } from '../campaigns/index.ts';
import type { PresentedItem, PresentedMail } from './automation-schema.ts';
import { AUTOMATION, ITEM, type AutomationRow, type ItemRow, type PresentedAutomation } from './resource.ts';
import type { TriggerType } from './trigger.ts';
import type { TriggerRow } from './trigger-rows.ts';

/** Returns an automation in API format, without its emails. Pure. */
export function presentAutomation(
  user_id: number,
  row: AutomationRow,
  items: readonly ItemRow[],
  triggers: readonly TriggerRow[],
): PresentedAutomation {
  return AUTOMATION.present(row, {
    user_id,
    automation_triggers: triggers.flatMap((trigger) =>
      trigger.type === null ? [] : [presentTrigger(trigger, trigger.type)],
    ),
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

function presentTrigger(row: TriggerRow, type: TriggerType): PresentedAutomation['automation_triggers'][number] {
  return {
    id: row.id,
    automation_id: row.automation_id,
    type,
    list_id: row.list_id,
    campaign_id: row.campaign_id,
    tag_id: row.tag_id,
    segment_id: row.segment_id,
    event: row.event_name,
    field_id: row.field_id,
    days: row.days,
    every_year: row.every_year,
    source: row.source,
    fault: faultOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function faultOf(row: TriggerRow): string | null {
  const gone = GONE.find(([name]) => row[name]);
  if (gone) return `The trigger ${gone[1]} was deleted, so no more contacts can enter the automation.`;
  if (!row.is_untracked) return row.check_fault;
  return `The trigger campaign does not track ${row.type === 'open_campaign' ? 'opens' : 'clicks'}, so no contacts can enter the automation.`;
}

const GONE = [
  ['is_campaign_gone', 'campaign'],
  ['is_tag_gone', 'tag'],
  ['is_segment_gone', 'segment'],
  ['is_field_gone', 'custom field'],
] as const;
