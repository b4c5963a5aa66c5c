import type { Db, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { PageQuery } from '../../../http/account/page.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { itemAnywhere, itemById } from './item-queries.ts';
import { automations, lockAutomation } from './queries.ts';
import type { AutomationRow, ItemRow } from './resource.ts';

/** Returns a page of automations, newest first. */
export async function findAutomations(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly automations: readonly AutomationRow[] }> {
  const { rows, total } = await findPage(automations, db, accountId, request);
  return { total, automations: rows };
}

/**
 * Returns an automation of the account. Throws not_found, or forbidden if the automation belongs to another account.
 */
export async function ownAutomation(db: Db, accountId: number, id: number): Promise<AutomationRow> {
  return ownRow(automations, db, accountId, id);
}

/**
 * Locks and returns an automation of the account. Must be called before its campaigns, emails, or entries are locked.
 * Throws not_found or forbidden.
 */
export async function heldAutomation(tx: Tx, accountId: number, id: number): Promise<AutomationRow> {
  // Read the joined rows after the lock is acquired, so that they are current.
  await lockAutomation(tx, accountId, id);
  return ownAutomation(tx, accountId, id);
}

/**
 * Returns an automation email of the account. Throws not_found, or forbidden if the email belongs to another account.
 */
export async function ownItem(db: Db, accountId: number, id: number): Promise<ItemRow> {
  const [found] = await itemById(db, accountId, id);
  return ownObject(found, async () => itemAnywhere(db, id));
}
