import type { Tx } from '../../../base/db.ts';
import { endedReason, firingReason } from './alert-mail.ts';
import { shareOf, type AlertDefinition, type Observation } from './alert-rule.ts';
import { percentRoundedUp } from './counters.ts';

/** Whether an alert started to fire or ended. */
export type AlertState = 'firing' | 'ended';

/** Event that an alert started to fire or ended, for webhooks. */
export interface AlertEvent {
  readonly accountId: number;
  readonly occurredAt: Date;
  /** The numbers and the limit as a sentence, the same as in the email. */
  readonly reason: string;
  /** The alert and its observation, with API field names. */
  readonly alert: ReturnType<typeof alertFacts>;
}

/** Receives alert events other than by email, in the transaction that records the change. */
export type AlertListener = (tx: Tx, event: AlertEvent) => Promise<void>;

/** Creates the event of an alert change. `firingSince` is when the alert started, also for one that ended. Pure. */
export function alertEvent(
  of: { readonly accountId: number; readonly id: number; readonly firingSince: Date },
  state: AlertState,
  alert: AlertDefinition,
  observed: Observation,
  occurredAt: Date,
): AlertEvent {
  return {
    accountId: of.accountId,
    occurredAt,
    reason: state === 'firing' ? firingReason(alert, observed) : endedReason(alert, observed),
    alert: alertFacts(of, state, alert, observed),
  };
}

function alertFacts(
  { firingSince, id }: { readonly id: number; readonly firingSince: Date },
  state: AlertState,
  alert: AlertDefinition,
  observed: Observation,
) {
  const share = alert.kind === 'silence' ? undefined : shareOf(alert.kind, observed);
  return {
    id,
    tag: alert.tag,
    kind: alert.kind,
    state,
    // Number of outcomes that a rate is based on. `silence` has no rate but a last outcome.
    volume: share?.whole ?? null,
    firing_since: firingSince.toISOString(),
    value_percent: share ? percentRoundedUp(share) : null,
    minimum_volume: alert.minimumVolume ?? null,
    window_minutes: alert.windowMinutes,
    last_outcome_at: observed.lastAt?.toISOString() ?? null,
    threshold_percent: alert.thresholdPercent ?? null,
  };
}
