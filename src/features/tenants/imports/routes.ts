import { Type } from 'typebox';
import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { csvRecord } from '../../../http/csv.ts';
import { parserOf } from '../../../http/parser.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { recordAct } from '../accounts/index.ts';
import { startProgress, endProgress } from '../progress/index.ts';
import { beginningIn, requireImport, showImports, type ImportParts } from './found.ts';
import type { ImportPlace } from './kinds.ts';
import { MAX_FILE_BYTES, MAX_KEY_CHARACTERS, MAX_LISTED, MAX_NOTE_CHARACTERS } from './limits.ts';
import { presentImport, type Import } from './present.ts';
import {
  cancelImport,
  completeImport,
  dropImport,
  dropChunks,
  lockAccount,
  importByKey,
  listImports,
  rejectsBehind,
  type ImportRow,
} from './queries.ts';
import { FILE_FIELD, receiveFile, type Received } from './receive.ts';
import { rejectRecords } from './reject-rows.ts';
import { docsOf } from './route-docs.ts';
import { setupRoutes } from './setup-routes.ts';
import { sentenceOf } from './slice.ts';

const MAX_NAME_CHARACTERS = 200;
/** Number of rejected rows read per query. */
const REJECTS_AT_ONCE = 1_000;

const given = parserOf(
  Type.Object({
    file_name: Type.Optional(
      Type.String({
        description:
          'Name of the file. This parameter is ignored for form uploads, because the form already contains the name.',
      }),
    ),
    note: Type.Optional(Type.String({ description: `A note, up to ${MAX_NOTE_CHARACTERS} characters.` })),
  }),
  (query, fail) => {
    if ((query.note ?? '').length > MAX_NOTE_CHARACTERS)
      fail('note', `must be at most ${MAX_NOTE_CHARACTERS} characters.`);
    return { fileName: query.file_name ?? '', note: query.note };
  },
);

