import type { Db } from '../../../base/db.ts';
import { withoutGuard } from '../../../http/csv.ts';
import { decode, type Encoding } from './encodings.ts';
import type { Layout } from './kinds.ts';
import { areAddresses, delimiterNamed, shapeOf, titlesIn } from './layout.ts';
import { MAX_ROW_BYTES, SAMPLE_BYTES } from './limits.ts';
import { createLineCutter, type Line } from './lines.ts';
import { pieceAt } from './queries.ts';
import { createRecordReader, type FileRecord } from './record-reader.ts';

/** Where reading begins. */
export interface Place {
  readonly accountId: number;
  readonly id: string;
  readonly position: number;
  /** Lines of the file before it. */
  readonly line: number;
  readonly encoding: Encoding;
}

/** How a file is cut into rows, as it seems from its beginning. */
export type Cut = Omit<Layout, 'hasHeader' | 'columns'>;

/** The import ends at some line: a sentence for the person who sent the file. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

/** The beginning of a file. */
export interface Beginning {
  readonly cut: Cut;
  /** From the headings on, titles left out. */
  readonly rows: readonly FileRecord[];
  /** Rows that cannot be read. */
  readonly unreadable: readonly FileRecord[];
}

/** Bytes by whose text the delimiter is found. */
const SHAPE_BYTES = 64 * 1024;

/** The first rows of a file, at most `most`, and how it is cut into rows. */
export async function beginningOf(db: Db, place: Place, most: number): Promise<Beginning> {
  const [piece] = await pieceAt(db, place.accountId, place.id, place.position);
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
 * The rows of a file from a place on, read piece by piece as they are asked for. Of a list of addresses each cell is a row; all
 * of a line end where the line does.
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
    // An empty line is no row, and counts as a line.
    const given = named ? cutLines.map((line, at) => (at === 0 ? { ...line, text: '' } : line)) : cutLines;
    const found = [...records.push(given), ...(isEnd ? records.end() : [])].map(unguarded);
    return cut.isAddressList ? found.flatMap(addressesOf) : found;
  };
  for await (const bytes of bytesFrom(db, place)) yield* read(lines.push(bytes), false);
  yield* read(lines.end(), true);
}

/** Cells without the apostrophes that an export put before formulas. */
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
    const [piece] = await pieceAt(db, accountId, id, at);
    const bytes = piece?.bytes.subarray(at - piece.start);
    if (!bytes || bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}
