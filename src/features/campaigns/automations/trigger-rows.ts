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
}

/** Returns the triggers of automations in order. Uses the unique key of triggers and the primary keys. */
const rowsOf = statement<[accountId: number, automationIds: readonly number[]], TriggerRow>(
  'automations_triggers',
  `select t.id, t.automation_id, t.position, t.type, t.list_id, t.campaign_id, t.tag_id, t.event_name, t.source,
     t.created_at, t.updated_at, t.campaign_id is not null and c.id is null as is_campaign_gone,
     coalesce(case t.type when 'open_campaign' then not c.tracks_opens when 'click_campaign' then not c.tracks_clicks end, false)
       as is_untracked,
     t.tag_id is not null and g.id is null as is_tag_gone
   from automation_trigger t
   left join campaign c on c.account_id = $1 and c.id = t.campaign_id and c.deleted_at is null
   left join contact_tag g on g.account_id = $1 and g.id = t.tag_id and g.deleted_at is null
   where t.account_id = $1 and t.automation_id = any($2::bigint[]) order by t.automation_id, t.position`,
);

/**
 * Deletes the triggers of an automation at the given positions. The caller must hold the lock on the automation. Uses
 * the unique key of triggers.
 */
const deleteAt = statement<[accountId: number, automationId: number, positions: readonly number[]], unknown>(
  'automations_delete_triggers',
  'delete from automation_trigger where account_id = $1 and automation_id = $2 and position = any($3::smallint[])',
);

interface NewRow extends Trigger {
  readonly account_id: number;
  readonly automation_id: number;
  readonly position: number;
}

/** Inserts a trigger. The caller must hold the lock on the automation. */
const insertRow = recordStatement<NewRow, unknown>(
  'automations_insert_trigger',
  `insert into automation_trigger (account_id, automation_id, position, type, list_id, campaign_id, tag_id, event_name, source)
   values ($account_id, $automation_id, $position::smallint, $type, $list_id, $campaign_id, $tag_id, $event_name, $source)`,
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
 * Replaces the triggers of an automation. Unchanged triggers keep their IDs, so that contacts do not enter again. If
 * the automation has no trigger, a single row without a type is stored. The caller must hold the lock on the
 * automation, and must call `updateAutomationState` afterwards.
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
    const { campaign_id, event_name, list_id, source, tag_id, type } = trigger;
    const row = { campaign_id, event_name, list_id, source, tag_id, type };
    if (!isKept(position))
      await insertRow(tx, { ...row, account_id: accountId, automation_id: automationId, position });
  }
}
