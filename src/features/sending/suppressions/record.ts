import type { Tx } from '../../../base/db.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { forgetFound, withoutYoung } from './mailless.ts';
import { insertSuppressions } from './queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';
import { noteSoftBounces } from './soft-bounce.ts';

/** Nobody was asked: the outcome was faked or the address was suppressed already. */
const ROUTES_WITHOUT_SERVER = new Set(['test', 'suppressed']);

/**
 * An outcome listener: puts the addresses of hard bounces and complaints on the account's suppression list, and those
 * whose mailboxes have been full for long, in the transaction that records them.
 */
export async function recordSuppressions(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<void> {
  const heard = outcomes.filter(({ route }) => !ROUTES_WITHOUT_SERVER.has(route));
  if (heard.length === 0) return;
  await forgetFound(tx, heard);
  const full = await noteSoftBounces(tx, accountId, heard);
  const found = [...(await lastingFailures(tx, heard)), ...full];
  if (found.length === 0) return;
  await insertSuppressions(
    tx,
    accountId,
    found.map(({ recipient }) => recipient),
    found.map(({ kind }) => (kind === 'complained' ? kind : 'bounced')),
    found.map(({ reason }) => reason?.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed() ?? null),
    found.map(({ messageId }) => messageId),
  );
}

/**
 * Those of the outcomes that say for good that nobody is to write to the address: hard bounces and complaints. Costs nothing
 * when there is none, which is nearly always.
 */
export async function lastingFailures<Outcome extends ObservedOutcome>(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const found = outcomes.filter((outcome) => !ROUTES_WITHOUT_SERVER.has(outcome.route) && isToBeSuppressed(outcome));
  return found.length === 0 ? found : withoutYoung(tx, found);
}

function isToBeSuppressed({ bounceClass, kind }: ObservedOutcome): boolean {
  return kind === 'complained' || (kind === 'bounced' && bounceClass === 'recipient');
}
