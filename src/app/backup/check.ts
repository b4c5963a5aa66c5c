import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir, requireReachable } from '../../base/data-dir.ts';
import { openDatabase } from '../../base/db.ts';
import { silentLog } from '../../base/log.ts';
import { migrate, requireMigrated } from '../../base/migrate.ts';
import { findDatabaseUser, isRoot } from '../../base/postgres/database-user.ts';
import { startPostgres } from '../../base/postgres/server.ts';
import { StartupError } from '../../base/startup-error.ts';
import { CHECKED, readManifest, verifyFiles } from './manifest.ts';
import { loadBackup } from './load.ts';

/**
 * Directory for the temporary database, below the data directory. The name is fixed, so that the next check removes
 * what a killed check left behind.
 */
const DIRECTORY = 'backup-check';

/** The backup to check, and the directory for the temporary database. */
export interface CheckOptions {
  readonly path: string;
  readonly dataDir: string;
  readonly pgBin: string | undefined;
  readonly now: Date;
}

/**
 * Restores a backup into a temporary embedded server and compares the row counts with the manifest. If they match,
 * records the successful check next to the backup. Throws StartupError if the backup is damaged.
 */
export async function checkBackup({ dataDir, now, path, pgBin }: CheckOptions): Promise<void> {
  const manifest = readManifest(path);
  await verifyFiles(path, manifest);
  const directory = join(dataDir, DIRECTORY);
  // With an external database, the data directory may not exist, or the database user may have no access to it.
  prepareDataDir(dataDir);
  requireReachable(dataDir, isRoot() ? findDatabaseUser() : undefined);
  const postgres = await startPostgres({ dataDir: directory, binDir: pgBin, log: silentLog, durable: false });
  const db = openDatabase({ url: postgres.url, log: silentLog, connections: 2, applicationName: 'check' });
  try {
    const count = async (tx: Parameters<Parameters<typeof loadBackup>[0]['examine']>[0]): Promise<void> => {
      for (const { name, rows } of manifest.tables) {
        const [found] = await tx.query<{ count: number }>({ name: '', text: `select count(*) from ${name}` }, []);
        if (Number(found?.count) !== rows) throw differs(path, name, Number(found?.count), rows);
      }
    };
    await loadBackup({ databaseUrl: postgres.url, path, manifest, replace: true, examine: count, now });
    await migrate(db, { log: silentLog });
    await requireMigrated(db);
  } finally {
    await db.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
  const words = { checked_at: now.toISOString() };
  await writeFile(join(path, CHECKED), `${JSON.stringify(words)}\n`, { mode: 0o600, flush: true });
}

function differs(path: string, table: string, found: number, wanted: number): StartupError {
  return new StartupError(
    `Verification of the backup ${path} failed: after a restore, ${table} had ${found} rows instead of ${wanted}`,
    'Make another backup. Keep the failed backup to investigate the cause.',
  );
}
