import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkBackup } from '../src/app/backup/check.ts';
import { loadBackup } from '../src/app/backup/load.ts';
import { BUSY, takeBackup, type Taken } from '../src/app/backup/take.ts';
import { systemClock } from '../src/base/clock.ts';
import { inCopySession } from '../src/base/copy-session.ts';
import type { Database } from '../src/base/db.ts';
import { fillAudience } from './audience.ts';
import { millisecondsOf, row, shown, watchPeak } from './measure.ts';
import { residentMegabytes } from './processes.ts';
import { withStack } from './stack.ts';

const DEFAULT_SIZE = 1_000_000;
const SAMPLE_MS = 50;

/**
 * Measures the backup, verification, and restore of a database with the given number of contacts, compared with a plain
 * COPY of the same tables in the same run.
 */
export async function benchBackup(size = DEFAULT_SIZE): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-backup-'));
  try {
    await withStack({}, async ({ installation: { databaseUrl, dataDir, db } }) => {
      await fillAudience(db, databaseUrl, size);
      console.log(`\nBackup: ${shown(size)} contacts`);
      const before = residentMegabytes(process.pid);
      const memory = watchPeak(() => residentMegabytes(process.pid), SAMPLE_MS);
      const options = { databaseUrl, directory, version: 'bench', secret: undefined, clock: systemClock };
      const startedAt = performance.now();
      const backup = await takeBackup(options);
      const takingMs = performance.now() - startedAt;
      const peak = memory.stop();
      if (backup === BUSY) throw new Error('Another process is making a backup');
      const { path } = backup;
      const [outMs, intoMs] = await plainCopies(db, databaseUrl, directory, backup);
      const loadingMs = await restore(db, databaseUrl, backup);
      const checkingMs = await millisecondsOf(() => checkBackup({ path, dataDir, pgBin: undefined, now: new Date() }));
      row('rows, MiB in files', `${shown(backup.rows)}, ${shown(backup.bytes / 2 ** 20)}`);
      row('backup', compared(takingMs, outMs, 'plain COPY to files'));
      row('restore', compared(loadingMs, intoMs, 'plain COPY into bare tables'));
      row('check', `${shown(checkingMs / 1000)} s, including creation of a database`);
      row('memory of this process', `${shown(before)} MB before, maximum ${shown(peak)} MB`);
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function compared(ms: number, limitMs: number, limit: string): string {
  return `${shown(ms / 1000)} s, ${(limitMs / ms).toFixed(2)} of ${limit} (${shown(limitMs / 1000)} s)`;
}

/**
 * Returns the time in milliseconds to copy the same rows to files, and the time to copy the rows into tables without
 * keys and indexes.
 */
async function plainCopies(
  db: Database,
  url: string,
  directory: string,
  { manifest }: Taken,
): Promise<[out: number, into: number]> {
  const tables = manifest.tables.filter(({ rows }) => rows > 0);
  const session = { url, applicationName: 'limit', begin: 'begin' };
  const fileOf = (name: string): string => join(directory, `${name}.plain`);
  const outMs = await millisecondsOf(() =>
    inCopySession(session, async (copy) => {
      for (const { columns, name } of tables) {
        const rows = copy.copyOut(`copy ${name} (${columns}) to stdout`);
        await pipeline(rows, createWriteStream(fileOf(name), { flush: true }));
      }
    }),
  );
  await db.script('create schema bare');
  for (const { name } of tables) await db.script(`create table bare.${name} (like public.${name})`);
  const intoMs = await millisecondsOf(() =>
    inCopySession(session, async (copy) => {
      for (const { columns, name } of tables) {
        await pipeline(createReadStream(fileOf(name)), copy.copyIn(`copy bare.${name} (${columns}) from stdin`));
      }
    }),
  );
  await db.script('drop schema bare cascade');
  return [outMs, intoMs];
}

async function restore(db: Database, url: string, { manifest, path }: Taken): Promise<number> {
  await db.script('create database restored');
  const databaseUrl = new URL(url);
  databaseUrl.pathname = '/restored';
  const load = { databaseUrl: databaseUrl.href, path, manifest, replace: false, examine: async () => {} };
  const ms = await millisecondsOf(() => loadBackup({ ...load, now: new Date() }));
  await db.script('drop database restored');
  return ms;
}
