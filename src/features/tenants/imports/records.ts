import type { Db } from '../../../base/db.ts';
import { withoutGuard } from '../../../http/csv.ts';
import { decode, type Encoding } from './encodings.ts';
import type { Layout } from './kinds.ts';
import { areAddresses, delimiterNamed, shapeOf, titlesIn } from './layout.ts';
import { MAX_ROW_BYTES, SAMPLE_BYTES } from './limits.ts';
import { createLineCutter, type Line } from './lines.ts';
import { chunkAt } from './queries.ts';
import { createRecordReader, type FileRecord } from './record-reader.ts';

/** Position where reading starts. */
export interface Place {
  readonly accountId: number;
  readonly id: string;
  readonly position: number;
  /** Number of lines in the file before the position. */
  readonly line: number;
  readonly encoding: Encoding;
}

/** Layout by which a file is split into rows, as detected from its start. */
export type Cut = Omit<Layout, 'hasHeader' | 'columns'>;

/** Thrown if the import must stop at a line. The message is shown to the user. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

/** The start of a file. */
export interface Beginning {
  readonly cut: Cut;
  /** Rows from the header onward, without the titles above it. */
  readonly rows: readonly FileRecord[];
  /** Rows that cannot be parsed. */
  readonly unreadable: readonly FileRecord[];
}

/** Number of bytes used to detect the delimiter. */
const SHAPE_BYTES = 64 * 1024;

/** Returns up to `most` rows from the start of a file, and the layout by which the file is split into rows. */
export async function beginningOf(db: Db, place: Place, most: number): Promise<Beginning> {
  const [piece] = await chunkAt(db, place.accountId, place.id, place.position);
  const head = piece?.bytes.subarray(place.position - piece.start).subarray(0, SHAPE_BYTES) ?? Buffer.alloc(0);
  const shape = shapeOf(decode(head, place.encoding));
  const found: FileRecord[] = [];
  for await (const record of recordsFrom(db, place, shape)) {
    found.push(record);
    if (found.length === most || record.endsAt - place.position > SAMPLE_BYTES) break;
  }
  const readable = found.filter(({ fault }) => fault === undefined);
  const titles = titlesIn(readable.map(({ cells }) => cells));
  const rows = readable.slice(titles);
  const isAddressList = areAddresses(rows.map(({ cells }) => cells));
  return {
    cut: { ...shape, firstLine: rows[0]?.line ?? 1, isAddressList },
    rows: isAddressList ? rows.flatMap(addressesOf).slice(0, most) : rows,
    unreadable: found.filter(({ fault }) => fault !== undefined),
  };
}

/**
 * Yields the rows of a file, starting at a position. Reads chunks on demand. In a list of addresses, each cell is a
 * row, and its position is the end of the line.
 */
export async function* recordsFrom(
  db: Db,
  place: Place,
  cut: Partial<Cut> & Pick<Cut, 'delimiter'>,
): AsyncGenerator<FileRecord> {
  const lines = createLineCutter(place.encoding, place.position, MAX_ROW_BYTES);
  const records = createRecordReader(cut, place.line + 1);
  let isStart = place.line === 0;
  const read = (cutLines: readonly Line[], isEnd: boolean): readonly FileRecord[] => {
    const named = isStart && cutLines[0] && delimiterNamed(cutLines[0].text) !== undefined;
    if (cutLines.length > 0) isStart = false;
    // Replace the line with an empty line, which is skipped but counted.
    const given = named ? cutLines.map((line, at) => (at === 0 ? { ...line, text: '' } : line)) : cutLines;
    const found = [...records.push(given), ...(isEnd ? records.end() : [])].map(unguarded);
    return cut.isAddressList ? found.flatMap(addressesOf) : found;
  };
  for await (const bytes of bytesFrom(db, place)) yield* read(lines.push(bytes), false);
  yield* read(lines.end(), true);
}

/** Removes the apostrophes that exports insert before formulas. */
function unguarded(record: FileRecord): FileRecord {
  return { ...record, cells: record.cells.map(withoutGuard) };
}

function addressesOf(record: FileRecord): readonly FileRecord[] {
  const { cells, endsAt, endsLine, fault, line } = record;
  if (fault !== undefined || cells.length < 2) return [record];
  return cells.filter((cell) => cell.trim() !== '').map((cell) => ({ line, endsLine, endsAt, cells: [cell] }));
}

async function* bytesFrom(db: Db, { accountId, id, position }: Place): AsyncGenerator<Buffer> {
  let at = position;
  for (;;) {
    const [piece] = await chunkAt(db, accountId, id, at);
    const bytes = piece?.bytes.subarray(at - piece.start);
    if (!bytes || bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}
