import type { Tx } from '../../../base/db.ts';
import { noteCauses } from './queries.ts';

/** A message that may have put an address on the list. */
export interface Cause {
  readonly address: string;
  /** The ID that outcomes use for the message. */
  readonly messageId: string;
  /** The domain that the sender specified for the message. */
  readonly domain: string;
}

/**
 * Records which domain's message caused these entries, so that a credential of one domain can access only its own
 * entries, and not entries that other domains caused or a user added. Runs no query if there are no causes.
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
