import type { Db, Tx } from '../../../base/db.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { blankDraft, composed, requireWhole, type MailFields } from './compose.ts';
import { addDraft, heldCampaign } from './drafts.ts';
import { headsOfIds, type CampaignHead } from './list-queries.ts';
import { markAllDeleted, updateDraft } from './queries.ts';
import type { CampaignRow, DraftChange, DraftFields } from './resource.ts';

/**
 * A mail of an automation that is to be made, with what the account's settings say. Without a title its subject is that.
 * Throws validation_error for one without a body.
 */
export async function composeMail(db: Db, accountId: number, given: DraftChange): Promise<MailFields> {
  const blank = blankDraft(await readCampaignSettings(db, accountId));
  // It has no number before it is kept.
  return { ...changedFields(blank, given), id: 0, kind: 'automation' };
}

/** What a change makes of a mail. Its title follows its subject until it has one of its own. Throws as above. Pure. */
export function changedMail(before: CampaignRow, change: DraftChange): MailFields {
  return { ...changedFields(before, change), id: before.id, kind: before.kind };
}

/** Keeps a mail that was composed, under a number of its own. */
export async function addMail(tx: Tx, accountId: number, mail: MailFields): Promise<CampaignRow> {
  return addDraft(tx, accountId, mail.kind, mail);
}

/** Changes a mail, which is held until the transaction ends; changes go on top of one another. */
export async function changeMail(tx: Tx, accountId: number, id: number, change: DraftChange): Promise<void> {
  const held = await heldCampaign(tx, accountId, id);
  await updateDraft(tx, { ...changedMail(held, change), account_id: accountId });
}

/** Deletes mails softly, together with what they belong to; what became of them stays. */
export async function removeMails(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await markAllDeleted(tx, accountId, ids);
}

/** Campaigns of whatever kind without their bodies, by their ids; those that are gone are left out. */
export async function headsById(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CampaignHead>> {
  const heads = ids.length > 0 ? await headsOfIds(db, accountId, ids) : [];
  return new Map(heads.map((head) => [head.id, head]));
}

function changedFields(before: DraftFields, change: DraftChange): DraftFields {
  const isNamedAfter = before.title === before.subject || before.title === '';
  const fields = composed(change, before);
  requireWhole(fields, []);
  return isNamedAfter && change.title === undefined ? { ...fields, title: fields.subject } : fields;
}
