import { orderShown } from './dates.ts';
import { MAX_COLUMNS, MAX_CONSENT_VALUES, MAX_CONSENT_VALUE_CHARACTERS } from './limits.ts';
import { textOf } from './values.ts';

/** What a column of the whole file holds. */
export interface ColumnProfile {
  /** By `valueKey`: each value that is no date, as it is written first, and in how many rows. */
  readonly values: ReadonlyMap<string, { readonly value: string; readonly rows: number }>;
  /** False where there are more values than are counted: then none of them is listed. */
  readonly isWhole: boolean;
  readonly empty: number;
  readonly dates: number;
  /** What its dates show of the order of day and month, and one that can be read both ways. */
  readonly shows: ReadonlySet<'day_first' | 'month_first'>;
  readonly either: string | undefined;
}

/** What the columns of the whole file hold. */
export interface FileProfile {
  /** Without the first row where that has headings. */
  columns(hasHeader: boolean): readonly ColumnProfile[];
}

/** Looks at a file row by row. */
export interface Profiler {
  take(cells: readonly string[]): void;
  end(): FileProfile;
}

/** Values that differ by case and spaces alone are the same. Pure. */
export function valueKey(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The profile of a column that the file does not have. */
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

/** Gathers what the columns of a file hold, in memory that has a bound. */
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
    // A row that is shorter than others has nothing there.
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
