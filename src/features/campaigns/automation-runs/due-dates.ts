/** The dates for which contacts enter an automation. */
export interface DueDates {
  /** Dates in the format of custom fields. If `isYearly` is true, only months and days, such as `02-28`. */
  readonly values: readonly string[];
  readonly isYearly: boolean;
  /**
   * Latest field value for which contacts enter. With `isYearly`, excludes dates whose first occurrence is still ahead.
   */
  readonly latest: string;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the dates of a custom field for which contacts enter from `fromDay` to `toDay`, inclusive. `days` is the
 * number of days after the date, or before the date if it is negative. In years without February 29, the anniversary of
 * this day is February 28. Pure.
 */
export function dueDates(
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
  days: number,
  isYearly: boolean,
): DueDates {
  const first = Date.parse(`${fromDay}T00:00:00Z`);
  const last = Date.parse(`${toDay}T00:00:00Z`);
  const dates: string[] = [];
  for (let at = first; at <= last; at += DAY_MS) dates.push(dayOf(at - days * DAY_MS));
  return {
    values: isYearly ? [...new Set(dates.flatMap((date) => anniversariesOn(date)))] : dates,
    isYearly,
    latest: dates.at(-1) ?? toDay,
  };
}

function anniversariesOn(date: string): readonly string[] {
  const day = date.slice(-5);
  const isLast = day === '02-28' && dayOf(Date.parse(`${date}T00:00:00Z`) + DAY_MS).endsWith('03-01');
  return isLast ? [day, '02-29'] : [day];
}

/** Formats a timestamp as a UTC date, such as `2026-11-22`. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
