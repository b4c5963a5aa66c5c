import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordOperatorAct } from '../../tenants/accounts/index.ts';
import { operatedAccount } from './decide.ts';
import { readSafeguards, type InstallationSafeguards } from './limits.ts';
import {
  startOptimized,
  endOptimized,
  lockSafeguard,
  makeSafeguard,
  setOverrides,
  type StoredOverrides,
} from './queries.ts';
import type { SafeguardsChange } from './schema.ts';
import { viewSafeguards, type SafeguardView } from './view.ts';

const BY_OPERATOR = 'The operator turned on optimized mode.';

/** Dependencies for changing the safeguards of an account. */
export interface OperateParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
}

/** Safeguards of an account, and the overrides that the operator set for the account. */
export type OperatedSafeguards = SafeguardView & { readonly overrides: StoredOverrides };

/** Returns the safeguards and overrides of an account. Throws not_found. */
export async function readOperatedSafeguards(parts: OperateParts, accountId: number): Promise<OperatedSafeguards> {
  return parts.db.transaction(async (tx) => {
    await operatedAccount(tx, accountId);
    return inFull(tx, parts, accountId);
  });
}

/**
 * Sets overrides for an account, removes overrides that are null, and turns optimized mode on or off. Writes an audit
 * log entry. Throws not_found. Concurrent changes are serialized.
 */
export async function changeSafeguards(
  parts: OperateParts,
  principal: Principal,
  accountId: number,
  { optimized, overrides }: SafeguardsChange,
): Promise<OperatedSafeguards> {
  return parts.db.transaction(async (tx) => {
    await operatedAccount(tx, accountId);
    await makeSafeguard(tx, accountId);
    await lockSafeguard(tx, accountId);
    const before = await recorded(tx, parts, accountId);
    const merged = { ...before.overrides, ...overrides };
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    await setOverrides(tx, accountId, JSON.stringify(kept));
    if (optimized === true && !before.optimized) {
      await startOptimized(tx, accountId, new Date(parts.clock.now()), BY_OPERATOR);
    }
    if (optimized === false) await endOptimized(tx, accountId);
    const after = await recorded(tx, parts, accountId);
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      await recordOperatorAct(tx, principal, accountId, { action: 'campaign_safeguards.change', before, after });
    }
    return inFull(tx, parts, accountId);
  });
}

async function inFull(tx: Tx, parts: OperateParts, accountId: number): Promise<OperatedSafeguards> {
  const view = await viewSafeguards(tx, parts, accountId);
  return { ...view, overrides: (await readSafeguards(tx, parts.installation, accountId)).overrides };
}

/** Returns the safeguard settings to store in the audit log. */
async function recorded(tx: Tx, { installation }: OperateParts, accountId: number) {
  const { optimized, overrides } = await readSafeguards(tx, installation, accountId);
  return { overrides, optimized: optimized !== undefined };
}
