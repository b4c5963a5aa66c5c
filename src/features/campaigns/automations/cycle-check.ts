import { statement, type Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import { cycleThrough, type CycleAutomation, type CycleStep } from './cycle.ts';
import { ownAutomation } from './find.ts';

/**
 * Returns the automations of an account that contacts can enter again without a minimum interval, with the lists and
 * tags that trigger them. Uses the primary key and the unique key of triggers.
 */
const reentered = statement<[accountId: number], Omit<CycleAutomation, 'steps'>>(
  'automations_reentered',
  `select a.id, a.reentry, array(
     select case when t.list_id is null then 'tag ' || t.tag_id else 'list ' || t.list_id end
     from automation_trigger t
     where t.account_id = $1 and t.automation_id = a.id and (t.list_id is not null or t.tag_id is not null)
   ) as triggers
   from automation a
   where a.account_id = $1 and a.deleted_at is null and a.reentry <> 'never' and a.reentry_hours = 0`,
);

/** Returns the steps of automations in order, without removed steps. Uses the index automation_item_of. */
const stepsOfAll = statement<
  [accountId: number, automationIds: readonly number[]],
  CycleStep & { readonly automation_id: number }
>(
  'automations_steps_of_all',
  `select automation_id, id, kind, parent_id, branch, delay_hours, settings from automation_item
   where account_id = $1 and automation_id = any($2::bigint[]) and deleted_at is null order by automation_id, send_order`,
);

/**
 * Throws validation_error if contacts could go through the automation any number of times without a wait. Must be
 * called after the change to the automation, in its transaction.
 */
export async function requireNoCycle(tx: Tx, accountId: number, automationId: number): Promise<void> {
  const isReentered = (await reentered(tx, accountId)).some(({ id }) => id === automationId);
  if (!isReentered) return;
  // Concurrent changes to two automations could each add one half of a cycle.
  await lockAccount(tx, accountId);
  const rows = await reentered(tx, accountId);
  const all = await stepsOfAll(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
  const automations = rows.map((row) =>
    Object.assign({}, row, { steps: all.filter((step) => step.automation_id === row.id) }),
  );
  const cycle = cycleThrough(automations, automationId);
  if (!cycle) return;
  const by =
    cycle.automationId === automationId
      ? ''
      : ` through the automation “${(await ownAutomation(tx, accountId, cycle.automationId)).title}”`;
  throw invalid({
    [cycle.field]: [
      `must not make contacts enter this automation again${by} without a wait. Add a wait before this step, or change \`reentry\` or \`reentry_hours\`.`,
    ],
  });
}
