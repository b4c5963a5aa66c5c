import type { Tx } from '../../base/db.ts';
import { isHardBounce } from './hard-bounce.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { insertSuppressions } from './queries.ts';

/** Nobody was asked: the outcome was faked or the address was suppressed already. */
const ROUTES_WITHOUT_SERVER = new Set(['test', 'suppressed']);

/** What this needs of an outcome, as delivery records it. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly kind: string;
  readonly status: string | null;
  readonly reason: string | null;
  readonly route: string;
}

/**
 * An outcome listener: puts the addresses of hard bounces and complaints on the account's suppression list, in the
 * transaction that records them. Costs nothing when there are none.
 */
export async function recordSuppressions(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<void> {
  const found = outcomes.filter(isToBeSuppressed);
  if (found.length === 0) return;
  await insertSuppressions(
    tx,
    accountId,
    found.map(({ recipient }) => recipient),
    found.map(({ kind }) => kind),
    found.map(({ reason }) => reason?.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed() ?? null),
    found.map(({ messageId }) => messageId),
  );
}

function isToBeSuppressed({ kind, status, reason, route }: ObservedOutcome): boolean {
  if (ROUTES_WITHOUT_SERVER.has(route)) return false;
  return kind === 'complained' || (kind === 'bounced' && isHardBounce(status, reason));
}
