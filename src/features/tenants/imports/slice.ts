import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { refreshStatistics } from '../../../base/statistics.ts';
import { createProgressReporter, endProgress, type ProgressReporter } from '../progress/index.ts';
import type { ImportKind, Layout, Reject, Taken } from './kinds.ts';
import { MAX_REJECTS, SAMPLE_ROWS, STEP_BYTES, STEP_ROWS } from './limits.ts';
import { advanceImport, dropChunks, endImport, insertRejects, releaseImport, type ClaimedImport } from './queries.ts';
import type { FileRecord } from './record-reader.ts';
import { beginningOf, BrokenFile, recordsFrom, type Place } from './records.ts';
import { rejectColumns } from './reject-rows.ts';

/** Time slice of an import, in milliseconds. After that, other imports are processed before the remaining rows. */
export const SLICE_MS = 5_000;
export const RETRY_SECONDS = 10;
/** Number of consecutive errors without progress after which an import fails. */
export const MAX_FAILURES = 5;

export interface SliceParts {
  readonly db: Database;
  readonly log: Log;
  readonly leaseSeconds: number;
  /** Number of days for which an import of this kind can be undone, or null if it cannot be undone. */
  readonly undoDays: number | null;
}

/** Progress of an import. */
interface Progress {
  position: number;
  line: number;
  added: number;
  known: number;
  rejected: number;
  values_left_out: number;
}

/** Thrown if another process has claimed the import, or if the import was canceled. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/**
 * Processes rows of an import until the file or the time slice ends. Each step is one transaction that also records the
 * position, so no row is repeated or skipped if a process dies. Rejects only if the database is unavailable.
 */
export async function runSlice(
  parts: SliceParts,
  kind: ImportKind,
  claimed: ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const reporter = createProgressReporter(parts, { accountId, id });
  const progress: Progress = { ...claimed };
  try {
    const hasEnded = await work(parts, kind, claimed, { progress, reporter, signal });
    await reporter.close();
    if (hasEnded) {
      // Update the statistics now, so that queries on the new rows have good plans as soon as the import is shown as
      // done. If this fails, a job updates them soon afterward.
      await refreshStatistics(parts.db).catch((error: unknown) => parts.log.warn('Statistics not updated', { error }));
      await end(parts, claimed, progress);
    } else await releaseImport(parts.db, accountId, id, epoch, 0, 0);
  } catch (error) {
    await reporter.close();
    if (error instanceof Lost) return;
    if (error instanceof BrokenFile) return end(parts, claimed, progress, error.message);
    parts.log.error('Import step failed', { accountId, kind: kind.name, error });
    const failures = progress.position > claimed.position ? 1 : claimed.failures + 1;
    if (failures < MAX_FAILURES)
      return void (await releaseImport(parts.db, accountId, id, epoch, RETRY_SECONDS, failures));
    const fault = `The import stopped at line ${progress.line} because of an internal error. Imported rows are kept. Import the file again.`;
    await end(parts, claimed, progress, fault);
  }
}

interface Slice {
  readonly progress: Progress;
  readonly reporter: ProgressReporter;
  readonly signal: AbortSignal;
}

/** Processes rows. Returns true at the end of the file, and false if the time slice ended first. */
async function work(parts: SliceParts, kind: ImportKind, claimed: ClaimedImport, slice: Slice): Promise<boolean> {
  const { signal, progress, reporter } = slice;
  const endsAtMs = performance.now() + SLICE_MS;
  const layout = claimed.layout ?? (await layoutOf(parts.db, kind, claimed));
  let titles: Reject[] = [];
  let rows: FileRecord[] = [];
  for await (const record of recordsFrom(parts.db, placeOf(claimed, progress), layout)) {
    const what = whatIs(record, layout);
    if (what === 'title') titles.push(titleOf(record));
    if (what === 'row') rows.push(record);
    if (!isStep(rows, progress)) continue;
    await step({ parts, kind, claimed, progress }, layout, { rows, titles });
    reporter.report({ done: progress.position, total: claimed.bytes, sentence: sentenceOf(progress) });
    [rows, titles] = [[], []];
    if (performance.now() >= endsAtMs || signal.aborted) return false;
  }
  if (rows.length > 0) await step({ parts, kind, claimed, progress }, layout, { rows, titles });
  return true;
}

function whatIs({ cells, fault, line }: FileRecord, layout: Layout): 'title' | 'headings' | 'row' {
  const { firstLine = 1, hasHeader, isAddressList = false } = layout;
  if (fault !== undefined || line > firstLine) return 'row';
  if (line < firstLine) return 'title';
  // In an address list, each cell is a row. The list has no headings if its first line contains an address.
  const isAddress = isAddressList && cells.some((cell) => cell.includes('@'));
  return hasHeader && !isAddress ? 'headings' : 'row';
}

function isStep(rows: readonly FileRecord[], { position }: Progress): boolean {
  const last = rows.at(-1);
  return last !== undefined && (rows.length >= STEP_ROWS || last.endsAt - position >= STEP_BYTES);
}

