import type { Tx } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailClass, type MailingClass } from '../../../mail/mail-class.ts';
import { pauseMailClassAutomatically } from '../../tenants/accounts/index.ts';
import { HEALTH_DAYS, causeToPause, type PauseLimits } from '../transactional-tags/for-delivery.ts';
import { addHealth, healthToJudge } from './queries.ts';

/** Route of email to test addresses. */
const TEST_ROUTE = 'test';
/** Route of outcomes from late reports. Their deliveries were counted earlier. */
const REPORT_ROUTE = 'report';

/** The fields of a delivery outcome on which mail health depends. */
export interface HealthOutcome {
  readonly mailClass: MailClass;
  readonly kind: 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';
  readonly finishedAt: Date;
  /**
   * Timestamp at which the message was counted as delivered. Set only for a late bounce, which revokes that delivery.
   */
  readonly deliveredAt?: Date | undefined;
  readonly route: string;
}

/**
 * Creates an outcome listener that counts an account's bulk email outcomes by class and hour, in the transaction that
 * records the outcomes. Pauses a class if its recent bounces or complaints exceed the limits. Locks the class's row for
 * the current hour until the transaction ends, so call this listener last.
 */
export function createHealthListener(
  limits: PauseLimits,
): (tx: Tx, accountId: number, outcomes: readonly HealthOutcome[]) => Promise<void> {
  return async (tx, accountId, outcomes) => {
    const entries = outcomes.flatMap(entriesOf);
    if (entries.length === 0) return;
    await addHealth(
      tx,
      accountId,
      entries.map(({ mailClass }) => MAIL_CLASSES.indexOf(mailClass)),
      entries.map(({ at }) => at),
      entries.map(({ delivered }) => delivered),
      entries.map(({ bounced }) => bounced),
      entries.map(({ complained }) => complained),
    );
    const bad = new Set(
      entries.filter(({ bounced, complained }) => bounced + complained > 0).map((one) => one.mailClass),
    );
    for (const mailClass of bad) await pauseWhenUnhealthy(tx, accountId, mailClass, limits);
  };
}

/** The increments of an hour's counters for one outcome. */
interface Entry {
  readonly mailClass: MailingClass;
  readonly at: Date;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

/**
 * Returns the counter changes for an outcome. A late bounce is counted in the hour of the bounce, and the delivery that
 * it revokes is subtracted in the hour of the delivery.
 */
function entriesOf({ deliveredAt, finishedAt, kind, mailClass, route }: HealthOutcome): Entry[] {
  if (mailClass === 'transactional' || route === TEST_ROUTE) return [];
  const about = { mailClass, at: finishedAt, delivered: 0, bounced: 0, complained: 0 };
  if (kind === 'delivered') return [{ ...about, delivered: 1 }];
  if (kind === 'complained') return [{ ...about, complained: 1, delivered: route === REPORT_ROUTE ? 0 : 1 }];
  if (kind !== 'bounced') return [];
  const bounce = { ...about, bounced: 1 };
  return deliveredAt ? [bounce, { ...about, at: deliveredAt, delivered: -1 }] : [bounce];
}

async function pauseWhenUnhealthy(
  tx: Tx,
  accountId: number,
  mailClass: MailingClass,
  limits: PauseLimits,
): Promise<void> {
  const [health] = await healthToJudge(tx, accountId, MAIL_CLASSES.indexOf(mailClass), HEALTH_DAYS);
  const cause = health && causeToPause(health, limits);
  if (cause) await pauseMailClassAutomatically(tx, accountId, mailClass, cause);
}
