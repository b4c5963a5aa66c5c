import { isOver, NO_COUNTERS, ratioOf, type Counters, type Ratio } from './counters.ts';

export const ALERT_KINDS = ['bounce_rate', 'complaint_rate', 'failure_rate', 'silence'] as const;

/** What an alert is about. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What an alert watches for. */
export interface AlertDefinition {
  readonly tag: string;
  readonly kind: AlertKind;
  /** Of rates: it fires above this. Undefined of silence. */
  readonly thresholdPercent: number | undefined;
  readonly windowMinutes: number;
  /** Of rates: with fewer outcomes nothing is judged. Undefined of silence. */
  readonly minimumVolume: number | undefined;
}

/** What the tag came to in the window of an alert. */
export interface Observation {
  readonly counters: Pick<Counters, 'delivered' | 'bounced' | 'complained' | 'failed'>;
  /** Last outcome under the tag, ever. */
  readonly lastAt: Date | undefined;
}

/** Whether an alert has reason to fire at a time; pure. */
export function shouldFire(alert: AlertDefinition, observed: Observation, nowMs: number): boolean {
  if (alert.kind === 'silence') {
    return observed.lastAt !== undefined && nowMs - observed.lastAt.getTime() >= alert.windowMinutes * 60_000;
  }
  const share = shareOf(alert.kind, observed);
  return share.whole >= (alert.minimumVolume ?? 1) && isOver(share, alert.thresholdPercent ?? 0);
}

/** The share that an alert of a rate looks at. */
export function shareOf(kind: Exclude<AlertKind, 'silence'>, observed: Observation): Ratio {
  return ratioOf(kind, { ...NO_COUNTERS, ...observed.counters });
}
