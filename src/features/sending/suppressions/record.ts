import type { Tx } from '../../../base/db.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import { forgetFound, withoutYoung } from './mailless.ts';
import { insertSuppressions } from './queries.ts';
import type { ObservedOutcome } from './observed-outcome.ts';
import { clearSoftBounces, countSoftBounces, noteTaken } from './soft-bounce-queries.ts';

/** Route of what a report told of a mail that had been taken. */
const REPORT_ROUTE = 'report';

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

/** A mail that was given up over a full mailbox, at once or after many attempts. */
function isSoftBounce({ bounceClass, kind }: ObservedOutcome): boolean {
  return bounceClass === 'mailbox-full' && (kind === 'bounced' || kind === 'failed');
}

/**
 * Counts soft bounces, and forgets those of addresses that took mail: at once, or where servers take mail first and report
 * later, once nothing was reported of a mail for five days. Returns the outcomes whose addresses have been full
 * for so many mails and days that they are to be suppressed; their counts begin anew.
 */
async function noteSoftBounces(
  tx: Tx,
  accountId: number,
  outcomes: readonly ObservedOutcome[],
): Promise<readonly ObservedOutcome[]> {
  const delivered = outcomes.filter(({ kind }) => kind === 'delivered');
  if (delivered.length > 0) await noteTaken(tx, accountId, addressesOf(delivered));
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

/** An address that a mail names twice was full once. */
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
