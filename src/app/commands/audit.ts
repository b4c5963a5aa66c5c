import type { Tx } from '../../base/db.ts';
import { recordCommand } from '../../features/tenants/accounts/index.ts';
import { operatorAccount } from '../queries.ts';

/** Notes what a command did with the installation, in the operator's own log; before the first start there is none. */
export async function recordInstallationCommand(tx: Tx, act: Parameters<typeof recordCommand>[2]): Promise<void> {
  const [operator] = await operatorAccount(tx);
  if (operator) await recordCommand(tx, operator.account_id, act);
}
