/** Email results, each as a number of recipients. */
export interface Counters {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly delayed: number;
  readonly opened: number;
  readonly clicked: number;
}

export const NO_COUNTERS: Counters = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
  suppressed: 0,
  delayed: 0,
  opened: 0,
  clicked: 0,
};

/**
 * Returns the numerator and denominator of a rate. Delivery and failure rates are based on all emails that were
 * delivered, bounced, or failed, bounce rates on the emails that were delivered or bounced, and all other rates on
 * delivered emails. Opens and clicks count on the day on which they happen, so a daily rate may exceed 100%.
 */
export function ratioOf(rate: RateName, counters: Counters): Ratio {
  const { delivered, bounced, failed } = counters;
  switch (rate) {
    case 'delivery_rate':
      return { part: delivered, whole: delivered + bounced + failed };
    case 'failure_rate':
      return { part: failed, whole: delivered + bounced + failed };
    case 'bounce_rate':
      return { part: bounced, whole: delivered + bounced };
    case 'complaint_rate':
      return { part: counters.complained, whole: delivered };
    case 'open_rate':
      return { part: counters.opened, whole: delivered };
    case 'click_rate':
      return { part: counters.clicked, whole: delivered };
  }
}

export type RateName = 'delivery_rate' | 'bounce_rate' | 'complaint_rate' | 'failure_rate' | 'open_rate' | 'click_rate';

/** The numerator and denominator of a rate. */
export interface Ratio {
  readonly part: number;
  readonly whole: number;
}

/** Returns whether a rate is above the limit. Returns false if the denominator is 0. */
export function isOver({ part, whole }: Ratio, limitPercent: number): boolean {
  return whole > 0 && part * 100 > limitPercent * whole;
}

/** Returns a rate in percent, rounded to two decimals. Returns 0 if the denominator is 0. */
export function percentOf({ part, whole }: Ratio): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}

/**
 * Returns a rate in percent, rounded up to two decimals, so that a rate above a limit is also displayed as above it.
 */
export function percentRoundedUp({ part, whole }: Ratio): number {
  return whole === 0 ? 0 : Math.ceil((part * 10_000) / whole) / 100;
}

/** Formats a rate for display, rounded up: `6.2% (31 of 500)`. */
export function shownShare({ part, whole }: Ratio): string {
  return `${percentRoundedUp({ part, whole })}% (${part} of ${whole})`;
}

export function addUp(all: readonly Counters[]): Counters {
  const sum = (name: keyof Counters): number => all.reduce((total, counters) => total + counters[name], 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    failed: sum('failed'),
    suppressed: sum('suppressed'),
    delayed: sum('delayed'),
    opened: sum('opened'),
    clicked: sum('clicked'),
  };
}

/** Formats counters with all rates in percent for the API. */
export function presentCounters(counters: Counters) {
  return {
    sent: counters.sent,
    delivered: counters.delivered,
    bounced: counters.bounced,
    complained: counters.complained,
    failed: counters.failed,
    suppressed: counters.suppressed,
    delayed: counters.delayed,
    opened: counters.opened,
    clicked: counters.clicked,
    delivery_rate: percentOf(ratioOf('delivery_rate', counters)),
    bounce_rate: percentOf(ratioOf('bounce_rate', counters)),
    complaint_rate: percentOf(ratioOf('complaint_rate', counters)),
    failure_rate: percentOf(ratioOf('failure_rate', counters)),
    open_rate: percentOf(ratioOf('open_rate', counters)),
    click_rate: percentOf(ratioOf('click_rate', counters)),
  };
}
