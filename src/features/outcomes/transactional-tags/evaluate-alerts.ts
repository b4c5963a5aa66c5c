import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { UserMail } from '../../../mail/languages/emails.ts';
import { alertEvent, type AlertListener } from './alert-event.ts';
import { allClearMail, firingMail } from './alert-mail.ts';
import { startFiring, endFiring, observeAlerts, type ObservedRow } from './alert-queries.ts';
import { shouldFire, type AlertDefinition, type Observation } from './alert-rule.ts';

const BATCH = 200;

export interface AlertParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Queues the email in the given transaction. */
  readonly sendMail: (tx: Tx, mail: UserMail) => Promise<void>;
  /** Writes the webhook event in the given transaction. */
  readonly onAlert: AlertListener;
}

/**
 * Evaluates the alerts of all accounts. For each alert that starts firing or ends, one transaction marks the alert and
 * queues an email and a webhook event. Concurrent runs and crashes are safe: each change is reported once. If either
 * cannot be queued, the alert stays unchanged, the error is logged, and the other alerts are still evaluated.
 */
export async function evaluateAlerts(parts: AlertParts): Promise<void> {
  let [accountId, id] = [0, 0];
  for (;;) {
    const now = new Date(parts.clock.now());
    const alerts = await observeAlerts(parts.db, accountId, id, BATCH, now);
    for (const alert of alerts) if (!alert.is_closed) await evaluate(parts, alert, now);
    const last = alerts.at(-1);
    if (!last || alerts.length < BATCH) return;
    [accountId, id] = [last.account_id, last.id];
  }
}

async function evaluate(parts: AlertParts, row: ObservedRow, now: Date): Promise<void> {
  const [definition, observed] = [definitionOf(row), observationOf(row)];
  const isDue = shouldFire(definition, observed, now.getTime());
  if (isDue === (row.firing_since !== null)) return;
  const event = alertEvent(
    { accountId: row.account_id, id: row.id, firingSince: row.firing_since ?? now },
    isDue ? 'firing' : 'ended',
    definition,
    observed,
    now,
  );
  const { firing_since: since } = row;
  const mail: UserMail = {
    accountId: row.account_id,
    to: row.email ?? row.account_email,
    write: (language) =>
      since
        ? allClearMail(language, definition, observed, row.id, since)
        : firingMail(language, definition, observed, row.id),
  };
  try {
    await parts.db.transaction(async (tx) => {
      const changed = isDue
        ? await startFiring(tx, row.account_id, row.id, now)
        : await endFiring(tx, row.account_id, row.id);
      if (changed.length === 0) return;
      await parts.onAlert(tx, event);
      await parts.sendMail(tx, mail);
    });
  } catch (error) {
    // The next run retries this alert. Continue with the others.
    parts.log.error('Alert could not be sent', { accountId: row.account_id, alertId: row.id, error });
  }
}

function definitionOf(row: ObservedRow): AlertDefinition {
  return {
    tag: row.tag,
    kind: row.kind,
    thresholdPercent: row.threshold_percent ?? undefined,
    windowMinutes: row.window_minutes,
    minimumVolume: row.minimum_volume ?? undefined,
  };
}

function observationOf(row: ObservedRow): Observation {
  return { counters: row, lastAt: row.last_at ?? undefined };
}
