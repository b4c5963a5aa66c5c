import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { titleOfCopy } from '../../../http/resource/routes.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { resolveFilter, storedFilter } from '../../audience/contact-filters/index.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { addMail, findCampaign, removeMails } from '../campaigns/index.ts';
import { cancelOpenMailings, replaceOpenMailings } from '../open-mailings/index.ts';
import { requireNoCycle } from './cycle-check.ts';
import { deleteDraft, draftOf } from './draft-queries.ts';
import type { StoredFilter } from './exits.ts';
import { heldAutomation, ownAutomation } from './find.ts';
import { addFilterFaults, currentSteps, placeAll } from './flow.ts';
import { clearFailures, insertItem, itemsOf } from './item-queries.ts';
import { MAX_AUTOMATIONS, MAX_TITLE_CHARACTERS } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import {
  automations,
  automationsByList,
  insertAutomation,
  markAutomationDeleted,
  updateAutomation,
  type NewAutomation,
} from './queries.ts';
import { AUTOMATION, type AutomationChange, type AutomationRow } from './resource.ts';
import { updateAutomationState } from './settle.ts';
import { changedTrigger, isSameTrigger, NO_TRIGGER, type Trigger } from './trigger.ts';
import { insertStep } from './step-queries.ts';
import type { Placed } from './tree.ts';
import { isObjectGone, replaceTriggers, triggersOf } from './trigger-rows.ts';
import { requireReentry, requireUsable } from './usable.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/** Creates an automation. Throws validation_error, or conflict if the account has the maximum number of automations. */
export async function createAutomation(
  { db, filterParts }: Parts,
  principal: Principal,
  given: AutomationChange,
): Promise<AutomationRow> {
  const { accountId } = principal;
  const row = { ...AUTOMATION.blank, ...given };
  const triggers = triggersAfter([NO_TRIGGER], given);
  requireReentry(triggers, row.reentry, true);
  await requireOwnFilter(db, accountId, row.exit_filter, filterParts);
  return db.transaction(async (tx) => {
    const id = await addAutomation(tx, accountId, row, triggers, given.triggers !== undefined);
    if (row.active) await noteActive(tx, principal, { ...row, id });
    return ownAutomation(tx, accountId, id);
  });
}

/**
 * Creates an inactive automation with the triggers and the emails of another automation. Triggers whose object was
 * deleted are left out. Throws the same errors as `createAutomation`.
 */
export async function duplicateAutomation(
  { db }: Parts,
  { accountId }: Principal,
  original: AutomationRow,
): Promise<AutomationRow> {
  const title = titleOfCopy(original.title, MAX_TITLE_CHARACTERS);
  return db.transaction(async (tx) => {
    const held = (await triggersOf(tx, accountId, [original.id])).get(original.id) ?? [];
    const triggers = held.filter((each) => !isObjectGone(each));
    const id = await addAutomation(tx, accountId, { ...original, title, active: false }, triggers, true);
    await copySteps(tx, accountId, original.id, id);
    await updateAutomationState(tx, accountId, id);
    return ownAutomation(tx, accountId, id);
  });
}

/** Copies the steps of an automation that were not removed, and the content of its emails. */
async function copySteps(tx: Tx, account_id: number, fromId: number, automation_id: number): Promise<void> {
  const copies = new Map<number, number>();
  const placed: Placed[] = [];
  for (const step of await currentSteps(tx, account_id, fromId)) {
    const { branch, campaign_id, delay_hours, id, kind, parent_id, send_order, settings } = step;
    const mail = campaign_id === null ? undefined : await findCampaign(tx, account_id, campaign_id);
    if (kind === 'email' && !mail) continue;
    const event_name = kind === 'wait' ? (settings.event ?? null) : null;
    const [made] = mail
      ? await insertItem(
          tx,
          account_id,
          automation_id,
          (await addMail(tx, account_id, mail)).id,
          send_order,
          delay_hours,
        )
      : await insertStep(tx, { account_id, automation_id, kind, settings: JSON.stringify(settings), event_name });
    if (!made) throw new Error('Step missing after insert');
    copies.set(id, made.id);
    placed.push({ id: made.id, kind, parent_id: parent_id === null ? null : (copies.get(parent_id) ?? null), branch });
  }
  await placeAll(tx, account_id, placed);
}

