import type { Db, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { PageQuery } from '../../../http/account/page.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { itemAnywhere, itemById } from './item-queries.ts';
import { automations, holdAutomation } from './queries.ts';
import type { AutomationRow, ItemRow } from './resource.ts';

/** Automations of a page, newest first. */
export async function findAutomations(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly automations: readonly AutomationRow[] }> {
  const { rows, total } = await findPage(automations, db, accountId, request);
  return { total, automations: rows };
}

/** An automation of the account. Throws not_found, or forbidden when it is another account's. */
export async function ownAutomation(db: Db, accountId: number, id: number): Promise<AutomationRow> {
  return ownRow(automations, db, accountId, id);
}

/**
 * The same, which nobody else changes until the transaction ends: neither its mails nor who is in it. Taken before campaigns,
 * mails and entries.
 */
export async function heldAutomation(tx: Tx, accountId: number, id: number): Promise<AutomationRow> {
  // What it is joined with is read behind the lock, as it is by then.
  await holdAutomation(tx, accountId, id);
  return ownAutomation(tx, accountId, id);
}

/** A mail of an automation of the account. Throws as above. */
export async function ownItem(db: Db, accountId: number, id: number): Promise<ItemRow> {
  const [found] = await itemById(db, accountId, id);
  return ownObject(found, async () => itemAnywhere(db, id));
}
