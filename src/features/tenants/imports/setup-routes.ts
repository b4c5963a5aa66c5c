import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Route } from '../../../http/route.ts';
import { recordAct } from '../accounts/index.ts';
import { startProgress } from '../progress/index.ts';
import { beginningIn, type ImportParts, requireImport, showImports } from './found.ts';
import type { ImportPlace, ImportSetup, Reading } from './kinds.ts';
import { MAX_SHOWN_CHARACTERS, PREVIEW_ROWS } from './limits.ts';
import type { Import } from './present.ts';
import type { ImportRow } from './queries.ts';
import type { Encoding } from './encodings.ts';
import { setupDocsOf } from './setup-docs.ts';
import { startUndo, startImport } from './setup-queries.ts';
import type { Db } from '../../../base/db.ts';
import { type Cut, recordsFrom } from './records.ts';

/** Number of files whose profile is cached. Users request several previews of a file in quick succession. */
const REMEMBERED = 5;

/** A cache of the profiles that are created from whole files. */
interface Profiles {
  /**
   * Returns the profile of a file whose import can be started. Covers the rows from the header onward, except those
   * that cannot be parsed.
   */
  of(accountId: number, row: ImportRow, encoding: Encoding, cut: Cut): Promise<unknown>;
}

/** Returns the routes for imports that users must configure, and for imports that can be undone. */
export function setupRoutes(parts: ImportParts, place: ImportPlace): Route[] {
  const { setup } = place;
  if (!setup) return [];
  const docs = setupDocsOf(place, setup);
  const made = { place, setup, profiles: createProfiles(parts.db, setup) };
  const { noun, path, scopes } = place;
  return [
    route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get a ${noun}`,
      scope: scopes.read,
      doc: docs.read,
      async handle({ params, principal }) {
        const row = await requireImport(parts, place, principal.accountId, params['id'] ?? '');
        return { status: 200, body: await shown(parts, principal.accountId, row) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/preview`,
      summary: `Preview a ${noun}`,
      scope: scopes.read,
      query: setup.previewQuery,
      doc: docs.preview,
      handle: async ({ params, principal, query }) => ({
        status: 200,
        body: await preview(parts, made, principal.accountId, { id: params['id'] ?? '', query }),
      }),
    }),
    route({
      method: 'POST',
      path: `${path}/:id/start`,
      summary: `Start a ${noun}`,
      scope: scopes.write,
      body: setup.body,
      doc: docs.start,
      handle: async ({ body, params, principal }) => ({
        status: 202,
        body: await start(parts, made, principal, { id: params['id'] ?? '', body }),
      }),
    }),
    route({
      method: 'POST',
      path: `${path}/:id/undo`,
      summary: `Undo a ${noun}`,
      scope: scopes.write,
      doc: docs.undo,
      handle: async ({ params, principal }) => ({
        status: 202,
        body: await undo(parts, place, principal, params['id'] ?? ''),
      }),
    }),
  ];
}

interface Made {
  readonly place: ImportPlace;
  readonly setup: ImportSetup;
  readonly profiles: Profiles;
}

async function preview(
  parts: ImportParts,
  { place, profiles, setup }: Made,
  accountId: number,
  { id, query }: { readonly id: string; readonly query: Reading },
) {
  const row = await requireReady(parts, place, accountId, id);
  const { beginning, sample } = await profiled(parts, profiles, accountId, { row, asked: query.encoding });
  const asked = { given: query, shown: PREVIEW_ROWS, now: new Date(parts.clock.now()) };
  return {
    encoding: query.encoding ?? row.encoding,
    delimiter: beginning.cut.delimiter,
    first_line: beginning.cut.firstLine ?? 1,
    unreadable: beginning.unreadable.map(({ fault, line }) => ({ line, reason: fault ?? '' })),
    rows: sample.rows.slice(0, PREVIEW_ROWS).map((cells) => cells.map((cell) => cell.slice(0, MAX_SHOWN_CHARACTERS))),
    ...(await setup.preview(parts.db, accountId, sample, asked)),
  };
}

