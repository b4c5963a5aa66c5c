import type { Tx } from '../../base/db.ts';
import { recordCommand } from '../../features/tenants/accounts/index.ts';
import { operatorAccount } from '../queries.ts';

/**
 * Records a command for the whole installation in the operator's audit log. Does nothing if there is no operator
 * account yet.
 */
export async function recordInstallationCommand(tx: Tx, act: Parameters<typeof recordCommand>[2]): Promise<void> {
  const [operator] = await operatorAccount(tx);
  if (operator) await recordCommand(tx, operator.account_id, act);
}
