import type { Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  addMail,
  changedMail,
  changeMail,
  composeMail,
  findCampaign,
  removeMails,
  type CampaignRow,
  type MailFields,
} from '../campaigns/index.ts';
import { cancelOpenMails, replaceOpenMails } from '../open-mails/index.ts';
import { heldAutomation, ownAutomation, ownItem } from './find.ts';
import { insertItem, itemsOf, markItemDeleted, orderItems, updateItem } from './item-queries.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_EMAILS } from './limits.ts';
import { placed } from './order.ts';
import type { ItemRow } from './resource.ts';
import type { AutomationParts } from './parts.ts';
import type { EmailGiven } from './schema.ts';
import { retryMail, settleAutomation } from './settle.ts';

type Parts = Pick<AutomationParts, 'db' | 'requireReadable'>;

/**
 * Adds an email to an automation, at the end or at a given position. Throws validation_error, or conflict if the
 * automation has the maximum number of emails.
 */
export async function addEmail(
  { db, requireReadable }: Parts,
  { accountId }: Principal,
  automationId: number,
  { delay_hours: delayHours, send_order: sendOrder, ...content }: EmailGiven,
): Promise<ItemRow> {
  await ownAutomation(db, accountId, automationId);
  const mail = await composeMail(db, accountId, content);
  await requireReadable(db, accountId, mail);
  return db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    return placeEmail(tx, accountId, automationId, { mail, delayHours, sendOrder });
  });
}

/**
 * Inserts a copy of an email directly after the email, with the same delay. Throws forbidden, not_found, or conflict if
 * the automation has the maximum number of emails.
 */
export async function duplicateEmail(
  { db }: Pick<Parts, 'db'>,
  { accountId }: Principal,
  id: number,
): Promise<ItemRow> {
  const { automation_id: automationId } = await ownItem(db, accountId, id);
  return db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const { campaign_id, delay_hours: delayHours, send_order } = await ownItem(tx, accountId, id);
    const mail = await keptCampaign(tx, accountId, campaign_id);
    return placeEmail(tx, accountId, automationId, { mail, delayHours, sendOrder: send_order + 1 });
  });
}

interface Placed {
  readonly mail: MailFields;
  /** Default: the delay of a first or later email. */
  readonly delayHours: number | undefined;
  /** Default: the end of the automation. */
  readonly sendOrder: number | undefined;
}

/** Adds an email to an automation that the caller has locked. */
async function placeEmail(
  tx: Tx,
  accountId: number,
  automationId: number,
  { delayHours, mail, sendOrder }: Placed,
): Promise<ItemRow> {
  const ids = (await itemsOf(tx, accountId, [automationId])).map(({ id }) => id);
  if (ids.length >= MAX_EMAILS) {
    throw new Refusal('conflict', {
      message: `The automation already has ${MAX_EMAILS} emails, which is the maximum.`,
      fix: 'To send more, create an automation that starts when contacts open or click an email in this automation.',
    });
  }
  const { id: campaignId } = await addMail(tx, accountId, mail);
  const delay = delayHours ?? (ids.length === 0 ? FIRST_DELAY_HOURS : DELAY_HOURS);
  const [made] = await insertItem(tx, accountId, automationId, campaignId, ids.length + 1, delay);
  if (!made) throw new Error('Automation email missing after insert');
  if (sendOrder !== undefined) await orderItems(tx, accountId, placed([...ids, made.id], made.id, sendOrder));
  await settleAutomation(tx, accountId, automationId);
  return ownItem(tx, accountId, made.id);
}

/**
 * Changes the content, delay or position of an email. An email that could not be sent is retried immediately. Throws
 * validation_error, forbidden or not_found.
 */
export async function changeEmail(
  { db, requireReadable }: Parts,
  { accountId }: Principal,
  id: number,
  { delay_hours: delayHours, send_order: sendOrder, ...content }: EmailGiven,
): Promise<ItemRow> {
  const { automation_id: automationId, campaign_id: campaignId } = await ownItem(db, accountId, id);
  const isChanged = Object.keys(content).length > 0;
  if (isChanged) {
    await requireReadable(db, accountId, changedMail(await keptCampaign(db, accountId, campaignId), content));
  }
  return db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const before = await ownItem(tx, accountId, id);
    if (isChanged) {
      await changeMail(tx, accountId, campaignId, content);
      await retryMail(tx, accountId, campaignId);
    }
    await updateItem(tx, accountId, id, delayHours ?? before.delay_hours);
    if (sendOrder !== undefined) {
      const ids = (await itemsOf(tx, accountId, [automationId])).map((item) => item.id);
      await orderItems(tx, accountId, placed(ids, id, sendOrder));
    }
    await settleAutomation(tx, accountId, automationId);
    return ownItem(tx, accountId, id);
  });
}

/**
 * Removes an email from its automation. Waiting contacts continue with the next email, and queued messages are
 * canceled. The results of sent emails are kept. Throws forbidden or not_found.
 */
export async function removeEmail({ db }: Pick<Parts, 'db'>, { accountId }: Principal, id: number): Promise<void> {
  const { automation_id: automationId, campaign_id: campaignId } = await ownItem(db, accountId, id);
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    await ownItem(tx, accountId, id);
    await removeMails(tx, accountId, [campaignId]);
    await replaceOpenMails(tx, accountId, [campaignId]);
    await markItemDeleted(tx, accountId, id);
    const left = await itemsOf(tx, accountId, [automationId]);
    await orderItems(
      tx,
      accountId,
      left.map((item) => item.id),
    );
    await settleAutomation(tx, accountId, automationId);
  });
  await cancelOpenMails(db, accountId, [campaignId]);
}

/** Returns the campaign that stores an email. Throws not_found. */
export async function keptCampaign(
  db: Parameters<typeof findCampaign>[0],
  accountId: number,
  campaignId: number,
): Promise<CampaignRow> {
  const found = await findCampaign(db, accountId, campaignId);
  // The campaign is deleted together with its email, so another user has just removed the email.
  if (!found) throw new Refusal('not_found', { message: 'No automation email has this ID.' });
  return found;
}
