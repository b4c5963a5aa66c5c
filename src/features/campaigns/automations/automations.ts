import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import type { Principal } from '../../../http/principal.ts';
import { titleOfCopy } from '../../../http/resource/routes.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { keptLists, type ListUsage } from '../../audience/lists/index.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { addMail, findCampaign, removeMails } from '../campaigns/index.ts';
import { cancelOpenMails, replaceOpenMails } from '../open-mails/index.ts';
import { heldAutomation, ownAutomation } from './find.ts';
import { insertItem, itemsOf } from './item-queries.ts';
import { MAX_AUTOMATIONS, MAX_TITLE_CHARACTERS } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import {
  automations,
  automationsByList,
  insertAutomation,
  markAutomationDeleted,
  replaceTrigger,
  triggerCampaign,
  updateAutomation,
} from './queries.ts';
import { AUTOMATION, type AutomationChange, type AutomationRow } from './resource.ts';
import { settleAutomation } from './settle.ts';
import { changedTrigger, isSameTrigger, NO_TRIGGER, type Trigger, type TriggerChange } from './trigger.ts';

type Parts = Pick<AutomationParts, 'db'>;

/** Creates an automation. Throws validation_error, or conflict if the account has the maximum number of automations. */
export async function createAutomation(
  { db }: Parts,
  principal: Principal,
  given: AutomationChange,
): Promise<AutomationRow> {
  const { accountId } = principal;
  const { active, title } = { ...AUTOMATION.blank, ...given };
  const trigger = triggerAfter(NO_TRIGGER, given);
  return db.transaction(async (tx) => {
    const id = await addAutomation(tx, accountId, { title, active, trigger });
    if (active) await noteActive(tx, principal, { id, title, active });
    return ownAutomation(tx, accountId, id);
  });
}

/**
 * Creates an inactive automation with the trigger and the emails of another automation. A trigger whose campaign was
 * deleted is left out. Throws as `createAutomation` does.
 */
export async function duplicateAutomation(
  { db }: Parts,
  { accountId }: Principal,
  original: AutomationRow,
): Promise<AutomationRow> {
  const title = titleOfCopy(original.title, MAX_TITLE_CHARACTERS);
  const trigger = original.is_campaign_gone ? NO_TRIGGER : original;
  return db.transaction(async (tx) => {
    const id = await addAutomation(tx, accountId, { title, active: false, trigger });
    for (const { campaign_id, delay_hours, send_order } of await itemsOf(tx, accountId, [original.id])) {
      const mail = await findCampaign(tx, accountId, campaign_id);
      if (mail) await insertItem(tx, accountId, id, (await addMail(tx, accountId, mail)).id, send_order, delay_hours);
    }
    await settleAutomation(tx, accountId, id);
    return ownAutomation(tx, accountId, id);
  });
}

/** Inserts an automation and returns its ID. Throws as `createAutomation` does. */
async function addAutomation(
  tx: Tx,
  accountId: number,
  { active, title, trigger }: { readonly active: boolean; readonly title: string; readonly trigger: Trigger },
): Promise<number> {
  await lockAccount(tx, accountId);
  const total = (await automations.count(tx, accountId))[0]?.total ?? 0;
  if (total >= MAX_AUTOMATIONS) {
    throw new Refusal('conflict', {
      message: `The account already has ${MAX_AUTOMATIONS} automations, which is the maximum.`,
      fix: 'Delete automations that are no longer used.',
    });
  }
  await requireUsable(tx, accountId, trigger);
  const [made] = await insertAutomation(tx, accountId, title, active);
  if (!made) throw new Error('Automation missing after insert');
  await setTrigger(tx, accountId, made.id, trigger);
  return made.id;
}

