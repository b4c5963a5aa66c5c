import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { storable } from '../../../base/stored-text.ts';
import { createTeller, endProgress, type Teller } from '../progress/index.ts';
import type { ImportKind, Layout, LeftOut, Taken } from './kinds.ts';
import { MAX_REJECTS, MAX_VALUE_CHARACTERS, SAMPLE_ROWS, STEP_ROWS } from './limits.ts';
import { advanceImport, dropPieces, endImport, insertRejects, layDownImport, type ClaimedImport } from './queries.ts';
import { BrokenFile, firstRows, recordsFrom, type FileRecord } from './records.ts';

/** Then others have their turn; what is left goes on behind them. */
export const TURN_MS = 5_000;
export const RETRY_SECONDS = 10;
/** An import that fails so often without coming further is ended. */
export const MAX_FAILURES = 5;

/** What a turn works with. */
export interface TurnParts {
  readonly db: Database;
  readonly log: Log;
  readonly leaseSeconds: number;
  /** Days for which what the kind made can be undone; null where it cannot. */
  readonly undoDays: number | null;
}

/** How far an import is. */
interface Standing {
  position: number;
  line: number;
  added: number;
  known: number;
  rejected: number;
}

/** The import is somebody else's by now, or was cancelled. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/**
 * Takes rows of an import for some seconds, or to its end; each step is one transaction with the note of how far it came, so
 * that a process that dies repeats nothing and leaves nothing out. Rejects only when the database is away.
 */
export async function takeTurn(
  parts: TurnParts,
  kind: ImportKind,
  claimed: ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const teller = createTeller(parts, { accountId, id });
  const standing: Standing = { ...claimed };
  try {
    const hasEnded = await work(parts, kind, claimed, { standing, teller, signal });
    await teller.close();
    if (hasEnded) await end(parts, claimed, standing);
    else await layDownImport(parts.db, accountId, id, epoch, 0, 0);
  } catch (error) {
    await teller.close();
    if (error instanceof Lost) return;
    if (error instanceof BrokenFile) return end(parts, claimed, standing, error.message);
    parts.log.error('A step of an import failed', { accountId, kind: kind.name, error });
    const failures = standing.position > claimed.position ? 1 : claimed.failures + 1;
    if (failures < MAX_FAILURES)
      return void (await layDownImport(parts.db, accountId, id, epoch, RETRY_SECONDS, failures));
    const fault = `It ended at line ${standing.line} because something failed on our side. What was taken stays; import the file again.`;
    await end(parts, claimed, standing, fault);
  }
}

interface Turn {
  readonly standing: Standing;
  readonly teller: Teller;
  readonly signal: AbortSignal;
}

/** True at the end of the file. */
async function work(parts: TurnParts, kind: ImportKind, claimed: ClaimedImport, turn: Turn): Promise<boolean> {
  const { signal, standing, teller } = turn;
  const endsAtMs = performance.now() + TURN_MS;
  const layout = claimed.layout ?? (await layoutOf(parts.db, kind, claimed));
  const place = placeOf(claimed, standing);
  let isHeader = layout.hasHeader && claimed.line === 0;
  let rows: FileRecord[] = [];
  for await (const record of recordsFrom(parts.db, place, layout.delimiter)) {
    if (!isHeader) rows.push(record);
    isHeader = false;
    if (rows.length < STEP_ROWS) continue;
    await step({ parts, kind, claimed, standing }, layout, rows);
    teller.tell({ done: standing.position, total: claimed.bytes, sentence: sentenceOf(standing) });
    rows = [];
    if (performance.now() >= endsAtMs || signal.aborted) return false;
  }
  if (rows.length > 0) await step({ parts, kind, claimed, standing }, layout, rows);
  return true;
}

async function layoutOf(db: Database, kind: ImportKind, claimed: ClaimedImport): Promise<Layout> {
  const { delimiter, rows } = await firstRows(db, placeOf(claimed, claimed), SAMPLE_ROWS);
  if (!kind.columnsOf) throw new Error(`An import of ${kind.name} was started without a layout`);
  const found = kind.columnsOf(rows);
  if (typeof found === 'string') throw new BrokenFile(found);
  return { delimiter, ...found };
}