/** Inserts an automation and returns its ID. Throws the same errors as `createAutomation`. */
async function addAutomation(
  tx: Tx,
  accountId: number,
  { active, exit_filter, goal_event, quiet_hours, reentry, reentry_hours, title }: NewAutomation,
  triggers: readonly Trigger[],
  isList: boolean,
): Promise<number> {
  await lockAccount(tx, accountId);
  const total = (await automations.count(tx, accountId))[0]?.total ?? 0;
  if (total >= MAX_AUTOMATIONS) {
    throw new Refusal('conflict', {
      message: `The account already has ${MAX_AUTOMATIONS} automations, which is the maximum.`,
      fix: 'Delete automations that are no longer used.',
    });
  }
  await requireUsable(tx, accountId, triggers, { isList });
  const [made] = await insertAutomation(tx, {
    account_id: accountId,
    title,
    active,
    goal_event,
    exit_filter: JSON.stringify(exit_filter),
    quiet_hours: JSON.stringify(quiet_hours),
    reentry,
    reentry_hours,
  });
  if (!made) throw new Error('Automation missing after insert');
  await replaceTriggers(tx, accountId, made.id, triggers.length > 0 ? triggers : [NO_TRIGGER]);
  return made.id;
}

/** Changes an automation. Throws validation_error, forbidden or not_found. */
export async function changeAutomation(
  { db, filterParts }: Parts,
  principal: Principal,
  id: number,
  change: AutomationChange,
): Promise<AutomationRow> {
  const { accountId } = principal;
  const seen = await ownAutomation(db, accountId, id);
  const seenTriggers = await triggersIn(db, accountId, seen.id);
  await requireOwnFilter(db, accountId, change.exit_filter ?? null, filterParts);
  return db.transaction(async (tx) => {
    const { changed, held } = await applyChange(tx, accountId, id, { change, seenTriggers });
    await requireNoCycle(tx, accountId, id);
    await updateAutomationState(tx, accountId, id);
    if (changed.active !== held.active) await noteActive(tx, principal, changed);
    return ownAutomation(tx, accountId, id);
  });
}

/** Checks a change without applying it. Throws the same errors as `changeAutomation`, but does not look for cycles. */
export async function requireValidChange(
  { db, filterParts }: Parts,
  accountId: number,
  id: number,
  change: AutomationChange,
): Promise<void> {
  const seen = await ownAutomation(db, accountId, id);
  const wanted = triggersAfter(await triggersIn(db, accountId, id), change);
  requireReentry(wanted, change.reentry ?? seen.reentry, change.triggers !== undefined);
  await requireOwnFilter(db, accountId, change.exit_filter ?? null, filterParts);
  if (!change.triggers) return;
  await db.transaction(async (tx) => requireUsable(tx, accountId, wanted, { automationId: id, isList: true }));
}

/**
 * Locks an automation and changes its row and its triggers. The caller must have checked the filter, and must then call
 * `requireNoCycle` and `updateAutomationState`. Throws validation_error, forbidden, or not_found.
 */
