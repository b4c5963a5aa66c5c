import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { csvRecord } from '../../../http/csv.ts';
import { exportRequest, presentStored, readPage, storedByIds, type StoredListed } from '../messages/index.ts';
import { viewDocs } from './route-docs.ts';

/** Maximum number of messages in an export. */
export const MAX_EXPORTED = 100_000;
/** Number of messages read at a time. */
const PAGE = 500;
/**
 * Maximum duration of an export, in milliseconds. Shorter than the 120 seconds after which our own listener ends a
 * response without an error.
 */
const MAX_EXPORT_MS = 100_000;
/** Maximum number of concurrent exports per caller per process. */
export const MAX_EXPORTS = 2;
/** Number of buffered characters after which the export waits for the client to read them. */
const PIECE_CHARACTERS = 64 * 1024;

const COLUMNS = ['id', 'created_at', 'status', 'from', 'to', 'subject', 'tag', 'updated_at'] as const;

export interface ExportParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Overrides MAX_EXPORTED in tests. */
  readonly maxExported?: number | undefined;
}

/** Returns the route that exports the messages of a list, or the messages with the given IDs, as a CSV file. */
export function exportRoute(parts: ExportParts): Route {
  const running = new Map<number, number>();
  return route({
    method: 'GET',
    path: '/dashboard/messages/export',
    summary: 'Export messages as CSV',
    scope: 'dashboard:read',
    query: exportRequest(parts.clock),
    doc: viewDocs.export,
    handle: ({ principal, query }) => {
      const { accountId, rateBucket } = principal;
      if ((running.get(rateBucket) ?? 0) >= MAX_EXPORTS) return Promise.reject(tooMany());
      const stream = async (output: StreamOutput): Promise<void> => {
        running.set(rateBucket, (running.get(rateBucket) ?? 0) + 1);
        try {
          await (query.ids.length > 0
            ? writeChosen(parts, accountId, query.ids, output)
            : writeExport(parts, accountId, query, output));
        } finally {
          const left = (running.get(rateBucket) ?? 1) - 1;
          if (left > 0) running.set(rateBucket, left);
          else running.delete(rateBucket);
        }
      };
      return Promise.resolve(replyWith(stream, parts.clock.now()));
    },
  });
}

function replyWith(stream: NonNullable<Reply['stream']>, nowMs: number): Reply {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return {
    status: 200,
    body: undefined,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="messages-${day}.csv"`,
    },
    stream,
  };
}

type ListRequest = Parameters<typeof readPage>[2];

/**
 * Writes the header and the records, newest first, as fast as the client reads them. Stops soon after the client
 * disconnects.
 */
async function writeExport(
  parts: ExportParts,
  accountId: number,
  request: ListRequest,
  output: StreamOutput,
): Promise<void> {
  const { clock, db, maxExported = MAX_EXPORTED } = parts;
  const endsAtMs = clock.now() + MAX_EXPORT_MS;
  let count = 0;
  let below: string | undefined = request.bounds.below;
  output.write(csvRecord(COLUMNS));
  while (below !== undefined && !output.signal.aborted) {
    const bounds = { ...request.bounds, below, limit: PAGE, ascending: false };
    const { messages, next } = await readPage(db, { accountId }, { ...request, bounds });
    const fitting = messages.slice(0, maxExported - count);
    await writeRecords(fitting, output);
    count += fitting.length;
    const isCut = fitting.length < messages.length || (next !== undefined && clock.now() >= endsAtMs);
    if (isCut) {
      const last = fitting.length < messages.length ? (fitting.at(-1)?.row.id ?? below) : (next ?? below);
      output.write(cutRecord(count, presentId('tm', last)));
      return;
    }
    below = next;
  }
}

async function writeChosen(
  { db }: ExportParts,
  accountId: number,
  ids: readonly string[],
  output: StreamOutput,
): Promise<void> {
  output.write(csvRecord(COLUMNS));
  await writeRecords(await storedByIds(db, accountId, ids), output);
}

async function writeRecords(messages: readonly StoredListed[], output: StreamOutput): Promise<void> {
  let piece = '';
  for (const message of messages) {
    piece += recordOf(presentStored(message));
    if (piece.length < PIECE_CHARACTERS) continue;
    if (!output.write(piece)) return;
    piece = '';
    await output.taken();
  }
  output.write(piece);
  await output.taken();
}

function recordOf(message: ReturnType<typeof presentStored>): string {
  const { created_at, from, id, status, subject, tag, to, updated_at } = message;
  return csvRecord([id, created_at, status, from, to.join(', '), subject, tag ?? '', updated_at]);
}

/** Returns the last record of an incomplete export. It has as many cells as the other records. */
function cutRecord(count: number, last: string): string {
  const sentence = `The export stopped after ${count} messages. Set the filter after=${last} to export the remaining messages`;
  return csvRecord(COLUMNS.map((_, index) => (index === 0 ? sentence : '')));
}

function tooMany(): Refusal {
  return new Refusal('rate_limit_exceeded', {
    message: `You already have ${MAX_EXPORTS} exports in progress.`,
    fix: 'Wait until an export finishes, or cancel an export.',
    retryAfterSeconds: 5,
  });
}
