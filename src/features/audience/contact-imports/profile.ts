import { orderShown } from './dates.ts';
import { MAX_COLUMNS, MAX_CONSENT_VALUES, MAX_CONSENT_VALUE_CHARACTERS } from './limits.ts';
import { textOf } from './values.ts';

/** Profile of a column over the whole file. */
export interface ColumnProfile {
  /**
   * Values that are not dates, keyed by `valueKey`. Each entry has the first spelling of the value and the number of
   * rows that contain the value.
   */
  readonly values: ReadonlyMap<string, { readonly value: string; readonly rows: number }>;
  /**
   * False if the column has more distinct values than the profiler counts, or a value that is too long. `values` is
   * then empty.
   */
  readonly isWhole: boolean;
  readonly empty: number;
  readonly dates: number;
  /**
   * Orders of day and month that occur in the column's dates, and an example of a date that is valid in both orders.
   */
  readonly shows: ReadonlySet<'day_first' | 'month_first'>;
  readonly either: string | undefined;
}

/** Profiles of all columns over the whole file. */
export interface FileProfile {
  /** Returns the profiles of the columns, without the first row if that row contains headings. */
  columns(hasHeader: boolean): readonly ColumnProfile[];
}

/** Builds the profile of a file row by row. */
export interface Profiler {
  take(cells: readonly string[]): void;
  end(): FileProfile;
}

/** Normalizes a value. Values that differ only in case and white space have the same key. Pure. */
export function valueKey(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Profile of a column that does not exist in the file. */
export const NO_VALUES: ColumnProfile = {
  values: new Map(),
  isWhole: true,
  empty: 0,
  dates: 0,
  shows: new Set(),
  either: undefined,
};

interface Gathered extends ColumnProfile {
  values: Map<string, { value: string; rows: number }>;
  isWhole: boolean;
  empty: number;
  dates: number;
  shows: Set<'day_first' | 'month_first'>;
  either: string | undefined;
}

/** Creates a profiler whose memory use is bounded. */
export function createProfiler(): Profiler {
  let first: readonly string[] | undefined;
  const columns: Gathered[] = [];
  let rows = 0;
  return {
    take(cells) {
      if (first) takeRow(columns, cells, rows++);
      else first = cells;
    },
    end: () => ({
      columns(hasHeader) {
        if (hasHeader) return columns;
        const copies = structuredClone(columns);
        takeRow(copies, first ?? [], rows);
        return copies;
      },
    }),
  };
}

function takeRow(columns: Gathered[], cells: readonly string[], rowsBefore: number): void {
  const width = Math.min(MAX_COLUMNS, Math.max(columns.length, cells.length));
  for (let at = 0; at < width; at += 1) {
    // Earlier rows without this column count as empty cells.
    const column = (columns[at] ??= { ...NO_VALUES, values: new Map(), shows: new Set(), empty: rowsBefore });
    takeCell(column, textOf(cells[at]));
  }
}

function takeCell(column: Gathered, text: string): void {
  if (text === '') column.empty += 1;
  else if (column.isWhole) {
    const key = valueKey(text);
    const counted = column.values.get(key);
    if (counted) counted.rows += 1;
    else if (!takeDate(column, text)) takeValue(column, key, text);
  }
}

function takeDate(column: Gathered, text: string): boolean {
  const shown = orderShown(text);
  if (shown === false) return false;
  column.dates += 1;
  if (shown === 'either') column.either ??= text;
  else if (shown !== undefined) column.shows.add(shown);
  return true;
}

function takeValue(column: Gathered, key: string, text: string): void {
  if (column.values.size < MAX_CONSENT_VALUES && text.length <= MAX_CONSENT_VALUE_CHARACTERS) {
    column.values.set(key, { value: text, rows: 1 });
  } else {
    column.isWhole = false;
    column.values.clear();
  }
}
