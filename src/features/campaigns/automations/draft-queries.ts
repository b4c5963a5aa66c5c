import { recordStatement, statement } from '../../../base/db.ts';
import type { AutomationChange } from './resource.ts';
import type { StepBody } from './step-bodies.ts';

/** Fields of an automation that a draft can change. */
export const DRAFT_FIELDS = [
  'triggers',
  'goal_event',
  'exit_filter',
  'quiet_hours',
  'reentry',
  'reentry_hours',
] as const;

/** Unpublished changes to the triggers and the settings of an automation. Absent fields are not changed. */
export type DraftSettings = Pick<AutomationChange, (typeof DRAFT_FIELDS)[number]>;

/** Unpublished changes to an automation. */
export interface DraftRow {
  /** All steps, in the format of API requests. */
  readonly steps: readonly StepBody[];
  /** The campaigns of the emails that were added to the draft. */
  readonly campaign_ids: readonly number[];
  /** Hash of the live steps when the draft was created. */
  readonly live_hash: Buffer;
  readonly settings: DraftSettings | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string | null;
}

/** Returns the draft of an automation. Uses the primary key. */
export const draftOf = statement<[accountId: number, automationId: number], DraftRow>(
  'automations_draft',
  `select steps, campaign_ids, live_hash, settings, created_at, updated_at, updated_by from automation_draft
   where account_id = $1 and automation_id = $2`,
);

/**
 * Creates the draft of an automation or replaces its steps, emails, and settings. `live_hash` is set only when the
 * draft is created. The caller must hold the lock on the automation.
 */
export const writeDraft = recordStatement<
  {
    readonly accountId: number;
    readonly automationId: number;
    readonly steps: string;
    readonly campaignIds: readonly number[];
    readonly liveHash: Buffer;
    readonly settings: string;
    readonly updatedBy: string | null;
  },
  unknown
>(
  'automations_write_draft',
  `insert into automation_draft as d (account_id, automation_id, steps, campaign_ids, live_hash, settings, updated_by)
   values ($accountId, $automationId, $steps::jsonb, $campaignIds::bigint[], $liveHash,
     nullif($settings::jsonb, 'null'), $updatedBy)
   on conflict (account_id, automation_id) do update
   set steps = excluded.steps, campaign_ids = excluded.campaign_ids, settings = excluded.settings,
     updated_by = excluded.updated_by,
     -- Clients recognize changes by this time, which they read in milliseconds.
     updated_at = greatest(now(), d.updated_at + interval '1 millisecond')`,
);

/** Deletes the draft of an automation. The caller must hold the lock on the automation. Uses the primary key. */
export const deleteDraft = statement<[accountId: number, automationId: number], unknown>(
  'automations_delete_draft',
  'delete from automation_draft where account_id = $1 and automation_id = $2',
);