async function profiled(
  { db }: ImportParts,
  profiles: Profiles,
  accountId: number,
  { asked, row }: { readonly row: ImportRow; readonly asked: Encoding | undefined },
) {
  const beginning = await beginningIn(db, accountId, row, asked);
  const profile = await profiles.of(accountId, row, asked ?? row.encoding, beginning.cut);
  const rows = beginning.rows.map(({ cells }) => cells);
  return { beginning, sample: { fileName: row.file_name, rows, profile } };
}

async function start(
  parts: ImportParts,
  { place, profiles, setup }: Made,
  principal: Principal,
  { body, id: given }: { readonly id: string; readonly body: Reading },
): Promise<Import> {
  const { accountId } = principal;
  const { kind } = place;
  const row = await requireReady(parts, place, accountId, given);
  const now = new Date(parts.clock.now());
  // The file does not change, so it can be read before the transaction.
  const encoding = body.encoding ?? row.encoding;
  const { beginning, sample } = await profiled(parts, profiles, accountId, { row, asked: encoding });
  const started = await parts.db.transaction(async (tx) => {
    const { hasHeader, settings } = await setup.start(tx, accountId, sample, body, now);
    const layout = JSON.stringify({ ...beginning.cut, hasHeader, columns: {} });
    const [made] = await startImport(tx, accountId, kind, row.id, encoding, layout, JSON.stringify(settings));
    if (!made) throw notReady();
    await startProgress(tx, accountId, row.id, `${kind}_import`, row.bytes, 'Queued.');
    await recordAct(tx, principal, { action: `${kind}.import.start`, subject: row.file_name, after: settings });
    return made;
  });
  return shown(parts, accountId, started);
}

async function undo(parts: ImportParts, place: ImportPlace, principal: Principal, given: string): Promise<Import> {
  const { accountId } = principal;
  const { kind } = place;
  const found = await requireImport(parts, place, accountId, given);
  const row = await parts.db.transaction(async (tx) => {
    const [undone] = await startUndo(tx, accountId, kind, found.id);
    if (!undone) throw notUndoable(place);
    await recordAct(tx, principal, { action: `${kind}.import.undo`, subject: undone.file_name });
    return undone;
  });
  return shown(parts, accountId, row);
}

async function requireReady(
  parts: ImportParts,
  place: ImportPlace,
  accountId: number,
  given: string,
): Promise<ImportRow> {
  const row = await requireImport(parts, place, accountId, given);
  if (row.state !== 'ready') throw notReady();
  return row;
}

function notReady(): Refusal {
  return new Refusal('conflict', {
    message: 'The import is not ready to be started.',
    fix: 'Check the state of the import. To repeat the import, upload the file again.',
  });
}

function notUndoable({ undoDays }: ImportPlace): Refusal {
  return new Refusal('conflict', {
    message: 'The import cannot be undone.',
    fix: `An import can be undone once, within ${undoDays} days after it ends.`,
  });
}

async function shown({ db }: ImportParts, accountId: number, row: ImportRow): Promise<Import> {
  const [one] = await showImports(db, accountId, [row]);
  if (!one) throw new Error('The import could not be read back');
  return one;
}

/**
 * Creates a cache of profiles. As long as the profile of a file is cached, its previews and its import do not read the
 * file again.
 */
function createProfiles(db: Db, setup: ImportSetup): Profiles {
  const remembered = new Map<string, Promise<unknown>>();

  async function read(accountId: number, row: ImportRow, encoding: Encoding, cut: Cut): Promise<unknown> {
    const { id, position } = row;
    const gathered = setup.profiler();
    const { firstLine = 1 } = cut;
    for await (const { cells, fault, line } of recordsFrom(db, { accountId, id, encoding, position, line: 0 }, cut)) {
      if (fault === undefined && line >= firstLine) gathered.take(cells);
    }
    return gathered.end();
  }

  return {
    async of(accountId, row, encoding, cut) {
      const key = JSON.stringify([accountId, row.id, row.position, encoding, cut]);
      const known = remembered.get(key);
      if (known) return known;
      const reading = read(accountId, row, encoding, cut);
      remembered.set(key, reading);
      for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
      return reading.catch((error: unknown) => {
        remembered.delete(key);
        throw error;
      });
    },
  };
}