/** Changes an automation. Throws validation_error, forbidden or not_found. */
export async function changeAutomation(
  { db }: Parts,
  principal: Principal,
  id: number,
  change: AutomationChange,
): Promise<AutomationRow> {
  const { accountId } = principal;
  const seen = await ownAutomation(db, accountId, id);
  const wanted = triggerAfter(seen, change);
  return db.transaction(async (tx) => {
    // Lock the list before the automation, because the transaction that deletes a list reads the automations of the
    // list without waiting for locks.
    if (!isSameTrigger(seen, wanted)) await requireUsable(tx, accountId, wanted, id);
    const held = await heldAutomation(tx, accountId, id);
    const changed = { ...held, ...change };
    await updateAutomation(tx, { ...changed, account_id: accountId });
    const isOther = !isSameTrigger(seen, wanted) && !isSameTrigger(held, wanted);
    if (isOther) await setTrigger(tx, accountId, id, wanted);
    await settleAutomation(tx, accountId, id);
    if (changed.active !== held.active) await noteActive(tx, principal, changed);
    return ownAutomation(tx, accountId, id);
  });
}

/**
 * Soft-deletes an automation and its emails. No more emails are sent, including queued ones. The results of sent emails
 * are kept. Throws forbidden or not_found.
 */
export async function deleteAutomation({ db }: Parts, principal: Principal, id: number): Promise<void> {
  const { accountId } = principal;
  const campaignIds = await db.transaction(async (tx) => {
    const held = await heldAutomation(tx, accountId, id);
    const mails = (await itemsOf(tx, accountId, [id])).map((item) => item.campaign_id);
    await markAutomationDeleted(tx, accountId, id);
    await removeMails(tx, accountId, mails);
    await replaceOpenMails(tx, accountId, mails);
    await settleAutomation(tx, accountId, id);
    await recordAct(
      tx,
      { ...principal, person: principal.person },
      { action: 'automation.delete', subject: String(id), before: { title: held.title } },
    );
    return mails;
  });
  await cancelOpenMails(db, accountId, campaignIds);
}

function triggerAfter(before: Trigger, change: TriggerChange): Trigger {
  const faults = createFieldFaults();
  const trigger = changedTrigger(before, change, (field, sentence) => faults.add(field, sentence));
  const errors = faults.errors();
  if (errors) throw invalid(errors);
  return trigger;
}

/**
 * Throws validation_error if the list or campaign does not belong to the account, or if no contact could ever enter by
 * the trigger. The error does not reveal whether another account has an object with that ID. Locks the list until the
 * transaction ends. Must be called before the automation is locked.
 */
async function requireUsable(
  tx: Tx,
  accountId: number,
  { campaign_id: campaignId, list_id: listId }: Trigger,
  automationId?: number,
): Promise<void> {
  if (listId !== null) {
    const sentence = unknownIds([listId], await keptLists(tx, accountId, [listId]));
    if (sentence !== undefined) throw invalid({ trigger_list_id: [sentence] });
  }
  if (campaignId === null) return;
  const [found] = await triggerCampaign(tx, accountId, campaignId);
  if (!found) throw invalid({ trigger_campaign_id: [unknownIds([campaignId], new Set()) ?? ''] });
  if (found.kind === 'confirmation') {
    throw invalid({
      trigger_campaign_id: ['must not be the confirmation email, because its opens and clicks are not tracked.'],
    });
  }
  if (automationId !== undefined && found.automation_id === automationId) {
    throw invalid({
      trigger_campaign_id: [
        'must not be an email in this automation, because contacts could never enter the automation.',
      ],
    });
  }
}

async function setTrigger(tx: Tx, accountId: number, id: number, trigger: Trigger): Promise<void> {
  const { campaign_id: campaignId, list_id: listId, type } = trigger;
  if (type !== null) await replaceTrigger(tx, accountId, id, type, listId, campaignId);
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

/** Returns the automations that are triggered by a list, whether or not they are active. */
export const automationsOfList: ListUsage = async (tx, accountId, listId) =>
  (await automationsByList(tx, accountId, listId)).map(({ id, title }) => ({ type: 'automation', id, title }));
