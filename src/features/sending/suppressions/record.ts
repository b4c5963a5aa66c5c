import type { Tx } from '../../../base/db.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { deleteFoundDomains, withoutYoung } from './mailless.ts';
import { insertSuppressions } from './queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';
import { clearSoftBounces, countSoftBounces, recordAccepted } from './soft-bounce-queries.ts';

/** Route that is recorded for outcomes from reports about delivered messages. */
const REPORT_ROUTE = 'report';

/**
 * Route that is recorded for test addresses. The fixed outcomes of test addresses never add an address to the
 * suppression list.
 */
const TEST_ROUTE = 'test';
/** Route that is recorded for addresses that were already suppressed. */
const SUPPRESSED_ROUTE = 'suppressed';

/**
 * Adds addresses to the account's suppression list, in the transaction that records the outcomes: addresses of hard
 * bounces and complaints, and addresses whose mailboxes have been full for a long time.
 */
export async function recordSuppressions(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<void> {
  const heard = outcomes.filter(({ route }) => route !== TEST_ROUTE && route !== SUPPRESSED_ROUTE);
  if (heard.length === 0) return;
  await deleteFoundDomains(tx, heard);
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
 * Returns the outcomes after which an address must never be used again: hard bounces and complaints, including those of
 * test addresses. Excludes hard bounces that are based on DNS alone until DNS has reported for a day that the domain
 * accepts no mail. Runs no query if there are no such outcomes.
 */
export async function lastingFailures<Outcome extends ObservedOutcome>(
  tx: Tx,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const found = outcomes.filter((outcome) => outcome.route !== SUPPRESSED_ROUTE && isLasting(outcome));
  return found.length === 0 ? found : withoutYoung(tx, found);
}

/** Outcomes of test addresses have no bounce class. Their bounces are treated like bounces of nonexistent addresses. */
function isLasting({ bounceClass, kind, route }: ObservedOutcome): boolean {
  return kind === 'complained' || (kind === 'bounced' && (bounceClass === 'recipient' || route === TEST_ROUTE));
}

/** Returns whether a message failed because of a full mailbox, immediately or after retries. */
function isSoftBounce({ bounceClass, kind }: ObservedOutcome): boolean {
  return bounceClass === 'mailbox-full' && (kind === 'bounced' || kind === 'failed');
}

/**
 * Counts soft bounces by address. Returns the outcomes of addresses whose mailbox has been full for enough messages and
 * days, so that they are suppressed.
 */
async function noteSoftBounces(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<readonly ObservedOutcome[]> {
  const delivered = outcomes.filter(({ kind }) => kind === 'delivered');
  if (delivered.length > 0) await recordAccepted(tx, accountId, addressesOf(delivered));
  const soft = onePerMail(outcomes.filter(isSoftBounce));
  if (soft.length === 0) return [];
  const counted = await countSoftBounces(
    tx,
    accountId,
    addressesOf(soft),
    soft.map(({ route }) => route === REPORT_ROUTE),
  );
  const full = new Set(counted.filter((row) => row.is_over).map(({ address }) => address));
  if (full.size === 0) return [];
  await clearSoftBounces(tx, accountId, [...full]);
  return soft.filter(({ recipient }) => full.has(recipient.toLowerCase()));
}

/** Removes duplicates. An address that occurs twice in a message counts once. */
function onePerMail(outcomes: readonly ObservedOutcome[]): ObservedOutcome[] {
  return [
    ...new Map(
      outcomes.map((outcome) => [`${outcome.messageId} ${outcome.recipient.toLowerCase()}`, outcome] as const),
    ).values(),
  ];
}

function addressesOf(outcomes: readonly ObservedOutcome[]): string[] {
  return outcomes.map(({ recipient }) => recipient);
}
