import { statement } from '../../../base/db.ts';

/** What makes contacts enter an automation. */
export type TriggerType = 'apply_list' | 'open_campaign' | 'click_campaign';

/** What is told of an automation beside its mails. */
export interface AutomationRow {
  readonly id: number;
  readonly title: string;
  readonly active: boolean;
  readonly entered: number;
  readonly finished: number;
  readonly ended: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly trigger_id: number;
  /** Null: nothing makes contacts enter. */
  readonly type: TriggerType | null;
  readonly list_id: number | null;
  readonly campaign_id: number | null;
  readonly trigger_created_at: Date;
  readonly trigger_updated_at: Date;
  /** The campaign of the trigger was deleted. */
  readonly is_campaign_gone: boolean;
  /** What the trigger waits for is not told of its campaign. */
  readonly is_untracked: boolean;
}

/** With its trigger; primary keys, and the unique key of triggers. */
const AUTOMATION = `select a.id, a.title, a.active, a.entered, a.finished, a.ended, a.created_at, a.updated_at,
     t.id as trigger_id, t.type, t.list_id, t.campaign_id, t.created_at as trigger_created_at,
     t.updated_at as trigger_updated_at, t.campaign_id is not null and c.id is null as is_campaign_gone,
     coalesce(case t.type when 'open_campaign' then not c.tracks_opens when 'click_campaign' then not c.tracks_clicks end, false)
       as is_untracked
   from automation a
   join automation_trigger t on t.account_id = a.account_id and t.automation_id = a.id
   left join campaign c on c.account_id = a.account_id and c.id = t.campaign_id and c.deleted_at is null
   where a.account_id = $1 and a.deleted_at is null`;

/** Primary key. */
export const automationById = statement<[accountId: number, id: number], AutomationRow>(
  'automations_find',
  `${AUTOMATION} and a.id = $2`,
);

/** A page of an account's automations, newest first; primary key, from its end. */
export const automationsPage = statement<[accountId: number, limit: number, offset: number], AutomationRow>(
  'automations_page',
  `${AUTOMATION} order by a.id desc limit $2 offset $3`,
);

/** Primary key. */
export const countAutomations = statement<[accountId: number], { readonly automations: number }>(
  'automations_count',
  'select count(*) as automations from automation where account_id = $1 and deleted_at is null',
);

/** Whether any account has an automation of that number, deleted ones left out; index automation_by_id. */
export const automationAnywhere = statement<[id: number], { readonly id: number }>(
  'automations_anywhere',
  'select id from automation where id = $1 and deleted_at is null limit 1',
);

/**
 * Holds an automation until the transaction ends. Whoever changes it, its mails or its entries does so first. Primary key.
 */
export const holdAutomation = statement<[accountId: number, id: number], { readonly id: number }>(
  'automations_hold',
  'select id from automation where account_id = $1 and id = $2 and deleted_at is null for no key update',
);

/** With a trigger that nothing sets off. */
export const insertAutomation = statement<[accountId: number, title: string, active: boolean], { readonly id: number }>(
  'automations_insert',
  `with made as (
     insert into automation (account_id, title, active) values ($1, $2, $3) returning id
   ), triggered as (
     insert into automation_trigger (account_id, automation_id) select $1, id from made
   )
   select id from made`,
);

/** The caller holds it. Primary key. */
export const updateAutomation = statement<[accountId: number, id: number, title: string, active: boolean], unknown>(
  'automations_update',
  'update automation set title = $3, active = $4, updated_at = now() where account_id = $1 and id = $2',
);

/** Gives an automation another trigger, with another id; the caller holds the automation. Its unique key. */
export const replaceTrigger = statement<
  [accountId: number, automationId: number, type: TriggerType, listId: number | null, campaignId: number | null],
  unknown
>('automations_replace_trigger', 'select replace_automation_trigger($1, $2, $3, $4, $5)');

/** The caller holds it. Primary key. */
export const markAutomationDeleted = statement<[accountId: number, id: number], unknown>(
  'automations_mark_deleted',
  `update automation set deleted_at = now(), active = false, updated_at = now() where account_id = $1 and id = $2`,
);

/** Automations, live or not, that a list makes contacts enter; those of the account, which are few. */
export const automationsByList = statement<
  [accountId: number, listId: number],
  { readonly id: number; readonly title: string }
>(
  'automations_by_list',
  `select a.id, a.title from automation a
   join automation_trigger t on t.account_id = a.account_id and t.automation_id = a.id
   where a.account_id = $1 and a.deleted_at is null and t.list_id = $2 order by a.id`,
);

/** Whether a campaign, as the trigger names it, may be one: of the account, not deleted, and what kind it is. Primary key. */
export const triggerCampaign = statement<
  [accountId: number, campaignId: number],
  { readonly kind: string; readonly automation_id: number | null }
>(
  'automations_trigger_campaign',
  `select c.kind, i.automation_id from campaign c
   left join automation_item i on i.account_id = c.account_id and i.campaign_id = c.id
   where c.account_id = $1 and c.id = $2 and c.deleted_at is null`,
);
