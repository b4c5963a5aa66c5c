import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { parseId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import { progressOf } from '../progress/index.ts';
import type { Encoding } from './encodings.ts';
import type { ImportPlace } from './kinds.ts';
import { SAMPLE_ROWS } from './limits.ts';
import { presentImport, type Import } from './present.ts';
import { importById, type ImportRow } from './queries.ts';
import { beginningOf, type Beginning } from './records.ts';

export interface ImportParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the account's import with the given kind and public ID. Throws not_found if there is no such import. */
export async function requireImport(
  { clock, db }: ImportParts,
  { kind }: ImportPlace,
  accountId: number,
  given: string,
): Promise<ImportRow> {
  const id = parseId('imp', given, clock.now());
  const [row] = id === undefined ? [] : await importById(db, accountId, kind, id);
  if (!row) throw new Refusal('not_found', { message: `No import has the ID ${JSON.stringify(given.slice(0, 100))}.` });
  return row;
}

/** Converts imports, including their progress, to API responses. */
export async function showImports(db: Db, accountId: number, rows: readonly ImportRow[]): Promise<Import[]> {
  const found = await progressOf(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    presentImport(
      row,
      found.find(({ id }) => id === row.id),
    ),
  );
}

/** Returns the first rows of a file in the requested or detected encoding. */
export async function beginningIn(
  db: Db,
  accountId: number,
  { encoding, id, position }: ImportRow,
  asked?: Encoding,
): Promise<Beginning> {
  return beginningOf(db, { accountId, id, encoding: asked ?? encoding, position, line: 0 }, SAMPLE_ROWS);
}
