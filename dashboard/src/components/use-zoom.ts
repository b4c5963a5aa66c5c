import { useFilters } from '../filters.ts';
import type { ChartRange } from './chart-range.ts';

/** The parameters of an address that hold what is zoomed into. */
export const NO_ZOOM = { from: '', to: '' } as const;

/**
 * What a chart is zoomed into, which is kept in the address by the first and the last moment of it. `moments` are those of
 * the points that are shown. Undefined ends: everything.
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

/** What lies between two moments, both included; everything where nothing does. Texts of one form order as times do. */
export function zoomed<T>(
  data: readonly T[],
  momentOf: (one: T) => string,
  { from, to }: Readonly<Record<string, string | undefined>>,
): readonly T[] {
  if (from === undefined || to === undefined) return data;
  const found = data.filter((one) => momentOf(one) >= from && momentOf(one) <= to);
  return found.length === 0 ? data : found;
}
