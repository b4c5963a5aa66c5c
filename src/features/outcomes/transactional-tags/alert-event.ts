import type { Tx } from '../../../base/db.ts';
import { endedReason, firingReason } from './alert-mail.ts';
import { shareOf, type AlertDefinition, type Observation } from './alert-rule.ts';
import { percentRoundedUp } from './counters.ts';

/** Whether an alert began to fire or no longer does. */
export type AlertState = 'firing' | 'ended';

/** That an alert began to fire or ended, as programs are told. */
export interface AlertEvent {
  readonly accountId: number;
  readonly occurredAt: Date;
  /** The numbers and the limit as a sentence: that of the mail. */
  readonly reason: string;
  /** The alert and what was seen, in the names of the API. */
  readonly alert: ReturnType<typeof alertFacts>;
}

/** What tells of an alert's change by another way than mail, in the transaction that records it. */
export type AlertListener = (tx: Tx, event: AlertEvent) => Promise<void>;

/** The event of an alert that changed; `firingSince` is when it began, also of one that ended. Pure. */
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
    // Of a rate: how many outcomes were judged. Silence has no share, but a last time.
    volume: share?.whole ?? null,
    firing_since: firingSince.toISOString(),
    value_percent: share ? percentRoundedUp(share) : null,
    minimum_volume: alert.minimumVolume ?? null,
    window_minutes: alert.windowMinutes,
    last_outcome_at: observed.lastAt?.toISOString() ?? null,
    threshold_percent: alert.thresholdPercent ?? null,
  };
}
