import { printable } from '../welcome.ts';

/** Writes a line to standard output. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Writes rows in aligned columns below a heading. Replaces control characters in the rows with spaces. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heading, ...rows.map((row) => row.map(printable))];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Returns the time in ISO 8601 format without fractions of a second, or '-' if there is no time. */
export function shownTime(time: Date | undefined | null): string {
  return time ? `${time.toISOString().slice(0, 19)}Z` : '-';
}
