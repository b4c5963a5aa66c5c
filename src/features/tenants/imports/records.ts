import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import type { Db } from '../../../base/db.ts';
import { withoutGuard } from '../../../http/csv.ts';
import type { Row } from './kinds.ts';
import { fromWindows1252 } from './encoding.ts';
import { MAX_ROW_BYTES } from './limits.ts';
import { pieceAt } from './queries.ts';

/** A row with the byte of the file at which the next one begins. */
export interface FileRecord extends Row {
  readonly endsAt: number;
}

/** Where reading begins. */
interface Place {
  readonly accountId: number;
  readonly id: string;
  readonly position: number;
  readonly line: number;
  /** `Encoding.keptAs`. */
  readonly encoding: string;
}

/** The file is no CSV from some line on: a sentence for who sent it. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

const DELIMITERS = [',', ';', '\t', '|'];

/** What stands most often between the cells of a file's first line; a list of one column has none, and takes the comma. Pure. */
export function delimiterOf(text: string): string {
  const line = text.split(/\r\n|\n|\r/).find((each) => each.trim() !== '') ?? '';
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** The text at a place of a file, as far as its piece reaches. */
async function textAt(db: Db, { accountId, id, position }: Place): Promise<string> {
  const [piece] = await pieceAt(db, accountId, id, position);
  return piece ? piece.bytes.subarray(position - piece.start).toString('utf8') : '';
}

/** The first rows of a file, at most `most`, and what stands between its cells. Throws BrokenFile. */
export async function firstRows(
  db: Db,
  place: Place,
  most: number,
): Promise<{ readonly delimiter: string; readonly rows: readonly (readonly string[])[] }> {
  const delimiter = delimiterOf(await textAt(db, place));
  const rows: (readonly string[])[] = [];
  for await (const { cells } of recordsFrom(db, place, delimiter)) {
    rows.push(cells);
    if (rows.length === most) break;
  }
  if (rows.length === 0) throw new BrokenFile('The file has no rows.');
  return { delimiter, rows };
}

/** The rows of a file from a place on, read piece by piece as they are asked for. Throws BrokenFile. */
export async function* recordsFrom(db: Db, place: Place, delimiter: string): AsyncGenerator<FileRecord> {
  const isWindows = place.encoding === 'Windows-1252';
  const parser = parse({
    delimiter,
    // Byte for byte: what Windows-1252 has beyond it is put right below.
    encoding: isWindows ? 'latin1' : 'utf8',
    info: true,
    // Lists come from many programs: what is beside the rule is still a row.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
  });
  const source = Readable.from(bytesFrom(db, place), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      yield {
        cells: (isWindows ? record.map(fromWindows1252) : record).map(withoutGuard),
        line: place.line + info.lines,
        endsAt: place.position + info.bytes,
      };
    }
  } catch (error) {
    throw error instanceof CsvError ? new BrokenFile(sentenceOf(error, place)) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
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

function sentenceOf(error: CsvError, { line }: Place): string {
  const at = line + Number(error['lines'] ?? 0);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark opens in line ${at} and is never closed.`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `The row that begins about line ${at} is longer than ${MAX_ROW_BYTES} bytes: a quotation mark may be missing.`;
  }
  return `Line ${at} cannot be read: ${error.message}`;
}
