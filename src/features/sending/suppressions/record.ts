import type { Tx } from '../../../base/db.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { forgetFound, withoutYoung } from './mailless.ts';
import { insertSuppressions } from './queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';
import { noteSoftBounces } from './soft-bounce.ts';

/** Of test addresses, whose outcomes are fixed: no address is suppressed for them. */
const TEST_ROUTE = 'test';
/** Of addresses that were suppressed already. */
const SUPPRESSED_ROUTE = 'suppressed';

/**
 * An outcome listener: puts the addresses of hard bounces and complaints on the account's suppression list, and those
 * whose mailboxes have been full for long, in the transaction that records them.
 */
export async function recordSuppressions(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<void> {
  const heard = outcomes.filter(({ route }) => route !== TEST_ROUTE && route !== SUPPRESSED_ROUTE);
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
 * Those of the outcomes that say for good that nobody is to write to the address: hard bounces and complaints, those of test
 * addresses among them. Costs nothing when there is none, which is nearly always.
 */
export async function lastingFailures<Outcome extends ObservedOutcome>(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const found = outcomes.filter((outcome) => outcome.route !== SUPPRESSED_ROUTE && isLasting(outcome));
  return found.length === 0 ? found : withoutYoung(tx, found);
}

/** A test address has no class of bounces: it counts as one that does not exist. */
function isLasting({ bounceClass, kind, route }: ObservedOutcome): boolean {
  return kind === 'complained' || (kind === 'bounced' && (bounceClass === 'recipient' || route === TEST_ROUTE));
}
