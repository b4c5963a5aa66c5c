import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import { inCopySession, type CopySession } from '../../base/copy-session.ts';
import { sha256 } from '../../base/crypto.ts';
import { sqlStateOf } from '../../base/db.ts';
import { appliedMigrations } from '../../base/migrate.ts';
import { StartupError } from '../../base/startup-error.ts';
import { backupName, FORMAT, MANIFEST, MANIFEST_SUM, PARTIAL, type Manifest, type StoredFile } from './manifest.ts';
import {
  listPartitions,
  listRoots,
  listSequences,
  listTables,
  lockBackup,
  readServerVersion,
  type TableRow,
} from './queries.ts';

/** Compression level of the table files. Level 1 keeps up with COPY. */
const LEVEL = 1;
const UNDEFINED_TABLE = '42P01';
const TRIES = 3;
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'EEXIST', 'EFBIG']);

/** Result if another backup or a restore of the same database is in progress. */
export const BUSY = Symbol('busy');

/** Source and target of a backup. */
export interface TakeOptions {
  readonly databaseUrl: string;
  /** Directory of all backups. Created if it does not exist. */
  readonly directory: string;
  readonly version: string;
  /** Master secret, if the backup must include it. */
  readonly secret: string | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** A complete backup on disk. */
export interface Taken {
  readonly path: string;
  readonly manifest: Manifest;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes a consistent snapshot of the database to a new directory in `directory`. Resolves with BUSY if another backup
 * or a restore is in progress. The new directory gets its final name when everything is on disk. Throws StartupError if
 * the database is empty or the backup cannot be written.
 */
export async function takeBackup(options: TakeOptions): Promise<Taken | typeof BUSY> {
  const directory = resolve(options.directory);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryBackup(directory, options);
      } catch (error) {
        // Try again if a partition was dropped after it was listed and before it was locked.
        if (sqlStateOf(error) !== UNDEFINED_TABLE || tries === TRIES) throw error;
      }
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!DISK.has(code)) throw error;
    throw new StartupError(
      `The backup could not be written to ${directory}: ${(error as Error).message}`,
      'Free disk space or give this user access to the directory, then run the backup again. Earlier backups are unchanged.',
      { cause: error },
    );
  }
}

async function tryBackup(directory: string, options: TakeOptions): Promise<Taken | typeof BUSY> {
  const { databaseUrl: url, signal } = options;
  const session = {
    url,
    applicationName: 'backup',
    begin: 'begin isolation level repeatable read',
    ...(signal && { signal }),
  };
  const roots = await inCopySession({ ...session, begin: 'begin' }, async ({ tx }) => listRoots(tx));
  if (roots.length === 0) throw empty();
  return inCopySession(session, async (copy) => {
    // Lock the tables first in the transaction, so that the tables of the snapshot cannot be altered or dropped.
    const lock = `lock table ${roots.map(({ name }) => name).join(', ')} in access share mode`;
    await copy.tx.query({ name: '', text: lock }, []);
    // The next query takes the snapshot, so the snapshot contains everything that was committed before this time.
    const takenAt = new Date(options.clock.now());
    const [turn] = await lockBackup(copy.tx);
    if (!turn?.is_ours) return BUSY;
    await removeLeftOvers(directory);
    const path = join(directory, backupName(takenAt));
    const partial = path + PARTIAL;
    await mkdir(partial, { mode: 0o700 });
    try {
      const manifest = await writeAll(copy, partial, takenAt, options);
      await syncDirectory(partial);
      await rename(partial, path);
      await syncDirectory(dirname(path));
      const stored = manifest.tables.flatMap((table) => (table.stored ? [table.stored.bytes] : []));
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { path, manifest, rows, bytes: stored.reduce((sum, bytes) => sum + bytes, 0) };
    } catch (error) {
      // Ignore errors, because the next backup removes directories with this name.
      await rm(partial, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  });
}

/** Removes the directories of interrupted backups. The caller must hold the backup lock. */
async function removeLeftOvers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (/^postrider-\d{8}T\d{9}Z\.partial$/.test(name))
      await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function writeAll(copy: CopySession, path: string, takenAt: Date, options: TakeOptions): Promise<Manifest> {
  const { signal, secret } = options;
  const { tx } = copy;
  const [server] = await readServerVersion(tx);
  const migrations = await appliedMigrations(tx);
  const found = await listTables(tx);
  const partitions = await listPartitions(tx);
  const tables: Manifest['tables'][number][] = [];
  for (const [index, table] of found.entries()) {
    signal?.throwIfAborted();
    tables.push(await writeTable(copy, path, `${String(index + 1).padStart(4, '0')}.copy.zst`, table));
  }
  // Read the sequences after the tables. A restored installation then skips the numbers that were assigned between the
  // two reads, instead of assigning them again.
  const sequences = [];
  for (const { name } of await listSequences(tx)) {
    const text = `select last_value::text as value, is_called from ${name}`;
    const [state] = await tx.query<{ value: string; is_called: boolean }>({ name: '', text }, []);
    sequences.push({ name, value: state?.value ?? '1', is_called: state?.is_called ?? false });
  }
  const manifest: Manifest = {
    format: FORMAT,
    taken_at: takenAt.toISOString(),
    version: options.version,
    postgres_version: server?.version ?? '',
    migrations,
    tables,
    partitions,
    sequences,
    secret: secret === undefined ? null : await writeText(path, 'secret', `${secret}\n`),
  };
  const { sha256: sum } = await writeText(path, MANIFEST, `${JSON.stringify(manifest, undefined, 1)}\n`);
  await writeText(path, MANIFEST_SUM, `${sum}\n`);
  return manifest;
}

async function writeTable(copy: CopySession, path: string, file: string, table: TableRow) {
  const rows = copy.copyOut(`copy ${table.name} (${table.columns}) to stdout`);
  const stored = await writeStream(path, file, rows);
  if (rows.rowCount > 0) return { ...table, rows: rows.rowCount, stored };
  await rm(join(path, file));
  return { ...table, rows: 0, stored: null };
}

async function writeStream(path: string, file: string, rows: Readable): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  await pipeline(rows, compress, count, createWriteStream(join(path, file), { flags: 'wx', mode: 0o600, flush: true }));
  return { file, bytes, sha256: hash.digest('hex') };
}

async function writeText(path: string, file: string, text: string): Promise<StoredFile> {
  await writeFile(join(path, file), text, { mode: 0o600, flag: 'wx', flush: true });
  return { file, bytes: Buffer.byteLength(text), sha256: sha256(text).toString('hex') };
}

/** Flushes a directory to disk. Until then, the names in it are not durable. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function empty(): StartupError {
  return new StartupError(
    'The database is empty, so there is nothing to back up',
    'Start Postrider once, or check that DATABASE_URL points to the right database.',
  );
}
