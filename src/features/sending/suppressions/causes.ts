import type { Tx } from '../../../base/db.ts';
import { noteCauses } from './queries.ts';

/** A message whose outcome may have caused the suppression of an address. */
export interface Cause {
  readonly address: string;
  /** ID of the message as a UUID. */
  readonly messageId: string;
  /** The domain that the sender specified for the message. */
  readonly domain: string;
}

/**
 * Records the domain whose message caused each of these entries, so that a credential for one domain can access only
 * the entries of that domain. Runs no query if `causes` is empty.
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
