import type { Tx } from '../../../base/db.ts';
import { endedReason, firingReason } from './alert-reason.ts';
import { shareOf, type AlertDefinition, type Observation } from './alert-rule.ts';
import { percentRoundedUp } from './counters.ts';

/** The change that an event reports: the alert started firing, or it ended. */
export type AlertState = 'firing' | 'ended';

/** The webhook event for an alert that started firing or ended. */
export interface AlertEvent {
  readonly accountId: number;
  readonly occurredAt: Date;
  /** Explanation with the observed numbers and the limit, as in the email. */
  readonly reason: string;
  /** The alert and the observed values, with API field names. */
  readonly alert: ReturnType<typeof alertFacts>;
}

/** Receives alert events for channels other than email, in the transaction that records the change. */
export type AlertListener = (tx: Tx, event: AlertEvent) => Promise<void>;

/**
 * Creates the event for a change to an alert. `firingSince` is when the alert started firing, even if it has ended.
 * Pure.
 */
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
    // Number of outcomes on which a rate is based. A `silence` alert has the time of the last outcome instead.
    volume: share?.whole ?? null,
    firing_since: firingSince.toISOString(),
    value_percent: share ? percentRoundedUp(share) : null,
    minimum_volume: alert.minimumVolume ?? null,
    window_minutes: alert.windowMinutes,
    last_outcome_at: observed.lastAt?.toISOString() ?? null,
    threshold_percent: alert.thresholdPercent ?? null,
  };
}
