import type { Db, Tx } from '../../../base/db.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { blankDraft, composed, requireWhole, type MailFields } from './compose.ts';
import { addDraft, heldCampaign } from './drafts.ts';
import { summariesOfIds, type CampaignSummary } from './list-queries.ts';
import { markAllDeleted, updateDraft } from './queries.ts';
import type { CampaignRow, DraftChange, DraftFields } from './resource.ts';

/**
 * Builds an automation email with the default settings of the account, without storing it. If the title is missing, the
 * subject is used. Throws validation_error if there is no body.
 */
export async function composeMail(db: Db, accountId: number, given: DraftChange): Promise<MailFields> {
  const blank = blankDraft(await readCampaignSettings(db, accountId));
  // The ID is assigned when the email is stored.
  return { ...changedFields(blank, given), id: 0, kind: 'automation' };
}

/**
 * Returns the fields of an email after a change. Until a title is set, the subject is used as the title. Throws
 * validation_error if there is no body. Pure.
 */
export function changedMail(before: CampaignRow, change: DraftChange): MailFields {
  return { ...changedFields(before, change), id: before.id, kind: before.kind };
}

/** Stores an email that was built with `composeMail`, and gives the email an ID. */
export async function addMail(tx: Tx, accountId: number, mail: MailFields): Promise<CampaignRow> {
  return addDraft(tx, accountId, mail.kind, mail);
}

/** Updates an email and locks it until the transaction ends. The change is applied to the current version. */
export async function changeMail(tx: Tx, accountId: number, id: number, change: DraftChange): Promise<void> {
  const held = await heldCampaign(tx, accountId, id);
  await updateDraft(tx, { ...changedMail(held, change), account_id: accountId });
}

/** Soft-deletes automation emails. */
export async function removeMails(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await markAllDeleted(tx, accountId, ids);
}

/** Returns campaigns of any kind by ID, without their bodies. Deleted campaigns are left out. */
export async function summariesById(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CampaignSummary>> {
  const summaries = ids.length > 0 ? await summariesOfIds(db, accountId, ids) : [];
  return new Map(summaries.map((head) => [head.id, head]));
}

function changedFields(before: DraftFields, change: DraftChange): DraftFields {
  const isNamedAfter = before.title === before.subject || before.title === '';
  const fields = composed(change, before);
  requireWhole(fields, []);
  return isNamedAfter && change.title === undefined ? { ...fields, title: fields.subject } : fields;
}
