import { recordStatement, statement } from '../../../base/db.ts';
import { rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { AUTOMATION, type AutomationRow } from './resource.ts';

/** Selects automations of an account. Uses the primary key. */
export const automations = rowsOf(AUTOMATION, 'automations');
/** Updates an automation. The caller must hold the lock on the automation. */
export const updateAutomation = updateOf(AUTOMATION, 'automations_update');

/**
 * Locks an automation until the transaction ends. Must be called before the automation, its emails or its entries are
 * changed. Uses the primary key.
 */
export const lockAutomation = statement<[accountId: number, id: number], { readonly id: number }>(
  'automations_hold',
  'select id from automation where account_id = $1 and id = $2 and deleted_at is null for no key update',
);

export type NewAutomation = Pick<
  AutomationRow,
  'active' | 'exit_filter' | 'goal_event' | 'quiet_hours' | 'reentry' | 'reentry_hours' | 'title'
>;

/** Inserts an automation. The caller must insert its triggers. */
export const insertAutomation = recordStatement<
  Omit<NewAutomation, 'exit_filter' | 'quiet_hours'> & {
    readonly account_id: number;
    readonly exit_filter: string;
    readonly quiet_hours: string;
  },
  { readonly id: number }
>(
  'automations_insert',
  `insert into automation (account_id, title, active, goal_event, exit_filter, quiet_hours, reentry, reentry_hours)
   values ($account_id, $title, $active, $goal_event, nullif($exit_filter::jsonb, 'null'), nullif($quiet_hours::jsonb, 'null'),
     $reentry, $reentry_hours)
   returning id`,
);

/**
 * Deactivates and soft-deletes an automation. The caller must hold the lock on the automation. Uses the primary key.
 */
export const markAutomationDeleted = statement<[accountId: number, id: number], unknown>(
  'automations_mark_deleted',
  `update automation set deleted_at = now(), active = false, updated_at = now() where account_id = $1 and id = $2`,
);

/**
 * Returns the automations that are triggered by a list, including inactive ones. Scans all automations of the account,
 * because there are only a few.
 */
export const automationsByList = statement<
  [accountId: number, listId: number],
  { readonly id: number; readonly title: string }
>(
  'automations_by_list',
  `select distinct a.id, a.title from automation a
   join automation_trigger t on t.account_id = a.account_id and t.automation_id = a.id
   where a.account_id = $1 and a.deleted_at is null and t.list_id = $2 order by a.id`,
);

/**
 * Returns the kind of a campaign and, for an automation email, the automation that contains it. Returns no row if the
 * campaign is deleted or belongs to another account. Uses the primary key.
 */
export const triggerCampaign = statement<
  [accountId: number, campaignId: number],
  { readonly kind: string; readonly automation_id: number | null }
>(
  'automations_trigger_campaign',
  `select c.kind, i.automation_id from campaign c
   left join automation_item i on i.account_id = c.account_id and i.campaign_id = c.id
   where c.account_id = $1 and c.id = $2 and c.deleted_at is null`,
);
