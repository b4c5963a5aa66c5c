import { recordStatement, statement } from '../../../base/db.ts';
import type { StepKind, StepSettings } from './steps.ts';
import type { PlacedStep } from './tree.ts';

/** A step of an automation. */
export interface StepRow extends PlacedStep {
  readonly campaign_id: number | null;
  readonly settings: StepSettings;
  readonly delay_hours: number;
  readonly waiting: number;
  readonly sent: number;
  readonly met: number;
  readonly goals: number;
  readonly fault: string | null;
}

/** Returns the steps of an automation in order, including removed steps. Uses the index automation_item_of. */
export const stepsOf = statement<[accountId: number, automationId: number], StepRow>(
  'automations_steps',
  `select id, kind, campaign_id, parent_id, branch, send_order, settings, delay_hours, waiting, sent, met, goals, fault,
     deleted_at is not null as is_deleted
   from automation_item where account_id = $1 and automation_id = $2 order by send_order, id`,
);

interface NewStep {
  readonly account_id: number;
  readonly automation_id: number;
  readonly kind: StepKind;
  readonly settings: string;
  readonly event_name: string | null;
}

/** Inserts a step other than an email at the end of an automation. The caller must hold the lock on the automation. */
export const insertStep = recordStatement<NewStep, { readonly id: number }>(
  'automations_insert_step',
  `insert into automation_item (account_id, automation_id, kind, settings, event_name, send_order, delay_hours)
   values ($account_id, $automation_id, $kind, $settings::jsonb, $event_name, 1000000, 0) returning id`,
);

/**
 * If the given settings differ from those of a step, stores them and clears the failures of the step. The caller must
 * hold the lock on the automation. Uses the primary key.
 */
export const updateStep = recordStatement<Omit<NewStep, 'automation_id' | 'kind'> & { readonly id: number }, unknown>(
  'automations_update_step',
  `update automation_item set settings = $settings::jsonb, event_name = $event_name, failures = 0, fault = null, updated_at = now()
   where account_id = $account_id and id = $id and settings <> $settings::jsonb`,
);

/**
 * Numbers steps from 1 in the order of `ids`, and assigns them to the branches of conditions. The caller must hold the
 * lock on the automation. Uses the primary key.
 */
export const placeSteps = statement<
  [
    accountId: number,
    ids: readonly number[],
    parentIds: readonly (number | null)[],
    branches: readonly (string | null)[],
  ],
  unknown
>(
  'automations_place_steps',
  `update automation_item i set send_order = o.place, parent_id = o.parent_id, branch = o.branch, updated_at = now()
   from unnest($2::bigint[], $3::bigint[], $4::text[]) with ordinality as o (id, parent_id, branch, place)
   where i.account_id = $1 and i.id = o.id
     and (i.send_order, i.parent_id, i.branch) is distinct from (o.place, o.parent_id, o.branch)`,
);

interface Removal {
  readonly account_id: number;
  readonly id: number;
  readonly parent_id: number | null;
  readonly branch: string | null;
  readonly send_order: number;
}

/**
 * Removes a step. The contacts at the step continue with the step at the given position. The caller must hold the lock
 * on the automation. Uses the primary key.
 */
export const removeStep = recordStatement<Removal, unknown>(
  'automations_remove_step',
  `update automation_item set deleted_at = now(), updated_at = now(), fault = null, event_name = null,
     parent_id = $parent_id, branch = $branch, send_order = $send_order
   where account_id = $account_id and id = $id`,
);