function titleOf({ cells, line }: FileRecord): Reject {
  return { line, value: cells.join(' ').trim(), reason: 'is above the header row and was not imported.' };
}

async function layoutOf(db: Database, kind: ImportKind, claimed: ClaimedImport): Promise<Layout> {
  const { cut, rows } = await beginningOf(db, placeOf(claimed, claimed), SAMPLE_ROWS);
  if (!kind.columnsOf) throw new Error(`An import of ${kind.name} was started without a layout`);
  if (rows.length === 0) throw new BrokenFile('The file has no rows.');
  const found = kind.columnsOf(rows.map(({ cells }) => cells));
  if (typeof found === 'string') throw new BrokenFile(found);
  return { ...cut, ...found };
}

function placeOf(
  { account_id: accountId, encoding, id }: ClaimedImport,
  from: Pick<Progress, 'position' | 'line'>,
): Place {
  return { accountId, id, encoding, position: from.position, line: from.line };
}

interface Step {
  readonly parts: SliceParts;
  readonly kind: ImportKind;
  readonly claimed: ClaimedImport;
  readonly progress: Progress;
}

/** Rows that are processed together, and the titles above the first row. */
interface Rows {
  readonly rows: readonly FileRecord[];
  readonly titles: readonly Reject[];
}

async function step({ claimed, kind, parts, progress }: Step, layout: Layout, { rows, titles }: Rows): Promise<void> {
  const { account_id: accountId, epoch, file_name: fileName, id, note, settings } = claimed;
  const about = { importId: id, layout, fileName, note: note ?? undefined, settings };
  const readable = rows.filter(({ fault }) => fault === undefined);
  const { endsAt, line, taken, valuesLeftOut } = await parts.db.transaction(async (tx) => {
    const done = readable.length > 0 ? await kind.take(tx, accountId, readable, about) : NOTHING;
    const rejects = [...done.rejects, ...unreadable(rows, done)];
    const leftOut = done.leftOut ?? [];
    const isListed = progress.values_left_out < MAX_REJECTS;
    const listed = rejectColumns([...titles, ...rejects], isListed ? leftOut : []);
    if (listed[0].length > 0) await insertRejects(tx, accountId, id, ...listed);
    const { endsAt, line } = lastOf(rows, done, progress);
    const valuesLeftOut = leftOut.reduce((sum, { values }) => sum + values.length, 0);
    const counts = [done.added, done.known, rejects.length, valuesLeftOut] as const;
    const how = JSON.stringify(layout);
    const kept = await advanceImport(tx, accountId, id, epoch, endsAt, line, how, ...counts, parts.leaseSeconds);
    if (kept.length === 0) throw new Lost();
    return { endsAt, line, taken: { ...done, rejects }, valuesLeftOut };
  });
  progress.position = endsAt;
  progress.line = line;
  progress.added += taken.added;
  progress.known += taken.known;
  progress.rejected += taken.rejects.length;
  progress.values_left_out += valuesLeftOut;
  if (taken.endsBefore) throw new BrokenFile(taken.endsBefore.sentence);
  if (progress.rejected > MAX_REJECTS) {
    throw new BrokenFile(
      `More than ${MAX_REJECTS} rows were rejected up to line ${line}. Check that you uploaded the right file.`,
    );
  }
}

const NOTHING: Taken = { added: 0, known: 0, rejects: [] };

/** Returns a rejection, with the reason, for each row that could not be parsed. */
function unreadable(rows: readonly FileRecord[], { endsBefore }: Taken): Reject[] {
  return rows.flatMap(({ cells, fault, line }) =>
    fault === undefined || (endsBefore && line >= endsBefore.line)
      ? []
      : [{ line, value: cells.join(' '), reason: fault }],
  );
}

/** Returns the offset at which the processed rows end, and the number of their last line. */
function lastOf(rows: readonly FileRecord[], { endsBefore }: Taken, progress: Progress) {
  const last = rows.findLast(({ line }) => !endsBefore || line < endsBefore.line);
  return { endsAt: last?.endsAt ?? progress.position, line: last?.endsLine ?? progress.line };
}

async function end(parts: SliceParts, claimed: ClaimedImport, progress: Progress, fault?: string): Promise<void> {
  const { account_id: accountId, bytes, epoch, id } = claimed;
  const state = fault === undefined ? 'done' : 'failed';
  await parts.db.transaction(async (tx) => {
    const [ended] = await endImport(tx, accountId, id, epoch, state, fault ?? null, parts.undoDays);
    if (!ended) return;
    await dropChunks(tx, accountId, id);
    const sentence = fault === undefined ? sentenceOf(progress) : `${sentenceOf(progress)} ${fault}`;
    await endProgress(tx, accountId, id, state, fault === undefined ? bytes : progress.position, sentence);
  });
}

/** Returns a summary of an import, such as `3 added, 1 already existed, 0 rejected.` Pure. */
export function sentenceOf({ added, known, rejected }: Pick<Progress, 'added' | 'known' | 'rejected'>): string {
  const count = (number: number): string => number.toLocaleString('en-US');
  return `${count(added)} added, ${count(known)} already existed, ${count(rejected)} rejected.`;
}
