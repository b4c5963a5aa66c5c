import type { Tx } from '../../../base/db.ts';
import { MAIL_CLASSES, type MailClass, type MailingClass } from '../../../mail/mail-class.ts';
import { pauseMailClassAutomatically } from '../../tenants/accounts/index.ts';
import { HEALTH_DAYS, reasonToPause, type PauseLimits } from '../transactional-tags/delivery-door.ts';
import { addHealth, healthToJudge } from './queries.ts';

/** Route of mail to test addresses. */
const TEST_ROUTE = 'test';
/** Route of what a report told later: the delivery itself was counted before. */
const REPORT_ROUTE = 'report';

/** What health needs of an outcome, as delivery records it. */
export interface JudgedOutcome {
  readonly mailClass: MailClass;
  readonly kind: 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';
  readonly finishedAt: Date;
  /** Of a late bounce: when the delivery that it takes back was counted. */
  readonly deliveredAt?: Date | undefined;
  readonly route: string;
}

/**
 * An outcome listener: counts an account's outcomes of mail to many by class and hour in the transaction that records them,
 * and pauses a class whose bounces or complaints of the last days are over the limits. Holds the class's row of the present
 * hour until the transaction ends, and is therefore best called last.
 */
export function createHealthListener(
  limits: PauseLimits,
): (tx: Tx, accountId: number, outcomes: readonly JudgedOutcome[]) => Promise<void> {
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

/** One outcome as it is added to hours. */
interface Entry {
  readonly mailClass: MailingClass;
  readonly at: Date;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

/** A late bounce is counted in its hour, and the delivery in its own no more. */
function entriesOf({ deliveredAt, finishedAt, kind, mailClass, route }: JudgedOutcome): Entry[] {
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
  const reason = health && reasonToPause(health, limits);
  if (reason) await pauseMailClassAutomatically(tx, accountId, mailClass, reason);
}