/** Returns the routes to create, read, and cancel imports of one kind. */
export function importRoutes(parts: ImportParts, place: ImportPlace): Route[] {
  const docs = docsOf(place);
  const { path, scopes } = place;
  return [
    route({
      method: 'POST',
      path,
      summary: `Import ${place.things} from a file`,
      scope: scopes.write,
      doc: docs.create,
      query: given,
      upload: { maxBytes: MAX_FILE_BYTES, types: ['text/csv', 'text/plain'], field: FILE_FIELD, fields: ['note'] },
      handle: async (request) => ({ status: 202, body: await receive(parts, place, request) }),
    }),
    route({
      method: 'GET',
      path,
      summary: `List recent ${place.noun}s`,
      scope: scopes.read,
      doc: docs.list,
      handle: async ({ principal }) => {
        const rows = await listImports(parts.db, principal.accountId, place.kind, MAX_LISTED);
        return { status: 200, body: { data: await showImports(parts.db, principal.accountId, rows) } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/:id/cancel`,
      summary: `Cancel a ${place.noun} and keep the imported rows`,
      scope: scopes.write,
      doc: docs.cancel,
      handle: async ({ params, principal }) => ({
        status: 200,
        body: await cancel(parts, place, principal, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'GET',
      path: `${path}/:id/rejects`,
      summary: `Download the rejected rows of a ${place.noun} with the rejection reasons`,
      scope: scopes.read,
      doc: docs.rejects,
      async handle({ params, principal }) {
        const row = await requireImport(parts, place, principal.accountId, params['id'] ?? '');
        return rejectsOf(parts.db, principal.accountId, row.id);
      },
    }),
    ...setupRoutes(parts, place),
  ];
}

type ImportRequest = RouteRequest<undefined, ReturnType<typeof given.parse>>;

/** Receives the file. A repeated Idempotency-Key returns the existing import if the file is the same. */
async function receive(parts: ImportParts, place: ImportPlace, request: ImportRequest): Promise<Import> {
  const { headers, principal, query, upload } = request;
  const key = keyOf(headers['idempotency-key']);
  const note = upload.fields['note'] ?? query.note;
  if ((note ?? '').length > MAX_NOTE_CHARACTERS) {
    throw invalid({ note: [`must be at most ${MAX_NOTE_CHARACTERS} characters.`] });
  }
  const fileName =
    storable(upload.fileName || query.fileName)
      .slice(0, MAX_NAME_CHARACTERS)
      .toWellFormed() || 'file.csv';
  const sender = {
    accountId: principal.accountId,
    kind: place.kind,
    fileName,
    note: note || undefined,
    personName: principal.person?.name,
  };
  const received = await receiveFile(parts, sender, upload.pieces);
  const row = await complete(parts, place, request, { received, key, fileName }).catch(async (error: unknown) => {
    await dropImport(parts.db, principal.accountId, received.id);
    throw error;
  });
  const [shown] = await showImports(parts.db, principal.accountId, [row]);
  if (!shown) throw new Error('The new import could not be read back');
  return shown;
}

interface Whole {
  readonly received: Received;
  readonly key: string | undefined;
  readonly fileName: string;
}

async function complete(
  { db }: ImportParts,
  { kind, setup }: ImportPlace,
  { principal }: ImportRequest,
  { fileName, key, received }: Whole,
): Promise<ImportRow> {
  const { accountId } = principal;
  const { bytes, encoding, id, position, sha256 } = received;
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const file = [sha256, bytes, position, encoding] as const;
    const [other] = key === undefined ? [] : await importByKey(tx, accountId, kind, key);
    const [made] = other ? [] : await completeImport(tx, accountId, id, key ?? null, ...file, setup !== undefined);
    if (made) {
      if (setup) await requireRows(tx, accountId, made);
      else await startProgress(tx, accountId, id, `${kind}_import`, bytes, 'Queued.');
      await recordAct(tx, principal, { action: `${kind}.import`, subject: fileName, after: { bytes } });
      return made;
    }
    await dropImport(tx, accountId, id);
    if (!other) throw new Refusal('conflict', { message: 'The upload was canceled because it was too slow.' });
    if (other.sha256.equals(sha256)) return other;
    throw new Refusal('invalid_idempotent_request', { fix: 'Use a new idempotency key for a different file.' });
  });
}

/** Throws validation_error if the file has no readable rows. Such a file can be neither previewed nor started. */
async function requireRows(tx: Tx, accountId: number, row: ImportRow): Promise<void> {
  const { rows, unreadable } = await beginningIn(tx, accountId, row);
  if (rows.length > 0) return;
  const [first] = unreadable;
  throw invalid({ [FILE_FIELD]: [first ? `has no readable rows. Line ${first.line} ${first.fault}` : 'has no rows.'] });
}

function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length >= 1 && key.length <= MAX_KEY_CHARACTERS) return key;
  throw invalid({ 'Idempotency-Key': [`must have 1 to ${MAX_KEY_CHARACTERS} characters.`] });
}

async function cancel(
  parts: ImportParts,
  place: ImportPlace,
  principal: ImportRequest['principal'],
  id: string,
): Promise<Import> {
  const { accountId } = principal;
  const found = await requireImport(parts, place, accountId, id);
  const row = await parts.db.transaction(async (tx) => {
    const [ended] = await cancelImport(tx, accountId, place.kind, found.id, place.undoDays ?? null);
    if (!ended)
      throw new Refusal('conflict', {
        message: 'The import has already ended.',
        fix: 'Get the import to see its result.',
      });
    await dropChunks(tx, accountId, ended.id);
    await endProgress(tx, accountId, ended.id, 'cancelled', null, `Cancelled: ${sentenceOf(ended)}`);
    await recordAct(tx, principal, { action: `${place.kind}.import.cancel`, subject: ended.file_name });
    return ended;
  });
  const [shown] = await showImports(parts.db, accountId, [row]);
  return shown ?? presentImport(row, undefined);
}

/**
 * Streams the rejected rows and omitted values of an import as a CSV file with the columns line, value, reason, and
 * column.
 */
function rejectsOf(db: Db, accountId: number, id: string): Reply {
  return {
    status: 200,
    body: undefined,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="refused-rows.csv"',
    },
    stream: async (output: StreamOutput) => {
      output.write(csvRecord(['line', 'value', 'reason', 'column']));
      let line = -1;
      while (!output.signal.aborted) {
        const rows = await rejectsBehind(db, accountId, id, line, REJECTS_AT_ONCE);
        output.write(rows.flatMap(rejectRecords).map(csvRecord).join(''));
        await output.taken();
        if (rows.length < REJECTS_AT_ONCE) return;
        line = rows.at(-1)?.line ?? line;
      }
    },
  };
}
