import { recordStatement, statement, type Db, type Tx } from '../../../base/db.ts';
import { isSameTrigger, type Trigger } from './trigger.ts';

/** A trigger of an automation. */
export interface TriggerRow extends Trigger {
  readonly id: number;
  readonly automation_id: number;
  readonly position: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly is_campaign_gone: boolean;
  /** True if the campaign does not track the event that the trigger needs. */
  readonly is_untracked: boolean;
  readonly is_tag_gone: boolean;
  readonly is_segment_gone: boolean;
  readonly is_field_gone: boolean;
  /** For triggers on segments and dates: the error that prevented the last check of the contacts. */
  readonly check_fault: string | null;
}

/** Returns the triggers of automations in order. Uses the unique key of triggers and the primary keys. */
const rowsOf = statement<[accountId: number, automationIds: readonly number[]], TriggerRow>(
  'automations_triggers',
  `select t.id, t.automation_id, t.position, t.type, t.list_id, t.campaign_id, t.tag_id, t.segment_id, t.event_name,
     t.field_id, t.days, t.every_year, t.source, t.created_at, t.updated_at, t.campaign_id is not null and c.id is null as is_campaign_gone,
     coalesce(case t.type when 'open_campaign' then not c.tracks_opens when 'click_campaign' then not c.tracks_clicks end, false)
       as is_untracked,
     t.tag_id is not null and g.id is null as is_tag_gone, t.segment_id is not null and s.id is null as is_segment_gone,
     t.field_id is not null and f.id is null as is_field_gone, k.fault as check_fault
   from automation_trigger t
   left join campaign c on c.account_id = $1 and c.id = t.campaign_id and c.deleted_at is null
   left join contact_tag g on g.account_id = $1 and g.id = t.tag_id and g.deleted_at is null
   left join contact_segment s on s.account_id = $1 and s.id = t.segment_id and s.deleted_at is null
   left join contact_field f on f.account_id = $1 and f.id = t.field_id
   left join automation_check k on k.account_id = $1 and k.trigger_id = t.id
   where t.account_id = $1 and t.automation_id = any($2::bigint[]) order by t.automation_id, t.position`,
);

/**
 * Deletes the triggers at the given positions of an automation. The caller must hold the lock on the automation. Uses
 * the unique key of triggers. The rows of `automation_segment_member` are deleted later.
 */
const deleteAt = statement<[accountId: number, automationId: number, positions: readonly number[]], unknown>(
  'automations_delete_triggers',
  `with gone as (
     delete from automation_trigger where account_id = $1 and automation_id = $2 and position = any($3::smallint[])
     returning id
   )
   update automation_check k set next_at = now() from gone where k.account_id = $1 and k.trigger_id = gone.id`,
);

interface NewRow extends Trigger {
  readonly account_id: number;
  readonly automation_id: number;
  readonly position: number;
}

/** Inserts a trigger. The caller must hold the lock on the automation. */
const insertRow = recordStatement<NewRow, unknown>(
  'automations_insert_trigger',
  `insert into automation_trigger (account_id, automation_id, position, type, list_id, campaign_id, tag_id, segment_id,
     event_name, field_id, days, every_year, source)
   values ($account_id, $automation_id, $position::smallint, $type, $list_id, $campaign_id, $tag_id, $segment_id, $event_name,
     $field_id, $days, $every_year, $source)`,
);

/** Returns the triggers of automations in order, grouped by automation. */
export async function triggersOf(
  db: Db,
  accountId: number,
  automationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly TriggerRow[]>> {
  if (automationIds.length === 0) return new Map();
  return Map.groupBy(await rowsOf(db, accountId, automationIds), (row) => row.automation_id);
}

/**
 * Replaces the triggers of an automation. A trigger that does not change at its position keeps its ID. If the
 * automation has no trigger, a single row without a type is stored. The caller must hold the lock on the automation,
 * and must call `updateAutomationState` afterwards.
 */
export async function replaceTriggers(
  tx: Tx,
  accountId: number,
  automationId: number,
  wanted: readonly Trigger[],
): Promise<void> {
  const held = (await triggersOf(tx, accountId, [automationId])).get(automationId) ?? [];
  const isKept = (position: number): boolean => {
    const [before, after] = [held[position], wanted[position]];
    return before !== undefined && after !== undefined && isSameTrigger(before, after);
  };
  await deleteAt(
    tx,
    accountId,
    automationId,
    held.flatMap((_, position) => (isKept(position) ? [] : [position])),
  );
  for (const [position, trigger] of wanted.entries()) {
    if (!isKept(position)) {
      await insertRow(tx, { ...definitionOf(trigger), account_id: accountId, automation_id: automationId, position });
    }
  }
}

/** Returns only the columns that define a trigger. */
function definitionOf(trigger: Trigger): Trigger {
  const { campaign_id, days, event_name, every_year, field_id, list_id, segment_id, source, tag_id, type } = trigger;
  return { campaign_id, days, event_name, every_year, field_id, list_id, segment_id, source, tag_id, type };
}

/** Returns whether the object of a trigger was deleted, so that no more contacts can enter through the trigger. */
export function isObjectGone({ is_campaign_gone, is_field_gone, is_segment_gone, is_tag_gone }: TriggerRow): boolean {
  return is_campaign_gone || is_tag_gone || is_segment_gone || is_field_gone;
}
