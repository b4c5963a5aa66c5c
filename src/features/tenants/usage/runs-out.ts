const DAY_MS = 24 * 3_600_000;
/** Minimum number of days over which the rate is averaged. The first hours of a month are not representative. */
const MIN_DAYS = 7;

/** Input of the prediction: the current month and the previous month. */
export interface MonthSoFar {
  /** Null means no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly startsAtMs: number;
  readonly resetsAtMs: number;
  readonly usedMonthBefore: number;
}

/**
 * Returns the day (`YYYY-MM-DD`, UTC) on which the monthly quota runs out at the current rate, or undefined if it lasts
 * until the end of the month. The rate is the average of the current month. In the first week of a month, it includes
 * the previous month. Pure.
 */
export function runsOutOn(month: MonthSoFar, nowMs: number): string | undefined {
  if (month.limit === null) return undefined;
  if (month.used >= month.limit) return dayOf(nowMs);
  const perDay = mailsPerDay(month, nowMs);
  if (perDay === 0) return undefined;
  const endsMs = nowMs + ((month.limit - month.used) / perDay) * DAY_MS;
  return endsMs < month.resetsAtMs ? dayOf(endsMs) : undefined;
}

function mailsPerDay({ startsAtMs, used, usedMonthBefore }: MonthSoFar, nowMs: number): number {
  const days = Math.max(0, nowMs - startsAtMs) / DAY_MS;
  if (days >= MIN_DAYS) return used / days;
  const before = startOfMonthBefore(startsAtMs);
  const perDayBefore = usedMonthBefore / ((startsAtMs - before) / DAY_MS);
  return (used + perDayBefore * (MIN_DAYS - days)) / MIN_DAYS;
}

function startOfMonthBefore(startMs: number): number {
  const start = new Date(startMs);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 1);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
