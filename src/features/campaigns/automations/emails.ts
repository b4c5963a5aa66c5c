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
import { cancelOpenMailings, replaceOpenMailings } from '../open-mailings/index.ts';
import { requireNoCycle } from './cycle-check.ts';
import { heldAutomation, ownAutomation, ownItem } from './find.ts';
import { currentSteps, placeAll } from './flow.ts';
import { insertItem, markItemDeleted, updateItem } from './item-queries.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_EMAILS, MAX_ORDER, MAX_STEPS } from './limits.ts';
import type { ItemRow } from './resource.ts';
import type { AutomationParts } from './parts.ts';
import type { EmailInput } from './schema.ts';
import { retryMail, updateAutomationState } from './settle.ts';
import { withEmailAt, withStepAfter, type Placed } from './tree.ts';

type Parts = Pick<AutomationParts, 'db' | 'requireReadable'>;

/**
 * Adds an email to an automation, at the end or at a given position. Throws validation_error, forbidden, not_found, or
 * conflict if the automation has the maximum number of emails or steps.
 */
export async function addEmail(
  { db, requireReadable }: Parts,
  { accountId }: Principal,
  automationId: number,
  { delay_hours: delayHours, send_order: sendOrder, ...content }: EmailInput,
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
 * the automation has the maximum number of emails or steps.
 */
export async function duplicateEmail(
  { db }: Pick<Parts, 'db'>,
  { accountId }: Principal,
  id: number,
): Promise<ItemRow> {
  const { automation_id: automationId } = await ownItem(db, accountId, id);
  return db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const { campaign_id, delay_hours: delayHours } = await ownItem(tx, accountId, id);
    const mail = await keptCampaign(tx, accountId, campaign_id);
    return placeEmail(tx, accountId, automationId, { mail, delayHours, afterId: id });
  });
}

interface NewPlace {
  readonly mail: MailFields;
  /**
   * Delay of the email, in hours. Default: `FIRST_DELAY_HOURS` for the first email, and `DELAY_HOURS` for later emails.
   */
  readonly delayHours: number | undefined;
  /** Position among the emails. Default: the end of the automation. */
  readonly sendOrder?: number | undefined;
  /** Step after which the email is inserted. If set, `sendOrder` is ignored. */
  readonly afterId?: number;
}

/**
 * Adds an email to an automation that the caller has locked. Throws conflict if the automation has the maximum number
 * of emails or steps.
 */
async function placeEmail(
  tx: Tx,
  accountId: number,
  automationId: number,
  { afterId, delayHours, mail, sendOrder = MAX_ORDER }: NewPlace,
): Promise<ItemRow> {
  const steps = await currentSteps(tx, accountId, automationId);
  const emails = steps.filter(({ kind }) => kind === 'email');
  if (emails.length >= MAX_EMAILS || steps.length >= MAX_STEPS) {
    throw new Refusal('conflict', {
      message:
        emails.length >= MAX_EMAILS
          ? `The automation already has ${MAX_EMAILS} emails, which is the maximum.`
          : `The automation already has ${MAX_STEPS} steps, which is the maximum.`,
      fix: 'To send more emails, create an automation that starts when contacts open or click an email in this automation.',
    });
  }
  const { id: campaignId } = await addMail(tx, accountId, mail);
  const delay = delayHours ?? (emails.length === 0 ? FIRST_DELAY_HOURS : DELAY_HOURS);
  const [made] = await insertItem(tx, accountId, automationId, campaignId, steps.length + 1, delay);
  if (!made) throw new Error('Automation email missing after insert');
  const step = { id: made.id, kind: 'email', parent_id: null, branch: null } as const;
  const placed =
    afterId === undefined ? withEmailAt<Placed>(steps, step, sendOrder) : withStepAfter<Placed>(steps, step, afterId);
  await placeAll(tx, accountId, placed);
  await updateAutomationState(tx, accountId, automationId);
  return ownItem(tx, accountId, made.id);
}

/**
 * Changes the content, delay, or position of an email. If the content changes, an email that could not be sent is
 * retried immediately. Throws validation_error, forbidden, or not_found.
 */
export async function changeEmail(
  { db, requireReadable }: Parts,
  { accountId }: Principal,
  id: number,
  { delay_hours: delayHours, send_order: sendOrder, ...content }: EmailInput,
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
      const steps = await currentSteps(tx, accountId, automationId);
      const step = steps.find((each) => each.id === id);
      if (step) await placeAll(tx, accountId, withEmailAt(steps, step, sendOrder));
    }
    await requireNoCycle(tx, accountId, automationId);
    await updateAutomationState(tx, accountId, automationId);
    return ownItem(tx, accountId, id);
  });
}

/**
 * Removes an email from its automation. Contacts that wait for the email continue with the next step. Throws
 * validation_error, forbidden, or not_found.
 */
export async function removeEmail({ db }: Pick<Parts, 'db'>, { accountId }: Principal, id: number): Promise<void> {
  const { automation_id: automationId, campaign_id: campaignId } = await ownItem(db, accountId, id);
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    await ownItem(tx, accountId, id);
    await removeMails(tx, accountId, [campaignId]);
    await replaceOpenMailings(tx, accountId, [campaignId]);
    await markItemDeleted(tx, accountId, id);
    await placeAll(tx, accountId, await currentSteps(tx, accountId, automationId));
    await requireNoCycle(tx, accountId, automationId);
    await updateAutomationState(tx, accountId, automationId);
  });
  await cancelOpenMailings(db, accountId, [campaignId]);
}

/** Returns the campaign that stores an email. Throws not_found. */
export async function keptCampaign(
  db: Parameters<typeof findCampaign>[0],
  accountId: number,
  campaignId: number,
): Promise<CampaignRow> {
  const found = await findCampaign(db, accountId, campaignId);
  // A missing campaign means that another user has just removed the email, because the two are deleted together.
  if (!found) throw new Refusal('not_found', { message: 'No automation email has this ID.' });
  return found;
}
