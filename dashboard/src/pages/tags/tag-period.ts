export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the first and the last day of a period. Both days are inclusive and in UTC, as in the API. Pure. */
export function daysOf(period: string | undefined, nowMs: number): { readonly from: string; readonly to: string } {
  const known = PERIODS.find(({ value }) => value === period);
  const days = known?.value ? Number(known.value) : DEFAULT_DAYS;
  return { from: dayOf(nowMs - (days - 1) * DAY_MS), to: dayOf(nowMs) };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the first and the last day of the range in the URL to which the chart is zoomed, or undefined if the chart is
 * not zoomed. Pure.
 */
export function zoomOf({
  from = '',
  to = '',
}: Readonly<Record<string, string | undefined>>): { readonly from: string; readonly to: string } | undefined {
  return DAY.test(from) && DAY.test(to) ? { from, to } : undefined;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