export async function applyChange(
  tx: Tx,
  accountId: number,
  id: number,
  { change, seenTriggers }: { readonly change: AutomationChange; readonly seenTriggers: readonly Trigger[] },
): Promise<{ readonly held: AutomationRow; readonly changed: AutomationRow }> {
  // Lock the list before the automation, because the transaction that deletes a list reads the automations of the list
  // without waiting for locks.
  const wanted = triggersAfter(seenTriggers, change);
  const isOther = !areSame(seenTriggers, wanted);
  const given = wanted.filter((trigger) => !seenTriggers.some((each) => isSameTrigger(each, trigger)));
  const isList = change.triggers !== undefined;
  if (isOther) await requireUsable(tx, accountId, wanted, { automationId: id, isList, given });
  const held = await heldAutomation(tx, accountId, id);
  const changed = { ...held, ...change };
  requireReentry(wanted, changed.reentry, isList);
  await updateAutomation(tx, { ...changed, account_id: accountId });
  if (isOther) await replaceTriggers(tx, accountId, id, wanted);
  if (change.exit_filter !== undefined) await clearFailures(tx, accountId, id);
  return { held, changed };
}

/** Soft-deletes an automation and its emails, and deletes its draft. Throws forbidden or not_found. */
export async function deleteAutomation({ db }: Parts, principal: Principal, id: number): Promise<void> {
  const { accountId } = principal;
  const campaignIds = await db.transaction(async (tx) => {
    const held = await heldAutomation(tx, accountId, id);
    const [draft] = await draftOf(tx, accountId, id);
    const sent = (await itemsOf(tx, accountId, [id])).map((item) => item.campaign_id);
    const emailIds = [...sent, ...(draft?.campaign_ids ?? [])];
    await deleteDraft(tx, accountId, id);
    await markAutomationDeleted(tx, accountId, id);
    await removeMails(tx, accountId, emailIds);
    await replaceOpenMailings(tx, accountId, emailIds);
    await updateAutomationState(tx, accountId, id);
    await recordAct(
      tx,
      { ...principal, person: principal.person },
      { action: 'automation.delete', subject: String(id), before: { title: held.title } },
    );
    return emailIds;
  });
  await cancelOpenMailings(db, accountId, campaignIds);
}

/** Throws validation_error if a filter refers to objects that the account does not have. */
async function requireOwnFilter(
  db: Db,
  accountId: number,
  filter: StoredFilter | null,
  filterParts: AutomationParts['filterParts'],
): Promise<void> {
  if (filter === null) return;
  const faults = createFieldFaults();
  await addFilterFaults(faults, 'exit_filter', async () =>
    resolveFilter(db, accountId, storedFilter(filter), filterParts),
  );
  const errors = faults.errors();
  if (errors) throw invalid(errors);
}

/** Returns the triggers of an automation, or a single empty one if it has none. */
export async function triggersIn(db: Db, accountId: number, id: number): Promise<readonly Trigger[]> {
  return (await triggersOf(db, accountId, [id])).get(id) ?? [NO_TRIGGER];
}

/**
 * Applies a change to the triggers and returns the result. The fields for a single trigger change the first trigger.
 */
function triggersAfter(
  [first = NO_TRIGGER, ...others]: readonly Trigger[],
  change: AutomationChange,
): readonly Trigger[] {
  if (change.triggers) return change.triggers.length > 0 ? change.triggers : [NO_TRIGGER];
  const faults = createFieldFaults();
  const trigger = changedTrigger(first, change, (field, sentence) => faults.add(field, sentence));
  const errors = faults.errors();
  if (errors) throw invalid(errors);
  return [trigger, ...others];
}

function areSame(some: readonly Trigger[], others: readonly Trigger[]): boolean {
  return some.length === others.length && some.every((one, index) => isSameTrigger(one, others[index] ?? NO_TRIGGER));
}

async function noteActive(
  tx: Tx,
  principal: Principal,
  { active, id, title }: { readonly id: number; readonly title: string; readonly active: boolean },
): Promise<void> {
  const action = active ? 'automation.activate' : 'automation.pause';
  await recordAct(
    tx,
    { ...principal, person: principal.person },
    { action, subject: String(id), after: { title, active } },
  );
}

/** Returns the automations that are triggered by a list, including inactive ones. */
export const automationsOfList: ListUsage = async (tx, accountId, listId) =>
  (await automationsByList(tx, accountId, listId)).map(({ id, title }) => ({ type: 'automation', id, title }));
