import { isOver, NO_COUNTERS, ratioOf, type Counters, type Ratio } from './counters.ts';

export const ALERT_KINDS = ['bounce_rate', 'complaint_rate', 'failure_rate', 'silence'] as const;

/** The condition that an alert monitors. */
export type AlertKind = (typeof ALERT_KINDS)[number];

export interface AlertDefinition {
  readonly tag: string;
  readonly kind: AlertKind;
  /** The alert fires if the rate is higher than this percentage. Undefined for `silence`. */
  readonly thresholdPercent: number | undefined;
  readonly windowMinutes: number;
  /** Minimum number of outcomes for evaluating the rate. Undefined for `silence`. */
  readonly minimumVolume: number | undefined;
}

/** Results for the tag in the alert's window. */
export interface Observation {
  readonly counters: Pick<Counters, 'delivered' | 'bounced' | 'complained' | 'failed'>;
  /** Time of the last outcome with the tag, regardless of the window. */
  readonly lastAt: Date | undefined;
}

/** Returns whether an alert should fire at the given time. Pure. */
export function shouldFire(alert: AlertDefinition, observed: Observation, nowMs: number): boolean {
  if (alert.kind === 'silence') {
    return observed.lastAt !== undefined && nowMs - observed.lastAt.getTime() >= alert.windowMinutes * 60_000;
  }
  const share = shareOf(alert.kind, observed);
  return share.whole >= (alert.minimumVolume ?? 1) && isOver(share, alert.thresholdPercent ?? 0);
}

/** Returns the numerator and denominator of the rate that an alert monitors. */
export function shareOf(kind: Exclude<AlertKind, 'silence'>, observed: Observation): Ratio {
  return ratioOf(kind, { ...NO_COUNTERS, ...observed.counters });
}
