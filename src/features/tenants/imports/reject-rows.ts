import { storable } from '../../../base/stored-text.ts';
import type { LeftOut, Reject } from './kinds.ts';
import { MAX_VALUE_CHARACTERS } from './limits.ts';
import type { RejectDetail, RejectRow } from './queries.ts';

/** Returns the problems in each line as columns for `insertRejects`. Pure. */
export function rejectColumns(
  rejects: readonly Reject[],
  leftOut: readonly LeftOut[],
): [lines: number[], values: string[], reasons: string[], details: (string | null)[]] {
  const listed = [
    ...rejects.map(({ line, reason, value }) => ({ line, of: value, details: [{ value, reason, column: null }] })),
    ...leftOut.map(({ line, of, values }) => ({ line, of, details: values })),
  ];
  const lines = [...Map.groupBy(listed, ({ line }) => line)].map(([line, ofLine]) => ({
    line,
    of: kept(ofLine[0]?.of ?? ''),
    details: ofLine.flatMap(({ details }) => details.map(detailOf)),
  }));
  return [
    lines.map(({ line }) => line),
    lines.map(({ of }) => of),
    lines.map(({ details }) => details[0]?.reason ?? ''),
    lines.map(({ details }) => (details.length === 1 && details[0]?.column === null ? null : JSON.stringify(details))),
  ];
}

function detailOf({ column, reason, value }: RejectDetail): RejectDetail {
  return { value: kept(value), reason: kept(reason), column: column === null ? null : kept(column) };
}

function kept(text: string): string {
  return storable(text).slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
}

/** Returns a row of the rejects file for each problem in a line: line, value, reason, and column. Pure. */
export function rejectRecords({ details, line, reason, value }: RejectRow): string[][] {
  return (details ?? [{ value, reason, column: null }]).map((detail) => [
    String(line),
    detail.value,
    detail.reason,
    detail.column ?? '',
  ]);
}
