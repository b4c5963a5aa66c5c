import { useFilters } from '../filters.ts';
import type { ChartRange } from './chart-range.ts';

/** Changes that clear the zoom parameters of the URL. */
export const NO_ZOOM = { from: '', to: '' } as const;

/**
 * Returns the zoom of a chart, which is stored in the URL as its first and last time. `moments` are the times of the
 * visible points. An undefined range shows everything.
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
 * Returns the data between two times, inclusive, or all data if there is none between them. Times of the same format
 * sort as strings.
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
