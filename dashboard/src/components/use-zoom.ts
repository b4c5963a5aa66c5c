import { useFilters } from '../filters.ts';
import type { ChartRange } from './chart-range.ts';

/** Filter changes that remove the zoom from the URL. */
export const NO_ZOOM = { from: '', to: '' } as const;

/**
 * Returns the zoom of a chart. The URL stores the first and the last time of the zoomed range. `moments` are the times
 * of the visible points. Calling `onChange` with undefined resets the zoom.
 */
export function useZoom(moments: readonly string[]): Extract<ChartRange, { does: 'zoom' }> {
  const { filters, setFilters } = useFilters();
  return {
    does: 'zoom',
    isZoomed: filters['from'] !== undefined && filters['to'] !== undefined,
    onChange: (range) =>
      setFilters(range ? { from: moments[range.first] ?? '', to: moments[range.last] ?? '' } : NO_ZOOM),
  };
}

/**
 * Returns the data between `from` and `to` (inclusive). Returns all data if either time is missing or nothing falls
 * between them. All times must have the same format, because they are compared as strings.
 */
export function zoomed<T>(
  data: readonly T[],
  momentOf: (one: T) => string,
  { from, to }: Readonly<Record<string, string | undefined>>,
): readonly T[] {
  if (from === undefined || to === undefined) return data;
  const found = data.filter((one) => momentOf(one) >= from && momentOf(one) <= to);
  return found.length === 0 ? data : found;
}
