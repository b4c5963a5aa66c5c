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
import { fillAudience } from './contacts/rows.ts';
import { residentMegabytes, row, shown } from './measure.ts';
import { openStack } from './stack.ts';

const DEFAULT_SIZE = 1_000_000;
const SAMPLE_MS = 50;
const MEBIBYTE = 2 ** 20;

/** A backup, its check and a restore of so many contacts, beside plain COPY of the same tables in the same run. */
export async function benchBackup(size = DEFAULT_SIZE): Promise<void> {
  const stack = await openStack({});
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-backup-'));
  try {
    const { databaseUrl: url, db, dataDir } = stack.installation;
    await fillAudience(db, url, size);
    console.log(`\nBackup: ${shown(size)} contacts`);
    const memory = sampleMemory();
    const [taking, taken] = await timed(() =>
      takeBackup({ databaseUrl: url, directory: folder, version: 'bench', secret: undefined, clock: systemClock }),
    );
    if (taken === BUSY) throw new Error('Another process is making a backup');
    const peak = memory.end();
    const [out, into] = await plainCopies(db, url, folder, taken);
    const loading = await restoring(db, url, taken);
    const [checking] = await timed(() => checkBackup({ path: taken.path, dataDir, pgBin: undefined, now: new Date() }));
    row('rows, MiB in files', `${shown(taken.rows)}, ${shown(taken.bytes / MEBIBYTE)}`);
    row('backup', `${shown(taking)} s, ${(out / taking).toFixed(2)} of plain COPY to files (${shown(out)} s)`);
    row(
      'restore',
      `${shown(loading)} s, ${(into / loading).toFixed(2)} of plain COPY into bare tables (${shown(into)} s)`,
    );
    row('check', `${shown(checking)} s, including creation of a database`);
    row('memory of this process', `${shown(memory.before)} MB before, maximum ${shown(peak)} MB`);
  } finally {
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds that the same rows take out into files and into tables without keys and indexes. */
async function plainCopies(db: Database, url: string, folder: string, { manifest }: Taken): Promise<[number, number]> {
  const tables = manifest.tables.filter(({ rows }) => rows > 0);
  const file = (name: string): string => join(folder, `${name}.plain`);
  const [out] = await timed(() =>
    inCopySession({ url, applicationName: 'limit', begin: 'begin' }, async (copy) => {
      for (const { columns, name } of tables) {
        await pipeline(
          copy.copyOut(`copy ${name} (${columns}) to stdout`),
          createWriteStream(file(name), { flush: true }),
        );
      }
    }),
  );
  await db.script('create schema bare');
  for (const { name } of tables) await db.script(`create table bare.${name} (like public.${name})`);
  const [into] = await timed(() =>
    inCopySession({ url, applicationName: 'limit', begin: 'begin' }, async (copy) => {
      for (const { columns, name } of tables) {
        await pipeline(createReadStream(file(name)), copy.copyIn(`copy bare.${name} (${columns}) from stdin`));
      }
    }),
  );
  await db.script('drop schema bare cascade');
  return [out, into];
}

async function restoring(db: Database, url: string, { manifest, path }: Taken): Promise<number> {
  await db.script('create database restored');
  const target = new URL(url);
  target.pathname = '/restored';
  const load = { databaseUrl: target.href, path, manifest, replace: false, examine: async () => {}, now: new Date() };
  const [seconds] = await timed(() => loadBackup(load));
  await db.script('drop database restored');
  return seconds;
}

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

function sampleMemory() {
  const before = residentMegabytes(process.pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(process.pid))), SAMPLE_MS);
  return {
    before,
    end: () => {
      clearInterval(timer);
      return most;
    },
  };
}
