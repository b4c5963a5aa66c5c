import type { Tx } from '../../../base/db.ts';
import { noteCauses } from './queries.ts';

/** A mail that may have put an address on the list. */
export interface Cause {
  readonly address: string;
  /** As outcomes name it. */
  readonly messageId: string;
  /** The domain that whoever sent it named. */
  readonly domain: string;
}

/**
 * Notes of the entries that these mails put on the list in which domain's mail that was: a credential of one domain reaches
 * those, and none that others caused or somebody made. Asks nothing where none is given.
 */
export async function noteSuppressionDomains(tx: Tx, accountId: number, causes: readonly Cause[]): Promise<void> {
  if (causes.length === 0) return;
  await noteCauses(
    tx,
    accountId,
    causes.map(({ address }) => address),
    causes.map(({ messageId }) => messageId),
    causes.map(({ domain }) => domain),
  );
}
