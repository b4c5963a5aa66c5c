import type { Tx } from '../../../base/db.ts';
import type { ObservedOutcome } from './observed-outcome.ts';
import { clearSoftBounces, countSoftBounces, noteTaken } from './soft-bounce-queries.ts';

/** Route of what a report told of a mail that had been taken. */
const REPORT_ROUTE = 'report';

/** A mail that was given up over a full mailbox, at once or after many attempts. */
function isSoftBounce({ bounceClass, kind }: ObservedOutcome): boolean {
  return bounceClass === 'mailbox-full' && (kind === 'bounced' || kind === 'failed');
}

/**
 * Counts soft bounces, and forgets those of addresses that took mail: at once, or where servers take mail first and report
 * later, once nothing was reported of a mail for five days. Returns the outcomes whose addresses have been full
 * for so many mails and days that they are to be suppressed; their counts begin anew.
 */
export async function noteSoftBounces(
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
