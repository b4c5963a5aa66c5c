import { createHash } from 'node:crypto';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { createEncodingDetector, NoText } from './encoding.ts';
import type { Encoding } from './encodings.ts';
import { MAX_OPEN, PIECE_BYTES } from './limits.ts';
import { addChunk, startImport, dropImport, lockAccount } from './queries.ts';

/** A file that was received completely. */
export interface Received {
  readonly id: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly sha256: Buffer;
  /** Byte offset at which the text starts, after any byte order mark. */
  readonly position: number;
}

export interface Sender {
  readonly accountId: number;
  readonly kind: string;
  readonly fileName: string;
  readonly note: string | undefined;
  readonly personName: string | undefined;
}

/** Byte order marks of UTF-8, UTF-16 LE, and UTF-16 BE. */
const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
].map((bytes) => Buffer.from(bytes));
/** Field name for errors about the file. */
export const FILE_FIELD = 'file';

/**
 * Stores a file in chunks during the upload. On any error, including a closed connection, deletes all chunks. If the
 * process dies, `purgeImports` deletes them. Throws conflict if the account has too many unfinished imports or the
 * upload is too slow, validation_error if the file is not text, and errors from the file stream.
 */
export async function receiveFile(
  { db, log }: { readonly db: Database; readonly log: Log },
  sender: Sender,
  file: AsyncIterable<Buffer>,
): Promise<Received> {
  const { accountId } = sender;
  const id = await begin(db, sender);
  const hash = createHash('sha256');
  let bytes = 0;
  let position = 0;
  const detector = createEncodingDetector();
  try {
    for await (const piece of inPieces(file)) {
      hash.update(piece);
      detector.look(piece);
      if (bytes === 0) position = startOf(piece);
      const [kept] = await addChunk(db, accountId, id, bytes, piece);
      if (!kept) throw new Refusal('conflict', { message: 'The upload was canceled because it was too slow.' });
      bytes += piece.length;
    }
    return { id, bytes, encoding: detector.end(), sha256: hash.digest(), position };
  } catch (error) {
    await dropImport(db, accountId, id).catch((failure: unknown) => {
      log.debug('Parts of an incomplete upload could not be deleted', { accountId, error: failure });
    });
    throw error instanceof NoText ? invalid({ [FILE_FIELD]: [error.message] }) : error;
  }
}

async function begin(db: Database, sender: Sender): Promise<string> {
  const { accountId, fileName, kind, note, personName } = sender;
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [row] = await startImport(tx, accountId, kind, fileName, note ?? null, personName ?? null, MAX_OPEN);
    if (row) return row.id;
    throw new Refusal('conflict', {
      message: `The limit of ${MAX_OPEN} imports in progress per account is reached.`,
      fix: 'Wait until an import finishes, or cancel an import.',
    });
  });
}

/**
 * Combines the parts of an upload into chunks for storage. Each chunk except the last has at least `PIECE_BYTES` bytes.
 */
async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of file) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Returns the offset of a file's text, after the byte order mark. */
function startOf(first: Buffer): number {
  return MARKS.find((mark) => first.subarray(0, mark.length).equals(mark))?.length ?? 0;
}