function placeOf({ account_id: accountId, encoding, id }: ClaimedImport, from: Pick<Standing, 'position' | 'line'>) {
  return { accountId, id, encoding, position: from.position, line: from.line };
}

interface Step {
  readonly parts: TurnParts;
  readonly kind: ImportKind;
  readonly claimed: ClaimedImport;
  readonly standing: Standing;
}

async function step(
  { claimed, kind, parts, standing }: Step,
  layout: Layout,
  rows: readonly FileRecord[],
): Promise<void> {
  const { account_id: accountId, epoch, file_name: fileName, id, note, settings } = claimed;
  const about = { importId: id, layout, fileName, note: note ?? undefined, settings };
  const { endsAt, line, taken } = await parts.db.transaction(async (tx) => {
    const done = await kind.take(tx, accountId, rows, about);
    const notes = columnsOf(done);
    if (notes[0].length > 0) await insertRejects(tx, accountId, id, ...notes, MAX_REJECTS);
    const { endsAt, line } = lastOf(rows, done, standing);
    const valuesLeftOut = (done.leftOut ?? []).reduce((sum, { values }) => sum + values.length, 0);
    const counts = [done.added, done.known, done.rejects.length, valuesLeftOut] as const;
    const how = JSON.stringify(layout);
    const kept = await advanceImport(tx, accountId, id, epoch, endsAt, line, how, ...counts, parts.leaseSeconds);
    if (kept.length === 0) throw new Lost();
    return { endsAt, line, taken: done };
  });
  standing.position = endsAt;
  standing.line = line;
  standing.added += taken.added;
  standing.known += taken.known;
  standing.rejected += taken.rejects.length;
  if (taken.endsBefore) throw new BrokenFile(taken.endsBefore.sentence);
  if (standing.rejected > MAX_REJECTS) {
    throw new BrokenFile(
      `More than ${MAX_REJECTS} rows were refused up to line ${line}: this is another kind of file.`,
    );
  }
}

/** Where the rows that were taken end. */
function lastOf(rows: readonly FileRecord[], { endsBefore }: Taken, standing: Standing) {
  const taken = endsBefore ? rows.filter(({ line }) => line < endsBefore.line) : rows;
  const { line, position } = standing;
  return taken.at(-1) ?? { endsAt: position, line };
}

function columnsOf({
  leftOut = [],
  rejects,
}: Taken): [lines: number[], values: string[], reasons: string[], cells: (string | null)[]] {
  const kept = (text: string): string => storable(text).slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  const cellsOf = ({ values }: LeftOut): string =>
    JSON.stringify(
      values.map(({ column, reason, value }) => ({ column: kept(column), value: kept(value), reason: kept(reason) })),
    );
  return [
    [...rejects, ...leftOut].map(({ line }) => line),
    [...rejects.map(({ value }) => kept(value)), ...leftOut.map((row) => kept(row.of))],
    [...rejects.map(({ reason }) => kept(reason)), ...leftOut.map(() => 'was taken without some values.')],
    [...rejects.map(() => null), ...leftOut.map(cellsOf)],
  ];
}

async function end(parts: TurnParts, claimed: ClaimedImport, standing: Standing, fault?: string): Promise<void> {
  const { account_id: accountId, bytes, epoch, id } = claimed;
  const state = fault === undefined ? 'done' : 'failed';
  await parts.db.transaction(async (tx) => {
    const [ended] = await endImport(tx, accountId, id, epoch, state, fault ?? null, parts.undoDays);
    if (!ended) return;
    await dropPieces(tx, accountId, id);
    const sentence = fault === undefined ? sentenceOf(standing) : `${sentenceOf(standing)} ${fault}`;
    await endProgress(tx, accountId, id, state, fault === undefined ? bytes : standing.position, sentence);
  });
}

/** What an import has come to, in words. Pure. */
export function sentenceOf({ added, known, rejected }: Pick<Standing, 'added' | 'known' | 'rejected'>): string {
  const count = (number: number): string => number.toLocaleString('en-US');
  return `${count(added)} added, ${count(known)} already there, ${count(rejected)} refused.`;
}
