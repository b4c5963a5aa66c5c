import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, recordAct } from '../../tenants/accounts/index.ts';
import { startProgress } from '../../tenants/progress/index.ts';
import {
  describeFilter,
  filterToJson,
  resolveFilter,
  type ContactFilter,
  type FilterParts,
  type ResolvedFilter,
} from '../contact-filters/index.ts';
import { MAX_OPEN } from './limits.ts';
import { countOpen, insertAction, type BulkActionRow } from './queries.ts';
import { ACTIONS, isOwnTarget, type Target } from './targets.ts';

/** A requested bulk action. */
export interface Wanted extends Target {
  readonly filter: ContactFilter;
  readonly isDryRun: boolean;
  /**
   * Number of contacts that the user confirmed. It must equal the number of matching contacts. Undefined if the user
   * confirmed no number.
   */
  readonly confirmedCount?: number | undefined;
}

/**
 * Resolves the filter of a bulk action. Throws validation_error if the target, or an object in the filter, does not
 * belong to the account.
 */
export async function requireOwn(
  db: Db,
  accountId: number,
  { filter, ...target }: Pick<Wanted, 'action' | 'targetId' | 'filter'>,
  parts: FilterParts,
): Promise<ResolvedFilter> {
  if (!(await isOwnTarget(db, accountId, target))) {
    throw invalid({ target_id: [`must be the ID of one of your ${ACTIONS[target.action].kind}s.`] });
  }
  return resolveFilter(db, accountId, filter, parts);
}

/**
 * Queues a validated action. Throws conflict if the account has twenty unfinished actions. Concurrent requests cannot
 * exceed this limit.
 */
export async function ask(tx: Tx, principal: Principal, wanted: Wanted): Promise<BulkActionRow> {
  const { action, confirmedCount, filter, isDryRun, targetId } = wanted;
  const { accountId } = principal;
  const sentence = await describeFilter(tx, accountId, filter);
  await lockAccount(tx, accountId);
  if (((await countOpen(tx, accountId))[0]?.open ?? 0) >= MAX_OPEN) {
    throw new Refusal('conflict', {
      message: `The account already has ${MAX_OPEN} bulk actions in progress, which is the maximum.`,
      fix: 'Wait until an action has finished.',
    });
  }
  const stored = JSON.stringify(filterToJson(filter));
  const [made] = await insertAction(
    tx,
    accountId,
    action,
    targetId,
    isDryRun,
    stored,
    sentence,
    confirmedCount ?? null,
  );
  if (!made) throw new Error('Bulk action missing after insert');
  await startProgress(tx, accountId, made.progress_id, 'bulk_action', null, 'Queued.');
  if (!isDryRun) {
    const after = { target_id: targetId, filter: sentence };
    await recordAct(
      tx,
      { ...principal, person: principal.person },
      { action: `contacts.${action}`, subject: String(made.id), after },
    );
  }
  return made;
}
