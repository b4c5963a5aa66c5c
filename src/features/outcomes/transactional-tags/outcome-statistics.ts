import type { Tx } from '../../../base/db.ts';
import { pauseAutomatically } from '../../tenants/accounts/index.ts';
import { HEALTH_DAYS, causeToPause, type PauseLimits } from './pause-rule.ts';
import { accountHealth, addOutcomes } from './queries.ts';

/** Route of email to test addresses. */
const TEST_ROUTE = 'test';
/** Route of outcomes from late reports. Their deliveries were counted earlier. */
const REPORT_ROUTE = 'report';

/** The fields of a delivery outcome on which statistics depend. */
export interface CountedOutcome {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly kind: 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';
  readonly handedOverAt: Date | undefined;
  readonly wasSent: boolean;
  readonly finishedAt: Date;
  readonly becameDelayed: boolean;
  /** Time at which the message was counted as delivered. Set only for a late bounce, which revokes that delivery. */
  readonly deliveredAt?: Date | undefined;
  /** Delivery route. `test` for a test address. */
  readonly route: string;
}

/**
 * Creates an outcome listener that counts an account's outcomes by tag and hour, in the transaction that records the
 * outcomes. Pauses the account if its recent bounces or complaints exceed the limits. Locks the account's row for the
 * current hour until the transaction ends, so call this listener last.
 */
export function createOutcomeStatistics(
  limits: PauseLimits,
): (tx: Tx, accountId: number, outcomes: readonly CountedOutcome[]) => Promise<void> {
  return async (tx, accountId, outcomes) => {
    await recordTagStatistics(tx, accountId, outcomes);
    if (outcomes.some(isBadForHealth)) await pauseWhenUnhealthy(tx, accountId, limits);
  };
}

async function recordTagStatistics(tx: Tx, accountId: number, outcomes: readonly CountedOutcome[]): Promise<void> {
  const counted = outcomes.filter((outcome) => outcome.kind !== 'deferred' || isSent(outcome) || outcome.becameDelayed);
  if (counted.length === 0) return;
  const entries = counted.flatMap(entriesOf);
  await addOutcomes(
    tx,
    accountId,
    entries.map((entry) => entry.messageId),
    entries.map((entry) => entry.at),
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.isSent),
    entries.map((entry) => entry.isDelayed),
    entries.map((entry) => entry.isTest),
  );
}

/** The numbers that an outcome adds to the counters of an hour. */
interface Entry {
  readonly messageId: string;
  readonly at: Date;
  readonly kind: string;
  readonly isSent: boolean;
  readonly isDelayed: boolean;
  readonly isTest: boolean;
}

/**
 * Returns the counts for an outcome. A late bounce is added in its own hour, and its delivery is subtracted in the hour
 * of the delivery, so that each recipient has one final outcome.
 */
function entriesOf(outcome: CountedOutcome): Entry[] {
  const { becameDelayed, deliveredAt, finishedAt, messageId, route } = outcome;
  const about = { messageId, isTest: route === TEST_ROUTE };
  const entry = {
    ...about,
    at: finishedAt,
    kind: countedKind(outcome),
    isSent: isSent(outcome),
    isDelayed: becameDelayed,
  };
  if (!deliveredAt) return [entry];
  return [entry, { ...about, at: deliveredAt, kind: 'returned', isSent: false, isDelayed: false }];
}

/**
 * Returns the kind under which an outcome is counted. This is `reported` for a complaint from a late report, because
 * its delivery was counted earlier, and the kind of the outcome in all other cases.
 */
function countedKind({ kind, route }: CountedOutcome): string {
  return kind === 'complained' && route === REPORT_ROUTE ? 'reported' : kind;
}

/** Returns whether the message was handed over to a server and was not counted as sent before. */
function isSent(outcome: CountedOutcome): boolean {
  return outcome.handedOverAt !== undefined && !outcome.wasSent;
}

function isBadForHealth({ kind, route }: CountedOutcome): boolean {
  return route !== TEST_ROUTE && (kind === 'bounced' || kind === 'complained');
}

async function pauseWhenUnhealthy(tx: Tx, accountId: number, limits: PauseLimits): Promise<void> {
  const [health] = await accountHealth(tx, accountId, HEALTH_DAYS);
  const cause = health && causeToPause(health, limits);
  if (cause) await pauseAutomatically(tx, accountId, cause);
}
